"""Analyses of variance of complete designs: items × raters × occasions, raters who repeat, items × raters.

A table holds its mean squares and, for every component of variance, the sum of mean squares that
estimates it (Brennan 2001, from their expectations). Any combination of components is then a row of
coefficients, so that estimates, standard errors and degrees of freedom are the same few lines for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...reduce.sums import Block, Numbers
from .mean_squares import MeanSquares

ITEMS, RATERS, OCCASIONS, ERROR = "items", "raters", "occasions", "error"
ITEMS_RATERS, ITEMS_OCCASIONS, RATERS_OCCASIONS = "items × raters", "items × occasions", "raters × occasions"


def sources(k: int, t: int) -> tuple[str, ...]:
    """What ratings by k raters on t occasions vary by."""
    if k > 1 and t > 1:
        return (ITEMS, RATERS, OCCASIONS, ITEMS_RATERS, ITEMS_OCCASIONS, RATERS_OCCASIONS, ERROR)
    return (ITEMS, RATERS if k > 1 else OCCASIONS, ERROR)


@dataclass(frozen=True, eq=False)
class Anova:
    """Mean squares and degrees of freedom by source; `rows[…, c, s]`: how much of s is in component c."""

    sources: tuple[str, ...]
    squares: Numbers
    df: Numbers
    rows: Numbers

    def row(self, *names: str) -> Numbers:
        """The coefficients that estimate the sum of these components; one that is not there is 0."""
        return np.asarray(sum((self._row(name) for name in names), np.zeros(len(self.sources))))

    def _row(self, name: str) -> Numbers:
        if name not in self.sources:
            return np.zeros(len(self.sources))
        return np.asarray(self.rows[..., self.sources.index(name), :])

    def of(self, row: Numbers) -> Numbers:
        """Σ coefficient · mean square."""
        return np.asarray((row * self.squares).sum(axis=-1))

    def component(self, name: str) -> Numbers:
        """The estimate of a component, which may come out below 0."""
        return self.of(self.row(name))

    def variance(self, row: Numbers) -> Numbers:
        """Of Σ c·MS if errors are normal: Σ 2(c·MS)²/df."""
        return np.asarray((2 * (row * self.squares) ** 2 / self.df).sum(axis=-1))

    def freedom(self, row: Numbers) -> float:
        """Satterthwaite's degrees of freedom of Σ c·MS: those of a chi-square with its mean and variance."""
        variance = float(self.variance(row))
        return 2 * float(self.of(row)) ** 2 / variance if variance > 0 else float(self.df[..., -1])


def _table(
    names: Sequence[str], squares: Sequence[Any], df: Sequence[Any], signs: NDArray[Any], over: Sequence[Any]
) -> Anova:
    """Component c is Σ signs[c, s]·MS_s over its divisor."""
    sums, freedom, divisor = (np.stack(np.broadcast_arrays(*x), axis=-1) for x in (squares, df, over))
    with np.errstate(divide="ignore", invalid="ignore"):
        return Anova(tuple(names), sums / freedom, freedom, signs / divisor[..., :, None])


# --- sums of squares ------------------------------------------------------------------------------


def crossed(b: Block, k: int, t: int) -> Anova:
    """Items × raters × occasions, each rater having rated each item once on each occasion."""
    p, pr, po, pro = _within_items(b, k, t)
    r, o, ro = _of_means(b, k, t)
    n, i, j = b.n, k - 1, t - 1
    signs = np.array([
        [1, 0, 0, -1, -1, 0, 1],
        [0, 1, 0, -1, 0, -1, 1],
        [0, 0, 1, 0, -1, -1, 1],
        [0, 0, 0, 1, 0, 0, -1],
        [0, 0, 0, 0, 1, 0, -1],
        [0, 0, 0, 0, 0, 1, -1],
        [0, 0, 0, 0, 0, 0, 1],
    ])  # fmt: skip
    return _table(
        sources(k, t),
        (p, r, o, pr, po, ro, pro),
        (n - 1, i, j, (n - 1) * i, (n - 1) * j, i * j, (n - 1) * i * j),
        signs,
        (k * t, n * t, n * k, t, k, n, 1.0),
    )


def replicated(b: Block, k: int, t: int) -> Anova:
    """Items × raters, each having read each item t times; the order of readings means nothing."""
    p, pr, po, pro = _within_items(b, k, t)
    r, o, ro = _of_means(b, k, t)
    n, i = b.n, k - 1
    return _table(
        (ITEMS, RATERS, ITEMS_RATERS, ERROR),
        (p, r, pr, o + po + ro + pro),
        (n - 1, i, (n - 1) * i, n * k * (t - 1)),
        np.array([[1, 0, -1, 0], [0, 1, -1, 0], [0, 0, 1, -1], [0, 0, 0, 1]]),
        (k * t, n * t, t, 1.0),
    )


def nested(b: Block, k: int, t: int) -> Anova:
    """Raters nested within items, each item read t times by k raters of its own."""
    p, pr, po, pro = _within_items(b, k, t)
    r, o, ro = _of_means(b, k, t)
    return _table(
        (ITEMS, RATERS, ERROR),
        (p, r + pr, o + po + ro + pro),
        (b.n - 1, b.n * (k - 1), b.n * k * (t - 1)),
        np.array([[1, -1, 0], [0, 1, -1], [0, 0, 1]]),
        (k * t, t, 1.0),
    )


def two_way(ms: MeanSquares, facet: str = RATERS) -> Anova:
    """Items × raters, or items × occasions of one rater, from their mean squares."""
    return _table(
        (ITEMS, facet, ERROR),
        (ms.items * ms.df_items, ms.raters * ms.df_raters, ms.error * ms.df_error),
        (ms.df_items, ms.df_raters, ms.df_error),
        np.array([[1, 0, -1], [0, 1, -1], [0, 0, 1]]),
        (ms.k, ms.n, 1.0),
    )


def _within_items(b: Block, k: int, t: int) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Sums of squares of items, items × raters, items × occasions and all three, from cross-products.

    Σ over items of a squared contrast is the contrast of their cross-products, both ways.
    """
    c = b.cross.reshape(*b.cross.shape[:-2], k, t, k, t)
    by_rater, by_occasion = c.mean(axis=(-3, -1)), c.mean(axis=(-4, -2))
    rest = _off(_off(_off(_off(c, -4), -3), -2), -1)
    return (
        c.sum(axis=(-4, -3, -2, -1)) / (k * t),
        t * np.einsum("...aa->...", _off(_off(by_rater, -1), -2)),
        k * np.einsum("...bb->...", _off(_off(by_occasion, -1), -2)),
        np.einsum("...abab->...", rest),
    )


def _of_means(b: Block, k: int, t: int) -> tuple[Numbers, Numbers, Numbers]:
    """Sums of squares of raters, occasions and both."""
    mean = b.level.reshape(*b.level.shape[:-1], k, t)
    off = _off(_off(mean, -1), -2)
    return (
        b.n * t * (_off(mean.mean(axis=-1), -1) ** 2).sum(axis=-1),
        b.n * k * (_off(mean.mean(axis=-2), -1) ** 2).sum(axis=-1),
        b.n * (off**2).sum(axis=(-2, -1)),
    )


def _off(x: Numbers, axis: int) -> Numbers:
    return np.asarray(x - x.mean(axis=axis, keepdims=True))
