"""The concordance correlation of pairs of columns, its two factors, and Lin's variance of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...reduce.item_weights import Floats, Ints
from ...reduce.moments import Moments
from ...reduce.paired_columns import ColumnPairs, paired
from ...reduce.sums import Block, Numbers
from ...reduce.totals import Pending, Total

Divisor = Literal["n-1", "n"]

#: Two items are needed for a variance over n − 1. Between 1 and 2, so that a small change of an item's weight
#: does not change which pairs count.
_LEAST = {"n-1": 1.5, "n": 0.0}


@dataclass(frozen=True, eq=False)
class Concordance:
    """Sums over pairs: of 2s_ab, of 2s_a s_b, and of s_a² + s_b² + (m_a − m_b)²."""

    together: Numbers
    products: Numbers
    apart: Numbers

    @property
    def value(self) -> Numbers:
        """Σ 2s_ab / Σ (s_a² + s_b² + (m_a − m_b)²)."""
        return self.together / self.apart

    @property
    def precision(self) -> Numbers:
        """How close the pairs lie to some line; for two raters Pearson's r."""
        return self.together / self.products

    @property
    def accuracy(self) -> Numbers:
        """How close that line is to the line of identity; for two raters Lin's bias correction C_b."""
        return self.products / self.apart


def concordance(p: ColumnPairs, divisor: Divisor) -> Concordance:
    """One divisor throughout, so that a rater agrees with themselves at exactly 1."""
    counted = p.sharing(_LEAST[divisor])
    below = np.where(counted, p.n - 1 if divisor == "n-1" else p.n, 1)
    a, b, ab = (np.where(counted, x / below, 0) for x in (p.squares_first, p.squares_second, p.products))
    gap = np.where(counted, p.gap, 0)
    return Concordance(
        together=(2 * ab).sum(axis=-1),
        products=(2 * np.sqrt(a * b)).sum(axis=-1),
        apart=(a + b + gap**2).sum(axis=-1),
    )


def counted_pairs(p: ColumnPairs, divisor: Divisor) -> Floats:
    """1 for the pairs that share enough items, 0 for the others."""
    return np.asarray(p.sharing(_LEAST[divisor]), dtype=float)


def ccc_value(m: Moments, first: Ints, second: Ints, divisor: Divisor) -> Total:
    """The concordance correlation of these pairs of columns, with its slopes; nan where nothing differs."""
    p = paired(m, first, second)
    with np.errstate(divide="ignore", invalid="ignore"):
        c = concordance(p, divisor)
        value = np.where(c.apart > 0, c.value, np.nan)
    if m.draws or not m.by.follows_slopes or m.values is None:
        return Total(value)
    return Pending(value, lambda: _slopes(m, first, second, p, divisor))


def ccc_without_each(m: Moments, first: Ints, second: Ints, divisor: Divisor) -> tuple[Floats, Floats]:
    """The concordance correlation without each item in turn, of items with all of these columns; and counts.

    Without an item a sum of products about the means is less by n/(n − 1) of the item's own product.
    """
    here = np.asarray(m.present[:, np.union1d(first, second)].all(axis=1))[m.part_of_row]
    p, y = paired(m, first, second), m.centred[here]
    a, b = y[:, first] - p.first, y[:, second] - p.second
    n = p.n
    by, rest = n / (n - 1), n - 1
    left = ColumnPairs(
        n=np.broadcast_to(rest, a.shape), first=p.first - a / rest, second=p.second - b / rest,
        gap=p.gap - (b - a) / rest, squares_first=p.squares_first - by * a**2,
        squares_second=p.squares_second - by * b**2, products=p.products - by * a * b,
    )  # fmt: skip
    c = concordance(left, divisor)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(c.apart > 0, c.value, 1.0)), m.counts[here]


def _slopes(m: Moments, first: Ints, second: Ints, p: ColumnPairs, divisor: Divisor) -> Floats:
    """What one more item changes: (dN − ρ·dD)/D, with dN and dD quadratic in what the item was rated.

    s_ab moves by ((x − x̄)(y − ȳ) − s_ab) over its divisor, the gap between means by ((y − ȳ) − (x − x̄))/n.
    """
    c = concordance(p, divisor)
    counted = p.sharing(_LEAST[divisor])
    below = np.where(counted, p.n - 1 if divisor == "n-1" else p.n, 1)
    rho = float(c.value)
    still = (2 * p.products - rho * (p.squares_first + p.squares_second)) / below**2
    out = np.zeros(len(m.counts))
    values = np.zeros((len(m.counts), m.width)) if m.values is None else m.values
    part = np.zeros(len(m.counts), dtype=np.intp) if m.part is None else m.part
    for pattern, present in enumerate(m.present):
        q = np.flatnonzero(counted & present[first] & present[second])
        a, b, scale, n = first[q], second[q], 1 / below[q], p.n[q]
        product, by_x = np.zeros((m.width, m.width)), np.zeros(m.width)
        np.add.at(product, (a, b), 2 * scale)
        np.add.at(product, (a, a), -rho * scale)
        np.add.at(product, (b, b), -rho * scale)
        u, v, tilt = p.first[q], p.second[q], 2 * rho * p.gap[q] / n
        np.add.at(by_x, a, scale * (2 * rho * u - 2 * v) + tilt)
        np.add.at(by_x, b, scale * (2 * rho * v - 2 * u) - tilt)
        fixed = (scale * (2 * u * v - rho * (u**2 + v**2)) + tilt * (v - u) - still[q]).sum()
        here = np.flatnonzero(part == pattern)
        y = values[here]
        out[here] = fixed + y @ by_x + ((y @ product) * y).sum(axis=1)
    return np.asarray(out / float(c.apart))


# --- Lin's variance -----------------------------------------------------------------------------


def lin_variance(b: Block, p: ColumnPairs, first: Ints, second: Ints, divisor: Divisor) -> float:
    """How the concordance correlation of complete normal measurements varies.

    For two raters it is Lin's formula of 1989 as corrected in 2000, with its divisor n − 2; for more raters
    it is the same argument.
    """
    c, n = concordance(p, divisor), float(b.n)
    rho, apart = float(c.value), float(c.apart)
    linked, higher = np.zeros(b.cross.shape), np.zeros(len(b.mean))
    np.add.at(linked, (first, second), 1.0)
    np.add.at(higher, first, -p.gap)
    np.add.at(higher, second, p.gap)
    linked += linked.T
    by_sigma = (linked - rho * np.diag(linked.sum(axis=0))) / apart
    sigma = b.cross / (n - 1 if divisor == "n-1" else n)
    return normal_variance(-2 * rho / apart * higher, by_sigma, sigma) / (n - 2)


def normal_variance(by_mean: Floats, by_sigma: Floats, sigma: Floats) -> float:
    """n times the variance of a number with slopes g by the means and G by the covariances of normal data.

    It is g′Σg + 2 tr(GΣGΣ), because that is how means and covariances vary.
    """
    turned = by_sigma @ sigma
    return float(by_mean @ sigma @ by_mean + 2 * np.trace(turned @ turned))
