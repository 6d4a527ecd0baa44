"""One slice misjudged: a content type or dimension on which raters agree less than on the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...ratings.ratings import Ratings
from ...reduce.weighing import Floats
from ...result import Result
from ..compared import Compared
from .candidate import Candidate
from .closeness import agreement
from .evidence import Sums
from .gain import value_of
from .looked import Looked, words
from .minima import LEAST_IN_SLICE, LEAST_SHORTFALL
from .repair import partly, settled

#: With more disagreements than this in a slice the exact test says what the other one does.
_MANY = 1000.0


def misjudged_slices(looked: Looked) -> Iterable[Candidate]:
    """Agreement within each slice minus agreement in the rest, one-sided."""
    for name in looked.columns:
        base = looked.lighter(() if name == "dimension" else (name,))
        column = base.ratings.part_column(name)
        score = agreement(looked, base.ratings)
        met = ~np.isnan(score)
        for code in np.unique(column.codes[met & (column.codes >= 0)]).tolist():
            here = met & (column.codes == code)
            found = _Slice(looked, base, name, str(column.labels[code]), here, met & ~here, score)
            if min(found.sizes) >= LEAST_IN_SLICE:
                yield found.candidate()


@dataclass(frozen=True, eq=False)
class _Slice:
    looked: Looked
    base: Compared
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
    def levels(self) -> tuple[float, float]:
        """Agreement in the slice and in the rest."""
        inside, outside = (
            float((self.base.weights * self.score)[part].sum()) for part in (self.here, self.rest)
        )
        return inside / self.sizes[0], outside / self.sizes[1]

    def candidate(self) -> Candidate:
        """With facts for the sentence."""
        inside, outside = self.levels
        looked = self.looked
        facts = {
            "column": self.column, "value": self.value, "agreement": inside, "rest": outside,
            "n": self.evidence.n_items, "who": looked.who, "guide": looked.guide,
            "what": words("exact" if looked.compared.categorical else "close"),
        }  # fmt: skip
        return Candidate(
            code="slice-misjudged",
            about={"comparison": looked.compared.name, "column": self.column, "value": self.value},
            evidence=self.evidence,
            facts=facts,
            base=self.base,
            material=self._material,
            repaired=self._raised,
            score=self._shown_by,
            examples_of=looked.compared,
        )

    @cached_property
    def evidence(self) -> Result:
        """The difference, tested as if agreement were the same in both; exactly where slices are small."""
        sums = Sums.over(self.base)
        difference = sums.mean(self.score, self.here) - sums.mean(self.score, self.rest)
        n_here, n_rest = self.sizes
        inside, outside = self.levels
        pooled = (n_here * inside + n_rest * outside) / (n_here + n_rest)
        weigh = np.where(self.here, 1 / n_here, np.where(self.rest, -1 / n_rest, 0.0))
        slopes = weigh * np.where(weigh != 0, self.score - pooled, 0.0)
        facts = {"n": n_here, "side": "less", "under_null": slopes}
        found = sums.result("agreement_difference", difference, **facts)  # type: ignore[arg-type]
        p = max(found.p_value, self._exact_p()) if found.p_value == found.p_value else 1.0
        return sums.result("agreement_difference", difference, n=n_here, p=p)

    def _exact_p(self) -> float:
        """Fisher's exact test; a share of an item's pairs counts as that share of an item."""
        n_here, n_rest = (round(n) for n in self.sizes)
        missed = [round(n * (1 - level)) for n, level in zip((n_here, n_rest), self.levels, strict=True)]
        return 0.0 if missed[0] > _MANY else at_least(missed[0], n_here, sum(missed), n_here + n_rest)

    def _material(self) -> bool:
        """Short enough of the rest, and by the main measure too: other prevalences alone are no fault."""
        inside, outside = self.levels
        if outside - inside < LEAST_SHORTFALL["slice"]:
            return False
        main, rest = (value_of(self.base, self.base.ratings.rows(part)) for part in (self.here, self.rest))
        return not main >= rest

    def _raised(self) -> Ratings:
        """The slice with so many of its disagreements settled that it agrees as the rest does."""
        inside, outside = self.levels
        ratings = self.base.ratings
        columns = settled(ratings, self.looked.order)
        return partly(ratings, columns, np.where(self.here, (outside - inside) / (1 - inside), 0.0))

    def _shown_by(self, ratings: Ratings) -> Floats:
        column = ratings.part_column(self.column)
        here = np.array([str(label) == self.value for label in column.labels] + [False])[column.codes]
        return np.where(here, np.nan_to_num(1 - agreement(self.looked, ratings)), 0.0)


def at_least(hits: int, drawn: int, marked: int, among: int) -> float:
    """P(X ≥ hits) where `drawn` of `among` items are drawn, of which `marked` are marked."""
    from scipy.special import gammaln

    x = np.arange(hits, min(drawn, marked) + 1)
    x = x[among - marked - drawn + x >= 0]

    def choose(n: object, k: object) -> Floats:
        n, k = np.asarray(n, dtype=float), np.asarray(k, dtype=float)
        return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))

    ways = choose(marked, x) + choose(among - marked, drawn - x) - choose(among, drawn)
    return min(1.0, float(np.exp(ways).sum()))
