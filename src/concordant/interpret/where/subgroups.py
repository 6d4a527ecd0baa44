"""The parts of a comparison that share a value of a column, and how they differ."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...inference.compare import compare
from ...inference.equality import equal
from ...inference.measure import on_t
from ...inference.plan import Plan
from ...inference.spread import Spread
from ...inference.variance import Influence, across, influence
from ...ratings.factorise import CodedColumn
from ...ratings.observed import in_order
from ...ratings.ratings import Ratings
from ...ratings.rows import NOTHING
from ...reduce.distinct_rows import distinct
from ...reduce.item_weights import Floats, Ints
from ...reduce.judge_vs_people import against
from ...reduce.patterns import cluster_codes, cluster_copies
from ...result import Note, Result
from ..compare import CachedMeasures, Comparison

#: A part of fewer items is not tested against the rest: its standard error is itself a guess.
LEAST_TESTED = 10
#: From so many items on, the spread within a part is known well enough by itself.
LEAST_TRUSTED = 200
#: The same where parts share items.
LEAST_PAIRED = 30
#: A smaller standard error, beside 1, is none.
ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Subgroups:
    """The rows of a comparison told apart by the values of columns: `codes` says which part a row is in."""

    ratings: Ratings
    plan: Plan
    codes: Ints
    values: tuple[tuple[Any, ...], ...]
    _known: dict[str, list[Influence | None]] = field(default_factory=dict)

    @cached_property
    def whole(self) -> CachedMeasures:
        """All rows."""
        return CachedMeasures(self.ratings, self.plan)

    @cached_property
    def parts(self) -> tuple[CachedMeasures, ...]:
        """The rows of each part."""
        each = (np.flatnonzero(self.codes == code) for code in range(len(self.values)))
        return tuple(CachedMeasures(self.ratings.rows(rows), self.plan) for rows in each)

    def __iter__(self) -> Iterator[tuple[tuple[Any, ...], CachedMeasures]]:
        return zip(self.values, self.parts, strict=True)

    @cached_property
    def crossed(self) -> bool:
        """Whether rows that belong together lie in several parts, which are then not independent."""
        clusters = cluster_codes(self.ratings)
        if clusters is None:
            return False
        any_of = np.zeros(int(clusters.max(initial=0)) + 1, dtype=np.int64)
        any_of[clusters] = self.codes
        return bool((any_of[clusters] != self.codes).any())

    @property
    def _paired(self) -> bool:
        return self.crossed and self.ratings.repeat is None

    def apart(self, code: int) -> tuple[CachedMeasures, CachedMeasures]:
        """One part and the rest; to be paired, each is all rows, those of the other unrated."""
        inside = self.codes == code
        if not self._paired:
            return self.parts[code], CachedMeasures(self.ratings.rows(~inside), self.plan)
        first, second = (
            CachedMeasures(_blanked(self.ratings, gone), self.plan) for gone in (~inside, inside)
        )
        return first, second

    def difference(
        self,
        apart: tuple[CachedMeasures, CachedMeasures],
        here: Result,
        whole: Result,
        options: Mapping[str, Any],
    ) -> Result:
        """One part minus the rest, by the coefficient that was measured here and in the whole.

        On t, as parts are often small. A part of few items may show little spread by luck: its standard
        error is at least what the whole would give, se·N / √(n·(N − n)) for n of N items. Parts that share
        items are paired, and what their items have in common is in the whole's error but not in theirs.
        """
        first, second = (part.measure(here.measure, options) for part in apart)
        plan = Plan(level=self.plan.level, test="t")
        found = compare(first, second, paired=self._paired, plan=plan)
        if not (found.defined and whole.defined):
            return found
        n, rest = here.n_items, whole.n_items - here.n_items
        if min(n, rest) < LEAST_TESTED:
            return _untested(found)
        if varies(here) and min(n, rest) >= (LEAST_PAIRED if self._paired else LEAST_TRUSTED):
            return _with_error(found, found.se, plan.level)
        if self._paired:
            least = self._least_paired(found, here, options)
        else:
            least = whole.se * whole.n_items / math.sqrt(n * rest)
        return _with_error(found, max(found.se, least), plan.level)

    def _least_paired(self, found: Result, here: Result, options: Mapping[str, Any]) -> float:
        """The error of a paired difference, had the part the spread that an item has in parts on average."""
        results = [part.answer(here.measure, options) for part in self.parts]
        known = [r for r in results if r.defined and varies(r)]
        if not known:
            return 0.0
        sizes = np.array([r.n_items for r in known])
        typical = float(sizes**2 @ np.array([r.se**2 for r in known]) / sizes.sum())
        own = here.se**2 if varies(here) else 0.0
        return math.sqrt(found.se**2 + max(0.0, typical / here.n_items - own))

    def equality(self, results: Sequence[Result], name: str, options: Mapping[str, Any]) -> Result:
        """Whether a coefficient, whose results are given, is the same in all parts."""
        around = self._influences(name, options)
        units = np.array([0.0 if one is None else one.units for one in around])
        return equal(results, self.covariance(name, options), units)

    def covariance(self, name: str, options: Mapping[str, Any]) -> Floats | None:
        """How the parts' values vary together; None where they share nothing."""
        if not self.crossed:
            return None
        around = self._influences(name, options)
        return across(
            [
                None if one is None else (one, np.unique(np.asarray(part.ratings.clusters)))
                for one, part in zip(around, self.parts, strict=True)
            ]
        ).covariance()

    def _influences(self, name: str, options: Mapping[str, Any]) -> list[Influence | None]:
        """What items or clusters add to the value of each part, None where it has none."""
        key = f"{name} {sorted(options.items())}"
        if key not in self._known:
            self._known[key] = [_influence_of(part, name, options) for part in self.parts]
        return self._known[key]


