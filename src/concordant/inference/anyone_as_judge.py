"""A judge beside people, with everybody in turn as the judge: what a judge just like a person would show.

One judge who errs alone loses against everybody at once, where a person who errs gains the judge only a
little. So the difference is skewed, and with few errors t calls a judge better than people far too often. If
the judge is like a person, each item could as well have had anybody in the judge's place. Drawing who it is,
item by item, gives the differences that such a judge would show, and their quantiles stand in for those of t.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..ratings.ratings import Ratings
from ..reduce.item_weights import DrawWeights, Floats, Ints
from ..reduce.patterns import Patterns, unique_rows
from ..result import Interval, Result
from .intervals import quantile, reachable
from .measure import Measure, as_statistic
from .paired import Paired, side
from .permutation import LEAST_UNITS, upper_critical, upper_p, without_dust
from .spread import Spread

#: So many people at most take the judge's place in turn.
MOST_PEOPLE = 20
#: How many times judges are drawn.
DRAWS = 1999
#: With more independent units t says about the same and costs less.
_MOST_UNITS = 1000
#: With more patterns of ratings differences are drawn by their slopes.
_MOST_CELLS = 2500


@dataclass(frozen=True, eq=False)
class Beside:
    """Someone as the judge with the others, and the others with each other, units numbered alike."""

    judge: Measure
    people: Measure
    title: str

    @cached_property
    def paired(self) -> Paired:
        """The difference of the two."""
        sides = side(self.judge), side(self.people)
        return Paired(first=sides[0], second=sides[1], title=self.title, options=self.judge.options)

    @property
    def measures(self) -> tuple[Measure, Measure]:
        """Both."""
        return self.judge, self.people


@dataclass(frozen=True, eq=False)
class Exchange:
    """The judge beside people, and `others`: each person in the judge's place."""

    own: Beside
    others: Callable[[], Sequence[Beside]]

    def result(self, level: float) -> Result:
        """The difference; with few items interval and test are by who might have been the judge."""
        paired = self.own.paired
        found = paired.result(level)
        around = None if paired.undefined is not None else paired.spread
        if around is None or around.none or not LEAST_UNITS <= around.units <= _MOST_UNITS:
            return found
        draws = self._draws
        if 2 * len(draws) < DRAWS:
            return found
        value = around.value
        low, high = _ends(draws, around, level)
        ends = without_dust(low, value), without_dust(high, value)
        method = "judge and people exchanged, paired"
        limits = reachable(ends, around.value, paired.first.range, paired.second.range)
        return replace(
            found,
            interval=Interval(*limits, level, method),
            p_value=min(1.0, 2 * min(upper_p(draws, value), upper_p(-draws, -value))),
            method=method,
            details={**_without_test(found), "test": "permutation", "draws": len(draws)},
        )

    @cached_property
    def _draws(self) -> Floats:
        """The difference with a judge drawn for each unit from those who rated it.

        It is computed from the tables that the drawn judges have, or where categories are many by what each
        unit adds.
        """
        ways = [self.own, *(one for one in self.others() if one.paired.undefined is None)]
        adds, copies = _adds(ways)
        drawn = _Drawn(ways, adds, copies)
        draws = drawn.linear if drawn.difference is None else drawn.difference
        return np.asarray(draws[np.isfinite(draws)])


def _ends(draws: Floats, around: Spread, level: float) -> tuple[float, float]:
    """The interval, which leaves out 0 where a judge like a person would hardly ever differ so much.

    There it is as long as the draws say; far from 0 the spread of the data themselves is taken more and more,
    as they are not those of such a judge: with ratio r of the two, w = r + (1 − r)·c/|d| of that length. The
    end that is turned away from 0 is at least as far out as on t.
    """
    value, tail = around.value, (1 - level) / 2
    below, above = upper_critical(draws, tail), upper_critical(-draws, tail)
    critical = below if value > 0 else above
    part = 1.0
    if abs(value) > critical > 0:
        ratio = min(around.se / float(draws.std()), _MOST_SPREAD)
        part = ratio + (1 - ratio) * critical / abs(value)
    on_t = quantile(0.5 + level / 2, around.df) * around.se
    if value > 0:
        return value - part * below, value + max(part * above, on_t)
    return value - max(part * below, on_t), value + part * above


#: Data may have so many times the spread of the draws.
_MOST_SPREAD = 1.5


