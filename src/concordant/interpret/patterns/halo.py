"""Halo: a rater's ratings of different dimensions of an item go together more than the reference's do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ...digits import rounded
from ...ratings.factorise import factorise, number_rows
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ...reduce.patterns import cluster_codes
from ...reduce.totals import Total
from .bias import gaps_from
from .candidate import Candidate, WeightedSums
from .context import PatternContext, RaterView
from .minimum_sizes import LEAST_HALO, LEAST_ITEMS
from .repair import toward


def halo(context: PatternContext) -> Iterable[Candidate]:
    """Mean correlation between dimensions, a rater's minus the reference's, on the same items."""
    items = context.compared.items
    if not context.compared.ordered or items.dimension is None or items.item_source is not None:
        return
    grid = _Grid(context)
    if grid.n_dimensions < 2:
        return
    for view in context.views:
        references = context.compared.reference if context.judging else view.others
        found = _difference(grid, view.rater, references)
        if found is not None:
            yield _candidate(context, grid, view, references, *found)


@dataclass(frozen=True, eq=False)
class _Grid:
    """Each rater's ratings as items × dimensions, an item having a row for each repeat and round."""

    context: PatternContext

    @cached_property
    def _rows(self) -> tuple[Ints, Ints]:
        """The row of the grid and the dimension of each row of ratings."""
        r = self.context.compared.items
        keys = [factorise(r.item_labels), *(factorise(x) for x in (r.repeat, r.round) if x is not None)]
        return number_rows(keys)[0], factorise(np.asarray(r.dimension)).codes

    @property
    def n_dimensions(self) -> int:
        """How many dimensions there are."""
        return int(self._rows[1].max(initial=-1)) + 1

    @cached_property
    def n_rows(self) -> int:
        """How many rows there are."""
        return int(self._rows[0].max(initial=-1)) + 1

    @cached_property
    def _first(self) -> Ints:
        """The first row of ratings in each row of the grid."""
        first = np.zeros(self.n_rows, dtype=np.int64)
        first[self._rows[0][::-1]] = np.arange(len(self.context.compared.items))[::-1]
        return first

    @cached_property
    def _item(self) -> Ints:
        """The item of each row of the grid."""
        return np.asarray(factorise(self.context.compared.items.item_labels).codes[self._first])

    def n_items(self, rows: NDArray[np.bool_]) -> float:
        """How many items these rows are of; one that is rated again is no more than one."""
        _, at = np.unique(self._item[rows], return_index=True)
        return float(self.sums.counts[rows][at].sum())

    def of(self, rater: str) -> Floats:
        """Places on the scale, nan for a gap."""
        r = self.context.compared.items
        codes = r.columns[r.place_of(rater)]
        out = np.full((self.n_rows, self.n_dimensions), np.nan)
        there = codes >= 0
        item, dimension = self._rows
        out[item[there], dimension[there]] = self.context.compared.positions[codes[there]]
        return out

    @cached_property
    def sums(self) -> WeightedSums:
        """Sums over rows; what varies together is the clusters given, else an item that is rated again, or
        that a weight of the sample stands for."""
        c = self.context.compared
        again = len(np.unique(self._item)) < self.n_rows
        clusters = self._item if again or not c.items.copies else None
        if c.items.clusters is not None:
            clusters = np.asarray(cluster_codes(c.items))[self._first]
        weights = c.items.item_weights[self._first]
        return WeightedSums(weights, clusters, None, c.plan.level, c.ratings.n_raters)

    def spread(self, rater: str) -> Floats:
        """By item how far apart a rater's ratings of it are."""
        x = self.of(rater)
        known = (~np.isnan(x)).sum(axis=1) > 1
        out = np.zeros(self.n_rows)
        out[known] = np.nanstd(x[known], axis=1)
        return out

    @property
    def of_comparison(self) -> Ints:
        """The row of the grid for each row of the comparison."""
        return self._rows[0][self.context.compared.origin]


