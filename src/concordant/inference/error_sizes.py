"""How far apart ratings are where they disagree: as they were seen, and as chance would put them.

Raters who agree less may make more of the errors they make now, or errors of a kind not yet seen. Guesses
are the coarsest errors of raters who keep their habits, and they make weighted coefficients vary most. How
many of the disagreements may be guesses depends on the sizes of those that were seen: a likelihood ratio
rejects a share of guesses that would have shown up as larger errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..coefficients.coefficient import Coefficient
from ..ratings.scale import Scale
from ..reduce.item_weights import Floats, Ints

#: Weights and metrics by which categories that are further apart disagree more.
_ORDERED = ("linear", "quadratic", "radical", "ordinal", "interval", "ratio")
#: On longer scales too few disagreements have the same size.
_MOST_CATEGORIES = 25
#: From so many items on, a share of guesses is rejected at the level of the interval. With fewer items a
#: lower limit is further from the truth than it need be, and weaker evidence does.
_ENOUGH_ITEMS = 100
#: Halvings by which the share of guesses is found.
_STEPS = 40


def counts_distance(c: Coefficient, options: Mapping[str, Any], scale: Scale, size: int) -> bool:
    """Whether a coefficient corrected for chance takes categories further apart for a worse disagreement."""
    if not 2 < size <= _MOST_CATEGORIES:
        return False
    chosen: Any = {
        "weighted": options.get("weights", "identity"),
        "metric": scale.level if options.get("metric") is None else options["metric"],
    }.get(str(c.disagreement), "identity")
    if isinstance(chosen, str):
        power = chosen.removeprefix("power:")
        return chosen in _ORDERED or (power != chosen and float(power) != 0)
    return not callable(chosen) and _grows(np.asarray(chosen, dtype=float))


def _grows(weights: Floats) -> bool:
    """Whether weights on paper, of agreement or disagreement, change with the distance, and only one way."""
    off = np.abs(weights - np.diag(weights)[:, None])
    size = len(off)
    rows = [[off[i, i::-1], off[i, i:]] for i in range(size)]
    steps = np.concatenate([np.diff(side) for row in rows for side in row])
    return bool((steps >= 0).all()) and len(np.unique(off[~np.eye(size, dtype=bool)])) > 1


def more_errors(codes: Ints, seen: Floats, chance: Floats, size: int, q: Floats, effect: Floats) -> Floats:
    """Disagreements only, for each set of counts: those that were seen, and as many guesses as they allow.

    Rows of `codes` are items (−1 is a gap), `seen` and `chance` how often each occurs (sets × rows). Where
    nothing disagrees, or disagreements are as large as guesses, it is chance itself.
    """
    apart, sizes = _sizes(codes, size)
    errors, guesses = seen @ sizes, (chance * apart) @ sizes
    number, by_chance = errors.sum(axis=1), guesses.sum(axis=1)
    known = (number > 0) & (by_chance > 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        errors_by_size, guesses_by_size = errors / number[:, None], guesses / by_chance[:, None]
    items = seen.sum(axis=1) / effect
    allowed = q**2 * np.sqrt(np.minimum(items / _ENOUGH_ITEMS, 1.0)) * effect
    share = _most_guesses(errors, np.nan_to_num(errors_by_size), np.nan_to_num(guesses_by_size), allowed)
    steps = np.arange(1, size)
    smaller = known & (np.nan_to_num(errors_by_size - guesses_by_size) @ steps < 0)
    share = np.where(smaller, share, 1.0)[:, None]
    disagreeing = np.where(apart > 0, seen, 0.0)
    pairs = [np.maximum((x * apart).sum(axis=1, keepdims=True), 1e-300) for x in (seen, chance)]
    mixed = (1 - share) * disagreeing / pairs[0] + share * chance / pairs[1]
    return np.asarray(mixed * (seen.sum(axis=1) / np.maximum(mixed.sum(axis=1), 1e-300))[:, None])


def _sizes(codes: Ints, size: int) -> tuple[Floats, Floats]:
    """Of each row the share of its pairs that disagree, and which part of these is 1, 2, … steps apart."""
    counts = np.stack([(codes == category).sum(axis=1) for category in range(size)], axis=1).astype(float)
    steps = [(counts[:, :-step] * counts[:, step:]).sum(axis=1) for step in range(1, size)]
    by_size = np.stack(steps, axis=1)
    given, pairs = counts.sum(axis=1), by_size.sum(axis=1)
    apart = pairs / np.maximum(given * (given - 1) / 2, 1.0)
    return apart, by_size / np.maximum(pairs, 1.0)[:, None]


def _most_guesses(errors: Floats, seen: Floats, guessed: Floats, allowed: Floats) -> Floats:
    """The largest share of guesses with 2·Σ errors·log(seen/mixed) ≤ allowed, by halving."""
    low, high = np.zeros(len(errors)), np.ones(len(errors))
    share = high
    for _ in range(_STEPS):
        mixed = (1 - share)[:, None] * seen + share[:, None] * guessed
        with np.errstate(invalid="ignore", divide="ignore"):
            ratio = 2 * np.where(errors > 0, errors * np.log(seen / mixed), 0.0).sum(axis=1)
        low = np.where(ratio <= allowed, share, low)
        high = np.where(ratio <= allowed, high, share)
        share = (low + high) / 2
    return low
