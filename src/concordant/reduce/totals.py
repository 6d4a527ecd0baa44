"""Totals: numbers made of sums over items, that know how they move when an item is added.

A coefficient is written once, as in the paper, in terms of totals. Evaluated on the counts,
the arithmetic below carries along the slope: the change of the number for one more item of
each pattern, by the rules of differentiation. The slopes of the final number are its
influence values, and from them come every standard error and covariance. Evaluated on a
matrix of resampled weights, the same code gives one value for each resample.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, Union

import numpy as np
from numpy.typing import NDArray

from .item_weights import Floats, Ints, Weighting

Number = Union["Total", float, int]


class Total:
    """A value (or one for each draw or set of items) and, on counts, its slope for each pattern."""

    __slots__ = ("slope", "value")
    #: How many sums, products and ratios its slope waits for.
    depth = 0
    __array_ufunc__ = None  # so that a numpy number on the left leaves the arithmetic to us

    def __init__(self, value: Any, slope: Floats | None = None) -> None:
        if type(value) is not np.float64:  # which is computed with faster than an array without an axis
            value = np.asarray(value, dtype=float)
        self.value: Floats = value
        self.slope = slope

    @property
    def moves(self) -> bool:
        """Whether it has a slope, which is not found for this."""
        return self.slope is not None

    def __add__(self, other: Number) -> Total:
        o = as_total(other)
        return _following(self.value + o.value, self, 1.0, o, 1.0)

    def __sub__(self, other: Number) -> Total:
        o = as_total(other)
        return _following(self.value - o.value, self, 1.0, o, -1.0)

    def __mul__(self, other: Number) -> Total:
        o = as_total(other)
        return _following(self.value * o.value, self, o.value, o, self.value)

    def __truediv__(self, other: Number) -> Total:
        o = as_total(other)
        if o.value.ndim == 0 and o.value != 0:  # on counts there is rarely a zero to look out for
            ratio = self.value / o.value
            return _following(ratio, self, 1 / o.value, o, -ratio / o.value)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(o.value == 0, np.nan, self.value / o.value)
            slope = _combine(self.slope, 1 / o.value, o.slope, -ratio / o.value)
        return Total(ratio, slope)

    def __neg__(self) -> Total:
        return Total(-self.value, None if self.slope is None else -self.slope)

    def __radd__(self, other: Number) -> Total:
        return self + other

    def __rsub__(self, other: Number) -> Total:
        o = as_total(other)
        return _following(o.value - self.value, o, 1.0, self, -1.0)

    def __rmul__(self, other: Number) -> Total:
        return self * other

    def __rtruediv__(self, other: Number) -> Total:
        return as_total(other) / self

    @property
    def nothing(self) -> bool:
        """On counts: whether it is zero. Resamples are not asked; they turn out nan."""
        return self.value.ndim == 0 and not bool(self.value > 0)

    def __float__(self) -> float:
        return float(self.value)

    def __repr__(self) -> str:
        return f"Total({self.value})"


class Pending(Total):
    """A total whose slopes are found when they are first asked for."""

    __slots__ = ("_find", "_found", "depth")
    moves = True

    def __init__(self, value: Any, find: Callable[[], Floats | None], depth: int = 1) -> None:
        if type(value) is not np.float64:
            value = np.asarray(value, dtype=float)
        self.value = value
        self._find: Callable[[], Floats | None] | None = find
        self._found: Floats | None = None
        self.depth = depth

    @property
    def slope(self) -> Floats | None:
        """The change for one more item of each row."""
        if self._find is not None:
            self._found, self._find, self.depth = self._find(), None, 0
        return self._found

    @slope.setter
    def slope(self, found: Floats | None) -> None:
        self._found, self._find, self.depth = found, None, 0


#: Slopes that wait for more steps than this are found at once: one asks for the next by a call.
_DEEPEST = 50


def _following(value: Any, a: Total, by: Any, b: Total, times: Any) -> Total:
    """A value made of two totals, whose slope is a's · by + b's · times."""
    if not (a.moves or b.moves):
        return Total(value)
    if a.depth < _DEEPEST and b.depth < _DEEPEST:
        return Pending(value, lambda: _combine(a.slope, by, b.slope, times), 1 + max(a.depth, b.depth))
    return Total(value, _combine(a.slope, by, b.slope, times))


def as_total(number: Number) -> Total:
    """A plain number is a total that no item moves."""
    if isinstance(number, Total):
        return number
    return Total(np.float64(number) if type(number) in (int, float) else number)


def sqrt(total: Total) -> Total:
    """The square root; d√x = dx / 2√x."""
    with np.errstate(invalid="ignore", divide="ignore"):
        root = np.sqrt(total.value)
        return Total(root, None if total.slope is None else total.slope / _along(2 * root))


def _combine(a: Floats | None, by: Any, b: Floats | None, times: Any) -> Floats | None:
    """a·by + b·times, where an absent slope is zero."""
    if a is None and b is None:
        return None
    if a is None:
        return np.asarray(b * _along(times))
    if b is None:
        return np.asarray(a * _along(by))
    return np.asarray(a * _along(by) + b * _along(times))


def _along(number: Any) -> Any:
    """A number, or one for each set of items, against slopes whose last axis are the patterns."""
    return number[..., None] if getattr(number, "ndim", 0) else number


class Kernel(Protocol):
    """A matrix over pairs of categories, known by what it does to a vector."""

    def apply(self, h: Floats) -> Floats:
        """The matrix times h, along h's last axis."""

    def apply_transposed(self, h: Floats) -> Floats:
        """The transposed matrix times h."""


