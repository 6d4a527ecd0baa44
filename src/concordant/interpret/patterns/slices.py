"""One slice misjudged: a content type or dimension on which raters agree less than on the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...digits import rounded
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ...result import Result
from ..compare import Comparison
from ..where import column_kind
from .candidate import Candidate, WeightedSums, value_of
from .closeness import agreement, mean_closeness
from .context import PatternContext, words
from .minimum_sizes import LEAST_IN_SLICE, LEAST_SHORTFALL
from .repair import as_elsewhere, measured_anew


def misjudged_slices(context: PatternContext) -> Iterable[Candidate]:
    """Agreement within each slice minus agreement in the rest, one-sided."""
    for name in context.columns:
        base = context.lighter((name,))
        column = base.ratings.part_column(name)
        score = agreement(context, base.ratings)
        met = ~np.isnan(score)
        for code in np.unique(column.codes[met & (column.codes >= 0)]).tolist():
            here = met & (column.codes == code)
            found = _Slice(context, base, name, str(column.labels[code]), here, met & ~here, score)
            if min(*found.sizes, *found.units) >= LEAST_IN_SLICE:
                yield found.candidate()


@dataclass(frozen=True, eq=False)
class _Slice:
    context: PatternContext
    base: Comparison
    column: str
    value: str
    here: NDArray[np.bool_]
    rest: NDArray[np.bool_]
    score: Floats

    @cached_property
    def sizes(self) -> tuple[float, float]:
        """Items in the slice and in the rest."""
        w = self.base.weights
        return float(w[self.here].sum()), float(w[self.rest].sum())

    @cached_property
    def sums(self) -> WeightedSums:
        """What adds over the rows."""
        return WeightedSums.over(self.base)

    @cached_property
    def units(self) -> tuple[float, float]:
        """How many of them are independent."""
        return self.sums.units(self.here), self.sums.units(self.rest)

    @cached_property
    def levels(self) -> tuple[float, float]:
        """Agreement in the slice and in the rest."""
        inside, outside = (
            float((self.base.weights * self.score)[part].sum()) for part in (self.here, self.rest)
        )
        return inside / self.sizes[0], outside / self.sizes[1]

    def candidate(self) -> Candidate:
        """With facts for the sentence."""
        inside, outside = self.levels
        context = self.context
        facts = {
            "column": self.column, "value": self.value, "agreement": inside, "rest": outside,
            "n": self.evidence.n_items, "who": context.who, "guide": context.guide,
            "what": words("exact" if context.compared.categorical else "close"),
            "measured": context.compared.measurements, "advice": self._advice,
        }  # fmt: skip
        return Candidate(
            code="slice-misjudged",
            about={"comparison": context.compared.name, "column": self.column, "value": self.value},
            evidence=self.evidence,
            facts=facts,
            base=self.base,
            material=self._material,
            repaired=self._raised,
            score=self._shown_by,
            examples_of=context.compared,
        )

    @property
    def _advice(self) -> str:
        """Which advice fits the column; measurements have their own."""
        return "measured" if self.context.compared.measurements else column_kind(self.column)

    @cached_property
    def evidence(self) -> Result:
        """The difference in agreement, or where categories have an order in closeness, whichever is surer.

        Answers given without looking lie further off, which shows sooner than that they are not the same. Two
        tests are made then, so p is doubled.
        """
        same = self._by_agreement()
        if not (self.context.compared.ordered and self.context.compared.categorical):
            return same
        close = self._difference("slice_closeness", mean_closeness(self.context, self.base.ratings))
        surer = close if close.p_value < same.p_value else same
        return replace(surer, p_value=min(1.0, 2 * surer.p_value))

    def _by_agreement(self) -> Result:
        """Fisher's exact test where items are independent, else one that knows clusters."""
        if self.base.items.clusters_in_force is not None:
            return self._difference("agreement_difference", self.score)
        sums = self.sums
        difference = sums.mean(self.score, self.here) - sums.mean(self.score, self.rest)
        return sums.result("agreement_difference", difference, n=self.sizes[0], p=self._exact_p())

    def _difference(self, name: str, score: Floats) -> Result:
        """The slice's mean minus the rest's, on t, with the spread if both were equal."""
        sums = self.sums
        difference = sums.mean(score, self.here) - sums.mean(score, self.rest)
        return sums.result(
            name, difference, n=self.sizes[0], side="less", under_null=self._slopes_if_equal(score),
            units=min(self.units),
        )  # fmt: skip

    def _slopes_if_equal(self, score: Floats) -> Floats:
        """Slopes about the mean of both parts together."""
        (n_here, n_rest), weights = self.sizes, self.base.weights
        both = self.here | self.rest
        pooled = float((weights * score)[both].sum()) / (n_here + n_rest)
        weigh = np.where(self.here, 1 / n_here, np.where(self.rest, -1 / n_rest, 0.0))
        return np.where(weigh != 0, weigh * (score - pooled), 0.0)

    def _exact_p(self) -> float:
        """A share of an item's pairs counts as that share of an item, which is on the safe side.

        What was seen itself counts half (mid-p), as with few items it is likely.
        """
        n_here, n_rest = (round(n) for n in self.sizes)
        missed = [round(n * (1 - level)) for n, level in zip(self.sizes, self.levels, strict=True)]
        hits, rest = min(missed[0], n_here), (n_here, sum(missed), n_here + n_rest)
        return (at_least(hits, *rest) + at_least(hits + 1, *rest)) / 2

    def _material(self) -> bool:
        """Short enough of the rest, and by the main measure too: other prevalences alone are no fault."""
        inside, outside = self.levels
        if rounded(outside - inside) < LEAST_SHORTFALL["slice"]:
            return False
        main, rest = (value_of(self.base, self.base.ratings.rows(part)) for part in (self.here, self.rest))
        return not rounded(main) >= rounded(rest)

    def _raised(self) -> Ratings:
        """The slice as it would be if ratings differed there as they do in the rest.

        A judge gets the distribution that it has in the rest given what the people say; of equal raters each
        in turn is held to, for an equal share. Of measurements the differences get the spread of the rest.
        """
        ratings = self.base.ratings
        if not self.context.compared.categorical:
            return self._as_close()
        kept = (0,) if self.context.judging else range(ratings.n_raters)
        return as_elsewhere(ratings, self.here, self.rest, kept)

    def _as_close(self) -> Ratings:
        """Distances from the people, or from the mean of equal raters, with the spread of the rest."""
        ratings = self.base.ratings
        x = np.append(self.context.compared.positions, np.nan)[ratings.matrix]
        given = np.maximum((ratings.matrix >= 0).sum(axis=1, keepdims=True), 1)
        centre = x[:, :1] if self.context.judging else np.nansum(x, axis=1, keepdims=True) / given
        off = np.where((self.here | self.rest)[:, None], x - centre, np.nan)
        means, spreads = zip(*(self._spread(off[part], part) for part in (self.here, self.rest)), strict=True)
        if not spreads[0] > 0:
            return ratings
        new = centre + means[1] + (off - means[0]) * spreads[1] / spreads[0]
        for place in range(int(self.context.judging), ratings.n_raters):
            ratings = measured_anew(ratings, place, np.where(self.here, new[:, place], x[:, place]))
        return ratings

    def _spread(self, off: Floats, part: NDArray[np.bool_]) -> tuple[Floats, float]:
        """By rater the mean distance, and the standard deviation around it of all raters together."""
        w = np.where(np.isnan(off), 0.0, self.base.weights[part][:, None])
        off = np.nan_to_num(off)
        mean = (w * off).sum(axis=0) / np.maximum(w.sum(axis=0), 1e-300)
        return mean, float(np.sqrt((w * (off - mean) ** 2).sum() / w.sum()))

    def _shown_by(self, ratings: Ratings) -> Floats:
        column = ratings.part_column(self.column)
        here = np.array([str(label) == self.value for label in column.labels] + [False])[column.codes]
        return np.where(here, np.nan_to_num(1 - agreement(self.context, ratings)), 0.0)


def at_least(hits: int, drawn: int, marked: int, among: int) -> float:
    """P(X ≥ hits) where `drawn` of `among` items are drawn, of which `marked` are marked."""
    from scipy.special import gammaln

    mean = drawn * marked / among
    far = 20 * np.sqrt(mean) + 50  # nothing to speak of lies beyond
    if hits < mean - far:
        return 1.0
    x = np.arange(max(hits, drawn + marked - among), min(drawn, marked, int(max(hits, mean) + far)) + 1)

    def ways(n: int, k: Ints) -> Floats:
        return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))

    log = ways(marked, x) + ways(among - marked, drawn - x) - ways(among, np.array(drawn))
    return min(1.0, float(np.exp(log).sum()))
