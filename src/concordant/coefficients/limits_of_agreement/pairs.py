"""What two raters make of the same items: the difference item by item, and how it spreads.

An item that was measured repeatedly counts with its means; how far apart its measurements are is kept
beside. Sums over items carry their slopes, and may be sums of many draws at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ...reduce.item_weights import Floats, Weighting
from ...reduce.moments import Moments
from ...reduce.totals import Total, total

Differences = Literal["plain", "percent", "log"]
Repeats = Literal["linked", "unlinked"]

#: A spread of differences below this share of the measurements is rounding.
_ROUNDING = 1e-14


@dataclass(frozen=True, eq=False)
class WithinSquares:
    """Of each item: the sum of squares within its measurements, and how many there are."""

    squares: Floats
    times: Floats


@dataclass(frozen=True, eq=False, kw_only=True)
class MeasuredPairs:
    """Of each item that both raters measured: the difference (first less second) and the size (mean).

    `here` says which rows of the data they are, and `weighing` weighs those rows.
    """

    difference: Floats
    size: Floats
    here: NDArray[np.bool_]
    weighing: Weighting
    counts: Floats
    largest: float
    within: tuple[WithinSquares, ...] = ()

    def sum(self, x: Floats) -> Total:
        """Σ over the items that both measured."""
        everywhere = np.zeros(len(self.here))
        everywhere[self.here] = x
        return total(self.weighing, everywhere)

    def slope(self, x: Floats) -> Floats:
        """What items add, with 0 for the rows that one rater did not measure."""
        everywhere = np.zeros(len(self.here))
        everywhere[self.here] = x
        return everywhere


@dataclass(frozen=True, eq=False)
class Component:
    """A part of the variance of a single difference: share · variance, known with df degrees of freedom."""

    share: Total
    variance: Total
    df: Total


@dataclass(frozen=True, eq=False)
class DifferenceSpread:
    """The mean difference of n items and its variance, and the parts of the variance of a single one."""

    n: Total
    mean: Total
    variance_of_mean: Total
    components: tuple[Component, ...]
    variances: Mapping[str, Total] = field(default_factory=dict)

    @property
    def variance(self) -> Total:
        """Of one difference of single measurements: Σ share · variance."""
        out = Total(0.0)
        for c in self.components:
            out = out + c.share * c.variance
        return out


def pairs_of(m: Moments, how: Differences, repeats: Repeats) -> MeasuredPairs:
    """The pairs behind the moments; with repeats "linked", only occasions that both raters measured."""
    y = m.measured.reshape(len(m.counts), 2, len(m.occasions))
    _refuse_what_has_no(how, y, m.raters)
    if repeats == "linked":
        y = np.where(np.isnan(y).any(axis=1, keepdims=True), np.nan, y)
    count = np.sum(~np.isnan(y), axis=2)
    here = np.asarray(np.min(count, axis=1, initial=1) > 0)
    y = y[here]
    largest = float(np.nanmax(np.abs(y), initial=0.0))
    scaled, size = _scaled(y, how, repeats)
    means = mean_over(scaled)
    return MeasuredPairs(
        difference=means[:, 0] - means[:, 1],
        size=size,
        here=here,
        weighing=m.by,
        counts=m.counts[here],
        largest={"plain": largest, "percent": 200.0, "log": 1.0}[how],
        within=_within(scaled, repeats) if y.shape[2] > 1 else (),
    )


def _scaled(y: Floats, how: Differences, repeats: Repeats) -> tuple[Floats, Floats]:
    """The measurements as they are to be subtracted, and the size of each item."""
    if how == "log":
        logs = np.log(y)
        return logs, mean_over(logs).mean(axis=1)
    size = mean_over(y).mean(axis=1)
    if how == "plain":
        return y, size
    by_occasion = y.mean(axis=1, keepdims=True) if repeats == "linked" else size[:, None, None]
    return 100 * y / by_occasion, size


def _within(y: Floats, repeats: Repeats) -> tuple[WithinSquares, ...]:
    """Linked repeats have differences that vary, others have measurements that vary."""
    parts = [y[:, 0] - y[:, 1]] if repeats == "linked" else [y[:, 0], y[:, 1]]
    return tuple(
        WithinSquares(np.nansum((x - mean_over(x)[:, None]) ** 2, axis=1), (~np.isnan(x)).sum(axis=1) * 1.0)
        for x in parts
    )


def mean_over(y: Floats) -> Floats:
    """The mean over the last axis of what is there."""
    there = ~np.isnan(y)
    count = there.sum(axis=-1)
    return np.asarray(np.where(there, y, 0.0).sum(axis=-1) / np.where(count == 0, 1, count))


def spread_of(p: MeasuredPairs) -> DifferenceSpread:
    """Mean and variances, with sums taken about the middle so that no digits are lost."""
    n = p.sum(np.ones(len(p.difference)))
    weight = float(p.counts.sum())
    centre = float(p.counts @ p.difference / weight) if weight > 0 else 0.0
    inside = [w for w in p.within if (p.counts[w.times > 1] > 0).any()]
    linked = len(p.within) == 1 and len(inside) == 1
    return _linked(p, n, centre, inside[0]) if linked else _by_item(p, n, centre, inside)


def _by_item(p: MeasuredPairs, n: Total, centre: float, inside: Sequence[WithinSquares]) -> DifferenceSpread:
    """Items' means count alike; of the variance within items, 1 − 1/m is not in a mean of m yet."""
    off = p.difference - centre
    away = p.sum(off) / n
    between = _zeroed((p.sum(off**2) - n * away * away) / (n - 1), (_ROUNDING * p.largest) ** 2)
    parts = [Component(Total(1.0), between, n - 1)]
    for w in inside:
        df = p.sum(w.times - 1)
        parts.append(Component(1 - p.sum(1 / w.times) / n, p.sum(w.squares) / df, df))
    which = [
        name for name, w in zip(("first", "second"), p.within, strict=False) if any(w is x for x in inside)
    ]
    names = ["var_item_means", *(f"var_within_{name}" for name in which)]
    variances = {name: c.variance for name, c in zip(names, parts, strict=True)} if inside else {}
    return DifferenceSpread(n, away + centre, between / n, tuple(parts), variances)


