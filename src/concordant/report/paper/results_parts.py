"""Results, continued: parts of the items in which agreement differs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...digits import order_key
from ...interpret.study.comparison_report import ComparisonReport
from ...interpret.study.study import Study
from ...interpret.where.slice_table import SliceRow, SliceTable
from ...interpret.where.strata import StrataTold
from ...language.numerals import written
from ...language.render import Language, is_share
from ...result import Result
from .markup import Marked, name, write
from .measure_names import title
from .methods_parts import column, equality_of
from .numbers import amount, count, p_value, units
from .result_sentence import capital, numbers
from .results_comparisons import points

#: So many parts of a column are told one by one.
_MOST = 5
#: Below this p parts are said to differ.
_SURE = 0.05


def parts(one: ComparisonReport, study: Study, lang: Language) -> Iterator[Marked]:
    """Whether the main coefficient is the same in all parts, and which parts differ from the rest."""
    fdr = float(study.options.get("fdr", 0.05))
    told = {strata.column: strata for strata in one.strata}
    for table in one.slices:
        if not table.rows:
            continue
        if table.kind == "column" and table.column in told:
            yield from _equality(told[table.column], table, lang)
        yield from _outstanding(table, fdr, lang)


def _equality(told: StrataTold, table: SliceTable, lang: Language) -> Iterator[Marked]:
    found = told.equality
    if not equality_of(told):
        return
    code, named = "unequal", title(table.measure, table.options, lang)
    if found.p_value >= _SURE:
        code = "equal"
    elif lang == "en":
        named = capital(named)
    yield write(f"paper.{code}", lang, title=named, column=column(table, lang), stat=_f(found, lang))


def _f(found: Result, lang: Language) -> Marked:
    """‹F›(2, 282.4) = 2.83, ‹p› = .061."""
    d = found.details
    said = f"‹F›({d['df']:.0f}, {d['df_within']:.1f}) = {written(d['f'], '.2f')}"
    return Marked((", " if lang == "en" else "，").join([said, p_value(found.p_value, lang)]))


def _outstanding(table: SliceTable, fdr: float, lang: Language) -> Iterator[Marked]:
    sure = [row for row in table.rows if row.q_value <= fdr and row.difference.defined]
    sure.sort(key=lambda row: -order_key(abs(row.difference.estimate)))
    for row in sure[:_MOST]:
        yield _part(row, table, lang)
    raters = table.kind == "rater"
    by = {} if raters else {"column": column(table, lang)}
    if len(sure) > _MOST:
        code = "more-raters" if raters else "more-parts"
        yield write(f"paper.{code}", lang, **by, n=count(len(sure) - _MOST, lang))
    if not sure and any(not math.isnan(row.q_value) for row in table.rows):
        code = "no-rater" if raters else "no-part"
        yield write(f"paper.{code}", lang, **by, title=title(table.rows[0].tested, {}, lang))


def _part(row: SliceRow, table: SliceTable, lang: Language) -> Marked:
    """A part beside all other items, or all raters beside all but one."""
    by, measure = _without_p(row.difference), row.tested
    here, rest = (amount(measure, by.details[side], lang) for side in ("first", "second"))
    gap = points(by, lang) if is_share(measure) else numbers(by, units(by.estimate), "", lang)
    told = (", " if lang == "en" else "，").join([gap, p_value(row.q_value, lang, "q")])
    facts: dict[str, Any] = {"title": title(measure, {}, lang), "here": here, "rest": rest}
    facts |= {"value": _value(row, lang), "stat": Marked(told)}
    if table.kind == "rater":
        return write("paper.rater", lang, **facts)
    return write("paper.part", lang, **facts, column=column(table, lang), n=count(row.n, lang))


def _without_p(by: Result) -> Result:
    """The difference without its own p, in whose place q is told."""
    return replace(by, p_value=math.nan)


def _value(row: SliceRow, lang: Language) -> Marked:
    if row.missing:
        return write("paper.blank-value", lang)
    found: list[Any] = row.value if isinstance(row.value, list) else [row.value]
    return Marked(" × ".join(name(one) for one in found))
