"""The agreement heat map: what one said where the other said what, with margins and the band that counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...interpret.study import count_words
from ...interpret.where import Confusion
from ...language.numerals import written_percent
from ...language.render import Language, render
from ...language.text_table import text_in
from ..figure import BLUE, FAINT, GREY, INK, Figure
from .axis_labels import across, down, name_in, named_axis, steps
from .drawing import altair, channels, short, titled, values
from .layering import layered
from .theme import COVER, SMALL, themed

#: How large a cell is at most and at least, and what the whole table takes.
_LARGE, _LEAST, _WHOLE = 58.0, 9.0, 430.0
#: Cells of at least this size hold a number, and of this size a share too.
_HOLDS, _HOLDS_BOTH = 22.0, 36.0
#: How far the margins stand off the table, and how far they reach, in points.
_OFF, _REACH = 8.0, 46.0


def heat_map(
    confusion: Confusion,
    *,
    lang: Language = "en",
    names: Sequence[Any] | None = None,
    within: float = 1.0,
    positions: Sequence[float] | None = None,
) -> Figure:
    """Rows are the first, columns the second; a cell has the fuller colour, the more of its row is in it.

    Solid frames are exact agreement. The dashed one is what lies `within` so many steps of the scale, or so
    much by `positions`, the value of each category; 0 where categories have no order. `names` stand for the
    two: texts, or words in each language.
    """
    drawn = _Map(
        confusion,
        lang,
        tuple(name_in(name, lang) for name in names or (confusion.first, confusion.second)),
        within,
        tuple(positions or range(len(confusion.labels))),
    )
    side = drawn.cell * drawn.size + _OFF + _REACH
    layers = [drawn.cells(), *drawn.margins(), *drawn.frames(), *drawn.numbers()]
    chart = layered(*layers, width=side, height=side, title=drawn.title())
    return themed("heat-map", chart, lang=lang)


@dataclass(frozen=True)
class _Map:
    """The table on a plane where a category is one step; bars of the margins lie above and right of it."""

    table: Confusion
    lang: Language
    names: tuple[str, ...]
    within: float
    positions: tuple[float, ...]

    @property
    def size(self) -> int:
        return len(self.table.labels)

    @property
    def cell(self) -> float:
        return max(_LEAST, min(_LARGE, _WHOLE / max(self.size, 1)))

    def number(self, n: float) -> str:
        """A count; where several people share an item, as the page shows it."""
        return text_in(count_words(self.table)(n), self.lang)

    def word(self, key: str, **facts: Any) -> str:
        return render(f"figures.a-{key}", facts, self.lang)

    def title(self) -> Any:
        first, second = self.names
        filled = "in-each-cell" if self.cell >= _HOLDS_BOTH else "fuller"
        framed = self.word("framed-within", t=f"{self.within:g}") if self._banded else self.word("framed")
        title = self.word("heat-map", first=first, second=second)
        return titled(title, self.word(filled, n=self.table.total), framed)

    # --- the table ------------------------------------------------------------------------------

    def cells(self) -> Any:
        alt = altair()
        first, second = self.names
        tooltip = [
            ("row", first),
            ("column", second),
            ("items", self.word("items")),
            ("part", self.word("of-row")),
        ]
        return (
            alt.Chart(values(self._cells()))
            .mark_rect(color=BLUE, stroke=None)
            .encode(
                **self._plane(),
                x2=alt.X2("x2"),
                y2=alt.Y2("y2"),
                fillOpacity=alt.FillOpacity(
                    "share:Q", scale=alt.Scale(domain=[0, 1], range=[0, COVER]), legend=None
                ),
                tooltip=[alt.Tooltip(f"{field}:N", title=title) for field, title in tooltip],
            )
        )

    def _cells(self) -> Iterator[dict[str, Any]]:
        labels = [short(label) for label in self.table.labels]
        for i, (line, total) in enumerate(zip(self.table.cells, self.table.first_totals, strict=True)):
            for j, n in enumerate(line):
                share = n / total if total else 0.0
                yield {
                    "x": j, "x2": j + 1, "y": i, "y2": i + 1, "share": share, "n": n,
                    "row": labels[i], "column": labels[j],
                    "items": self.number(n), "part": written_percent(share) if total else "–",
                }  # fmt: skip

    def _plane(self) -> dict[str, Any]:
        """Both axes, with the categories below and at the left; the first one stands at the top left."""
        alt, labels, whole = altair(), self.table.labels, self.cell * self.size
        more = (_OFF + _REACH) / self.cell
        below = across(labels, self.cell, title=self.names[1], titleX=whole / 2)
        beside = down(self.cell, title=self.names[0], titleY=_OFF + _REACH + whole / 2)
        return {
            "x": alt.X("x:Q", scale=steps(0, self.size + more), axis=named_axis(labels, **below)),
            "y": alt.Y("y:Q", scale=steps(-more, self.size, reverse=True), axis=named_axis(labels, **beside)),
        }

    def numbers(self) -> Iterator[Any]:
        """What is in a cell, where there is room and anything to say."""
        rows = [{**one, "x": one["x"] + 0.5, "y": one["y"] + 0.5} for one in self._cells() if one["n"]]
        base = altair().Chart(values(rows)).encode(**channels(x="x:Q", y="y:Q"))
        both = self.cell >= _HOLDS_BOTH
        if self.cell >= _HOLDS:
            yield base.mark_text(dy=-6 if both else 0, fontSize=12 if both else SMALL).encode(
                **channels(text="items:N")
            )
        if both:
            yield base.mark_text(dy=8, fontSize=SMALL).encode(**channels(text="part:N"))

    # --- beside it ------------------------------------------------------------------------------

    def margins(self) -> Iterator[Any]:
        """How often each says what, as bars above and at the right."""
        totals = (*self.table.first_totals, *self.table.second_totals)
        longest = max(totals, default=0.0) or 1.0
        off, reach = _OFF / self.cell, (_REACH - 22) / self.cell / longest
        right = [
            {"x": self.size + off, "x2": self.size + off + reach * n, "y": i + 0.12, "y2": i + 0.88, "n": n}
            for i, n in enumerate(self.table.first_totals)
        ]
        above = [
            {"x": j + 0.12, "x2": j + 0.88, "y": -off, "y2": -off - reach * n, "n": n}
            for j, n in enumerate(self.table.second_totals)
        ]
        alt = altair()
        bars = values(row for row in [*right, *above] if row["n"])
        yield (
            alt.Chart(bars)
            .mark_rect(color=GREY, opacity=0.55)
            .encode(**channels(x="x:Q", x2="x2", y="y:Q", y2="y2"))
        )
        if self.cell >= _HOLDS:
            yield self._ends([{**r, "x": r["x2"], "y": r["y"] + 0.38} for r in right], dx=4, align="left")
            yield self._ends(
                [{**r, "x": r["x"] + 0.38, "y": r["y2"]} for r in above], dy=-4, baseline="bottom"
            )

    def _ends(self, rows: list[dict[str, Any]], **how: Any) -> Any:
        rows_of_ends = values({"x": row["x"], "y": row["y"], "items": self.number(row["n"])} for row in rows)
        return (
            altair()
            .Chart(rows_of_ends)
            .mark_text(fontSize=SMALL, **how)
            .encode(**channels(x="x:Q", y="y:Q", text="items:N"))
        )

    def frames(self) -> Iterator[Any]:
        """Frames round the same category, and a dashed one round what is near enough."""
        alt = altair()
        yield _boxes([(0, self.size)], FAINT, 1)
        yield _boxes([(i, i + 1) for i in range(self.size)], INK, 1.3)
        if self._banded:
            corners = [{"x": x, "y": y, "order": place} for place, (x, y) in enumerate(self._band())]
            yield (
                alt.Chart(values(corners))
                .mark_line(stroke=INK, strokeWidth=1, strokeDash=[3, 3], interpolate="linear")
                .encode(**channels(x="x:Q", y="y:Q", order="order:Q"))
            )

    @property
    def _banded(self) -> bool:
        """Whether near enough is more than the same and less than everything."""
        reached = {self._reach(i) for i in range(self.size)}
        return any(high - low > 1 for low, high in reached) and reached != {(0, self.size)}

    def _reach(self, i: int) -> tuple[int, int]:
        """The columns near enough to a row: the first of them, and the one after the last."""
        near = [abs(at - self.positions[i]) <= self.within for at in self.positions]
        below = next((j for j in range(i, -1, -1) if not near[j]), -1)
        return below + 1, next((j for j in range(i, self.size) if not near[j]), self.size)

    def _band(self) -> list[tuple[int, int]]:
        """The corners of the band, down on the right and up again on the left."""
        down_right = [(self._reach(i)[1], y) for i in range(self.size) for y in (i, i + 1)]
        up_left = [(self._reach(i)[0], y) for i in reversed(range(self.size)) for y in (i + 1, i)]
        return [*down_right, *up_left, down_right[0]]


def _boxes(ends: list[tuple[int, int]], colour: str, width: float) -> Any:
    """Frames of squares on the diagonal."""
    rows = values({"x": low, "x2": high, "y": low, "y2": high} for low, high in ends)
    mark = altair().Chart(rows).mark_rect(filled=False, stroke=colour, strokeWidth=width)
    return mark.encode(**channels(x="x:Q", x2="x2", y="y:Q", y2="y2"))
