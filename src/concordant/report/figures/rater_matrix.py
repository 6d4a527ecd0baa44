"""Every two raters: how far they agree above the diagonal, how many items both rated below it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...errors import InputError
from ...interpret.raters import RaterMatrix
from ...language.numerals import written_count
from ...language.render import Language, render
from ...reduce.moments import Moments
from ..figure import BLUE, FAINT, GREY, INK, ORANGE, SOFT, Figure
from .axis_labels import across, down, named_axis, steps
from .drawing import altair, channels, short, titled, values
from .layering import layered
from .theme import COVER, LABEL, SMALL, themed

#: How large a cell is at most and at least, and what the whole matrix takes.
_LARGE, _LEAST, _WHOLE = 56.0, 11.0, 460.0
#: Cells of at least this size hold a number.
_HOLDS = 25.0
#: How much of a colour even no agreement has, beside nothing where there is none to speak of.
_SEEN = 0.06
#: How strong the largest overlap is beside the strongest agreement.
_BEHIND = 0.25


def rater_matrix(matrix: RaterMatrix, *, lang: Language = "en", exact: bool | None = None) -> Figure:
    """Raters of a kind stand beside each other; `exact` shows exact agreement instead of the main measure.

    By default exact agreement is shown, as everybody knows how to read it; of measurements, which are hardly
    ever the same, the main measure.
    """
    if not matrix.overlap:
        raise InputError(_why_none(matrix, lang))
    shown = not _measurements(matrix.measure) if exact is None else exact
    drawn = _Matrix(matrix, lang, shown)
    side = drawn.cell * drawn.size
    layers = [drawn.cells(), *drawn.groups(), *drawn.numbers()]
    chart = layered(*layers, width=side, height=side, title=drawn.title())
    return themed("rater-matrix", chart, lang=lang)


def _why_none(matrix: RaterMatrix, lang: Language) -> str:
    return matrix.said[0].text(lang) if matrix.said else render("figures.a-no-matrix", {}, lang)


def _measurements(measure: str) -> bool:
    return BY_NAME[measure].statistic is Moments


@dataclass(frozen=True)
class _Matrix:
    """The matrix on a plane where a rater is one step."""

    matrix: RaterMatrix
    lang: Language
    exact: bool

    @property
    def size(self) -> int:
        return len(self.matrix.raters)

    @property
    def cell(self) -> float:
        return max(_LEAST, min(_LARGE, _WHOLE / self.size))

    @property
    def measure(self) -> tuple[str, dict[str, Any]]:
        return ("exact_agreement", {}) if self.exact else (self.matrix.measure, dict(self.matrix.options))

    def word(self, key: str, **facts: Any) -> str:
        return render(f"figures.a-{key}", facts, self.lang)

    def title(self) -> Any:
        below = any(row["value"] is not None and row["value"] < 0 for row in self._cells)
        by_chance = BY_NAME[self.measure[0]].chance_corrected
        signed = self.word("below-chance" if by_chance else "below-nought") if below else ""
        fuller = self.word("fuller-agreement") if self.cell < _HOLDS else ""
        return titled(self.word("matrix", m=self.measure), self.word("halves"), fuller, signed)

    # --- cells ----------------------------------------------------------------------------------

    @cached_property
    def _cells(self) -> list[dict[str, Any]]:
        return [self._one(g, h) for g in range(self.size) for h in range(self.size)]

    def _one(self, g: int, h: int) -> dict[str, Any]:
        held = self.matrix.exact if self.exact else self.matrix.main
        value, met, above = held[g][h], self.matrix.overlap[g][h], g < h
        name = self.measure[0]
        amount = render("figures.a-amount", {"x": [name, value]}, self.lang)
        return {
            "x": h, "x2": h + 1, "y": g, "y2": g + 1,
            "value": value if above else None,
            "strength": self._agreement(value) if above else _BEHIND * met / self._most,
            "colour": (ORANGE if value < 0 else BLUE) if above else GREY,
            "shown": amount if above else written_count(met), "told": "–" if g == h else amount,
            "met": written_count(met),
            "one": short(self.matrix.raters[g]), "other": short(self.matrix.raters[h]),
        }  # fmt: skip

    @cached_property
    def _most(self) -> float:
        return max(map(max, self.matrix.overlap)) or 1.0

    @cached_property
    def _furthest(self) -> float:
        known = [abs(x) for line in self.matrix.main for x in line if not math.isnan(x)]
        return max(known, default=0.0) or 1.0

    def _agreement(self, value: float) -> float:
        """How full the colour is: by the distance from 0, or, of a measure that is best at 0, by nearness."""
        if math.isnan(value):
            return 0.0
        distance = math.isinf(BY_NAME[self.measure[0]].range[1])
        share = 1 - abs(value) / self._furthest if distance else min(abs(value), 1.0)
        return COVER * (_SEEN + (1 - _SEEN) * share)

    def cells(self) -> Any:
        alt, names = altair(), self.matrix.raters
        facts = {"one": "rater", "other": "other", "told": "agreement", "met": "both-rated"}
        return (
            alt.Chart(values(self._cells))
            .mark_rect(stroke=FAINT, strokeWidth=0.6)
            .encode(
                x=alt.X(
                    "x:Q",
                    scale=steps(0, self.size),
                    axis=named_axis(names, **across(names, self.cell, title=None)),
                ),
                y=alt.Y(
                    "y:Q",
                    scale=steps(0, self.size, reverse=True),
                    axis=named_axis(names, **down(self.cell, title=None)),
                ),
                x2=alt.X2("x2"),
                y2=alt.Y2("y2"),
                fill=alt.Fill("colour:N", scale=None, legend=None),
                fillOpacity=alt.FillOpacity("strength:Q", scale=None, legend=None),
                tooltip=[alt.Tooltip(f"{field}:N", title=self.word(key)) for field, key in facts.items()],
            )
        )

    def numbers(self) -> Iterator[Any]:
        """What is in a cell, where there is room."""
        if self.cell < _HOLDS:
            return
        rows = [{"x": row["x"] + 0.5, "y": row["y"] + 0.5, "shown": row["shown"]} for row in self._cells]
        mark = altair().Chart(values(rows)).mark_text(fontSize=SMALL if self.cell < 40 else LABEL)
        yield mark.encode(**channels(x="x:Q", y="y:Q", text="shown:N"))

    # --- kinds ----------------------------------------------------------------------------------

    def groups(self) -> Iterator[Any]:
        """Lines between raters of different kinds, and at the right what they are."""
        blocks = self._blocks()
        if len(blocks) < 2:
            return
        alt = altair()
        ends = [high for _, _, high in blocks[:-1]]
        across_rows = [{"x": 0, "x2": self.size, "y": at, "y2": at} for at in ends]
        down_columns = [{"x": at, "x2": at, "y": 0, "y2": self.size} for at in ends]
        lines = values([*across_rows, *down_columns])
        yield alt.Chart(lines).mark_rule(color=INK).encode(**channels(x="x:Q", x2="x2", y="y:Q", y2="y2"))
        words = [{"x": self.size, "y": (low + high) / 2, "kind": kind} for kind, low, high in blocks]
        mark = alt.Chart(values(words)).mark_text(align="left", dx=8, fontSize=SMALL, color=SOFT)
        yield mark.encode(**channels(x="x:Q", y="y:Q", text="kind:N"))

    def _blocks(self) -> list[tuple[str, int, int]]:
        """Raters of one kind beside each other: the word for it, the first, the one after the last."""
        out, low = [], 0
        for kind, members in groupby(self.matrix.kinds):
            high = low + len(list(members))
            out.append((self.word(f"kind-{kind or 'unknown'}"), low, high))
            low = high
        return out
