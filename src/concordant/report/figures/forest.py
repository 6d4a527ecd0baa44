"""Forest plots: the measure in every slice or stratum with its interval, beside that of the whole."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ...coefficients.catalogue import BY_NAME
from ...errors import OptionError
from ...interpret.table_cells import within, word
from ...interpret.where import SURE, ExplainedStrata, SliceRow, SliceTable
from ...language.numerals import written_count
from ...language.render import Language, render
from ...language.text_table import NONE
from ...quote import quote
from ...result import Result
from ..figure import BLUE, GREEN, GREY, ORANGE, RED, SOFT, Figure
from .drawing import Words, altair, domain, ends, number_format, short, titled, values
from .layering import layered
from .theme import themed

#: More rows than this are no picture any more.
MOST_ROWS = 60
_WAYS = ("size_weighted", "inverse_variance", "pooled_chance", "pooled_table")


def forest(
    table: SliceTable, overall: Result | None = None, *, fdr: float = 0.05, lang: Language = "en"
) -> Figure:
    """The main measure of every slice; `overall` is that of all items, and `fdr` when a slice stands out.

    A slice stands out where its difference from the rest in this measure has a q-value of at most `fdr`.
    Without `overall` the line is the mean that the slices have in common.
    """
    if not table.rows:
        raise OptionError(f"There are no slices to draw: {table.said.text('en')}")
    words = Words(lang)
    shown = table.rows[:MOST_ROWS]
    rows = [
        ForestRow(
            word("missing").text(lang) if row.missing else str(row.value), row.main, row.n, _look(row, fdr)
        )
        for row in shown
    ]
    line, note = _line(table, overall, words)
    lines = [note, *_legend(rows, fdr, words)]
    if len(shown) < len(table.rows):
        lines.append(words("some-rows", shown=len(shown), n=len(table.rows)))
    measure = [table.measure, dict(table.options)]
    title = words("by-rater", m=measure) if table.kind == "rater" else words(
        "by-column", m=measure, column=short(table.column)
    )  # fmt: skip
    return themed("forest", drawn(rows, words, line=line).properties(title=titled(title, *lines)), lang=lang)


def _look(row: SliceRow, fdr: float) -> Look:
    if row.q_main <= fdr:
        return "worse" if row.worse_by_main else "better"
    return "small" if row.small else "usual"


def _line(table: SliceTable, overall: Result | None, words: Words) -> tuple[float, str]:
    """Where the whole lies, and what is said of it."""
    if overall is not None and overall.defined:
        key = "overall-raters" if table.kind == "rater" else "overall"
        return overall.estimate, words(key, x=[overall.measure, overall.estimate])
    if table.common is not None:
        return table.common.mean, words("common", x=[table.measure, table.common.mean])
    return math.nan, ""


def _legend(rows: list[ForestRow], fdr: float, words: Words) -> Iterator[str]:
    looks = {row.look for row in rows}
    for look in ("worse", "better"):
        if look in looks:
            yield words(look, fdr=fdr)
    if "small" in looks:
        yield words("small")


def forest_strata(explained: ExplainedStrata, *, lang: Language = "en") -> Figure:
    """The measure of every stratum, and below, as diamonds, the ways to make one number of them."""
    if not explained.strata:
        raise OptionError(f"There are no strata of {quote(explained.column)} to draw.")
    words = Words(lang)
    strata = explained.strata[:MOST_ROWS]
    rows = [ForestRow(one.value, one.result, one.result.n_items) for one in strata]
    rows += [
        ForestRow(name, result, result.n_items, "combined") for name, result in _combined(explained, lang)
    ]
    lines = [words("diamonds")]
    if explained.equality.p_value < SURE:
        lines.append(words("strata-differ", p=explained.equality.p_value))
    if len(strata) < len(explained.strata):
        lines.append(words("some-rows", shown=len(strata), n=len(explained.strata)))
    whole = explained.pooled_table
    title = render(
        "strata.title", {"m": [whole.measure, dict(whole.options)], "column": short(explained.column)}, lang
    )
    return themed("strata", drawn(rows, words).properties(title=titled(title, *lines)), lang=lang)


def _combined(explained: ExplainedStrata, lang: Language) -> Iterator[tuple[str, Result]]:
    for way in _WAYS:
        result = getattr(explained, way)
        if result is not None:
            yield render(f"strata.way-{way}", {}, lang), result


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
class ForestRow:
    """One line of the plot."""

    label: str
    result: Result
    n: float
    look: Look = "usual"


def drawn(rows: Sequence[ForestRow], words: Words, *, line: float = math.nan) -> Any:
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


def _facts(place: int, row: ForestRow, lang: Language) -> dict[str, Any]:
    low, high = ends(row.result)
    cell = within(row.result)
    return {
        "place": place, "label": short(row.label), "estimate": row.result.estimate, "low": low, "high": high,
        "n": written_count(row.n), "told": cell if cell is NONE else cell.text(lang), "look": row.look,
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


def _columns(base: Any, rows: Sequence[ForestRow], words: Words) -> list[Any]:
    """Names to the left; items and estimates to the right, below their heads."""
    alt = altair()
    level = next((row.result.interval.level for row in rows if row.result.interval), math.nan)
    heading = words("estimate") if math.isnan(level) else words("estimate-within", level=level)
    places = [("label", -12, "right", ""), ("n", _WIDTH + 50, "right", words("items"))]
    places += [("told", _WIDTH + 66, "left", heading)]
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
