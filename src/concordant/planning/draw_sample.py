"""A stratified sample: proportional, with a floor in each stratum, and the design weight of each item."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import OptionError

#: Every stratum has at least so many items in the sample, or all that it has.
FLOOR = 5


def allocation(sizes: NDArray[np.intp], n: int, floor: int = FLOOR) -> NDArray[np.intp]:
    """How many items of each stratum: n·N_h/N, at least the floor, at most all; n in all.

    Strata below the floor get it, and the others share the rest in proportion, by largest remainders.
    """
    if n > sizes.sum():
        raise OptionError(f"There are {sizes.sum()} items to draw from, so {n} is too many.")
    least = np.minimum(sizes, floor_of(len(sizes), n, floor))
    if least.sum() > n:
        raise OptionError(
            f"There are {len(sizes)} strata, and {n} items cannot cover them: request more items, or "
            "stratify by fewer columns."
        )
    fixed = np.zeros(len(sizes), dtype=bool)
    while True:
        quota = (n - least[fixed].sum()) * sizes / max(sizes[~fixed].sum(), 1)
        below = ~fixed & (quota < least)
        if not below.any():
            break
        fixed |= below
    taken = np.where(fixed, least, np.floor(quota)).astype(int)
    rest = np.where(fixed, -1.0, quota - taken)
    taken[np.argsort(-rest, kind="stable")[: n - taken.sum()]] += 1
    return taken


def floor_of(strata: int, n: int, floor: int = FLOOR) -> int:
    """The least number of items of a stratum: the floor, or what n items can give to each."""
    return min(floor, max(n // strata, 1))


def draw(
    strata: NDArray[Any], n: int, rng: np.random.Generator
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """The places of n items, in order, and how many items each stands for: N_h/n_h."""
    names, codes = np.unique(strata.astype(str), return_inverse=True)
    sizes = np.bincount(codes.ravel(), minlength=len(names))
    counts = allocation(sizes, n)
    places = [
        np.sort(rng.choice(np.flatnonzero(codes.ravel() == stratum), int(count), replace=False))
        for stratum, count in enumerate(counts)
    ]
    weights = [np.full(len(some), sizes[h] / counts[h]) for h, some in enumerate(places)]
    chosen, of_chosen = np.concatenate(places), np.concatenate(weights)
    order = np.argsort(chosen)
    return chosen[order], of_chosen[order]
