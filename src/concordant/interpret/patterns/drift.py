"""Drift: a rater who becomes stricter or more lenient as time goes by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...digits import rounded
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from ...reduce.judge_vs_people import against
from ...reduce.totals import Total
from ...result import Result
from ..compare import Comparison
from ..raters import OverTime, Pool, over_time
from .bias import gaps_from
from .candidate import Candidate, WeightedSums
from .context import PatternContext, named, words
from .minimum_sizes import LEAST_DRIFT, LEAST_ITEMS
from .recut import recut
from .repair import measured_anew, weights_of

#: The bias is levelled within so many parts of the time.
_PARTS = 5


def drift(context: PatternContext) -> Iterable[Candidate]:
    """The change of rater − reference from the rater's first rating to the last.

    How it is told from a change of the items: `OverTime.drift`. Test and interval have one and the same
    error, whatever the spread is at each time (White).
    """
    c = context.compared
    source = c.source
    if not c.ordered or source.times is None or source.item_source is not None or c.kind == "within":
        return
    raters = (c.name,) if context.judging else c.ratings.raters
    for rater in raters:
        others = c.reference if context.judging else tuple(name for name in raters if name != rater)
        found = _Drift(context, rater, others)
        if found.moved is not None and found.n >= LEAST_ITEMS and found.evidence.defined:
            yield found.candidate()


@dataclass(frozen=True, eq=False)
class _Drift:
    context: PatternContext
    rater: str
    others: Sequence[str]

    @cached_property
    def source(self) -> Ratings:
        """The ratings as they were read: equal ones at different times are not the same."""
        return self.context.compared.source

    @cached_property
    def moved(self) -> OverTime | None:
        """The rater beside the others over time."""
        return over_time(Pool(self.source, self.others, self.context.compared.plan).beside(self.rater))

    @cached_property
    def met(self) -> NDArray[np.bool_]:
        """Rows that count."""
        out = np.zeros(len(self.source), dtype=bool)
        if self.moved is not None:
            out[self.moved.dated.rows] = True
        return out

    @cached_property
    def n(self) -> float:
        """How many items those are."""
        return float(self.source.item_weights[self.met].sum())

    @cached_property
    def order(self) -> Floats:
        """By row from 0 for the first rating to 1 for the last."""
        out = np.zeros(len(self.source))
        if self.moved is not None:
            out[self.moved.dated.rows] = self.moved.order
        return out

    @cached_property
    def evidence(self) -> Result:
        """How much the bias changes from the first rating to the last."""
        c = self.context.compared
        if self.moved is None:
            empty = WeightedSums(np.zeros(0), None, None, c.plan.level, c.ratings.n_raters)
            return empty.result("drift", Total(np.nan), n=0)
        dated = self.moved.dated
        sums = WeightedSums(dated.weights, dated.clusters, None, c.plan.level, c.ratings.n_raters)
        return self.moved.drift(lambda change: sums.result("drift", change, n=self.n))

    def candidate(self) -> Candidate:
        """With the direction in words."""
        change = self.evidence.estimate
        ends = self.evidence.interval
        reference = named(self.others[0]) if len(self.others) == 1 else words(self._whom)
        return Candidate(
            code="drift",
            about={"comparison": self.context.compared.name, "rater": self.rater},
            evidence=self.evidence,
            facts={
                "rater": self.rater,
                "reference": reference,
                "direction": words("upwards" if change > 0 else "downwards"),
                "change": change,
                "within": (change, change) if ends is None else (ends.low, ends.high),
                "n": self.evidence.n_items,
                "unit": self.context.unit,
                "guide": self.context.guide,
                "measured": self.context.measured(self.rater),
            },
            base=self.base,
            material=self._material,
            repaired=self._undone,
            score=self._off,
            examples_of=self.base,
        )

    @cached_property
    def _whom(self) -> str:
        return "the-people" if self.context.judging else "the-others"

    def _material(self) -> bool:
        """Large, and against most of the others one by one: who does not drift only seems to, beside one."""
        least = rounded(LEAST_DRIFT * self._unit)
        sign = np.sign(self.evidence.estimate)
        if rounded(abs(self.evidence.estimate)) < least:
            return False
        if self.context.judging or len(self.others) == 1:
            return True
        each = [_Drift(self.context, self.rater, (other,)) for other in self.others]
        held = [one.evidence for one in each if one.n > 0]
        return 2 * sum(bool(r.defined and rounded(sign * r.estimate) >= least) for r in held) > len(each)

    @cached_property
    def _unit(self) -> float:
        x = self.context.compared.positions
        codes = self.source.columns[self.source.place_of(self.rater)]
        return self.context.step or float(np.std(x[codes[codes >= 0]]))

    @cached_property
    def base(self) -> Comparison:
        """The comparison on the ratings as they were read, so that each row has its time."""
        c = self.context.compared
        if self.context.judging:
            rows, origin = against(self.source, c.reference, self.rater)
        else:
            rows, origin = self.source.select(c.ratings.raters), np.arange(len(self.source))
        return replace(c, ratings=rows, items=self.source, origin=origin)

    def _undone(self) -> Ratings | None:
        """The rater with the reference's level in each part of the time, so without any bias either.

        None where the rater says one and the same in a part of it.
        """
        ratings = self.base.ratings
        place = ratings.place_of(self.rater)
        if not self.context.compared.categorical:
            x = self.context.compared.positions[np.maximum(ratings.columns[place], 0)]
            return measured_anew(ratings, place, x - (self.order * self.evidence.estimate)[self.base.origin])
        part = np.minimum((self.order * _PARTS).astype(int), _PARTS - 1)
        part = np.where(self.met, part, -1)[self.base.origin]
        parts = [self._levelled(ratings.rows(part == at)) for at in range(-1, _PARTS)]
        known = [one for one in parts if one is not None]
        return _joined(known) if len(known) == len(parts) else None

    def _levelled(self, ratings: Ratings) -> Ratings | None:
        place = ratings.place_of(self.rater)
        target = self.context.others_codes(ratings, place)
        by_rank = self.context.by_rank
        held = np.zeros(len(by_rank))
        for at, column in enumerate(ratings.columns):
            met = (column >= 0) & (ratings.columns[place] >= 0) & (at != place)
            held += np.bincount(column[met], weights=weights_of(ratings)[met], minlength=len(held))
        if not (target >= 0).any() or not held.any():
            return ratings
        return recut(ratings, place, target, by_rank, held[by_rank])

    def _off(self, ratings: Ratings) -> Floats:
        """Items late (or early) in time that lie on the side to which the rater moved."""
        gap = gaps_from(self.context, ratings, ratings.place_of(self.rater))[1]
        late = (self.order - 0.5)[self.base.origin] * self.met[self.base.origin]
        return np.asarray(np.maximum(np.sign(self.evidence.estimate) * late * gap, 0.0))


def _joined(parts: Sequence[Ratings]) -> Ratings:
    """The ratings of several parts under each other, with their weights and nothing else."""
    columns = tuple(np.concatenate(held) for held in zip(*(part.columns for part in parts), strict=True))
    return replace(
        parts[0], columns=columns, weights=np.concatenate([weights_of(part) for part in parts]), items=None,
        numbered=False, dimension=None, repeat=None, round=None, slices={}, clusters=None,
        cluster_copies=None, times=None, texts={}, comments=None, item_source=None,
    )  # fmt: skip
