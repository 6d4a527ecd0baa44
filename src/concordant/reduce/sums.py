"""Sums over items, by pattern of gaps: how many, means, cross-products; and blocks of columns of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .item_weights import Ints

#: An array that may hold many draws, many features, or complex steps in its leading axes.
Numbers = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Sums:
    """`n[…, p]` items, `mean[…, p, c]` about the centre, `cross[…, p, c, d]` about that mean.

    `apart` are the cross-products of differences from one of the columns, where they were summed as such:
    small differences of large measurements keep their digits there.
    """

    n: Numbers
    mean: Numbers
    cross: Numbers
    apart: Numbers | None = None

    @property
    def differences(self) -> Numbers:
        """The cross-products of differences from the first column, or from the one they were taken from."""
        return (
            based(self.cross, np.zeros(self.cross.shape[-3], dtype=np.intp))
            if self.apart is None
            else self.apart
        )

    @classmethod
    def of_raw(cls, n: Numbers, first: Numbers, second: Numbers, apart: Numbers | None = None) -> Sums:
        """From Σ1, Σy and Σyy′; a spread that is nothing but rounding is none."""
        divisor = np.where(n == 0, 1, n)
        mean = first / divisor[..., None]
        cross = second - mean[..., :, None] * first[..., None, :]
        own, all_of_it = (np.diagonal(x, axis1=-2, axis2=-1).real for x in (cross, second))
        flat = own <= 1e-12 * all_of_it
        if flat.any():
            cross = np.where(flat[..., :, None] | flat[..., None, :], cross - cross.real, cross)
        return cls(n, mean, cross, apart)

    @property
    def raw(self) -> tuple[Numbers, Numbers, Numbers]:
        """Σ1, Σy and Σyy′ about the centre."""
        first = self.n[..., None] * self.mean
        return self.n, first, self.cross + first[..., :, None] * self.mean[..., None, :]


def based(cross: Numbers, base: Ints) -> Numbers:
    """From cross-products of y to those of y − y_b: C_jl − C_jb − C_bl + C_bb, b for each pattern."""
    at = np.broadcast_to(base[:, None, None], (*cross.shape[:-1], 1))
    column = np.take_along_axis(cross, at, axis=-1)
    corner = np.take_along_axis(column, at[..., :1, :], axis=-2)
    return np.asarray(cross - column - np.swapaxes(column, -1, -2) + corner)


@dataclass(frozen=True, eq=False)
class Block:
    """The items that have all of some columns: how many, their means and cross-products.

    `level` are the means about one number, the same for all columns, so that differences of means keep
    their digits where measurements are large; `apart` the cross-products of differences from the first of
    the columns, and `rounding` the size of differences that are nothing but rounding.
    """

    n: Numbers
    mean: Numbers
    cross: Numbers
    level: Numbers
    apart: Numbers
    rounding: float = 0.0

    @property
    def covariance(self) -> Numbers:
        """The cross-products over n − 1."""
        return np.asarray(self.cross / (self.n - 1)[..., None, None])


def merged(a: Sums, b: Sums, present: NDArray[np.bool_]) -> Sums:
    """Both together, means and cross-products combined as Chan et al. do."""
    n = a.n + b.n
    share = b.n / np.where(n == 0, 1, n)
    off = b.mean - a.mean
    between = (a.n * share)[:, None, None] * off[:, :, None] * off[:, None, :]
    first = np.take_along_axis(off, present.argmax(axis=1)[:, None], axis=1)
    away = (off - first) * present
    between_apart = (a.n * share)[:, None, None] * away[:, :, None] * away[:, None, :]
    return Sums(
        n, a.mean + share[:, None] * off, a.cross + b.cross + between,
        a.differences + b.differences + between_apart,
    )  # fmt: skip
