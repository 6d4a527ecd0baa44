"""Disagreement between two categories, as something that can be applied to a vector.

A kernel is the matrix d with d_ii = 0. With few categories it is a matrix; with many distinct
numbers it is a formula, so that a sum over all pairs of values costs what the values cost.
`irrcac_influence` reproduces the variance of irrCAC 1.0, for comparison with that package only.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..reduce.item_weights import Floats, Ints, weight_by_code
from ..reduce.profiles import Profiles
from ..reduce.totals import Total


class MatrixKernel:
    """Any disagreements, written out."""

    def __init__(self, d: Floats) -> None:
        self.d = d
        self.symmetric = bool(np.array_equal(d, d.T))

    def between(self, a: Ints, b: Ints) -> Floats:
        """d for each pair of codes."""
        return np.asarray(self.d[a, b])

    def apply(self, h: Floats) -> Floats:
        return np.asarray(h @ self.d.T)

    def apply_transposed(self, h: Floats) -> Floats:
        return np.asarray(h @ self.d)


class NominalKernel:
    """1 for any two different categories: (d h)_i = Σh − h_i."""

    symmetric = True

    def between(self, a: Ints, b: Ints) -> Floats:
        """d for each pair of codes."""
        return np.asarray(a != b, dtype=float)

    def apply(self, h: Floats) -> Floats:
        return np.asarray((np.add.reduce(h) if h.ndim == 1 else h.sum(axis=-1, keepdims=True)) - h)

    apply_transposed = apply


class SquaredKernel:
    """(x_i − x_j)²: (d h)_i = x_i²Σh − 2x_iΣxh + Σx²h, with x centred so that no digits are lost."""

    symmetric = True

    def __init__(self, values: Floats, unit: float = 1.0) -> None:
        self.x = (values - values.mean()) / unit

    def between(self, a: Ints, b: Ints) -> Floats:
        """d for each pair of codes."""
        return np.asarray((self.x[a] - self.x[b]) ** 2)

    def apply(self, h: Floats) -> Floats:
        n, s, q = (np.asarray(h @ p)[..., None] for p in (np.ones_like(self.x), self.x, self.x**2))
        return np.asarray(self.x**2 * n - 2 * self.x * s + q)

    apply_transposed = apply


class AbsoluteKernel:
    """|x_i − x_j|, from running sums over the values in order."""

    symmetric = True

    def __init__(self, values: Floats, unit: float = 1.0) -> None:
        self.x = (values - values.mean()) / unit
        self.order = np.argsort(self.x, kind="stable")
        self.back = np.argsort(self.order, kind="stable")

    def between(self, a: Ints, b: Ints) -> Floats:
        """d for each pair of codes."""
        return np.asarray(np.abs(self.x[a] - self.x[b]))

    def apply(self, h: Floats) -> Floats:
        x, w = self.x[self.order], h[..., self.order]
        n, s = np.cumsum(w, axis=-1), np.cumsum(w * x, axis=-1)
        below = x * n - s
        above = (s[..., -1:] - s) - x * (n[..., -1:] - n)
        return np.asarray((below + above)[..., self.back])

    apply_transposed = apply


class RatioKernel:
    """((a − b)/(a + b))² over many values, in time proportional to their number.

    For positive a, b it is 1 − sech²((u − v)/2) with u = ln a, v = ln b: a smooth function of
    u − v. Values in a stretch of the logarithm are therefore replaced by weights on that stretch's
    Chebyshev points (error about 1e-13), and only the points meet each other. Zero differs by 1
    from every positive value.
    """

    symmetric = True
    points, stretch = 14, 0.5

    def __init__(self, values: Floats) -> None:
        self.values = values
        self.positive = values > 0
        u = np.log(values[self.positive])
        low = u.min() if u.size else 0.0
        cell = np.floor((u - low) / self.stretch).astype(np.int64)
        used, cell = np.unique(cell, return_inverse=True)
        nodes = np.cos((2 * np.arange(self.points) + 1) * np.pi / (2 * self.points)) / 2 + 0.5
        self.grid = (low + (used[:, None] + nodes) * self.stretch).ravel()
        within = (u - low) / self.stretch - used[cell]
        self.basis = _lagrange(nodes, within)
        self.place = cell[:, None] * self.points + np.arange(self.points)

    def between(self, a: Ints, b: Ints) -> Floats:
        """d for each pair of codes."""
        x, y = self.values[a], self.values[b]
        total = x + y
        return np.asarray(np.where(total == 0, 0.0, (x - y) / np.where(total == 0, 1.0, total)) ** 2)

    def apply(self, h: Floats) -> Floats:
        if h.ndim > 1:
            return np.stack([self.apply(row) for row in h.reshape(-1, h.shape[-1])]).reshape(h.shape)
        weight = h[self.positive]
        shared = (self.basis * weight[:, None]).ravel()
        on_grid = weight_by_code(self.place.ravel(), shared, len(self.grid))
        near = _sech2_sums(self.grid, on_grid)
        zero = h[~self.positive].sum()
        out = np.full(len(h), weight.sum())  # what zero sees
        out[self.positive] = weight.sum() + zero - (self.basis * near[self.place]).sum(axis=1)
        return out

    apply_transposed = apply


def _lagrange(nodes: Floats, x: Floats) -> Floats:
    """Value at x of each of the polynomials that are 1 at one node and 0 at the others."""
    gaps = nodes[:, None] - nodes[None, :]
    np.fill_diagonal(gaps, 1.0)
    out = np.empty((len(x), len(nodes)))
    for j in range(len(nodes)):
        others = np.delete(np.arange(len(nodes)), j)
        out[:, j] = np.prod(x[:, None] - nodes[others], axis=1) / np.prod(gaps[j])
    return out


def _sech2_sums(u: Floats, weight: Floats) -> Floats:
    """Σ_j weight_j sech²((u_i − u_j)/2), a block of rows at a time."""
    out = np.empty(len(u))
    for start in range(0, len(u), 1024):
        z = np.exp(-np.abs(u[start : start + 1024, None] - u[None, :]))
        out[start : start + 1024] = (4 * z / (1 + z) ** 2) @ weight
    return out


Kernel = MatrixKernel | NominalKernel | SquaredKernel | AbsoluteKernel | RatioKernel


def written_out(values: Floats, d: Callable[[Floats, Floats], Floats]) -> MatrixKernel:
    """The matrix of d over all pairs of values."""
    matrix = np.asarray(d(values[:, None], values[None, :]), dtype=float)
    return MatrixKernel(matrix)


def as_matrix(kernel: Kernel, size: int) -> Floats:
    """The kernel written out."""
    if isinstance(kernel, MatrixKernel):
        return kernel.d
    a, b = np.indices((size, size))
    return kernel.between(a.ravel(), b.ravel()).reshape(size, size)


def both_ways(kernel: Kernel) -> Kernel:
    """The kernel (d_ij + d_ji)/2, for raters of whom neither is first."""
    if isinstance(kernel, MatrixKernel) and not kernel.symmetric:
        return MatrixKernel((kernel.d + kernel.d.T) / 2)
    return kernel


def typical_miss(kernel: Kernel, shares: Floats) -> float:
    """Mean disagreement of two ratings that differ, drawn as `shares` says (evenly if all are equal)."""
    differ = float(shares @ NominalKernel().apply(shares))
    if differ == 0:
        shares = np.full(len(shares), 1 / len(shares))
        differ = float(shares @ NominalKernel().apply(shares))
    return float(shares @ kernel.apply(shares)) / differ if differ else 1.0


#: What is added to the slopes, and the number of items the variance is then divided by.
Extra = Callable[[], tuple[Floats, float]]


def for_items(s: Profiles, value: Total) -> Extra:
    """The share n₂/n of items with two ratings is held fixed: θ((n/n₂)[two ratings] − 1)/n is added."""

    def extra() -> tuple[Floats, float]:
        rated = s.given >= 1
        n, n2 = float(s.counts[rated].sum()), float(s.counts[s.paired].sum())
        return np.where(rated, float(value) * (n / n2 * s.paired - 1) / n, 0.0), n

    return extra


def for_alpha(s: Profiles, large: Total) -> Extra:
    """irrCAC 1.0 puts the small-sample p_a where p_a′ belongs: −(1 − α′)(r_i/r̄ − 1)/(nN) is added."""

    def extra() -> tuple[Floats, float]:
        n = float(s.counts[s.paired].sum())
        total = float((s.counts * s.given)[s.paired].sum())
        lean = np.where(s.paired, s.given * n / total - 1, 0.0)
        return -(1 - float(large)) * lean / (n * total), n

    return extra
