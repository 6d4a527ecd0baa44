"""The mean of Pearson's correlation over all pairs of many raters, as products of matrices.

For every two raters, over the items both rated, the sums of weights, values, squares and products are entries
of matrices raters × raters. The slope of the mean for one more item is a quadratic form in what the raters
said of it, so that no pair is formed item by item.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...reduce.every_pair import number_of_pairs
from ...reduce.item_weights import Floats
from ...reduce.patterns import Patterns
from ...reduce.totals import Pending, Total

#: Rows at a time.
_BLOCK = 1 << 14
#: A variance this small against its sum of squares is rounding.
_ROUNDING = 1e-13


@dataclass(frozen=True, eq=False)
class PearsonPairs:
    """`x` is the position of each category; a rater's values are taken about their own mean."""

    p: Patterns
    x: Floats

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return number_of_pairs(len(self.p.raters))

    @cached_property
    def undefined(self) -> list[tuple[int, int]]:
        """The pairs without a correlation, in order: they share no item, or one of the two does not vary."""
        fails = np.isnan(self._correlation)
        return [(int(g), int(h)) for g, h in np.argwhere(np.triu(fails, 1))]

    @property
    def defined(self) -> int:
        """How many pairs have a correlation."""
        return self.pairs - len(self.undefined)

    def mean(self) -> Total:
        """The mean correlation of the pairs that have one; its slopes are found when they are asked for."""
        above = np.triu_indices(len(self._correlation), 1)
        return Pending(float(np.nanmean(self._correlation[above])), self._slope)

    def concordance(self) -> float:
        """The concordance correlation with divisor n: Σ 2s_gh / Σ [s_g² + s_h² + (x̄_g − x̄_h)²] over pairs."""
        n, mean, variance, covariance = self._about_means
        above = np.triu(n, 1) > 0
        level = mean + self._own_means[:, None]
        apart = float((variance + variance.T + (level - level.T) ** 2)[above].sum())
        return float(2 * covariance[above].sum()) / apart if apart > 0 else float("nan")

    @cached_property
    def _sums(self) -> tuple[Floats, Floats, Floats, Floats]:
        """n, Σ x_g, Σ x_g² and Σ x_g x_h over the items that g (row) and h (column) rated."""
        raters = self.p.codes.shape[1]
        n, first, square, product = (np.zeros((raters, raters)) for _ in range(4))
        for rows, there, x in self._blocks():
            weighed = there * self.p.counts[rows, None]
            n += weighed.T @ there
            first += x.T @ weighed
            square += (x * x).T @ weighed
            product += x.T @ (x * self.p.counts[rows, None])
        return n, first, square, product

    @cached_property
    def _about_means(self) -> tuple[Floats, Floats, Floats, Floats]:
        """n, the mean and variance of g in the pair (g, h), and the covariance of the two."""
        n, first, square, product = self._sums
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = first / n
            variance = square / n - mean**2
            variance = np.where(variance <= _ROUNDING * square / n, 0.0, variance)
            return n, mean, variance, product / n - mean * mean.T

    @cached_property
    def _correlation(self) -> Floats:
        _, _, variance, covariance = self._about_means
        with np.errstate(divide="ignore", invalid="ignore"):
            below = variance * variance.T
            return np.asarray(np.where(below > 0, covariance / np.sqrt(below), np.nan))

    def _slope(self) -> Floats:
        """½ Σ_{g≠h} [z_g z_h − r_gh z_g²] / n_gh over the pairs of an item, z about the means of the pair."""
        n, mean, variance, _ = self._about_means
        with np.errstate(divide="ignore", invalid="ignore"):
            both = 1 / (n * np.sqrt(variance * variance.T))
            alone = self._correlation / (n * variance)
        none = np.isnan(self._correlation)
        both, alone, mean = (np.where(none, 0.0, matrix) for matrix in (both, alone, mean))
        np.fill_diagonal(both, 0.0)
        np.fill_diagonal(alone, 0.0)
        shift, level = alone * mean - both * mean.T, both * mean * mean.T - alone * mean**2
        out = np.zeros(len(self.p.codes))
        for rows, there, x in self._blocks():
            toward = 2 * x @ shift - (x * x) @ alone + there @ level
            out[rows] = ((x @ both) * x + toward * there).sum(axis=1) / 2
        return out / self.defined

    def _blocks(self) -> Iterator[tuple[slice, Floats, Floats]]:
        """Rows, who rated them (1 or 0), and their values about the raters' means (0 for a gap)."""
        values = np.append(self.x, 0.0)
        for start in range(0, len(self.p.codes), _BLOCK):
            rows = slice(start, start + _BLOCK)
            codes = self.p.codes[rows]
            there = (codes >= 0).astype(float)
            yield rows, there, (values[codes] - self._own_means) * there

    @cached_property
    def _own_means(self) -> Floats:
        totals = np.zeros((2, self.p.codes.shape[1]))
        middle = float(self.x.mean())
        for start in range(0, len(self.p.codes), _BLOCK):
            codes, weights = self.p.codes[start : start + _BLOCK], self.p.counts[start : start + _BLOCK]
            there = (codes >= 0).astype(float)
            totals[0] += weights @ ((np.append(self.x, middle)[codes] - middle) * there)
            totals[1] += weights @ there
        return np.asarray(middle + totals[0] / np.maximum(totals[1], 1e-300))
