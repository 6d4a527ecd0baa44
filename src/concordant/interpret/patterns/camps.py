"""A split in policy: raters fall into two camps that agree within and not between."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...digits import order_key, rounded, tied
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ...reduce.profiles import category_counts
from ...reduce.totals import Total
from ...result import Result
from ..raters import MOST_COMPARED
from ..where import DisagreementForm, pair_sums
from .candidate import Candidate, WeightedSums
from .closeness import between_groups, close, meaning, of_categories, within_group
from .context import PatternContext
from .minimum_sizes import LEAST_ITEMS, LEAST_SHORTFALL
from .repair import codes_of, partly

#: Up to so many raters every way to part them is tried; beyond, those along the main line of agreement.
_ALL_WAYS = 12


def policy_split(context: PatternContext) -> Iterable[Candidate]:
    """Closeness within each of two camps minus closeness between them; the smaller difference counts.

    The camps are the best of all ways to part the raters, so p is multiplied by the number of ways.
    """
    base = context.plain
    raters = base.ratings.n_raters
    if not context.equals or not context.compared.categorical or not 4 <= raters <= MOST_COMPARED:
        return
    if base.weights.sum() < LEAST_ITEMS:
        return
    best = _best_way(_closeness(context, base.ratings, base.weights))
    if best is None:
        return
    split = _Split(context, best, 2.0 ** (raters - 1) - 1 - raters)
    if split.n >= LEAST_ITEMS and split.evidence.defined:
        yield split.candidate()


def _closeness(context: PatternContext, ratings: Ratings, weights: Floats) -> Floats:
    """The mean closeness of every two raters, nan where they share no item."""
    far = DisagreementForm(between=lambda a, b: 1 - close(context, a, b))
    found = pair_sums(ratings, weights, far)
    above = np.where(found.met > 0, 1 - found.apart / np.where(found.met > 0, found.met, 1.0), np.nan)
    out = np.where(np.triu(np.ones_like(above), 1) > 0, above, above.T)
    np.fill_diagonal(out, np.nan)
    return out


def _best_way(matrix: Floats) -> NDArray[np.bool_] | None:
    """The camps, of two raters or more each, with the largest contrast; marks are those of one camp."""
    size = len(matrix)
    if size > _ALL_WAYS:
        return _best_along(matrix)
    marks = (np.arange(2 ** (size - 1))[:, None] >> np.arange(size - 1)) & 1
    ways = np.concatenate([np.zeros((len(marks), 1)), marks], axis=1).astype(bool)
    several = [way for way in ways if 2 <= way.sum() <= size - 2]
    return max(several, key=lambda way: order_key(_contrast(matrix, way)), default=None)


def _best_along(matrix: Floats) -> NDArray[np.bool_] | None:
    """The best cut along the main line of agreement, from sums over the first raters of that order."""
    known = ~np.isnan(matrix)
    if not known.any():
        return None
    filled = np.where(known, matrix, np.nanmean(matrix))
    centred = filled - filled.mean(axis=0) - filled.mean(axis=1)[:, None] + filled.mean()
    order = np.argsort(tied(_main_axis(centred)), kind="stable")
    cuts = np.arange(2, len(matrix) - 1)
    parts = [_parts_by_cut(x[np.ix_(order, order)], cuts) for x in (np.nan_to_num(matrix), known)]
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other, between = (total / pairs for total, pairs in zip(*parts, strict=True))
    contrast = np.nan_to_num(np.minimum(one, other) - between, nan=-1.0)
    camp = np.isin(np.arange(len(matrix)), order[: cuts[int(tied(contrast).argmax())]])
    return np.asarray(camp ^ camp[0])


def _parts_by_cut(x: NDArray[Any], cuts: Ints) -> tuple[Floats, Floats, Floats]:
    """Σ of x over both raters before a cut, both after it, and one on either side, for each cut."""
    run = np.cumsum(np.cumsum(x.astype(float), axis=0), axis=1)
    before, across = run[cuts - 1, cuts - 1], run[cuts - 1, -1] - run[cuts - 1, cuts - 1]
    return before, run[-1, -1] - before - 2 * across, across


def _main_axis(centred: Floats) -> Floats:
    """The eigenvector of the largest eigenvalue, with the sign that makes its largest part positive."""
    axis = np.linalg.eigh(centred)[1][:, -1]
    return np.asarray(axis * np.sign(axis[np.argmax(tied(np.abs(axis)))]))


def _contrast(matrix: Floats, camp: NDArray[np.bool_]) -> float:
    """The smaller of the two camps' closeness minus that between them; −1 where a mean is unknown."""
    parts = [matrix[np.ix_(a, b)] for a, b in ((camp, camp), (~camp, ~camp), (camp, ~camp))]
    if any(np.isnan(part).all() for part in parts):
        return -1.0
    one, other, between = (float(np.nanmean(part)) for part in parts)
    return min(one, other) - between