def _linked(p: MeasuredPairs, n: Total, centre: float, w: WithinSquares) -> DifferenceSpread:
    """All differences count alike (Bland and Altman 2007): by analysis of variance between and within items.

    σ_b² + σ_w² is MS_b/m₀ + (1 − 1/m₀)·MS_w, with m₀ = (Σm − Σm²/Σm)/(n − 1).
    """
    off, times = p.difference - centre, w.times
    every, squared = p.sum(times), p.sum(times**2)
    away = p.sum(times * off) / every
    m0 = (every - squared / every) / (n - 1)
    between = (p.sum(times * off**2) - every * away * away) / (n - 1)
    within = p.sum(w.squares) / (every - n)
    least = (_ROUNDING * p.largest) ** 2
    between, within = _zeroed(between, least), _zeroed(within, least)
    items = (between - within) / m0
    return DifferenceSpread(
        n,
        away + centre,
        items * squared / (every * every) + within / every,
        (Component(1 / m0, between, n - 1), Component(1 - 1 / m0, within, every - n)),
        {"var_between_items": items, "var_within_items": within},
    )


def _zeroed(variance: Total, least: float) -> Total:
    """A variance that is nothing but rounding is zero, and has no slope."""
    nothing = variance.value <= least
    slope = np.zeros_like(variance.slope) if variance.slope is not None and nothing.all() else variance.slope
    return Total(np.where(nothing, 0.0, variance.value), slope)


def spread_from_sums(m: Moments) -> DifferenceSpread:
    """The spread of differences where only means and cross-products are known."""
    b = m.complete
    ss = b.cross[..., 0, 0] - 2 * b.cross[..., 0, 1] + b.cross[..., 1, 1]
    n = Total(b.n)
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = Total(ss / (b.n - 1))
    mean = Total(b.mean[..., 0] - b.mean[..., 1])
    return DifferenceSpread(n, mean, variance / n, (Component(Total(1.0), variance, n - 1),))


def _refuse_what_has_no(how: Differences, y: Floats, raters: Sequence[str]) -> None:
    """Logarithms need positive measurements, and percentages a positive mean."""
    if how == "plain":
        return
    bad = np.argwhere(y <= 0)
    if not len(bad):
        return
    what = {"log": "ratios (differences='log')", "percent": "percentages (differences='percent')"}[how]
    row, rater, occasion = bad[0]
    value: Any = y[row, rater, occasion]
    if len(bad) > 1:
        raise InputError(
            f"Measurements must be above 0 for {what}, but {len(bad)} are not, such as {value:g} by "
            f"{raters[rater]} (item {row + 1} of those measured): use differences='plain', or "
            "exclude such items."
        )
    raise InputError(
        f"Measurements must be above 0 for {what}, but {raters[rater]} has {value:g} "
        f"(item {row + 1} of those measured): use differences='plain', or exclude such items."
    )
