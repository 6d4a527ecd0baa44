"""Kappa as a function of how common one category is, the observed agreement staying what it is.

Two categories (Byrt, Bishop & Carlin 1993): raters with the shares p and q of the first category agree by
chance with p_e = pq + (1 − p)(1 − q) = (1 + (2p − 1)(2q − 1))/2. With the prevalence π = (p + q)/2, the
prevalence index PI = 2π − 1 and the bias index BI = p − q that is (1 + PI² − BI²)/2, so at fixed p_o and BI

    κ(π) = (2p_o − 1 − PI² + BI²) / (1 − PI² + BI²).

Both agreeing cells (p_o ± PI)/2 must not be below 0, so |PI| ≤ p_o, which is (1 − p_o)/2 ≤ π ≤ (1 + p_o)/2.
In general the curve ends where no table with the margins has the observed disagreement (`allows`).

Several categories: the most common one, c, is given the share x. Rater r, who uses it δ_r more often than all
do, then uses it x + δ_r of the time, and divides the rest among the other categories as before. At x = π_c
these are the raters' own margins; of two categories it is the formula above. Chance follows from the margins
as it always does: Σ p d q of two raters, the mean over their pairs of several, π d π where nobody is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...coefficients.categories import least_cost
from ...coefficients.kernels import as_matrix
from ...coefficients.weights import disagreement
from ...digits import tied
from ...interpret.trust import Paradox
from ...ratings.scale import Scale
from ...reduce.item_weights import Floats

#: Numbers that differ by less are the same but for rounding.
_SAME = 1e-6
#: A curve over less than this is none.
_NARROW = 0.001
#: How closely the ends of the curve are found.
_HALVINGS = 24


@dataclass(frozen=True)
class Prevalence:
    """What a paradox says of margins, to be moved."""

    found: Paradox

    @cached_property
    def pooled(self) -> Floats:
        """How often all raters use each category."""
        return np.array([use.share for use in self.found.use])

    @cached_property
    def margins(self) -> Floats:
        """How often each rater who rated uses each category; one row for all where raters have no names."""
        by_rater = np.array([use.by_rater for use in self.found.use], dtype=float).T
        known = by_rater[np.isfinite(by_rater).all(axis=1)] if by_rater.size else by_rater
        return known if len(known) > 1 else self.pooled[None, :]

    @cached_property
    def common(self) -> int:
        """The place of the most common category."""
        return int(np.argmax(tied(self.pooled)))

    @property
    def category(self) -> str:
        return self.found.use[self.common].category

    @property
    def here(self) -> float:
        """Its share in the study."""
        return float(self.pooled[self.common])

    @cached_property
    def missed(self) -> float:
        """The observed disagreement, which stays."""
        return 1 - self.found.observed

    @cached_property
    def disagreement(self) -> Floats:
        """The weights as disagreements, spaced as they were for the study's kappa."""
        options, k = self.found.options, len(self.pooled)
        weights = options.get("weights", "identity")
        named = isinstance(weights, str) and weights != "identity"
        scores = self._spacing(options) if named else None
        names = np.arange(k)
        written = weights if isinstance(weights, str) else np.array(weights, dtype=float)
        return as_matrix(disagreement(written, Scale.nominal(names.tolist()), names, scores), k)

    def _spacing(self, options: Any) -> list[float]:
        if options.get("scores") is not None:
            return [float(score) for score in options["scores"]]
        ranks = [float(rank) for rank in range(1, len(self.pooled) + 1)]
        if self.found.kappa.details.get("spacing") != "values":
            return ranks
        try:
            return [float(use.category) for use in self.found.use]
        except ValueError:  # categories with names and values: the names do not tell the values
            return ranks

    # --- margins that move ----------------------------------------------------------------------

    @cached_property
    def span(self) -> tuple[float, float]:
        """From where to where the share can go: no margin below 0 or above 1, no table without p_o."""
        more = self.margins[:, self.common] - self.here
        ends = max(float(np.max(-more)), 0.0), min(float(np.min(1 - more)), 1.0)
        return self._furthest(ends[0]), self._furthest(ends[1])

    def _furthest(self, end: float) -> float:
        """The share nearest to the end that allows the observed disagreement; all on the way to it do."""
        if self.allows(end):
            return end
        inside, outside = self.here, end
        for _ in range(_HALVINGS):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if self.allows(middle) else (inside, middle)
        return inside

    def allows(self, share: float) -> bool:
        """Whether a table of two with these margins can have the observed disagreement.

        Several raters are met in all pairs, so that both margins are the pooled one.
        """
        pooled, margins = self.at(share)
        p, q = margins if len(margins) == 2 else (pooled, pooled)
        least, most = _least(p, q, self.disagreement), _most(p, q, self.disagreement)
        return least - _SAME <= self.missed <= most + _SAME

    def at(self, share: float) -> tuple[Floats, Floats]:
        """The pooled margin and the raters' margins where the most common category has this share."""
        more = self.margins[:, self.common] - self.here
        rows = [self._moved(row, share + float(up)) for row, up in zip(self.margins, more, strict=True)]
        return self._moved(self.pooled, share), np.array(rows)

    def _moved(self, margin: Floats, share: float) -> Floats:
        rest = np.delete(margin, self.common)
        if not rest.sum() > 0:
            rest = np.delete(self.pooled, self.common)
        rest = rest / rest.sum() if rest.sum() > 0 else np.full(len(rest), 1 / max(len(rest), 1))
        return np.insert(rest * (1 - share), self.common, share)

    def kappa(self, share: float) -> float:
        """The study's kappa at this share."""
        _, margins = self.at(share)
        return self._of(_by_chance(margins, self.disagreement))

    def gwet(self, share: float) -> float:
        """Gwet's coefficient: p_e = Σw/(k(k − 1)) · Σ π(1 − π)."""
        pooled, k = self.at(share)[0], len(self.pooled)
        weight = float((1 - self.disagreement).sum()) / (k * max(k - 1, 1))
        return self._of(1 - weight * float((pooled * (1 - pooled)).sum()))

    def _of(self, chance: float) -> float:
        return 1 - self.missed / chance if chance > 0 else np.nan

    @property
    def drawable(self) -> bool:
        """Whether there is a kappa here, the curve passes through it, and there is room to move."""
        if self.found.shortfall is None or len(self.pooled) < 2:
            return False
        if not abs(self.kappa(self.here) - self.found.kappa.estimate) < _SAME:
            return False
        low, high = self.span
        return high - low > _NARROW

    @property
    def has_gwet(self) -> bool:
        """Whether the curve of Gwet's AC can be drawn; its margins differ where ratings are missing."""
        gwet = self.found.gwet
        return gwet.defined and abs(self.gwet(self.here) - gwet.estimate) < _SAME


def _by_chance(margins: Floats, d: Floats) -> float:
    """Σ p d q of two, the mean over pairs of several, π d π of one margin for all."""
    if len(margins) <= 2:
        return float(margins[0] @ d @ margins[-1])
    together, n = margins.sum(axis=0), len(margins)
    both = (d + d.T) / 2
    return float(together @ both @ together - sum(m @ both @ m for m in margins)) / (n * (n - 1))


def _least(p: Floats, q: Floats, d: Floats) -> float:
    """The least disagreement that two raters with these margins can have."""
    return least_cost(p, q, None if _plain(d) else d)[0]


def _most(p: Floats, q: Floats, d: Floats) -> float:
    """The most: Σ d·flow at its largest; unweighted, they must agree where both say one thing mostly."""
    if _plain(d):
        return 1 - max(0.0, float((p + q).max()) - 1)
    return -least_cost(p, q[::-1], -d[:, ::-1])[0]


def _plain(d: Floats) -> bool:
    return bool((d == 1 - np.eye(len(d))).all())
