"""Methods, continued: parts of the items that were tested, and whether a judge may stand in for people."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...interpret.study.comparison_report import ComparisonReport
from ...interpret.study.study import Study
from ...interpret.where.slice_table import SliceTable
from ...interpret.where.strata import StrataTold
from ...language.render import Language, column_name
from .markup import Marked, cite, name, write
from .measure_names import enumerated, named, title
from .numbers import bounded, level


def tested_parts(study: Study, lang: Language) -> Iterator[Marked]:
    """By which columns parts were compared, whether raters were left out, and how tests were adjusted."""
    tables = [table for one in study.comparisons for table in one.slices if table.rows]
    by_column = [table for table in tables if table.kind == "column"]
    if by_column:
        columns = dict.fromkeys(column(table, lang) for table in by_column)
        yield write("paper.slices", lang, columns=enumerated(columns, lang), m=_tested(by_column, lang))
        yield write("paper.slices-error", lang)
    by_rater = [table for table in tables if table.kind == "rater"]
    if by_rater:
        yield write("paper.raters-left-out", lang, m=_tested(by_rater, lang))
    if tables:
        fdr = level(study.options.get("fdr", 0.05))
        yield write("paper.fdr", lang, cite=cite("benjamini1995"), fdr=fdr)
    if any(equality_of(told) for one in study.comparisons for told in one.strata):
        yield write("paper.equality-tested", lang, cite=cite("welch1951"))


def _tested(tables: list[SliceTable], lang: Language) -> Marked:
    return enumerated(dict.fromkeys(title(table.rows[0].tested, {}, lang) for table in tables), lang)


def equality_of(told: StrataTold) -> bool:
    """Whether there is a test that the parts are equal."""
    return told.equality.defined and not math.isnan(told.equality.p_value)


def column(table: SliceTable, lang: Language) -> Marked:
    """The column that a table of parts is by."""
    known = column_name(table.column, lang)
    return name(known) if known == table.column else Marked(known)


def stood_in(study: Study, lang: Language) -> Iterator[Marked]:
    """The alternative annotator test, where it was done."""
    tests = [one.stand_in for one in study.comparisons if was_tested(one)]
    epsilons = dict.fromkeys(e for test in tests if test is not None for e in test.epsilons)
    if tests:
        yield write(
            "paper.stand-in", lang, judges=named([t.judge for t in tests if t is not None], lang),
            epsilons=enumerated([bounded(e, lang) for e in epsilons], lang), cite=cite("calderon2025"),
            adjusted=cite("benjamini2001"),
        )  # fmt: skip


def was_tested(one: ComparisonReport) -> bool:
    """Whether the alternative annotator test had anybody to leave out."""
    return one.stand_in is not None and bool(one.stand_in.tested)
