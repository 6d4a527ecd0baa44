"""Forest plots: the measure in every slice or stratum with its interval, beside that of the whole."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...errors import OptionError
from ...interpret.table_cells import word
from ...interpret.where.slice_table import SliceRow, SliceTable
from ...interpret.where.strata import SURE, StrataTold
from ...language.render import Language, render
from ...quote import quote
from ...result import Result
from ..figure import Figure
from .drawing import Words, short, titled
from .forest_rows import Look, Row, drawn
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
        Row(word("missing").text(lang) if row.missing else str(row.value), row.main, row.n, _look(row, fdr))
        for row in shown
    ]
    line, said = _line(table, overall, words)
    lines = [said, *_legend(rows, fdr, words)]
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


def _legend(rows: list[Row], fdr: float, words: Words) -> Iterator[str]:
    looks = {row.look for row in rows}
    for look in ("worse", "better"):
        if look in looks:
            yield words(look, fdr=fdr)
    if "small" in looks:
        yield words("small")


def forest_strata(told: StrataTold, *, lang: Language = "en") -> Figure:
    """The measure of every stratum, and below, as diamonds, the ways to make one number of them."""
    if not told.strata:
        raise OptionError(f"There are no strata of {quote(told.column)} to draw.")
    words = Words(lang)
    strata = told.strata[:MOST_ROWS]
    rows = [Row(one.value, one.result, one.result.n_items) for one in strata]
    rows += [Row(name, result, result.n_items, "combined") for name, result in _combined(told, lang)]
    lines = [words("diamonds")]
    if told.equality.p_value < SURE:
        lines.append(words("strata-differ", p=told.equality.p_value))
    if len(strata) < len(told.strata):
        lines.append(words("some-rows", shown=len(strata), n=len(told.strata)))
    whole = told.pooled_table
    title = render(
        "strata.title", {"m": [whole.measure, dict(whole.options)], "column": short(told.column)}, lang
    )
    return themed("strata", drawn(rows, words).properties(title=titled(title, *lines)), lang=lang)


def _combined(told: StrataTold, lang: Language) -> Iterator[tuple[str, Result]]:
    for way in _WAYS:
        result = getattr(told, way)
        if result is not None:
            yield render(f"strata.way-{way}", {}, lang), result