@dataclass(frozen=True, eq=False)
class _Split:
    context: PatternContext
    camp: NDArray[np.bool_]
    ways: float

    @cached_property
    def sums(self) -> WeightedSums:
        return WeightedSums.over(self.context.plain)

    @cached_property
    def met(self) -> NDArray[np.bool_]:
        """Items that two raters or more rated."""
        return np.asarray((self.context.plain.ratings.matrix >= 0).sum(axis=1) >= 2)

    @cached_property
    def n(self) -> float:
        """How many those are."""
        return float(self.context.plain.weights[self.met].sum())

    @cached_property
    def parts(self) -> tuple[Total, Total, Total]:
        """Mean closeness within the one camp, within the other, and between them."""
        ratings = self.context.plain.ratings
        near = of_categories(self.context)
        one, other = (category_counts(ratings.select(camp)) for camp in self._named)
        all_alike = np.ones_like(near)
        return (
            self._mean(*(within_group(one, x) for x in (near, all_alike))),
            self._mean(*(within_group(other, x) for x in (near, all_alike))),
            self._mean(*(between_groups(one, other, x) for x in (near, all_alike))),
        )

    def _mean(self, closeness: Floats, pairs: Floats) -> Total:
        return self.sums.sum(closeness) / self.sums.sum(pairs)

    @cached_property
    def evidence(self) -> Result:
        """The smaller contrast, its p that of the less sure one, times the ways to part the raters."""
        one, other, between = self.parts
        found = [
            self.sums.result("camp_difference", within - between, n=self.n, side="greater")
            for within in (one, other)
        ]
        known = [r for r in found if r.defined]
        if len(known) < 2:
            return found[0] if not found[0].defined else found[1]
        p = min(1.0, self.ways * max(r.p_value for r in found))
        smaller = one - between if float(one) < float(other) else other - between
        return self.sums.result("camp_difference", smaller, n=self.n, p=p)

    @cached_property
    def camps(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The larger camp first."""
        rest, marked = self._named
        return (marked, rest) if len(marked) > len(rest) else (rest, marked)

    @cached_property
    def _named(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The raters who are not marked, and those who are."""
        names = np.array(self.context.plain.ratings.raters, dtype=object)
        return tuple(names[~self.camp].tolist()), tuple(names[self.camp].tolist())

    def candidate(self) -> Candidate:
        """With the pair of categories on which the camps part most."""
        first, second = self.camps
        one, other, between = map(float, self.parts)
        facts = {
            "first": list(first), "second": list(second), "within": min(one, other), "between": between,
            "n": self.evidence.n_items, "meaning": meaning(self.context), **self._apart(),
        }  # fmt: skip
        return Candidate(
            code="label-policy-split",
            about={"comparison": self.context.compared.name, "raters": list(second)},
            evidence=self.evidence,
            facts=facts,
            base=self.context.plain,
            material=lambda: (
                rounded(self.evidence.estimate) >= LEAST_SHORTFALL["camps"]
                and bool(self._parted(self.context.plain.ratings).any())
            ),
            repaired=self._united,
            score=lambda ratings: self._parted(ratings).astype(float),
            examples_of=self.context.compared,
        )

    def _camp_codes(self, ratings: Ratings) -> tuple[Ints, Ints]:
        """What each camp says of each row: its middle, or what most of it say, as near to the other's as may
        be."""
        first, second = ([ratings.columns[ratings.place_of(name)] for name in camp] for camp in self.camps)
        size, order = len(ratings.labels), self.context.order
        one = codes_of(first, size, order, codes_of(second, size, order))
        other = codes_of(second, size, order, one)
        return codes_of(first, size, order, other), other

    @cached_property
    def _plain_codes(self) -> tuple[Ints, Ints]:
        return self._camp_codes(self.context.plain.ratings)

    def _parted(self, ratings: Ratings) -> NDArray[np.bool_]:
        plain = ratings is self.context.plain.ratings
        one, other = self._plain_codes if plain else self._camp_codes(ratings)
        return np.asarray((one >= 0) & (other >= 0) & (one != other))

    def _apart(self) -> dict[str, str]:
        """What the first camp says and the second does not, most often."""
        ratings = self.context.plain.ratings
        parted = self._parted(ratings)
        one, other = (codes[parted].astype(np.int64) for codes in self._plain_codes)
        size = len(ratings.labels)
        if not len(one):
            return {"one": "", "other": ""}
        held = np.bincount(one * size + other, weights=self.context.plain.weights[parted], minlength=1)
        a, b = divmod(int(tied(held).argmax()), size)
        return {"one": self.context.label(a), "other": self.context.label(b)}

    def _united(self) -> Ratings:
        """The smaller camp says what the larger one does wherever the two camps part.

        Of two camps as large as each other either gives way on half of the items.
        """
        ratings = self.context.plain.ratings
        parted = self._parted(ratings).astype(float)
        one, other = self._plain_codes
        first, second = self.camps
        if len(first) > len(second):
            return partly(ratings, (_following(ratings, second, other, one), parted))
        return partly(
            ratings,
            (_following(ratings, second, other, one), parted / 2),
            (_following(ratings, first, one, other), parted / 2),
        )


def _following(ratings: Ratings, camp: tuple[str, ...], own: Ints, other: Ints) -> list[Ints]:
    """The columns where those of a camp who say what it says follow the other camp."""
    return [
        np.where(c == own, other, c).astype(c.dtype) if name in camp else c
        for name, c in zip(ratings.raters, ratings.columns, strict=True)
    ]