class Margin:
    """How much weight each category has, and which items put it there.

    `matrix` is what `codes` say as counts by category; where ratings are more than categories it is shorter.
    `weight` is that of all categories, where it is known.
    """

    def __init__(
        self,
        weighing: Weighting,
        codes: Ints,
        share: Floats | None,
        size: int,
        matrix: Floats | None = None,
        weight: Total | None = None,
    ) -> None:
        self._codes, self._share, self._matrix = codes, share, matrix
        if matrix is None:
            self.value = weighing.histogram(codes, share, size)
        else:
            self.value = weighing.sums(matrix if share is None else matrix * share[:, None])
        if weight is None:
            given = codes_given(codes)
            weight = total(weighing, given if share is None else given * share)
        self.total = weight
        self.follows_slopes = weighing.follows_slopes

    @property
    def shares(self) -> Floats:
        """The proportion of each category."""
        if self.total.value.ndim == 0 and self.total.value > 0:
            return np.asarray(self.value / self.total.value)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(self.value / self.total.value[..., None])

    def pull(self, u: NDArray[Any]) -> Floats:
        """For each pattern Σ of u over the categories it puts weight on."""
        if self._matrix is not None:
            out = u @ self._matrix.T
            return np.asarray(out if self._share is None else out * self._share)
        padded = np.zeros((*u.shape[:-1], u.shape[-1] + 1))  # a gap (-1) reads the zero at the end
        padded[..., :-1] = u
        out = np.zeros((*u.shape[:-1], len(self._codes)))
        for column in self._codes.T:
            out += padded[..., column]
        return out if self._share is None else out * self._share

    def mean_slope(self, u: Floats) -> Floats:
        """The slope of Σ u_i p_i, a mean over the margin's ratings, for fixed u."""
        around = self.total.slope
        if around is None:
            raise ValueError("A margin of resampled weights has no slopes.")
        return (self.pull(u) - (u @ self.shares) * around) / float(self.total)


def codes_given(codes: Ints) -> Floats:
    """How many codes each pattern has."""
    there = codes >= 0
    return np.asarray(there[:, 0] if there.shape[1] == 1 else there.sum(axis=1), dtype=float)


def total(weighing: Weighting, x: Any) -> Total:
    """Σ over items of x."""
    x = np.asarray(x, dtype=float)
    return Total(weighing.sums(x), x if weighing.follows_slopes else None)


def bilinear(a: Margin, kernel: Kernel, b: Margin) -> Total:
    """Σ_ij k_ij p_i q_j for the proportions p, q of two margins; its slope is (kq)_i and (kᵀp)_j.

    k_ii is 0, so margins that use one and the same category give exactly 0, whatever rounding says.
    """
    right = kernel.apply(b.value)
    value = (a.value * right).sum(axis=-1)
    if (flat := one_category(a.value, b.value)).any():
        value = np.where(flat, 0.0, value)
    raw = Pending(value, lambda: _bilinear_slope(a, kernel, b, right)) if a.follows_slopes else Total(value)
    return raw / (a.total * b.total)


def _bilinear_slope(a: Margin, kernel: Kernel, b: Margin, right: Floats) -> Floats:
    left = right if a is b and symmetric(kernel) else kernel.apply_transposed(a.value)
    return a.pull(right) + b.pull(left)


def one_category(a: Floats, b: Floats) -> NDArray[np.bool_]:
    """Whether both margins together use no more than one category."""
    return np.asarray(np.count_nonzero((a > 0) | (b > 0), axis=-1 if a.ndim > 1 else None) <= 1)


def symmetric(kernel: Kernel) -> bool:
    """Whether order within a pair does not matter (kernels say so with `symmetric`)."""
    return bool(getattr(kernel, "symmetric", False))