def _difference(grid: _Grid, rater: str, references: Sequence[str]) -> tuple[Total, Total, float] | None:
    """The rater's mean correlation and the mean of the references', on items that both rated."""
    theirs = [grid.of(name) for name in references]
    own = grid.of(rater)
    found: list[tuple[Total, Total]] = []
    n = 0.0
    for one in theirs:
        both = ~np.isnan(own) & ~np.isnan(one)
        pair = [_between(grid.sums, np.where(both, x, np.nan)) for x in (own, one)]
        if pair[0] is not None and pair[1] is not None:
            found.append((pair[0], pair[1]))
            n = max(n, grid.n_items(both.sum(axis=1) > 1))
    if not found or n < LEAST_ITEMS:
        return None
    sizes = len(found)
    first, second = (sum((pair[at] for pair in found), Total(0.0)) / sizes for at in (0, 1))
    return first, second, n


def _between(sums: WeightedSums, x: Floats) -> Total | None:
    """The mean over pairs of dimensions of their correlation, None where there is none."""
    found = [r for a, b in combinations(range(x.shape[1]), 2) if (r := _correlation(sums, x[:, a], x[:, b]))]
    return sum(found, Total(0.0)) / len(found) if found else None


def _correlation(sums: WeightedSums, a: Floats, b: Floats) -> Total | None:
    """r, and its slope (z₁z₂ − r(z₁² + z₂²)/2) / n."""
    met = ~np.isnan(a) & ~np.isnan(b)
    n = float(sums.counts[met].sum())
    if n < LEAST_ITEMS / 2:
        return None
    off = [np.where(met, x - sums.counts[met] @ x[met] / n, 0.0) for x in (a, b)]
    scale = [np.sqrt(sums.counts @ x**2 / n) for x in off]
    if min(scale) <= 0:
        return None
    z = [x / s for x, s in zip(off, scale, strict=True)]
    r = float(sums.counts @ (z[0] * z[1])) / n
    return Total(r, (z[0] * z[1] - r * (z[0] ** 2 + z[1] ** 2) / 2) / n)


def _candidate(
    context: PatternContext,
    grid: _Grid,
    view: RaterView,
    references: Sequence[str],
    own: Total,
    theirs: Total,
    n: float,
) -> Candidate:
    evidence = grid.sums.result("halo", own - theirs, n=n, side="greater")
    facts = {
        **view.facts, "own": float(own), "rest": float(theirs),
        "n": evidence.n_items, "dimensions": grid.n_dimensions, "guide": context.guide,
    }  # fmt: skip
    return Candidate(
        code="halo",
        about={"comparison": context.compared.name, "rater": view.rater},
        evidence=evidence,
        facts=facts,
        base=context.compared,
        material=lambda: rounded(evidence.estimate) >= LEAST_HALO and _most(context, grid, view),
        repaired=lambda: _without_halo(context, view.rater, float(own), float(theirs)),
        score=partial(_blurred, context, grid, view.rater, references),
        examples_of=context.compared,
        bound=True,
    )


def _most(context: PatternContext, grid: _Grid, view: RaterView) -> bool:
    """Whether it holds against more than half of the others one by one."""
    if not context.equals:
        return True
    found = [_difference(grid, view.rater, (other,)) for other in view.others]
    held = [f is not None and rounded(float(f[0]) - float(f[1])) >= LEAST_HALO for f in found]
    return 2 * sum(held) > len(held)


def _blurred(
    context: PatternContext, grid: _Grid, rater: str, references: Sequence[str], ratings: Ratings
) -> Floats:
    """Items whose dimensions the reference tells apart and the rater does not."""
    theirs = np.mean([grid.spread(name) for name in references], axis=0)
    missing = np.maximum(theirs - grid.spread(rater), 0.0)[grid.of_comparison]
    apart = np.abs(gaps_from(context, ratings, ratings.place_of(rater))[1])
    return np.where(apart > 0, missing, 0.0)


def _without_halo(context: PatternContext, rater: str, own: float, theirs: float) -> Ratings:
    """The share of what is missing of the dimensions' own variation set to the reference.

    Of a dimension a share 1 − r is its own; the rater shows (1 − r_own) / (1 − r_reference) of that. An upper
    bound: a rater who looks at each dimension by itself would not always see what the reference sees.
    """
    ratings = context.compared.ratings
    place = ratings.place_of(rater)
    target, gap = gaps_from(context, ratings, place)
    missing = 1 - (1 - own) / (1 - theirs) if theirs < 1 else 0.0
    return toward(ratings, place, target, np.where(gap != 0, missing, 0.0))
