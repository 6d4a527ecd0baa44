"""Sums over items, by pattern of gaps: how many, means, cross-products; and blocks of columns of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..digits import refuse_extremes
from .item_weights import Floats, Ints, Weighting

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


def base_of(present: NDArray[np.bool_]) -> Ints:
    """The column that differences are taken from: the first that a pattern has."""
    return np.asarray(present.argmax(axis=1))


def counted_sums(values: Floats, part: Ints, present: NDArray[np.bool_], counts: Floats) -> Sums:
    """The sums of rows about a centre, each as often as it was counted; `part` is the pattern of each row."""
    patterns, width = present.shape
    n, mean = np.zeros(patterns), np.zeros((patterns, width))
    cross, apart = (np.zeros((patterns, width, width)) for _ in range(2))
    for p, base in enumerate(base_of(present)):
        here = slice(None) if patterns == 1 else np.flatnonzero(part == p)
        y, w = values[here], counts[here]
        n[p] = w.sum()
        if n[p] > 0:
            mean[p] = w @ y / n[p]
            off = y - mean[p] * present[p]
            once, whole = bool((w == 1).all()), bool(present[p].all())
            cross[p] = (off if once else off * w[:, None]).T @ off
            flat = np.diagonal(cross[p]) <= 1e-28 * n[p] * np.maximum(y.max(axis=0) ** 2, y.min(axis=0) ** 2)
            cross[p][flat[:, None] | flat] = 0.0  # nothing but rounding
            d = np.subtract(y, y[:, [base]], out=off)
            if not whole:
                d *= present[p]
            d -= w @ d / n[p] * present[p]
            apart[p] = (d if once else d * w[:, None]).T @ d
    return Sums(n, mean, cross, apart)


def weighed_sums(values: Floats, part: Ints, present: NDArray[np.bool_], by: Weighting) -> Sums:
    """The sums of rows about a centre under other weights: one for each draw."""
    parts = [Sums.of_raw(*_weighed_part(values, part == p, present[p], by)) for p in range(len(present))]
    return Sums(
        *(
            np.stack([getattr(s, name) for s in parts], axis=-1 - deep)
            for name, deep in (("n", 0), ("mean", 1), ("cross", 2), ("apart", 2))
        )
    )


def _weighed_part(
    values: Floats, rows: NDArray[np.bool_], present: NDArray[np.bool_], by: Weighting
) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Σ1, Σy, Σyy′ and the cross-products of differences of one pattern, for each draw."""
    here = rows.astype(float)[:, None]
    y = values * here
    left, right = np.triu_indices(len(present))
    d = (y - y[:, [int(present.argmax())]]) * present
    d -= d.sum(axis=0) / max(float(here.sum()), 1.0) * here  # about their middle, so that little cancels
    n = by.sums(here)[..., 0]
    first, apart_first = (by.sums(x) for x in (y, d))
    second, apart = (_square(by.sums(x[:, left] * x[:, right]), len(present)) for x in (y, d))
    apart -= apart_first[..., :, None] * apart_first[..., None, :] / np.where(n == 0, 1, n)[..., None, None]
    return n, first, second, apart


def _square(triangle: Numbers, width: int) -> Numbers:
    """A symmetric matrix from its upper triangle."""
    left, right = np.triu_indices(width)
    out = np.zeros((*triangle.shape[:-1], width, width))
    out[..., left, right] = out[..., right, left] = triangle
    return out


def about_centre(values: Floats) -> tuple[Floats, Floats, NDArray[np.bool_], Ints]:
    """The items less the mean of each column (0 for a gap), that mean, the patterns, and each item's."""
    there = ~np.isnan(values)
    centre = np.zeros(values.shape[1])
    for c in range(values.shape[1]):
        seen = values[:, c] if there[:, c].all() else values[there[:, c], c]
        centre[c] = seen[0] + (seen - seen[0]).mean() if seen.size else 0.0
    values = np.subtract(values, centre, order="F")  # columns are read through, again and again
    if there.all():
        present, part = np.ones((1, values.shape[1]), dtype=bool), np.zeros(len(values), dtype=np.intp)
    else:
        values[~there] = 0.0
        present, part = _patterns_of_gaps(there)
    for column in values.T:
        refuse_extremes(float(column.min(initial=0.0)), float(column.max(initial=0.0)))
    return values, centre, present, part


def _patterns_of_gaps(there: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Ints]:
    packed = np.packbits(there, axis=1)
    keys = np.zeros(len(there), dtype=np.int64)
    for column in packed.T:
        keys = np.unique(keys * 256 + column, return_inverse=True)[1] if packed.shape[1] > 1 else column
    _, where, part = np.unique(keys, return_index=True, return_inverse=True)
    return there[where], part.reshape(-1)
