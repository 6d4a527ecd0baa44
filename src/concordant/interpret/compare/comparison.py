"""A comparison: who is compared with whom, the ratings it uses, and which of its items can be compared."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Estimate, Statistic
from ...inference.influential_items import influential_items
from ...inference.make_result import answer_from
from ...inference.measure import Measure, as_statistic
from ...inference.plan import Plan
from ...language.render import topic
from ...ratings.ratings import Ratings
from ...ratings.repeats import held_over
from ...reduce.distinct_rows import bundled, distinct
from ...reduce.item_weights import Floats, Ints
from ...reduce.judge_vs_people import against
from ...reduce.moments import Moments
from ...reduce.patterns import Patterns, patterns
from ...result import Result

#: Within a rater (repeats), people (or raters of no known kind) among themselves, a judge against people.
Kind = Literal["within", "people", "raters", "judge"]

#: More values than this are measurements to us, not categories that a rater chooses from.
MOST_CATEGORIES = 50


def called(name: str, kind: str) -> Any:
    """What a comparison is called: a judge by their name; people and raters in the words of the language."""
    return name if kind == "judge" else topic("terms")[kind]


@dataclass(frozen=True, eq=False, kw_only=True)
class Comparison:
    """`ratings` has a column for each rater; for a judge two, the reference first.

    Its rows are counted: `weights` says how many items each stands for. Where the reference is several
    people, every pair (person, judge) of an item is a row, an item counts once, and its rows are a cluster.
    `items` are the ratings of all raters, equal rows counted, `origin` the row of `items` behind each row,
    and `source` the ratings as they were read. `main` is the coefficient that speaks for it, (name, options).
    """

    name: str
    kind: Kind
    ratings: Ratings
    items: Ratings
    origin: Ints
    source: Ratings
    main: tuple[str, Mapping[str, Any]] = ("cohen_kappa", {})
    reference: tuple[str, ...] = ()
    plan: Plan = field(default_factory=Plan)

    @property
    def pair(self) -> bool:
        """Whether two columns are compared."""
        return self.ratings.n_raters == 2

    @property
    def ordered(self) -> bool:
        """Whether the order of categories means something."""
        return self.ratings.scale.ordered

    @property
    def categorical(self) -> bool:
        """Whether raters choose from few categories."""
        return self.ratings.scale.categories is not None and len(self.ratings.labels) <= MOST_CATEGORIES

    @property
    def measurements(self) -> bool:
        """Whether raters give numbers from many, where hardly two are equal."""
        return self.ordered and not self.categorical

    @cached_property
    def positions(self) -> Floats:
        """Where each category lies: its value, or its rank."""
        values = self.ratings.values
        return np.arange(float(len(self.ratings.labels))) if values is None else values

    @cached_property
    def weights(self) -> Floats:
        """How many items each row of `ratings` stands for."""
        return self.ratings.item_weights

    @cached_property
    def n_distinct(self) -> float:
        """How many different items both sides rated, where an item has several rows; else nan."""
        own = self.source
        several = own.dimension is not None or own.repeat is not None or own.round is not None
        if not several or own.items is None or own.weights is not None:
            return math.nan
        rated = [own.columns[own.place_of(rater)] >= 0 for rater in self.reference or self.ratings.raters]
        if self.reference:
            both = np.any(rated, axis=0) & (own.columns[own.place_of(self.name)] >= 0)
        else:
            both = np.sum(rated, axis=0) > 1
        return float(len(set(own.items[both].tolist())))

    def measure(self, name: str, options: Mapping[str, Any] | None = None) -> Result:
        """Any coefficient of the catalogue on the whole."""
        return self.cached_measures.answer(name, options)

    @cached_property
    def cached_measures(self) -> CachedMeasures:
        """All that can be asked of the whole: counted once, equal clusters too."""
        return CachedMeasures(bundled(self.ratings), self.plan)

    def of(self, part: Ratings, name: str, options: Mapping[str, Any] | None = None) -> Result:
        """The result of a measure on some of the rows."""
        return Measure(BY_NAME[name], part, dict(options or {})).result(self.plan)

    def main_of(self, part: Ratings) -> Result:
        """The main coefficient on some of the rows."""
        return self.of(part, *self.main)

    def examples(self, score: Floats, k: int = 3) -> tuple[Mapping[str, Any], ...]:
        """At most k items with the highest scores above 0 (a score for each row of `ratings`)."""
        by_item = np.zeros(len(self.items))
        np.maximum.at(by_item, self.origin, score)
        return influential_items(self.source, self.items, by_item, k)


def counted(ratings: Ratings) -> Ratings:
    """Equal rows once, all slices and the dimension kept; what an engine counted is counted already."""
    by = dict.fromkeys([*ratings.slices, *(["dimension"] if ratings.dimension is not None else [])])
    return ratings if ratings.item_source is not None else distinct(ratings, list(by))


def judged(ratings: Ratings, references: Sequence[str], judge: str, **facts: Any) -> Comparison:
    """A judge against one person or several; what one side rated once is compared with every repeat."""
    held = held_over(ratings, [*references, judge])
    items = counted(held)
    rows, origin = against(items, references, judge)
    return Comparison(
        name=judge, kind="judge", ratings=rows, items=items, origin=origin, source=held,
        reference=tuple(references), **facts,
    )  # fmt: skip


def together(ratings: Ratings, raters: Sequence[str], kind: Kind, **facts: Any) -> Comparison:
    """Raters among themselves."""
    items = counted(ratings)
    rows = items.select(raters)
    name = facts.pop("name", kind)
    return Comparison(
        name=name, kind=kind, ratings=rows, items=items, origin=np.arange(len(rows)), source=ratings, **facts
    )


def n_usable(one: Comparison) -> float:
    """How many items of a round have something to compare."""
    return items_in(one.source, usable_rows(one))


def items_in(own: Ratings, there: NDArray[np.bool_]) -> float:
    """How many items these rows belong to: an item may have several, and a row stand for several items."""
    several = own.dimension is not None or own.repeat is not None
    if several and own.items is not None and own.item_source is None:
        return float(len(set(own.items[there].tolist())))
    return float(own.item_weights[there].sum())


def usable_rows(one: Comparison) -> NDArray[np.bool_]:
    """The rows of the source with something to compare: the judge and a reference, or two raters."""
    own = one.source
    counts = own.item_weights > 0
    if one.kind != "judge":
        given = np.zeros(len(own), dtype=np.int64)
        for rater in one.ratings.raters:
            given += own.columns[own.raters.index(rater)] >= 0
        return np.asarray(counts & (given > 1))
    people = [own.columns[own.place_of(name)] >= 0 for name in one.reference]
    return np.asarray(counts & np.any(people, axis=0) & (own.columns[own.place_of(one.name)] >= 0))


@dataclass(frozen=True, eq=False)
class CachedMeasures:
    """Answers about one set of ratings; a statistic is formed when a coefficient first needs it."""

    ratings: Ratings
    plan: Plan
    _known: dict[type[Statistic], Statistic] = field(default_factory=dict)
    _estimates: dict[tuple[str, str], Estimate] = field(default_factory=dict)

    def measure(self, name: str, options: Mapping[str, Any] | None = None) -> Measure:
        """A coefficient of the catalogue on these ratings, as a question."""
        return _Question(BY_NAME[name], self.ratings, dict(options or {}), self)

    def statistic(self, measure: Measure) -> Statistic:
        """What a question of these ratings needs to be answered."""
        kind = measure.coefficient.statistic
        if kind not in self._known:
            self._known[kind] = self._reduced(measure)
        return self._known[kind]

    def estimate(self, measure: Measure) -> Estimate:
        """The coefficient on the statistic that is known, computed once."""
        key = measure.coefficient.name, repr(sorted(measure.options.items()))
        if key not in self._estimates:
            self._estimates[key] = Measure.estimate(measure, self.statistic(measure))
        return self._estimates[key]

    def _reduced(self, measure: Measure) -> Statistic:
        """Two raters' rows are counted once for all but measurements."""
        kind = measure.coefficient.statistic
        if kind is Moments or self.ratings.n_raters != 2:
            return Measure.reduce(measure)
        return as_statistic(kind, self._rows, keep_rows=False)

    @cached_property
    def _rows(self) -> Patterns:
        return patterns(self.ratings)

    def answer(self, name: str, options: Mapping[str, Any] | None = None, plan: Plan | None = None) -> Result:
        """A coefficient of the catalogue with its interval."""
        measure = self.measure(name, options)
        return answer_from(measure, self.statistic(measure), plan or self.plan)


@dataclass(frozen=True)
class _Question(Measure):
    """A measure whose ratings are counted already, for whoever reduces it again."""

    cached: CachedMeasures | None = None

    def reduce(self) -> Statistic:
        """The statistic that is known."""
        return super().reduce() if self.cached is None else self.cached.statistic(self)

    def estimate(self, statistic: Statistic) -> Estimate:
        """The estimate that is known, where it is asked of the statistic that is."""
        if self.cached is None or statistic is not self.cached.statistic(self) or not _readable(self.options):
            return super().estimate(statistic)
        return self.cached.estimate(self)


def _readable(options: Mapping[str, Any]) -> bool:
    """Whether options are words and numbers, which read alike only where they are equal."""
    return all(isinstance(value, (str, int, float, bool, type(None))) for value in options.values())
