"""Moments: for each pattern of gaps how many items, the mean of each column, the cross-products about it.

Columns are raters, or each rater on each occasion where ratings were repeated. Moments add, so parts
of the data can be reduced apart. Sums are taken about a fixed centre and then about their own mean, so
that measurements around 10⁹ that differ by 1 keep their digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, OptionError
from ..result import show_count
from .patterns import refuse_clusters
from .totals import Total
from .weighed import Weighed
from .weighing import Counted, Floats, Ints, Weighing

#: An array that may hold many draws, many features, or complex steps in its leading axes.
Numbers = NDArray[Any]

#: The most numbers held at once for all patterns of gaps, or for a block of steps.
_LARGE = 50_000_000
_STEP = 1e-100


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


@dataclass(frozen=True, eq=False, kw_only=True)
class Moments(Weighed):
    """`present[p]` says which columns pattern of gaps p has.

    Columns run over occasions within raters: all occasions of the first rater, then of the second.
    `values` are the items themselves about `centre`, 0 where there is a gap, and `part` the pattern of
    gaps of each; without them (`None`: only sums are known) nothing can be resampled. `stated` are the
    sums where they were not made from `values`; with `only_mean_squares` they are right in their mean
    squares only. `kinds` are those of the raters (human, judge, code, gold), `levels` is how many categories
    the scale was declared to have; both only where they are known.
    """

    raters: tuple[str, ...]
    occasions: tuple[str, ...]
    present: NDArray[np.bool_]
    centre: Floats
    counts: Floats
    values: Floats | None = None
    part: Ints | None = None
    clusters: Ints | None = None
    anonymous: bool = False
    weighing: Weighing | None = None
    stated: Sums | None = None
    scale_level: str = "interval"
    only_mean_squares: bool = False
    kinds: tuple[str, ...] = ()
    levels: int | None = None

    def __repr__(self) -> str:
        what = "sums only" if self.values is None else "with their items"
        times = f", {len(self.occasions)} occasions" if len(self.occasions) > 1 else ""
        items = show_count(float(self.n_with(1).sum()))
        return f"Moments({items} items, {self.n_raters} raters{times}, {what})"

    # --- what every statistic has ---

    @cached_property
    def given(self) -> Ints:
        """How many ratings each row holds."""
        return np.asarray(self.present.sum(axis=1)[self._part])

    def weighed(self, weighing: Weighing) -> Self:
        """The same items under other weights."""
        if self.values is None:
            raise OptionError(
                "Only sums are known here, not the items, so nothing can be resampled: use "
                "interval='classical' or 'none'."
            )
        counts = weighing.counts if isinstance(weighing, Counted) else self.counts
        return replace(self, counts=counts, weighing=weighing, stated=None)

    @property
    def _part(self) -> Ints:
        return np.zeros(0, dtype=np.intp) if self.part is None else self.part

    @property
    def n_raters(self) -> int:
        """How many raters there are."""
        return len(self.raters)

    #: What is said of ratings is not known of moments that were handed over as such.
    remarks = ()

    @property
    def width(self) -> int:
        """How many columns there are."""
        return int(self.present.shape[1])

    @property
    def columns(self) -> list[str]:
        """A name for each column: the rater, and the occasion where there are several."""
        if len(self.occasions) == 1:
            return list(self.raters)
        return [f"{rater}, {occasion}" for rater in self.raters for occasion in self.occasions]

    @property
    def draws(self) -> tuple[int, ...]:
        """The leading axes: () on counts."""
        if self.stated is None and isinstance(self.by, Counted):
            return ()
        return tuple(self.sums.n.shape[:-1])

    @cached_property
    def measured(self) -> Floats:
        """The items as they were measured, rows × columns, nan for a gap."""
        if self.values is None:
            raise OptionError("Only sums are known here, and this needs the measurements of every item.")
        return np.where(self.present[self._part], self.values + self.centre, np.nan)

    # --- sums ---

    @cached_property
    def sums(self) -> Sums:
        """By pattern of gaps."""
        if self.stated is not None:
            return self.stated
        patterns, width = self.present.shape
        if patterns * width**2 > _LARGE:
            raise OptionError(
                f"{patterns} different patterns of gaps of {width} raters are too many for this: choose "
                "raters with raters=[…]."
            )
        if isinstance(self.by, Counted):
            return self._counted(self.by.counts)
        parts = [Sums.of_raw(*self._weighed_part(p)) for p in range(patterns)]
        return Sums(
            *(
                np.stack([getattr(s, name) for s in parts], axis=-1 - deep)
                for name, deep in (("n", 0), ("mean", 1), ("cross", 2), ("apart", 2))
            )
        )

    def _counted(self, counts: Floats) -> Sums:
        patterns, width = self.present.shape
        n, mean = np.zeros(patterns), np.zeros((patterns, width))
        cross, apart = (np.zeros((patterns, width, width)) for _ in range(2))
        for p in range(patterns):
            y, w = self._rows(p, counts)
            n[p] = w.sum()
            if n[p] > 0:
                mean[p] = w @ y / n[p]
                off = y - mean[p] * self.present[p]
                cross[p] = (off if (w == 1).all() else off * w[:, None]).T @ off
                flat = np.diagonal(cross[p]) <= 1e-28 * n[p] * np.maximum(
                    y.max(axis=0) ** 2, y.min(axis=0) ** 2
                )
                cross[p][flat[:, None] | flat] = 0.0  # nothing but rounding
                d = (y - y[:, [self._base[p]]]) * self.present[p]
                d -= w @ d / n[p] * self.present[p]
                apart[p] = (d if (w == 1).all() else d * w[:, None]).T @ d
        return Sums(n, mean, cross, apart)

    def _rows(self, p: int, counts: Floats) -> tuple[Floats, Floats]:
        if self.values is None:
            raise ValueError("These moments do not hold their items.")
        if len(self.present) == 1:
            return self.values, counts
        here = np.flatnonzero(self._part == p)
        return self.values[here], counts[here]

    @cached_property
    def _base(self) -> Ints:
        """The column that differences are taken from: the first that a pattern has."""
        return np.asarray(self.present.argmax(axis=1))

    @cached_property
    def rounding(self) -> float:
        """A difference this small is nothing but rounding of what was measured; 0 where that is not known."""
        if self.values is None:
            return 0.0
        size = np.maximum(self.values.max(axis=0, initial=0.0), -self.values.min(axis=0, initial=0.0))
        size = size + np.abs(self.centre)
        return 4 * float(np.finfo(float).eps) * float(size.max(initial=0.0))

    def _weighed_part(self, p: int) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Σ1, Σy, Σyy′ and the cross-products of differences of one pattern, for each draw."""
        if self.values is None:
            raise ValueError("These moments do not hold their items.")
        here = (self._part == p).astype(float)[:, None]
        y = self.values * here
        left, right = np.triu_indices(self.width)
        d = (y - y[:, [self._base[p]]]) * self.present[p]
        d -= d.sum(axis=0) / max(float(here.sum()), 1.0) * here  # about their middle, so that little cancels
        n = self.by.sums(here)[..., 0]
        first, apart_first = (self.by.sums(x) for x in (y, d))
        second, apart = (self._square(self.by.sums(x[:, left] * x[:, right])) for x in (y, d))
        apart -= (
            apart_first[..., :, None] * apart_first[..., None, :] / np.where(n == 0, 1, n)[..., None, None]
        )
        return n, first, second, apart

    def _square(self, triangle: Numbers) -> Numbers:
        """A symmetric matrix from its upper triangle."""
        left, right = np.triu_indices(self.width)
        out = np.zeros((*triangle.shape[:-1], self.width, self.width))
        out[..., left, right] = out[..., right, left] = triangle
        return out

    def block(self, columns: Sequence[int] | None = None) -> Block:
        """The items that have all of these columns (by default: all columns), patterns added."""
        chosen = list(range(self.width)) if columns is None else list(columns)
        hold = np.flatnonzero(self.present[:, chosen].all(axis=1))
        s = self.sums
        n, mean = s.n[..., hold], s.mean[..., hold, :][..., chosen]
        cross = s.cross[..., hold, :, :][..., chosen, :][..., chosen]
        total = n.sum(axis=-1)
        middle = (n[..., None] * mean).sum(axis=-2) / np.where(total == 0, 1, total)[..., None]
        off = mean - middle[..., None, :]
        between = (n[..., None, None] * off[..., :, None] * off[..., None, :]).sum(axis=-3)
        centre = self.centre[chosen]
        level = middle + (centre - centre[:1])
        return Block(
            total, middle + centre, cross.sum(axis=-3) + between, level, self._apart(hold, chosen, n, off),
            self.rounding,
        )  # fmt: skip

    def _apart(self, hold: Ints, chosen: list[int], n: Numbers, off: Numbers) -> Numbers:
        """Cross-products of differences from the first of the chosen columns, patterns added."""
        own = self.sums.differences[..., hold, :, :][..., chosen, :][..., chosen]
        own = based(own, np.zeros(len(hold), dtype=np.intp))
        away = off - off[..., :1]
        return np.asarray((own + n[..., None, None] * away[..., :, None] * away[..., None, :]).sum(axis=-3))

    @property
    def complete(self) -> Block:
        """The items without a gap."""
        return self.block()

    def n_with(self, least: int) -> Numbers:
        """How many items have at least so many ratings."""
        enough = self.present.sum(axis=1) >= least
        if self.stated is None and isinstance(self.by, Counted):
            return np.asarray(self.counts[enough[self._part]].sum())
        return np.asarray(self.sums.n[..., enough].sum(axis=-1))

    @cached_property
    def with_gaps(self) -> NDArray[np.bool_]:
        """Whether some item lacks a column, for each draw."""
        lacking = np.asarray(~self.present.all(axis=1) & self.present.any(axis=1))
        if not lacking.any():
            return np.zeros(self.draws, dtype=bool)
        if self.stated is None and isinstance(self.by, Counted):
            return np.asarray((self.counts[lacking[self._part]] > 0).any())
        return np.asarray((self.sums.n[..., lacking].real > 0).any(axis=-1))

    @property
    def has_gaps(self) -> bool:
        """Whether there is a gap in any draw."""
        return bool(self.with_gaps.any())

    def only(self, columns: Sequence[int], raters: Sequence[str], occasions: Sequence[str]) -> Moments:
        """Some of the columns, under new names."""
        chosen = list(columns)
        values = None if self.values is None else self.values[:, chosen]
        stated = self.stated and Sums(
            self.stated.n,
            self.stated.mean[..., chosen],
            self.stated.cross[..., chosen, :][..., chosen],
            self.stated.differences[..., chosen, :][..., chosen],
        )
        return replace(
            self,
            raters=tuple(raters),
            occasions=tuple(occasions),
            present=self.present[:, chosen],
            centre=self.centre[chosen],
            values=values,
            stated=stated,
            kinds=(),
        )

    def of_rater(self, place: int) -> Moments:
        """One rater's occasions, as if each were a rater."""
        width = len(self.occasions)
        return self.only(range(place * width, (place + 1) * width), self.occasions, ("",))

    # --- how a number moves ---

    def follow(self, f: Callable[[Moments], Numbers], *, smooth: bool = True) -> Total:
        """f of these moments, with its slopes: what one more item of each row would change.

        Slopes are found when they are asked for: f's derivative by every sum, times what an item adds to
        the sum. A smooth f takes complex steps, which lose no digits; else differences are taken.
        """
        value = np.asarray(f(self))
        if not self.by.follows_slopes or self.draws or self.values is None:
            return Total(value.real)
        return Pending(value.real, lambda: self._slopes(f, smooth))

    def _slopes(self, f: Callable[[Moments], Numbers], smooth: bool) -> Floats:
        out = np.zeros(len(self.counts))
        for p in range(len(self.present)):
            columns = np.flatnonzero(self.present[p])
            if not columns.size:
                continue
            gradient = self._gradient(f, p, columns, smooth)
            here = np.flatnonzero(self._part == p)
            y = self.values[here][:, columns]  # type: ignore[index]
            k = len(columns)
            upper = np.zeros((k, k))
            upper[np.triu_indices(k)] = gradient[1 + k :]
            out[here] = gradient[0] + y @ gradient[1 : 1 + k] + ((y @ upper) * y).sum(axis=1)
        return out

    def _gradient(self, f: Callable[[Moments], Numbers], p: int, columns: Ints, smooth: bool) -> Floats:
        """The derivative of f by Σ1, Σy and Σyy′ (upper triangle) of pattern p."""
        k = len(columns)
        count = 1 + k + k * (k + 1) // 2
        n, _, second = self.sums.raw
        size = max(float(n.sum()), 1.0)
        wide = np.sqrt(np.maximum(np.diagonal(second.sum(axis=0)), 0) / size)[columns]
        wide = np.where(wide > 0, wide, 1.0)
        left, right = np.triu_indices(k)
        scale = size * np.concatenate([[1.0], wide, wide[left] * wide[right]])
        block = max(1, _LARGE // (8 * second.size))
        gradient = np.zeros(count)
        for start in range(0, count, block):
            steps = np.arange(start, min(start + block, count))
            if smooth:
                moved = self._moved(p, columns, steps, 1j * _STEP * scale[steps])
                gradient[steps] = np.asarray(f(moved)).imag / (_STEP * scale[steps])
            else:
                h = 1e-5 * scale[steps]
                up, down = (np.asarray(f(self._moved(p, columns, steps, sign * h))) for sign in (1, -1))
                gradient[steps] = (up - down) / (2 * h)
        return gradient

    def _moved(self, p: int, columns: Ints, steps: Ints, by: Numbers) -> Moments:
        """These moments with one sum of pattern p moved, once for each step."""
        k, many = len(columns), len(steps)
        n, first, second = (
            np.broadcast_to(x, (many, *x.shape)).astype(np.result_type(x, by)) for x in self.sums.raw
        )
        left, right = np.triu_indices(k)
        for at, (step, move) in enumerate(zip(steps, by, strict=True)):
            if step == 0:
                n[at, p] += move
            elif step <= k:
                first[at, p, columns[step - 1]] += move
            else:
                g, h = columns[left[step - 1 - k]], columns[right[step - 1 - k]]
                second[at, p, g, h] += move
                if g != h:
                    second[at, p, h, g] += move
        moved = Sums.of_raw(n, first, second)
        change = based(moved.cross, self._base) - based(self.sums.cross, self._base)
        change = change * self.present[:, :, None] * self.present[:, None, :]
        return replace(self, stated=replace(moved, apart=self.sums.differences + change))

    # --- adding ---

    def __add__(self, other: Moments) -> Moments:
        if self.raters != other.raters or self.occasions != other.occasions:
            raise ValueError("Only moments of the same raters on the same occasions can be added.")
        refuse_clusters(self, other)
        if self.values is not None and other.values is not None:
            return _of_rows(
                np.concatenate([self.measured, other.measured]),
                np.concatenate([self.counts, other.counts]),
                like=self,
            )
        return replace(
            self, stated=_added(self, other), present=_union(self, other), values=None, part=None,
            counts=np.zeros(0),
        )  # fmt: skip

    def without_items(self) -> Moments:
        """The sums alone."""
        return replace(self, stated=self.sums, values=None, part=None, counts=np.zeros(0), clusters=None)


class Pending(Total):
    """A total whose slopes are found when they are first asked for."""

    __slots__ = ("_find", "_found")

    def __init__(self, value: Any, find: Callable[[], Floats]) -> None:
        self.value = np.asarray(value, dtype=float)
        self._find = find
        self._found: Floats | None = None

    @property
    def slope(self) -> Floats | None:  # type: ignore[override]
        """The change for one more item of each row."""
        if self._found is None:
            self._found = self._find()
        return self._found


def _union(a: Moments, b: Moments) -> NDArray[np.bool_]:
    return np.asarray(np.unique(np.concatenate([a.present, b.present]), axis=0))


def _added(a: Moments, b: Moments) -> Sums:
    """Sums of both about the first's centre: means and cross-products combined as Chan et al. do."""
    present = _union(a, b)
    sums = []
    for m in (a, b):
        at = [int(np.flatnonzero((present == row).all(axis=1))[0]) for row in m.present]
        n, mean = np.zeros(len(present)), np.zeros(present.shape)
        cross = np.zeros((*present.shape, present.shape[1]))
        shift = (m.centre - a.centre) * m.present
        n[at], mean[at], cross[at] = m.sums.n, m.sums.mean + shift, m.sums.cross
        apart = np.zeros_like(cross)
        apart[at] = m.sums.differences if m.sums.apart is not None else based(m.sums.cross, m._base)
        apart[at] *= m.present[:, :, None] * m.present[:, None, :]
        sums.append(Sums(n, mean, cross, apart))
    return _merged(sums[0], sums[1], present)


def _merged(a: Sums, b: Sums, present: NDArray[np.bool_]) -> Sums:
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


# --- from items ---------------------------------------------------------------------------------


def of_values(
    values: Numbers,
    raters: Sequence[str],
    occasions: Sequence[str] = ("",),
    *,
    weights: Floats | None = None,
    clusters: Ints | None = None,
    anonymous: bool = False,
    scale_level: str = "interval",
) -> Moments:
    """Moments of a matrix, items × columns; nan is a gap."""
    width = values.shape[1]
    empty = Moments(
        raters=tuple(raters), occasions=tuple(occasions), present=np.zeros((0, width), dtype=bool),
        centre=np.zeros(width), counts=np.zeros(0), anonymous=anonymous, scale_level=scale_level,
    )  # fmt: skip
    counts = np.ones(len(values)) if weights is None else np.asarray(weights, dtype=float)
    return _of_rows(np.asarray(values, dtype=float), counts, like=empty, clusters=clusters)


def _refuse_extremes(values: Floats, centre: Floats) -> None:
    """Squares of numbers beyond 10¹⁵⁰ cannot be held, nor those of differences that are all below 10⁻¹⁵⁰."""
    size = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))
    largest = float(np.abs(centre).max(initial=0.0))
    if largest > 1e150 or size > 1e150:
        size = max(largest, size)
    if size > 1e150 or 0 < size < 1e-150:
        larger = "larger" if size > 1 else "smaller"
        raise InputError(
            f"Measurements spread as far as {size:.3g}, and their squares cannot be computed: give them in a "
            f"{larger} unit."
        )


def _of_rows(values: Floats, counts: Floats, *, like: Moments, clusters: Ints | None = None) -> Moments:
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
    _refuse_extremes(values, centre)
    return replace(
        like, present=present, centre=centre, counts=counts, values=values, part=part, clusters=clusters,
        weighing=None, stated=None,
    )  # fmt: skip


def _patterns_of_gaps(there: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Ints]:
    packed = np.packbits(there, axis=1)
    keys = np.zeros(len(there), dtype=np.int64)
    for column in packed.T:
        keys = np.unique(keys * 256 + column, return_inverse=True)[1] if packed.shape[1] > 1 else column
    _, where, part = np.unique(keys, return_index=True, return_inverse=True)
    return there[where], part.reshape(-1)
