"""Rows of a forest plot: a name, a point with its interval, and the numbers beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ...coefficients.catalogue import BY_NAME
from ...interpret.table_cells import within
from ...language.numerals import count
from ...language.render import Language
from ...language.text_table import NONE
from ...result import Result
from ..figure import BLUE, GREEN, GREY, ORANGE, RED, SOFT
from .drawing import Words, altair, domain, ends, number_format, short, values
from .layering import layered

Look = Literal["usual", "small", "worse", "better", "combined"]
#: Colour and shape of each look; shape says it again for those who see no colour.
LOOKS: dict[Look, tuple[str, str]] = {
    "usual": (BLUE, "circle"),
    "small": (GREY, "circle"),
    "worse": (RED, "triangle-down"),
    "better": (GREEN, "triangle-up"),
    "combined": (ORANGE, "diamond"),
}
_WIDTH, _STEP = 300, 24


@dataclass(frozen=True)
class Row:
    """One line of the plot."""

    label: str
    result: Result
    n: float
    look: Look = "usual"


def drawn(rows: Sequence[Row], words: Words, *, line: float = math.nan) -> Any:
    """All rows as layers; `line` is where the whole lies."""
    alt = altair()
    data = values(_facts(place, row, words.lang) for place, row in enumerate(rows))
    measure = rows[0].result.measure
    every = [x for row in rows for x in ends(row.result)]
    x = alt.X(
        "estimate:Q",
        title=None,
        scale=alt.Scale(domain=_within_range(measure, domain([*every, line])), nice=False, zero=False),
        axis=alt.Axis(format=number_format(measure), tickCount=6),
    )
    y = alt.Y("place:O", axis=None)
    base = alt.Chart(data).encode(y=y)
    look = alt.Color("look:N", scale=_scale(0), legend=None)
    shape = alt.Shape("look:N", scale=_scale(1), legend=None)
    tips = [
        alt.Tooltip("label:N", title=" "),
        alt.Tooltip("told:N", title=words("estimate")),
        alt.Tooltip("n:N", title=words("items")),
    ]
    layers = [
        *_whole(line),
        base.mark_rule(strokeWidth=1.5)
        .encode(x=x, x2=alt.X2("high:Q"), color=look, tooltip=tips)
        .transform_calculate(estimate="datum.low"),
        base.mark_point(filled=True, size=70, opacity=1).encode(x=x, color=look, shape=shape, tooltip=tips),
        *_columns(base, rows, words),
    ]
    return layered(*layers, width=_WIDTH, height=alt.Step(_STEP))


def _facts(place: int, row: Row, lang: Language) -> dict[str, Any]:
    low, high = ends(row.result)
    cell = within(row.result)
    return {
        "place": place, "label": short(row.label), "estimate": row.result.estimate, "low": low, "high": high,
        "n": count(row.n), "told": cell if cell is NONE else cell.text(lang), "look": row.look,
    }  # fmt: skip


def _within_range(measure: str, span: list[float]) -> list[float]:
    """No room beyond what the measure can be, but for a point that lies on the end."""
    low, high = BY_NAME[measure].range
    room = 0.03 * (span[1] - span[0])
    return [max(span[0], low - room), min(span[1], high + room)]


def _scale(what: int) -> Any:
    return altair().Scale(domain=list(LOOKS), range=[look[what] for look in LOOKS.values()])


def _whole(line: float) -> list[Any]:
    if math.isnan(line):
        return []
    alt = altair()
    mark = alt.Chart(values([{"estimate": line}])).mark_rule(strokeDash=[4, 3], color=SOFT)
    return [mark.encode(x=alt.X("estimate:Q"))]


def _columns(base: Any, rows: Sequence[Row], words: Words) -> list[Any]:
    """Names to the left; items and estimates to the right, below their heads."""
    alt = altair()
    level = next((row.result.interval.level for row in rows if row.result.interval), math.nan)
    told = words("estimate") if math.isnan(level) else words("estimate-within", level=level)
    places = [("label", -12, "right", ""), ("n", _WIDTH + 50, "right", words("items"))]
    places += [("told", _WIDTH + 66, "left", told)]
    out = []
    for name, at, align, head in places:
        out.append(
            base.mark_text(align=align, baseline="middle").encode(
                x=alt.XValue(at), text=alt.Text(f"{name}:N")
            )
        )
        if head:
            mark = alt.Chart(values([{"head": head}])).mark_text(align=align, color=SOFT, baseline="bottom")
            out.append(mark.encode(x=alt.XValue(at), y=alt.YValue(-4), text=alt.Text("head:N")))
    return out
