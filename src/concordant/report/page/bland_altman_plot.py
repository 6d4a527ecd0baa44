"""The Bland–Altman plot of the page: differences against means, with limits and their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...interpret.where import Scatter
from ...language.numerals import in_units
from ...language.render import LANGUAGES
from ...result import Result
from ..figures.axis_labels import name_in
from ..figures.bland_altman import BlandAltmanPlot
from ..figures.drawing import Words
from .plots import Plot, PlotBand, PlotLine, PlotPoint, number_ticks


def bland_altman_plot(scatter: Scatter | None, result: Result | None, names: Sequence[Any]) -> Plot | None:
    """The plot of two raters; None where there are no pairs or no limits."""
    if scatter is None or result is None or not result.defined or not scatter.pairs:
        return None
    each: dict[str, BlandAltmanPlot] = {lang: _in_one(scatter, result, names, lang) for lang in LANGUAGES}
    drawn = each["en"]
    across, upright = drawn.across, drawn.upright
    suffix = "" if drawn.how == "plain" else f"-{drawn.how}"
    return Plot(
        title={lang: one.words(f"difference{suffix}", **one.names) for lang, one in each.items()},
        x_title={lang: one.words("mean-log" if one.how == "log" else "mean") for lang, one in each.items()},
        x_range=(across[0], across[1]),
        y_range=(upright[0], upright[1]),
        x_ticks=tuple(number_ticks(across)),
        y_ticks=tuple(number_ticks(upright)),
        points=tuple(_points(drawn)),
        lines=tuple(_lines(each)),
        bands=tuple(_bands(drawn)),
        notes=tuple(
            dict(zip(LANGUAGES, pair, strict=True))
            for pair in zip(*(one.notes() for one in each.values()), strict=True)
        ),
        height=300,
        log=drawn.how == "log",
    )


def _in_one(scatter: Scatter, result: Result, names: Sequence[Any], lang: Any) -> BlandAltmanPlot:
    first, second = (name_in(name, lang) for name in names)
    return BlandAltmanPlot(scatter, result, {"first": first, "second": second}, Words(lang))


def _points(drawn: BlandAltmanPlot) -> Iterator[PlotPoint]:
    """Every pair, with its two values under the pointer."""
    first, second = drawn.names.values()
    for (x, y), (a, b) in zip(drawn.dots, drawn.scatter.pairs, strict=True):
        yield PlotPoint(x, y, y, y, f"{first} {in_units(a)} · {second} {in_units(b)}", "pair")


def _bands(drawn: BlandAltmanPlot) -> Iterator[PlotBand]:
    """The intervals of bias and limits, where these are one number each."""
    for name, one in () if drawn.sloped else drawn.three.items():
        if one.interval is not None and not (drawn.unsure and name != "bias"):
            yield PlotBand(one.interval.low, one.interval.high, "bias" if name == "bias" else "limit")


def _lines(each: dict[str, BlandAltmanPlot]) -> Iterator[PlotLine]:
    """No difference, what is allowed, bias and limits with their names, and the slope."""
    drawn = each["en"]
    low, high = drawn.across
    yield PlotLine(((low, drawn.nothing), (high, drawn.nothing)), "zero")
    for y in () if drawn.allowed is None else (drawn.allowed, drawn.other_way(drawn.allowed)):
        yield PlotLine(((low, y), (high, y)), "allowed")
    flat = {name: one.estimate for name, one in drawn.three.items()}
    ends: list[dict[str, float]] = list(drawn.sloped_rows()) or [{"x": low, **flat}, {"x": high, **flat}]
    for name in ("bias",) if drawn.same else ("lower", "upper", "bias"):
        number = "" if drawn.sloped else in_units(drawn.three[name].estimate)
        key = "bias-and-limits" if drawn.same else name
        called = {lang: one.words(key, x=number).rstrip() for lang, one in each.items()}
        kind = "bias" if name == "bias" else "limit"
        yield PlotLine(tuple((row["x"], row[name]) for row in ends), kind, called)
    if drawn.slope is not None:
        yield PlotLine(tuple(drawn.slope_ends(drawn.slope)), "slope")
