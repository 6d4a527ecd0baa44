"""Who rates which item: even loads, raters who share items with many others, one person for each dispute."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from ..errors import OptionError


def assign(
    rated_by: Sequence[Collection[int]], raters: Sequence[str], per_item: float, rng: np.random.Generator
) -> list[list[int]]:
    """The raters of each item: `per_item` on average; every rater is linked to every other by shared items.

    Nobody gets an item that they rated already (`rated_by`), but who did is linked to the others on it.

    Each place goes to a rater with the lowest load; among these, to one who is not linked yet, then to one
    who shared the fewest items with those already on it.
    """
    r, n_items = len(raters), len(rated_by)
    if per_item > r:
        raise OptionError(f"{per_item:g} raters per item need at least that many raters in all, got {r}.")
    sizes = np.full(n_items, int(per_item))
    more = round((per_item - int(per_item)) * n_items)
    sizes[rng.choice(n_items, more, replace=False)] += 1
    load, shared, linked = np.zeros(r, dtype=int), np.zeros((r, r), dtype=int), np.arange(r)
    blocks: list[list[int]] = []
    for place in range(n_items):
        block: list[int] = []
        for _ in range(sizes[place]):
            if len(block) + len(rated_by[place]) < r:
                block.append(_next([*block, *rated_by[place]], load, shared, linked, rng))
        load[block] += 1
        together = [*block, *rated_by[place]]
        for one in together:
            linked[linked == linked[one]] = linked[together[0]]
            shared[one, [other for other in together if other != one]] += 1
        blocks.append(block)
    if r > 1 and len(set(linked.tolist())) > 1:
        raise OptionError(
            f"{n_items} items with {per_item:g} raters each do not link {r} raters: request more "
            "items, more raters per item (per_item=…), or fewer raters."
        )
    return blocks


def spread(free: Sequence[Collection[int]], raters: int, rng: np.random.Generator) -> list[int]:
    """One rater for each item among those who are free for it, with even loads; -1 where nobody is.

    Items with the fewest free raters come first, each to the free rater with the lowest load; ties are drawn.
    """
    load, taken = np.zeros(raters, dtype=int), [-1] * len(free)
    for place in sorted(range(len(free)), key=lambda place: len(free[place])):
        if free[place]:
            chance = rng.random(raters)
            taken[place] = min(free[place], key=lambda one: (load[one], chance[one]))
            load[taken[place]] += 1
    return taken


def _next(
    block: list[int],
    load: np.ndarray,
    shared: np.ndarray,
    linked: np.ndarray,
    rng: np.random.Generator,
) -> int:
    """The rater who comes next on an item."""
    free = [one for one in range(len(load)) if one not in block]
    chance = rng.random(len(load))
    groups = {int(linked[one]) for one in block}
    return min(
        free,
        key=lambda one: (load[one], int(linked[one]) in groups, shared[one, block].sum(), chance[one]),
    )
