"""Limits of agreement for differences that are not normal, grow with size, or are ratios."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...errors import OptionError
from ...quote import quote
from ...reduce.item_weights import Floats
from ...reduce.totals import Pending, Total
from ...result import Note
from ..coefficient import Classical, Estimate
from ..order_statistics import Sorted
from .assumptions import Line, line, spread_on_size
from .pairs import MeasuredPairs


@dataclass(frozen=True, eq=False)
class Three:
    """Bias, lower limit and upper limit, each with its uncertainty, and what stands behind them."""

    values: tuple[Total, Total, Total]
    classical: tuple[Classical | None, Classical | None, Classical | None]
    details: dict[str, Any]
    notes: tuple[Note, ...] = ()
    adjusted: tuple[Classical | None, Classical | None, Classical | None] = (None, None, None)


def nonparametric(p: MeasuredPairs, share: float) -> Three:
    """The median, and the quantiles that leave half of the rest out at either end."""
    places = (0.5, 0.5 - share / 2, 0.5 + share / 2)
    if not p.weighing.follows_slopes:
        return _of_draws(p, lambda d, w: [Sorted(d, w).quantile(at) for at in places])
    known = Sorted(p.difference, p.counts)
    values = tuple(Total(known.quantile(at), p.slope(known.slope(at, p.difference))) for at in places)
    return Three(
        values,  # type: ignore[arg-type]
        tuple(_by_order(known, at, sign_test=at == 0.5) for at in places),  # type: ignore[arg-type]
        {"limits_are": f"quantiles {places[1]:.4g} and {places[2]:.4g} of the differences"},
        _too_few(known.n, share),
    )


def _of_draws(p: MeasuredPairs, f: Callable[[Floats, Floats], list[float]]) -> Three:
    """Weights one vector at a time."""
    rows = [f(p.difference, w[p.here]) for w in p.weighing.vectors()]
    columns = np.array(rows, dtype=float).reshape(-1, 3).T
    return Three(tuple(Total(c) for c in columns), (None, None, None), {})  # type: ignore[arg-type]


def _by_order(known: Sorted, at: float, *, sign_test: bool) -> Classical:
    """Order statistics; the standard error from how dense the differences are there."""
    return Classical(
        name="order statistics",
        se=lambda: float(np.sqrt(at * (1 - at) / known.n) / known.density(at)),
        limits=lambda level: known.interval(at, level),
        test=(lambda null, side: _signs(known, null, side)) if sign_test else None,
        without_spread=True,
    )


def _signs(known: Sorted, null: float, side: str | None) -> tuple[dict[str, Any], float]:
    """Whether as many differences lie above a value as below: binomial, those at the value left out."""
    from scipy.special import bdtr

    above = round(float(known.weights[known.values > null].sum()))
    below = round(float(known.weights[known.values < null].sum()))
    details = {"null_value": null, "test": "signs", "statistic": above, "df": above + below}
    if not above + below:
        return {"null_value": null}, float("nan")
    more, less = (float(bdtr(few, above + below, 0.5)) for few in (below, above))
    p = {"greater": more, "less": less}.get(str(side), min(1.0, 2 * min(more, less)))
    return details, p


def _too_few(n: float, share: float) -> tuple[Note, ...]:
    least = 2 / (1 - share) - 1
    if n >= least - 1e-9:
        return ()
    needed = float(np.ceil(least - 1e-9))
    text = (
        f"Quantiles that contain {share:.4g} of the differences need at least {needed:.0f} items; with "
        f"{n:g}, the limits are the smallest and the largest difference."
    )
    return (Note("too-few-for-quantiles", text, {"share": share, "needed": needed, "items": n}),)


# --- limits that follow size --------------------------------------------------------------------


def regression(p: MeasuredPairs, k: float) -> Three:
    """Bland and Altman 1999: difference = a + b·size, with σ = c + d·size from absolute residuals.

    Both lines pass through the means, so at the mean size the limits are mean ± k·√(π/2)·mean |residual|.
    """
    if not p.weighing.follows_slopes:
        return _of_draws(p, lambda d, w: _at_mean(d, p.size, w, k))
    level = line(p.difference, p.size, p.counts)
    spread = spread_on_size(p, level)
    bias, lower, upper = _at_mean(p.difference, p.size, p.counts, k)
    mean_slope, sigma_slope = _slopes(p, level)
    values = (
        Total(bias, p.slope(mean_slope)),
        Total(lower, p.slope(mean_slope - k * sigma_slope)),
        Total(upper, p.slope(mean_slope + k * sigma_slope)),
    )
    n = float(p.counts.sum())
    classical = (None, *(_by_slopes(v, p, n) for v in values[1:]))
    return Three(values, classical, _lines(p, level, spread, k), _below_zero(p, spread))  # type: ignore[arg-type]


def _below_zero(p: MeasuredPairs, spread: Line) -> tuple[Note, ...]:
    """A straight line of spread can cross 0, where limits would change places."""
    if not (spread.at(p.size) <= 0).any():
        return ()
    text = "The fitted spread falls to 0 or below within the measured range: the limits are not valid there."
    return (Note("no-spread-at-some-sizes", text),)


def _at_mean(d: Floats, size: Floats, w: Floats, k: float) -> list[float]:
    n = float(w.sum())
    if not n > 1:
        return [np.nan, np.nan, np.nan]
    level = line(d, size, w)
    mean = float(w @ d) / n
    half = k * np.sqrt(np.pi / 2) * float(w @ np.abs(_residual(d, size, level, mean))) / n
    return [mean, mean - half, mean + half]


def _residual(d: Floats, size: Floats, level: Line, mean: float) -> Floats:
    """From the line, or from the mean where size does not vary."""
    return d - (mean if np.isnan(level.slope) else level.at(size))


def _slopes(p: MeasuredPairs, level: Line) -> tuple[Floats, Floats]:
    """What one more item does to the mean, and to σ at the mean size: through residuals and the line."""
    w, n = p.counts, float(p.counts.sum())
    mean = float(w @ p.difference) / n
    r = _residual(p.difference, p.size, level, mean)
    away = p.size - float(w @ p.size) / n
    s_xx = float(w @ away**2)
    size, sign = np.abs(r), np.sign(r)
    moved = (w @ sign) / n * r / n
    if s_xx > 0 and not np.isnan(level.slope):
        moved = moved + (w @ (sign * away)) / n * away * r / s_xx
    sigma = (size - (w @ size) / n) / n - moved
    return (p.difference - mean) / n, np.sqrt(np.pi / 2) * sigma


def _by_slopes(value: Total, p: MeasuredPairs, n: float) -> Classical:
    """From influence values, with t."""
    from scipy.special import stdtrit

    slope = np.zeros(0) if value.slope is None else value.slope[p.here]
    off = slope - (p.counts @ slope) / n
    se = float(np.sqrt(p.counts @ off**2 * n / (n - 1)))
    middle = float(value)

    def limits(level: float) -> tuple[float, float]:
        half = float(stdtrit(n - 1, 0.5 + level / 2)) * se
        return middle - half, middle + half

    name = f"influence values, t({n - 1:g})"
    return Classical(name=name, se=lambda: se, limits=limits, without_spread=True)


def _lines(p: MeasuredPairs, level: Line, spread: Line, k: float) -> dict[str, Any]:
    mean = float(p.counts @ p.size) / float(p.counts.sum())
    return {
        "limits_are": f"at the mean size, {mean:.6g}",
        "bias_intercept": level.intercept, "bias_slope": level.slope,
        "sd_intercept": spread.intercept, "sd_slope": spread.slope,
        "limits_formula": f"{_formula(level)} ± {k:.4g}·({_formula(spread)})",
    }  # fmt: skip


def _formula(line: Line) -> str:
    """a + b·size, or a − b·size."""
    sign = "+" if line.slope >= 0 else "−"
    return f"{line.intercept:.6g} {sign} {abs(line.slope):.6g}·size"


#: Details that are differences of logarithms.
_DIFFERENCES = ("new_difference_low", "new_difference_high", "mean_difference_low", "mean_difference_high")


def as_ratio(e: Estimate) -> Estimate:
    """exp of the estimate and of its limits; no difference is a ratio of 1."""
    return replace(
        e,
        value=_exp(e.value),
        classical=None if e.classical is None else _back(e.classical, float(np.exp(e.value.value))),
        adjusted=None if e.adjusted is None else _back(e.adjusted, float(np.exp(e.value.value))),
        null=None if e.null is None else 1.0,
        parts={name: as_ratio(part) for name, part in e.parts.items()},
    )


def ratio_details(details: Mapping[str, Any]) -> dict[str, Any]:
    """Differences as ratios, and the standard deviation under the name of what it is."""
    out = {name: float(np.exp(x)) if name in _DIFFERENCES else x for name, x in details.items()}
    return {("sd_log_ratios" if name == "sd_differences" else name): x for name, x in out.items()}


def _exp(t: Total) -> Total:
    value = np.exp(t.value)

    def slope() -> Floats:
        own = t.slope
        return np.zeros(0) if own is None else value * own

    return Total(value) if t.slope is None else Pending(value, slope)


def _back(c: Classical, value: float) -> Classical:
    """An interval of logarithms as one of ratios; tests stay on logarithms."""

    def limits(level: float) -> tuple[float, float]:
        low, high = c.limits(level)
        return float(np.exp(low)), float(np.exp(high))

    def test(null: float, side: str | None) -> tuple[dict[str, Any], float]:
        if not null > 0:
            raise OptionError(f"A ratio can be tested only against a value above 0, got {quote(null)}.")
        details, p = c.test(float(np.log(null)), side) if c.test else ({}, float("nan"))
        return details | {"null_value": null}, p

    return replace(c, se=lambda: value * c.se(), limits=limits, test=None if c.test is None else test)
