"""Plots that the page draws itself, once for both languages: points with intervals, lines and bands."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...digits import rounded
from ...language.message import Message
from .curves import CurveTick

#: What is written, in both languages or the same in both.
Words = Message | Mapping[str, str] | str


@dataclass(frozen=True)
class PlotPoint:
    """A value with the ends of its interval, which are the value itself where it has none.

    `text` is shown under the pointer; `kind` says how the point is drawn.
    """

    x: float
    y: float
    low: float
    high: float
    text: Words
    kind: str = "first"


@dataclass(frozen=True)
class PlotLine:
    """Points that are joined; `name` is written above its right end."""

    points: tuple[tuple[float, float], ...]
    kind: str
    name: Words = ""


@dataclass(frozen=True)
class PlotBand:
    """A strip from `low` to `high`, over the whole width or from `start` to `end`."""

    low: float
    high: float
    kind: str = "plain"
    start: float = -math.inf
    end: float = math.inf


@dataclass(frozen=True)
class Plot:
    """One plot with a title of one line; `keys` name the kinds of points, `notes` stand below."""

    title: Words
    x_range: tuple[float, float]
    y_range: tuple[float, float]
    x_ticks: tuple[tuple[float, str], ...]
    y_ticks: tuple[tuple[float, str], ...]
    x_title: Words = ""
    points: tuple[PlotPoint, ...] = ()
    lines: tuple[PlotLine, ...] = ()
    bands: tuple[PlotBand, ...] = ()
    keys: tuple[tuple[str, Words], ...] = ()
    notes: tuple[Words, ...] = field(default=())
    height: int = 240
    width: int = 440
    log: bool = False

    left, top = 44, 14

    @property
    def right(self) -> int:
        """Where the drawing ends."""
        return self.width - 12

    @property
    def bottom(self) -> int:
        """Where the axis below lies; names and a title need room."""
        return self.height - (22 if self.x_ticks else 6) - (18 if self.x_title else 0)

    def x(self, value: float) -> float:
        """The place of a value from left to right."""
        return self._place(value, self.x_range, self.left, self.right)

    def y(self, value: float) -> float:
        """The place of a value from below."""
        return self._place(value, self.y_range, self.bottom, self.top)

    def _place(self, value: float, ends: tuple[float, float], low: float, high: float) -> float:
        if self.log:
            value, ends = math.log(value), (math.log(ends[0]), math.log(ends[1]))
        share = rounded((value - ends[0]) / (ends[1] - ends[0]))
        return round(low + min(max(share, 0.0), 1.0) * (high - low), 1)

    def path(self, line: PlotLine) -> str:
        """A line as SVG joins its points."""
        return " ".join(f"{self.x(x)},{self.y(y)}" for x, y in line.points)

    def box(self, band: PlotBand) -> tuple[float, float, float, float]:
        """Left, top, width and height of a band, as much of it as is in sight."""
        start = self.left if math.isinf(band.start) else self.x(band.start)
        end = self.right if math.isinf(band.end) else self.x(band.end)
        low, high = self.y(max(band.low, self.y_range[0])), self.y(min(band.high, self.y_range[1]))
        return start, high, round(end - start, 1), round(low - high, 1)

    @cached_property
    def across(self) -> tuple[CurveTick, ...]:
        """Ticks of the axis below."""
        return tuple(CurveTick(self.x(value), text) for value, text in self.x_ticks)

    @cached_property
    def upright(self) -> tuple[CurveTick, ...]:
        """Ticks of the axis on the left."""
        return tuple(CurveTick(self.y(value), text) for value, text in self.y_ticks)


#: A step of an axis is one of these times a power of ten.
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


def round_values(low: float, high: float, about: int = 5) -> tuple[float, ...]:
    """Round numbers from `low` to `high`, about so many."""
    least = (high - low) / about
    power = 10.0 ** math.floor(math.log10(least))
    step = next(one * power for one in _STEPS if rounded(one * power) >= rounded(least))
    first, last = math.ceil(rounded(low / step)), math.floor(rounded(high / step))
    return tuple(rounded(place * step) for place in range(first, last + 1))


def number_ticks(ends: Sequence[float], *, share: bool = False, sign: bool = False) -> Iterator[Any]:
    """Round numbers with what is written there: shares in percent, changes with their sign."""
    for value in round_values(ends[0], ends[1]):
        shown = f"{100 * value:g}%" if share else f"{value:g}"
        shown = f"+{shown}" if sign and value > 0 else shown
        yield value, shown.replace("-", "\N{MINUS SIGN}")


def name_ticks(names: Sequence[str], room: int) -> tuple[tuple[float, str], ...]:
    """Names under the middle of their places; where many, every second, third and so on has room."""
    each = room / max(len(names), 1)
    longest = max(map(_width, names), default=1)
    every = max(1, math.ceil(min(longest, _MOST_SIGNS) * _SIGN / each))
    fits = max(int(every * each / _SIGN), _LEAST_SIGNS)
    return tuple((place + 0.5, _cut(name, fits)) for place, name in enumerate(names) if place % every == 0)


#: Units that a sign takes, and the signs of a name that are always and at most written.
_SIGN, _LEAST_SIGNS, _MOST_SIGNS = 6.5, 4, 14


def _width(name: str) -> int:
    return sum(2 if ord(sign) > 0x2E80 else 1 for sign in name)


def _cut(name: str, most: int) -> str:
    if _width(name) <= most:
        return name
    kept = ""
    for sign in name:
        if _width(kept + sign) > most - 1:
            break
        kept += sign
    return f"{kept}…"
