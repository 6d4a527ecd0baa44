"""Score intervals: all values that the data do not make surprising, each judged by the error it would have.

A Wald interval takes the standard error at the estimate for that at every other value. With a rare category,
or near perfect agreement, it is far too small on one side. Here the data are mixed with data in full
agreement, to go up, and with data in which raters agree by chance only, to go down; how often each category
is used stays as it is. A mixture has a value and a standard error of its own, from the same influence values
as everywhere. The interval holds the value θ of every mixture with |θ̂ − θ| ≤ q·se(θ), as the interval of
Wilson (1927) does for a share.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coefficients.coefficient import Estimate, Statistic
from ..reduce.item_weights import CaseWeights, Floats, Ints
from ..reduce.patterns import Patterns
from ..reduce.profiles import Profiles
from ..reduce.table import Table

#: What ratings in categories reduce to.
Rated = Table | Profiles | Patterns

#: Rows by which chance is represented, where there are too many ways to rate an item to list them all.
_ROWS = 4000
#: How often a part of the way that holds a limit is halved, and into how many parts the way is cut first.
_HALVINGS, _STEPS = 24, 8


@dataclass(frozen=True)
class Mixtures:
    """A statistic with all rows of a mixture, and how often each occurs: seen, agreed on, and by chance."""

    statistic: Rated
    seen: Floats
    agreed: Floats
    chance: Floats

    @classmethod
    def of(cls, statistic: Rated) -> Mixtures:
        """The mixtures of a table, of profiles or of patterns; clusters are left to the design effect."""
        codes = _codes(statistic)
        counts = np.asarray(statistic.counts, dtype=float)
        agreed, agreed_counts = _agreed(codes, counts)
        chance, chance_counts = _by_chance(codes, counts, statistic)
        rows = np.concatenate([codes, agreed, chance])
        parts = [counts, agreed_counts, chance_counts]
        ends = np.cumsum([0, *map(len, parts)])
        weights = np.zeros((3, len(rows)))
        for place, part in enumerate(parts):
            weights[place, ends[place] : ends[place + 1]] = part
        return cls(_with_codes(statistic, rows), *weights)


def _codes(statistic: Rated) -> Ints:
    if isinstance(statistic, Table):
        return np.stack([statistic.first, statistic.second], axis=1)
    return statistic.codes


def _with_codes(statistic: Rated, rows: Ints) -> Rated:
    """The statistic with these rows, none of them counted yet, each an item of its own."""
    counts = np.zeros(len(rows))
    if isinstance(statistic, Table):
        return replace(
            statistic, first=rows[:, 0], second=rows[:, 1], counts=counts, clusters=None, weighing=None
        )
    return replace(statistic, codes=rows, counts=counts, clusters=None, weighing=None)


def _agreed(codes: Ints, counts: Floats) -> tuple[Ints, Floats]:
    """Every item as one of its own raters has it, each of them equally often: all shares stay as they are."""
    given = codes >= 0
    places = np.nonzero(given)
    rows = np.where(given[places[0]], codes[places][:, None], -1)
    return _merged(rows, (counts / np.maximum(given.sum(axis=1), 1))[places[0]])


def _by_chance(codes: Ints, counts: Floats, statistic: Rated) -> tuple[Ints, Floats]:
    """Items with the same gaps, rated by raters with the same habits who know nothing of them."""
    if isinstance(statistic, Table) and statistic.size**2 <= _ROWS:
        return _product(codes, counts, statistic.size)
    rows = codes[_systematic(counts, _ROWS)]
    given = rows >= 0
    out = np.full_like(rows, -1)
    rng = np.random.default_rng(0)
    for rater in _habits(codes.shape[1], statistic):
        own, there = codes[:, rater], given[:, rater]
        weight = np.broadcast_to(counts[:, None], own.shape)[own >= 0]
        share = np.bincount(own[own >= 0], weight, statistic.size)
        drawn = np.full(there.shape, -1)
        drawn[there] = rng.permutation(_systematic(share, int(there.sum())))
        out[:, rater] = drawn
    if isinstance(statistic, Profiles):
        out = -np.sort(-out, axis=1)  # gaps last
    return _merged(out, np.full(len(out), counts.sum() / len(out)))


def _product(codes: Ints, counts: Floats, size: int) -> tuple[Ints, Floats]:
    """Every cell of a table as often as the margins alone would fill it."""
    both = (codes >= 0).all(axis=1)
    rows, columns = (np.bincount(codes[both, g], counts[both], size) for g in (0, 1))
    cells = np.outer(rows, columns) / counts[both].sum()
    first, second = np.nonzero(cells)
    return np.stack([first, second], axis=1), cells[first, second]


def _habits(width: int, statistic: Rated) -> list[list[int]]:
    """The columns of those who share one habit: all of a profile, else each rater's own."""
    everyone = list(range(width))
    return [everyone] if isinstance(statistic, Profiles) else [[g] for g in everyone]


def _systematic(weights: NDArray[Any], size: int) -> Ints:
    """`size` places, each as often as its weight says, up to one."""
    ends = np.cumsum(weights) / max(weights.sum(), np.finfo(float).tiny)
    return np.searchsorted(ends, (np.arange(size) + 0.5) / size)


def _merged(rows: Ints, counts: Floats) -> tuple[Ints, Floats]:
    """Equal rows made one, their counts added."""
    found, place = np.unique(rows, axis=0, return_inverse=True)
    return found, np.bincount(place.reshape(-1), counts, len(found)).astype(float)


def score_limits(
    estimate: Callable[[Statistic], Estimate], mixtures: Mixtures, quantile: float, design_effect: float
) -> tuple[float, float]:
    """Both ends; `design_effect` is how much larger the variance is than that of independent items."""
    n = mixtures.seen.sum()
    scale = quantile**2 * design_effect

    def at(weights: Floats) -> tuple[float, float]:
        """The value of a mixture, and the square of how far from it an estimate may be."""
        found = estimate(mixtures.statistic.weighed(CaseWeights(weights)))
        value, slope = float(found.value), found.value.slope
        if found.undefined is not None or slope is None or math.isnan(value):
            return math.nan, math.nan
        slope = slope - (weights @ slope) / n
        return value, scale * float(weights @ (slope * slope))

    here, own = at(mixtures.seen)

    def end(other: Floats) -> tuple[float, bool]:
        """The last value on the way to other data that is not rejected, and whether it is the last of all."""
        inside = 0.0
        for outside in np.linspace(0, 1, _STEPS + 1)[1:]:
            if _rejected(at((1 - outside) * mixtures.seen + outside * other), here):
                break
            inside = outside
        else:
            return at(other)[0], True
        for _ in range(_HALVINGS):
            middle = (inside + outside) / 2
            if _rejected(at((1 - middle) * mixtures.seen + middle * other), here):
                outside = middle
            else:
                inside = middle
        return at((1 - outside) * mixtures.seen + outside * other)[0], False

    high, _ = end(mixtures.agreed)
    chance, reach = at(mixtures.chance)
    low, beyond = end(mixtures.chance) if chance < here else (here, True)
    if beyond:  # chance itself is not rejected: its error is that of every value below
        low = min(low, here - math.sqrt(max(reach, own)))
    return low, max(high, here)


def _rejected(mixture: tuple[float, float], estimate: float) -> bool:
    value, reach = mixture
    return bool((estimate - value) ** 2 > reach)