class _Drawn:
    """Sums over units, each with a judge drawn for it, and the difference from the patterns they make."""

    def __init__(self, ways: Sequence[Beside], adds: Floats, copies: Floats) -> None:
        rng = np.random.default_rng(0)
        cells = [_Cells(ways, which) for which in (0, 1)]
        known = cells if all(one.size <= _MOST_CELLS for one in cells) else []
        self.linear = np.zeros(DRAWS)
        weights = [np.zeros((one.size, DRAWS)) for one in known]
        for unit, times in _alike(adds, copies, known):
            met = np.flatnonzero(~np.isnan(adds[unit]))
            chosen = rng.multinomial(round(times), np.full(len(met), 1 / len(met)), size=DRAWS).T.astype(
                float
            )
            self.linear += adds[unit, met] @ chosen
            for total, one in zip(weights, known, strict=True):
                parts = one.of(unit)[met]
                used = np.flatnonzero(parts.any(axis=0))
                total[used] += parts[:, used].T @ chosen
        values = [
            one.values(np.ascontiguousarray(total.T)) for total, one in zip(weights, known, strict=True)
        ]
        self.difference = values[0] - values[1] if values else None


def _alike(adds: Floats, copies: Floats, cells: Sequence[_Cells]) -> list[tuple[int, float]]:
    """Units that are alike made one, with their number, in an order that is not that of the rows."""
    held: dict[bytes, tuple[int, float]] = {}
    for unit in np.flatnonzero(copies > 0).tolist():
        shown = [one.of(unit) for one in cells] or [adds[unit]]
        key = b"".join(np.round(one, 9).tobytes() for one in shown)
        first, times = held.get(key, (unit, 0.0))
        held[key] = first, times + float(copies[unit])
    return [held[key] for key in sorted(held)]


class _Cells:
    """What each unit puts into each pattern of ratings, with everybody in turn as the judge."""

    def __init__(self, ways: Sequence[Beside], which: int) -> None:
        self.measure = ways[0].measures[which]
        given = (way.measures[which].ratings for way in ways)
        ratings = [r for r in given if isinstance(r, Ratings)]
        self._like = ratings[0]
        rows = np.concatenate([np.stack(r.columns, axis=1).astype(np.int64) for r in ratings])
        self._codes, cell = unique_rows(rows)
        self.size = len(self._codes)
        self._ways = len(ratings)
        way = np.repeat(np.arange(len(ratings)), [len(r) for r in ratings])
        unit, weight = (np.concatenate(each) for each in zip(*map(_unit_and_weight, ratings), strict=True))
        order = np.argsort(unit, kind="stable")
        self._entries = way[order], cell[order], weight[order]
        self._starts = np.searchsorted(unit[order], np.arange(int(unit.max(initial=-1)) + 2)).tolist()

    def of(self, unit: int) -> Floats:
        """By rater as the judge (a row) the weight in each pattern; 0 where the unit has none."""
        out = np.zeros((self._ways, self.size))
        if unit + 1 < len(self._starts):
            way, cell, weight = (x[self._starts[unit] : self._starts[unit + 1]] for x in self._entries)
            np.add.at(out, (way, cell), weight)
        return out

    def values(self, weights: Floats) -> Floats:
        """The measure under many weights of the patterns."""
        r = self._like
        held = Patterns(
            self._codes, weights[0], r.labels, r.scale, r.raters, None, r.anonymous, kinds=r.rater_kinds
        )
        statistic = as_statistic(self.measure.coefficient.statistic, held, keep_rows=True)
        return self.measure.values(statistic, DrawWeights(weights))


def _unit_and_weight(ratings: Ratings) -> tuple[Ints, Floats]:
    """The unit of each row, and the weight of one of those that it stands for."""
    copies = np.ones(len(ratings)) if ratings.cluster_copies is None else ratings.cluster_copies
    return np.asarray(ratings.clusters), ratings.item_weights / copies


def _adds(ways: Sequence[Beside]) -> tuple[Floats, Floats]:
    """What each unit adds (a row) with each rater as the judge (a column, nan where that is not known).

    Units are those of the first way, the judge's own, with the number of equal ones each stands for.
    """
    each = [way.paired.by_unit() for way in ways]
    copies = each[0][1]
    out = np.full((len(copies), len(ways)), math.nan)
    for at, (adds, own) in enumerate(each):
        size = min(len(own), len(copies))
        out[:size, at] = np.where(own[:size] > 0, adds[:size], math.nan)
    return out, copies


def _without_test(found: Result) -> dict[str, object]:
    return {key: value for key, value in found.details.items() if key not in ("df", "p_exact", "up", "down")}