def _influence_of(part: CachedMeasures, name: str, options: Mapping[str, Any]) -> Influence | None:
    measure = part.measure(name, options)
    s = part.statistic(measure)
    estimate = measure.estimate(s)
    if estimate.undefined is not None or estimate.value.slope is None or not len(s.counts):
        return None
    return influence(estimate, s.counts, s.clusters, copies=cluster_copies(part.ratings))


def varies(result: Result) -> bool:
    """Whether items move the value by more than rounding, so that it has a standard error."""
    return result.se > ROUNDING * max(1.0, abs(result.estimate))


def _blanked(ratings: Ratings, gone: NDArray[np.bool_]) -> Ratings:
    """The ratings with some rows unrated, so that parts of a cluster can be paired."""
    return replace(ratings, columns=tuple(np.where(gone, -1, c).astype(c.dtype) for c in ratings.columns))


def _untested(found: Result) -> Result:
    text = f"Fewer than {LEAST_TESTED} items on one side: the difference is not tested."
    note = Note("too-few", text, {"least": LEAST_TESTED})
    return replace(found, se=math.nan, interval=None, p_value=math.nan, notes=(note, *found.notes))


def _with_error(found: Result, se: float, level: float) -> Result:
    """The difference with this standard error."""
    if not se > ROUNDING:
        return replace(found, p_value=math.nan)
    around = Spread(
        value=found.estimate, variance=se**2, df=float(found.details.get("df", math.inf)),
        units=found.n_items, items=found.n_items,
    )  # fmt: skip
    how = f", {'paired' if found.details['paired'] else 'independent'}"
    fields = on_t(around, level, how=how, null=0.0)
    return replace(found, **fields, details={**found.details, "statistic": found.estimate / se})


# --- the rows of each part --------------------------------------------------------------------


def split(compared: Comparison, *columns: str) -> Subgroups:
    """The parts that share a value of a column, or of several, in order; equal rows counted once."""
    rows = narrowed(compared, columns)
    ranks = [_ranked(rows.part_column(name)) for name in columns]
    key = np.zeros(len(rows), dtype=np.int64)
    for codes, labels in ranks:
        key = key * max(len(labels), 1) + codes
    used, codes = np.unique(key, return_inverse=True)
    places = np.unravel_index(used, [max(len(labels), 1) for _, labels in ranks])
    values = tuple(
        tuple(labels[place[row]] for (_, labels), place in zip(ranks, places, strict=True))
        for row in range(len(used))
    )
    return Subgroups(rows, compared.plan, codes, values)


def values_of(compared: Comparison, column: str) -> list[Any]:
    """The values of a column that occur, in order; what is missing comes last."""
    return _ranked(compared.ratings.part_column(column))[1]


def _ranked(column: CodedColumn) -> tuple[Ints, list[Any]]:
    """Codes and labels in order: as declared, else numbers by size and text by the alphabet."""
    seen, rows, codes = np.unique(column.codes, return_index=True, return_inverse=True)
    labels = [NOTHING if label is None else label for label in map(column.label, rows.tolist())]
    keys = seen.tolist() if column.ordered else [in_order(label) for label in labels]
    order = sorted(range(len(labels)), key=lambda i: (labels[i] == NOTHING, keys[i]))
    rank = np.empty(len(labels), dtype=np.int64)
    rank[order] = np.arange(len(labels))
    return rank[codes], [labels[i] for i in order]


def narrowed(compared: Comparison, columns: Sequence[str] = ()) -> Ratings:
    """The rows of a comparison told apart by these columns only: equal ones are counted once again."""
    rows = compared.ratings
    if len(compared.reference) < 2:
        return _numbered_clusters(distinct(rows, columns))
    items = compared.items.rows(np.unique(compared.origin)).select([*compared.reference, rows.raters[1]])
    again, _ = against(distinct(_in_any_order(items), columns), compared.reference, rows.raters[1])
    held = 0.0 if again.weights is None else again.weights.sum()
    # less is held where the pairs of an item were taken apart, and items are not whole
    return again if np.isclose(held, compared.weights.sum()) else rows


def _in_any_order(items: Ratings) -> Ratings:
    """The people of a reference in the order of what they said: which of them said it makes no difference."""
    people = np.sort(items.matrix[:, :-1], axis=1)
    return replace(items, columns=(*np.ascontiguousarray(people.T), items.columns[-1]))


def _numbered_clusters(ratings: Ratings) -> Ratings:
    """Clusters as numbers, which every part sorts faster than names."""
    clusters = cluster_codes(ratings)
    return ratings if clusters is None else replace(ratings, clusters=clusters)
