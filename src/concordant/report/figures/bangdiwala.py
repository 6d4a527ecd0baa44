"""Bangdiwala's agreement chart: rectangles by what each says how often, filled as far as both agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...interpret.where import Confusion
from ...language.numerals import written_count
from ...language.render import Language, render
from ..figure import BLUE, SOFT, Figure
from .axis_labels import across, down, name_in, named_axis, steps
from .drawing import altair, channels, short, titled, values
from .layering import layered
from .theme import themed

#: How wide and high the chart is.
_SIDE = 340


@dataclass(frozen=True)
class Rectangle:
    """One category's rectangle, or what is filled of it: where it begins, and its width and height."""

    code: int
    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        return self.width * self.height


def bangdiwala(
    confusion: Confusion, *, lang: Language = "en", names: Sequence[Any] | None = None, within: int = 1
) -> Figure:
    """Each category is a rectangle, as wide and high as the two say it; its full square is exact agreement.

    The full part of all rectangles is Bangdiwala's B. Pale is what lies `within` so many steps of the scale;
    0 where categories have no order. Squares that leave the diagonal show that one says more than the other.
    `names` stand for the two: texts, or words in each language.
    """
    called = tuple(name_in(name, lang) for name in names or (confusion.first, confusion.second))
    drawn = _Chart(confusion, lang, called)
    cells = np.array(confusion.cells).reshape(len(confusion.labels), -1)
    shaded = 0 < within < len(cells) - 1
    pale = [drawn.rectangles(filled(cells, within), fill=BLUE, fillOpacity=0.3)] if shaded else []
    layers = [
        drawn.rectangles(frames(cells), fill=None, stroke=SOFT, strokeWidth=0.8).encode(**drawn.axes()),
        *pale,
        drawn.rectangles(filled(cells, 0), fill=BLUE, fillOpacity=0.9),
        drawn.diagonal(),
    ]
    key, facts = _b(cells)
    title = titled(
        drawn.word("bangdiwala", first=called[0], second=called[1]),
        drawn.word(key, **facts),
        drawn.word("pale", t=within) if shaded else "",
    )
    chart = layered(*layers, width=_SIDE, height=_SIDE, title=title)
    return themed("bangdiwala", chart, lang=lang)


def frames(cells: Any) -> tuple[Rectangle, ...]:
    """The rectangles: each begins where the one before ends."""
    rows, columns = cells.sum(axis=1), cells.sum(axis=0)
    return tuple(
        Rectangle(i, columns[:i].sum(), rows[:i].sum(), columns[i], rows[i]) for i in range(len(cells))
    )


def filled(cells: Any, within: int) -> tuple[Rectangle, ...]:
    """What both agree on up to so many steps, after what the other puts lower, before the higher."""
    out = []
    for frame in frames(cells):
        low, high = max(frame.code - within, 0), frame.code + within + 1
        across_row, down_column = cells[frame.code], cells[:, frame.code]
        out.append(
            Rectangle(
                frame.code,
                frame.x + down_column[:low].sum(),
                frame.y + across_row[:low].sum(),
                down_column[low:high].sum(),
                across_row[low:high].sum(),
            )
        )
    return tuple(out)


def _b(cells: Any) -> tuple[str, dict[str, float]]:
    """What is said of B: the sentence and its facts."""
    allowed, full = (sum(part.area for part in parts) for parts in (frames(cells), filled(cells, 0)))
    if not allowed:
        return ("b-none" if cells.sum() else "b-empty"), {}
    return "b", {"b": full / allowed, "n": float(cells.sum())}


@dataclass(frozen=True)
class _Chart:
    """The square of all items by all items, on which everything is drawn."""

    table: Confusion
    lang: Language
    names: tuple[str, ...]

    def word(self, key: str, **facts: Any) -> str:
        return render(f"figures.a-{key}", facts, self.lang)

    def rectangles(self, parts: Sequence[Rectangle], **look: Any) -> Any:
        alt = altair()
        first, second = self.names
        facts = {"label": self.word("category"), "high": first, "wide": second, "same": self.word("same")}
        tips = [alt.Tooltip(f"{field}:N", title=title) for field, title in facts.items()]
        mark = alt.Chart(values(self._rows(parts))).mark_rect(**look)
        return mark.encode(**channels(x="x:Q", x2="x2", y="y:Q", y2="y2"), tooltip=tips)

    def _rows(self, parts: Sequence[Rectangle]) -> Iterator[dict[str, Any]]:
        table = self.table
        for part in parts:
            if part.area:
                yield {
                    "x": part.x, "x2": part.x + part.width, "y": part.y, "y2": part.y + part.height,
                    "label": short(table.labels[part.code]),
                    "same": written_count(table.cells[part.code][part.code]),
                    "wide": written_count(table.second_totals[part.code]),
                    "high": written_count(table.first_totals[part.code]),
                }  # fmt: skip

    def diagonal(self) -> Any:
        ends = values([{"x": 0, "y": 0}, {"x": self._whole, "y": self._whole}])
        mark = altair().Chart(ends).mark_line(color=SOFT, strokeWidth=1, strokeDash=[4, 3])
        return mark.encode(**channels(x="x:Q", y="y:Q"))

    @property
    def _whole(self) -> float:
        return self.table.total or 1.0

    def axes(self) -> dict[str, Any]:
        alt, scale = altair(), steps(0, self._whole)
        first, second = self.names
        below, beside = self._used(self.table.second_totals), self._used(self.table.first_totals)
        wide = across(below[0], _SIDE / max(len(below[0]), 1), **self._title(second))
        high = down(_SIDE / max(len(beside[0]), 1), **self._title(first))
        return {
            "x": alt.X("x:Q", scale=scale, axis=named_axis(*below, **wide)),
            "y": alt.Y("y:Q", scale=scale, axis=named_axis(*beside, **high)),
        }

    def _title(self, name: str) -> dict[str, Any]:
        return {"title": self.word("by", name=name), "labelOverlap": "greedy", "domain": True}

    def _used(self, totals: Sequence[float]) -> tuple[list[str], list[float]]:
        """Labels, and the middle of what each has of an axis; what nobody says has no place."""
        ends = np.cumsum([0.0, *totals]).tolist()
        used = [i for i, n in enumerate(totals) if n > 0]
        return [self.table.labels[i] for i in used], [(ends[i] + ends[i + 1]) / 2 for i in used]
