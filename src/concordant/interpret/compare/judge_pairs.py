"""Every two judges on the items that both rated: which is reliably better, by the main measure.

All pairs are one family: p-values are adjusted after Holm (1979), so that the chance of calling any judge
better that is not stays below 1 − level.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...errors import ConcordantError
from ...inference.false_discovery import stepped_down
from ...inference.items_needed import items_needed
from ...inference.two_judges import JudgesOnItems
from ...ratings.ratings import Ratings
from ...ratings.repeats import held_over
from ...reduce.distinct_rows import distinct
from ...reduce.judge_vs_people import against
from ...reduce.patterns import units
from ...result import Result
from ..notes import not_possible
from ..record import Record
from .comparison import Comparison

#: With more rows equal ones are counted once.
_FEW_ROWS = 1000
#: The power at which the items needed are stated.
POWER = 0.8


@dataclass(frozen=True, kw_only=True)
class JudgePair(Record):
    """Two judges on the `n_items` that both rated: `difference` is first − second by the main measure.

    `p_adjusted` allows for all pairs; `better` names the judge that is reliably better, and is empty where
    these items cannot tell. `items_needed` would tell them apart at 80 % power, with as many pairs; it is nan
    where they are told apart, or the two do not differ at all.
    """

    first: str
    second: str
    n_items: float
    difference: Result
    p_adjusted: float = math.nan
    better: str = ""
    items_needed: float = math.nan


def judge_pairs(ratings: Ratings, judges: Sequence[Comparison]) -> tuple[JudgePair, ...]:
    """All pairs of these judges, in their order, by the main measure of the first."""
    if len(judges) < 2:
        return ()
    shared = _Shared(ratings, judges)
    found = [shared.pair(one.name, other.name) for one, other in combinations(judges, 2)]
    adjusted = stepped_down(np.array([pair.difference.p_value for pair in found]))
    return tuple(
        _decided(pair, float(p), shared, len(found)) for pair, p in zip(found, adjusted, strict=True)
    )


class _Shared:
    """The measure of judges on the items that two of them have in common; equal sets of items are one."""

    def __init__(self, ratings: Ratings, judges: Sequence[Comparison]) -> None:
        (name, options), self.level = judges[0].main, judges[0].plan.level
        self.coefficient, self.options = BY_NAME[name], dict(options)
        self.lower_is_better = self.coefficient.best == 0
        self._references = judges[0].reference
        everybody = [*self._references, *(one.name for one in judges)]
        bare = replace(ratings.select(everybody), slices={}, times=None, texts={}, comments=None)
        self._ratings = bare if len(bare) <= _FEW_ROWS or bare.item_source is not None else distinct(bare)
        self._last: tuple[bytes, JudgesOnItems, float] | None = None

    def pair(self, one: str, other: str) -> JudgePair:
        """Two judges, first − second."""
        items, n = self._same_items(one, other)
        try:
            found = items.difference(one, other, self.level)
        except ConcordantError as why:
            title = self.coefficient.title_with(self.options)
            found = Result(
                measure="difference", title=title, estimate=math.nan, method="undefined",
                notes=(not_possible(why),),
            )  # fmt: skip
        return JudgePair(first=one, second=other, n_items=n, difference=found)

    def _same_items(self, one: str, other: str) -> tuple[JudgesOnItems, float]:
        held = self._ratings
        if held.repeat is not None:
            held = held_over(held, [*self._references, one, other])
        rated = {name: held.columns[held.place_of(name)] >= 0 for name in (*self._references, one, other)}
        both = rated[one] & rated[other] & np.any([rated[name] for name in self._references], axis=0)
        key = both.tobytes() if held.repeat is None else f"{one}\n{other}".encode()
        if self._last is None or self._last[0] != key:
            items = held.rows(both)
            rows = partial(_rows, items, self._references)
            self._last = key, JudgesOnItems(self.coefficient, self.options, rows), float(items.n_items)
        return self._last[1:]


def _rows(items: Ratings, references: Sequence[str], judge: str) -> Ratings:
    """The reference and a judge as two columns, every item (or cluster) a unit with a number."""
    if len(references) > 1:
        return against(items, references, judge)[0]
    rows = items.select([references[0], judge])
    clusters, copies = units(items)
    return replace(rows, clusters=clusters, cluster_copies=copies, repeat=None)


def _decided(pair: JudgePair, p_adjusted: float, shared: _Shared, pairs: int) -> JudgePair:
    """The pair with what its adjusted p-value says, or how many items would tell."""
    gap, alpha = pair.difference, 1 - shared.level
    if p_adjusted <= alpha and gap.estimate != 0:
        first = (gap.estimate > 0) is not shared.lower_is_better
        return replace(pair, p_adjusted=p_adjusted, better=pair.first if first else pair.second)
    return replace(pair, p_adjusted=p_adjusted, items_needed=_needed(pair, alpha / pairs))


def _needed(pair: JudgePair, alpha: float) -> float:
    """How many items would tell two judges apart; a row of an item is part of it."""
    gap = pair.difference
    if gap.interval is None or gap.estimate == 0:
        return math.nan
    rows = items_needed(replace(gap, interval=replace(gap.interval, level=1 - alpha)), 0.0, POWER)
    needed = rows * pair.n_items / gap.n_items
    return float(math.ceil(needed)) if math.isfinite(needed) and needed > pair.n_items else math.nan
