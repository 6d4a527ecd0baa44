"""Curves that the page draws itself: kappa over weights and over prevalence, in both languages at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...digits import rounded
from ...interpret.trust import Paradox, Sensitivity
from ...language.message import Message
from ..figures.prevalence import Prevalence
from .text_helpers import sentence

#: The sheet that is drawn on, in its own units, and its margins.
WIDTH, HEIGHT = 420, 230
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 12, 40

_Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class CurveLine:
    """One curve with its name; `kind` says how it is drawn."""

    name: Message
    points: tuple[tuple[float, float], ...]
    kind: str


@dataclass(frozen=True)
class CurveTick:
    """A place on an axis and what is written there."""

    at: float
    text: str


@dataclass(frozen=True)
class Curve:
    """Lines over one axis, with a band around the first where it has one; `here` marks the study itself."""

    title: Message
    x_title: Message
    lines: tuple[CurveLine, ...]
    band: tuple[tuple[float, float], ...]
    x_range: tuple[float, float]
    y_range: tuple[float, float]
    x_ticks: tuple[tuple[float, str], ...]
    here: float | None = None

    width, height = WIDTH, HEIGHT
    left, right, top, bottom = LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM

    def x(self, value: float) -> float:
        """The place of a value from left to right."""
        return self._place(value, self.x_range, self.left, self.right)

    def y(self, value: float) -> float:
        """The place of a value from below."""
        return self._place(value, self.y_range, self.bottom, self.top)

    @staticmethod
    def _place(value: float, ends: tuple[float, float], low: float, high: float) -> float:
        share = rounded((value - ends[0]) / (ends[1] - ends[0]))
        return round(low + min(max(share, 0.0), 1.0) * (high - low), 1)

    def path(self, points: _Points) -> str:
        """Points as SVG joins them."""
        return " ".join(f"{self.x(x)},{self.y(y)}" for x, y in points)

    @cached_property
    def across(self) -> tuple[CurveTick, ...]:
        """Ticks of the axis below."""
        return tuple(CurveTick(self.x(value), text) for value, text in self.x_ticks)

    @cached_property
    def upright(self) -> tuple[CurveTick, ...]:
        """Ticks of the axis on the left: every fifth of a unit."""
        low, high = self.y_range
        values = [k / 5 for k in range(math.ceil(rounded(5 * low)), math.floor(rounded(5 * high)) + 1)]
        return tuple(
            CurveTick(self.y(value), f"{value:.1f}".replace("-", "\N{MINUS SIGN}")) for value in values
        )


def weights_curve(found: Sensitivity) -> Curve | None:
    """The coefficient as the power of the distance goes from 0 to 2, with its interval."""
    known = [point for point in found.curve if not math.isnan(point.estimate)]
    if len(known) < _FEWEST:
        return None
    low = [(point.power, point.low) for point in known if not math.isnan(point.low)]
    high = [(point.power, point.high) for point in known if not math.isnan(point.high)]
    line = tuple((point.power, point.estimate) for point in known)
    heights = [y for _, y in (*line, *low, *high)]
    return Curve(
        title=sentence("weights-curve"),
        x_title=Message("figures.b-power"),
        lines=(CurveLine(sentence("measure", m=found.measure), line, "first"),),
        band=(*low, *reversed(high)),
        x_range=(0.0, 2.0),
        y_range=_upright(heights),
        x_ticks=tuple((x, f"{x:g}") for x in (0.0, 0.5, 1.0, 1.5, 2.0)),
    )


def prevalence_curve(found: Paradox) -> Curve | None:
    """Kappa by the share of the most common category, beside Gwet's AC and even chance."""
    path = Prevalence(found)
    if not path.drawable:
        return None
    start, end = path.span
    shares = sorted({*np.linspace(start, end, _STEPS + 1).tolist(), path.here})
    lines = [_line(found.kappa.measure, [(x, path.kappa(x)) for x in shares], "first")]
    if path.has_gwet and found.gwet is not None:
        lines.append(_line(found.gwet.measure, [(x, path.gwet(x)) for x in shares], "second"))
    even = found.even.estimate
    lines.append(_line(found.even.measure, [(start, even), (end, even)], "third"))
    heights = [y for line in lines for _, y in line.points]
    first, last = math.ceil(rounded(10 * start)), math.floor(rounded(10 * end))
    ticks = tuple(
        (k / 10, f"{10 * k} %") for k in range(first, last + 1, 2 if last - first > _MOST_TICKS else 1)
    )
    return Curve(
        title=sentence("prevalence-curve"),
        x_title=Message("figures.b-share", {"category": path.category}),
        lines=tuple(lines),
        band=(),
        x_range=(start, end),
        y_range=_upright(heights),
        x_ticks=ticks,
        here=path.here,
    )


#: Points of a curve that is computed, points that make one, and ticks that find room.
_STEPS, _FEWEST, _MOST_TICKS = 60, 2, 6


def _line(measure: str, points: Iterable[tuple[float, float]], kind: str) -> CurveLine:
    kept = tuple((x, y) for x, y in points if math.isfinite(y))
    return CurveLine(sentence("measure", m=measure), kept, kind)


def _upright(heights: Iterable[float]) -> tuple[float, float]:
    """From 0, or lower where needed, to 1."""
    least = min((y for y in heights if math.isfinite(y)), default=0.0)
    return (min(0.0, math.floor(rounded(5 * least)) / 5), 1.0)
