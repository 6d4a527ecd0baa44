"""What a pattern is looked for in: a comparison with few rows, and each rater against the others in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...language.chinese import in_chinese
from ...language.render import LANGUAGES, topic
from ...ratings.ratings import Ratings
from ...reduce.distinct_rows import distinct
from ...reduce.item_weights import Floats, Ints
from ..compare import Comparison, judged, together
from ..raters import Pool
from .candidate import WeightedSums
from .minimum_sizes import LEAST_ITEMS
from .rater_table import as_pair, cells, rater_cells, tables_with_each
from .repair import codes_of


def named(rater: str) -> Mapping[str, str]:
    """A name to stand inside a sentence of any language."""
    return dict.fromkeys(LANGUAGES, rater)


def words(key: str) -> Mapping[str, str]:
    """A phrase in all languages, to stand as a fact in a sentence."""
    return topic("patterns")[key]


@dataclass(frozen=True, eq=False)
class RaterView:
    """One rater against what they are measured by: `pair` has two columns, the reference first.

    `others` are the raters of equal standing behind the reference, `whole` the comparison of all of them
    where there are several. `counted` are the sums where the rows of `pair` are cells of a table.
    """

    rater: str
    reference: Mapping[str, str]
    pair: Comparison
    others: tuple[str, ...] = ()
    whole: Comparison | None = None
    counted: WeightedSums | None = None

    @cached_property
    def both(self) -> NDArray[np.bool_]:
        """Rows that both rated."""
        theirs, own = self.pair.ratings.columns
        return np.asarray((theirs >= 0) & (own >= 0))

    @cached_property
    def codes(self) -> tuple[Ints, Ints]:
        """Codes of the reference and of the rater, 0 in rows that one did not rate."""
        theirs, own = (np.where(self.both, c, 0) for c in self.pair.ratings.columns)
        return theirs, own

    @cached_property
    def values(self) -> tuple[Floats, Floats]:
        """Ratings of the reference and of the rater as places on the scale."""
        theirs, own = self.codes
        return self.pair.positions[theirs], self.pair.positions[own]

    @cached_property
    def sums(self) -> WeightedSums:
        """What adds over the rows."""
        return WeightedSums.over(self.pair) if self.counted is None else self.counted

    @cached_property
    def n(self) -> float:
        """How many items both rated."""
        return float(self.pair.weights[self.both].sum())

    @property
    def facts(self) -> Mapping[str, Any]:
        """Who against whom, for sentences."""
        return {"rater": self.rater, "reference": self.reference}

    def of_most(self, holds: Callable[[RaterView], bool]) -> bool:
        """Whether it holds against more than half of the others one by one.

        One rater who is far off makes every other one differ from the mean of the rest: those do not differ
        from each other.
        """
        if self.whole is None:
            return True
        each = self._one_by_one
        return 2 * sum(holds(view) for view in each if view.n > 0) > len(each)

    @cached_property
    def _one_by_one(self) -> tuple[RaterView, ...]:
        """The rater against each other one."""
        if self.whole is None:
            return ()
        rows = self.whole.ratings
        if self.counted is None:
            pairs = ((other, judged(rows, [other], self.rater)) for other in self.others)
        else:
            pairs = (
                (other, as_pair(cells(rows, self.rater, table), self.whole))
                for other, table in tables_with_each(rows, self.whole.weights, self.rater)
            )
        return tuple(RaterView(self.rater, named(other), pair) for other, pair in pairs)


@dataclass(frozen=True, eq=False)
class PatternContext:
    """A comparison that problem patterns are looked for in.

    `slices` are the columns to look into; None: all there are.
    """

    compared: Comparison
    slices: tuple[str, ...] | None = None

    @cached_property
    def plain(self) -> Comparison:
        """The comparison without slices, as few rows as there are."""
        return self.lighter(())

    def lighter(self, slices: tuple[str, ...]) -> Comparison:
        """The comparison with these slices only, equal rows counted once."""
        c = self.compared
        few = distinct(c.items, list(slices))
        needed = (*c.reference, c.name) if c.kind == "judge" else c.ratings.raters
        if few is c.items or not {*needed} <= {*few.raters}:
            return c
        facts = {"main": c.main, "plan": c.plan}
        if c.kind == "judge":
            return judged(few, c.reference, c.name, **facts)
        return together(few, c.ratings.raters, c.kind, name=c.name, **facts)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The slice columns to look into, the dimension among them."""
        known = self.compared.ratings
        there = (*known.slices, *(("dimension",) if known.dimension is not None else ()))
        return there if self.slices is None else tuple(name for name in self.slices if name in there)

    @cached_property
    def judging(self) -> bool:
        """Whether one side is the reference and only the other can be off."""
        return self.compared.kind == "judge"

    @cached_property
    def equals(self) -> bool:
        """Whether three raters or more of equal standing are compared."""
        c = self.compared
        return c.kind in ("people", "raters") and c.ratings.n_raters >= 3 and not c.ratings.anonymous

    @cached_property
    def views(self) -> tuple[RaterView, ...]:
        """Each rater who may be off; of two raters of equal standing each against the other."""
        c = self.plain
        if c.weights.sum() < LEAST_ITEMS:
            return ()
        if self.judging:
            theirs, own = c.ratings.raters
            several = len(self.compared.reference) > 1
            return self._enough(RaterView(own, words("the-people") if several else named(theirs), c))
        if self.equals:
            return self._enough(*(self._against_others(name) for name in c.ratings.raters))
        if c.kind == "within" or not c.pair or c.ratings.anonymous:
            return ()
        return self._enough(*(self._against_others(name) for name in reversed(c.ratings.raters)))

    @cached_property
    def one_way(self) -> tuple[RaterView, ...]:
        """Raters who may be off; of two of equal standing only the second, against the first."""
        return self.views if self.judging or self.equals else self.views[:1]

    def _against_others(self, rater: str) -> RaterView:
        c = self.plain
        others = tuple(name for name in c.ratings.raters if name != rater)
        if len(others) > 1 and self._countable:
            rows, sums = rater_cells(self._pool.beside(rater), c.plan.level)
            return RaterView(rater, words("the-others"), as_pair(rows, c), others, c, sums)
        rated = c.ratings.rows(c.ratings.columns[c.ratings.place_of(rater)] >= 0)
        pair = judged(rated, others, rater, main=c.main, plan=c.plan)
        if len(others) == 1:
            return RaterView(rater, named(others[0]), pair, others)
        return RaterView(rater, words("the-others"), pair, others, c)

    @property
    def _countable(self) -> bool:
        """Whether a table of categories says all: items are independent and categories few."""
        return self.compared.categorical and self.plain.ratings.clusters_in_force is None

    @cached_property
    def _pool(self) -> Pool:
        ratings = self.plain.ratings
        return Pool(ratings, ratings.raters, self.plain.plan)

    def _enough(self, *views: RaterView) -> tuple[RaterView, ...]:
        return tuple(view for view in views if view.n >= LEAST_ITEMS)

    @cached_property
    def guide(self) -> Mapping[str, str]:
        """What tells the raters how to rate."""
        return words("guide-prompt" if self.judging else "guide-people")

    def label(self, code: int) -> str:
        """A category as it is written."""
        return str(self.compared.ratings.labels[code])

    @cached_property
    def points(self) -> Mapping[str, str]:
        """What follows a category in a sentence: Chinese counts scores in points."""
        return words("points" if self.compared.ratings.scale.values is not None else "no-points")

    @cached_property
    def unit(self) -> Mapping[str, str]:
        """What differences are counted in."""
        return words("unit-points" if self.compared.ratings.values is not None else "unit-steps")

    def measured(self, rater: str) -> bool:
        """Whether a rater's numbers are read off and not given by a guide: measurements of no known judge."""
        source = self.compared.source
        kind = source.rater_kinds[source.place_of(rater)] if rater in source.raters else ""
        return self.compared.measurements and kind != "judge"

    @cached_property
    def by_rank(self) -> Ints:
        """Codes from the lowest category to the highest."""
        return np.argsort(self.compared.positions, kind="stable")

    @cached_property
    def rank(self) -> Ints:
        """The rank of each code, the lowest 0."""
        return np.argsort(self.by_rank)

    def others_codes(self, ratings: Ratings, place: int) -> Ints:
        """What the others say of each row, as a code."""
        others = [c for at, c in enumerate(ratings.columns) if at != place]
        return codes_of(others, len(ratings.labels), self.order, ratings.columns[place])

    @cached_property
    def order(self) -> Ints | None:
        """The rank of each code where categories have an order."""
        return self.rank if self.compared.ordered else None

    @cached_property
    def step(self) -> float:
        """What one step of the scale is, 0 where there are no steps: the mean distance of neighbours."""
        x = np.sort(self.compared.positions)
        steps = self.compared.categorical and len(x) > 1
        return float((x[-1] - x[0]) / (len(x) - 1)) if steps else 0.0

    @cached_property
    def who(self) -> Mapping[str, str]:
        """Who is compared, to begin a sentence with."""
        c = self.compared
        names = [c.name] if self.judging else list(c.ratings.raters)
        if self.judging:
            several = len(c.reference) > 1
            first = words("the-people") if several else named(c.reference[0])
            return {
                "en": f"{names[0]} and {first['en']}",
                "zh": in_chinese(names[0], "与", first["zh"]),
            }
        if len(names) == 2:
            return {"en": " and ".join(names), "zh": in_chinese(names[0], "与", names[1])}
        return words("the-raters")

    def ends_of(self, view: RaterView) -> tuple[float, float]:
        """The lowest and the highest place on the scale that either uses."""
        used = np.concatenate([x[view.both] for x in view.values])
        return float(used.min()), float(used.max())
