"""A table is declared once: text, Markdown, LaTeX, Word and the page show its rows, and files its numbers."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from html import unescape
from typing import Any

import pytest

import concordant as cc
from concordant.interpret.compare.measure_report import MeasureReport
from concordant.interpret.judge_reports import judge_sections
from concordant.interpret.rounds.tables import rounds_tables
from concordant.interpret.study import comparisons_in_order, leaderboard_tables
from concordant.interpret.study.rater_tables import rater_tables, raters_table, truth_table, truth_tables
from concordant.interpret.study.readers import for_readers
from concordant.interpret.study.stand_in_table import stand_in_table
from concordant.interpret.study.study import Study
from concordant.interpret.study.tables import agreement_tables, measures_table
from concordant.interpret.study.where_tables import cuts_table, failing_tables
from concordant.interpret.table import DeclaredTable
from concordant.interpret.trust.sensitivity_words import schemes_table
from concordant.interpret.where.strata import strata_table
from concordant.language.message import Message
from concordant.language.render import Language
from concordant.language.text_table import NONE
from concordant.report.ledger_tables import ledger_tables
from concordant.report.page import cuts, goals, measurements, progress, raters, slices
from concordant.report.page.bilingual import in_each
from concordant.report.page.judge_sections import judge_panels
from concordant.report.page.leaderboard import fitting, leaderboard
from concordant.report.page.ledger import ledger
from concordant.report.page.table import PageTable as PageTable
from concordant.report.page.trust import trust
from concordant.report.render.csv import csv_files
from concordant.report.render.latex import to_latex
from concordant.report.render.markdown import to_markdown
from concordant.report.render.word import to_word
from concordant.report.shorten import shortened
from concordant.report.tables import tables_of
from tests.interpret.study_cases import some_cases, studied
from tests.report.progress_made import rounds_study

NUMBER = re.compile(r"(?<![\w.])[<>]?[-−+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?%?")


def numbers(text: str) -> list[str]:
    """The numbers of a text, with one kind of minus."""
    return [number.replace("−", "-").replace(",", "") for number in NUMBER.findall(text)]


def declared(study: Study) -> list[DeclaredTable]:
    """Every table of a study that text shows, in reading order."""
    found = list(leaderboard_tables(study))
    for one in comparisons_in_order(study):
        found += [*agreement_tables(one), *failing_tables(one)]
        found += [] if one.progress is None else rounds_tables(one.progress)
    judges = [table for part in judge_sections(study.judge_reports) for table in part.tables]
    return [*found, *rater_tables(study), *truth_tables(study), *judges]


def rows_of(table: DeclaredTable, lang: Language) -> list[list[str]]:
    """Heads and rows as text has them, cell by cell."""
    words = table.in_words()
    return [[text_of(cell, lang) for cell in row] for row in (words.heads, *words.rows)]


def text_of(cell: Any, lang: Language) -> str:
    if isinstance(cell, Message):
        return cell.text(lang)
    return str(cell[lang]) if isinstance(cell, dict) else str(cell)


def in_numbers(tables: list[list[list[str]]]) -> list[list[list[list[str]]]]:
    """Every cell as the numbers in it; the first of a row is a name, and so is a head."""
    return [
        [
            [numbers(cell) if place and line else [] for place, cell in enumerate(row)]
            for line, row in enumerate(t)
        ]
        for t in tables
    ]


# --- text, Markdown, LaTeX and Word -----------------------------------------------------------------


def in_markdown(text: str) -> list[list[list[str]]]:
    blocks = re.findall(r"(?:^\|.*\|$\n?)+", text, re.M)
    rows = [[re.split(r"(?<!\\)\|", line)[1:-1] for line in block.splitlines()] for block in blocks]
    unescaped = [[[re.sub(r"\\(.)", r"\1", unescape(c)) for c in row] for row in table] for table in rows]
    return [[table[0], *table[2:]] for table in unescaped]


def in_latex(text: str) -> list[list[list[str]]]:
    blocks = re.findall(r"\\toprule\n(.*?)\\bottomrule", text, re.S)
    rows = [re.findall(r"^(.*) \\\\$", block, re.M) for block in blocks]
    cells = [[re.split(r"(?<!\\) & ", row) for row in table] for table in rows]
    return [[[_plain(cell) for cell in row] for row in table] for table in cells]


def _plain(cell: str) -> str:
    for command, sign in (("less", "<"), ("greater", ">"), ("bar", "|")):
        cell = cell.replace(f"\\text{command}{{}}", sign)
    return re.sub(r"[\\${}]", "", cell)


def in_word(text: str) -> list[list[list[str]]]:
    tables = re.findall(r"<table.*?</table>", text, re.S)
    rows = [[re.findall(r"<t[hd] [^>]*>(.*?)</t[hd]>", row) for row in t.split("</tr>")[:-1]] for t in tables]
    return [[[unescape(cell) for cell in row] for row in table] for table in rows]


@pytest.mark.parametrize("lang", ["en", "zh"])
@some_cases(5)
def test_every_text_format_has_the_declared_rows_and_columns(name: str, lang: Language) -> None:
    check_formats(studied(name), lang)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_text_format_has_the_declared_rows_of_rounds(lang: Language) -> None:
    check_formats(rounds_study(), lang)


def _published(m: MeasureReport) -> bool:
    """Whether a paper has a word for it, if text has one: tables of papers leave out scales of the house."""
    return not m.verdicts or any(verdict.benchmark.source for verdict in m.verdicts)


def check_formats(study: Study, lang: Language) -> None:
    study = for_readers(shortened(study), lang)
    wanted = in_numbers([rows_of(table, lang) for table in declared(study)])
    assert in_numbers(in_markdown(to_markdown(study, lang))) == wanted
    papers = [[list(t.text(lang).heads), *map(list, t.text(lang).rows)] for t in tables_of(study)]
    assert [len(table) for table in papers] == [len(table) for table in wanted]
    if all(_published(m) for one in study.comparisons for m in one.measures if m.main):
        assert in_numbers(papers) == wanted
    assert in_numbers(in_latex(to_latex(study, lang))) == in_numbers(papers)
    assert in_numbers(in_word(to_word(study, lang))) == in_numbers(papers)
    text = study.text(lang)
    for table in declared(study):
        for line in table.in_words().lines(lang):
            assert line in text


# --- the page ---------------------------------------------------------------------------------------


def on_the_page(study: Study) -> list[PageTable]:
    views: list[Any] = [
        raters.raters(study),
        leaderboard(study),
        *(panel.view for panel in judge_panels(study)),
    ]
    for one in study.comparisons:
        views += [slices.slices(study, one), cuts.cuts(study, one)]
        views += [measurements.measurements(one), goals.goals(one)]
        views += [progress.progress(one), trust(one), ledger(study, one)]
    return [table for view in views for table in _tables_in(view)]


def _tables_in(view: Any) -> Iterator[PageTable]:
    if isinstance(view, PageTable):
        yield view
    elif is_dataclass(view):
        yield from (table for field in fields(view) for table in _tables_in(getattr(view, field.name)))
    elif isinstance(view, tuple):
        yield from (table for part in view for table in _tables_in(part))


#: Shown on the page in another shape: as tiles, as a matrix with links, as cards.
ELSEWHERE = ("measures", "confusion", "mended", "broken")


@some_cases(5)
def test_the_page_has_the_declared_rows_and_columns(name: str) -> None:
    check_page(studied(name))


def test_the_page_has_the_declared_rows_of_rounds() -> None:
    check_page(rounds_study())


def check_page(study: Study) -> None:
    shown = [_content(table) for table in on_the_page(study)]
    every = study.comparisons
    more = [table for one in every for table in ledger_tables(one) if len(table.rows) > 2]
    more += [strata_table(told) for one in every for told in one.strata]
    more += [stand_in_table(one.stand_in) for one in every if one.stand_in and one.stand_in.people]
    for table in [*declared(study), *more]:
        if table.name not in ELSEWHERE:
            assert _wanted(fitting(table) if table.name == "leaderboard" else table) in shown, table.title


def _wanted(table: DeclaredTable) -> list[list[dict[str, str]]]:
    """Heads and the first words of every cell, in both languages, of the columns that hold anything."""
    columns = [
        c for c in table.at("page") if any(c.kind.in_parts(c.read(row)) != (NONE, None) for row in table.read)
    ]
    cells = [[in_each(c.kind.in_parts(c.read(row))[0]) for c in columns] for row in table.read]
    return [[in_each(c.head) for c in columns], *cells]


def _content(table: PageTable) -> list[list[dict[str, str]]]:
    """The same of a table of the page, without the columns in which bars are drawn."""
    kept = [place for place, head in enumerate(table.heads) if head.words != ""]
    rows = [[in_each(row.cells[place].words) for place in kept] for row in table.rows]
    return [[in_each(table.heads[place].words) for place in kept], *rows]


@some_cases(5)
def test_the_page_writes_numbers_as_text_does(name: str) -> None:
    for table in declared(studied(name)):
        for column in table.columns:
            if "text" in column.places and "page" in column.places:
                for row in table.read:
                    check_alike(column, row)


def check_alike(column: Any, row: Any) -> None:
    value = column.read(row)
    words, below = column.kind.in_parts(value)
    for lang in ("en", "zh"):
        in_text = numbers(text_of(column.kind.in_words(value), lang))
        page = [*numbers(text_of(words, lang)), *numbers("" if below is None else text_of(below, lang))]
        assert page[: len(in_text)] == in_text


# --- files ------------------------------------------------------------------------------------------


@some_cases(5)
def test_files_hold_the_numbers_that_are_read_in_full(name: str) -> None:
    study = studied(name)
    every = study.comparisons
    check_file(study, "measures", [measures_table(one) for one in every])
    check_file(study, "cuts", [cuts_table(one) for one in every if one.boundaries])
    check_file(study, "strata", [strata_table(told) for one in every for told in one.strata])
    found = [one.sensitivity for one in every if one.sensitivity is not None]
    check_file(study, "sensitivity", [schemes_table(one) for one in found])
    check_file(study, "raters", [raters_table(study)] if study.profiles else [])
    check_file(study, "truth", [truth_table(one) for one in study.validity])


def test_page_and_file_have_every_person_of_the_alternative_annotator_test() -> None:
    study = cc.study(cc.example("judge"))  # three people and judges
    tests = [one.stand_in for one in study.comparisons if one.stand_in is not None]
    assert tests
    check_page(study)
    text = csv_files(study)["stand-in.csv"].decode("utf-8-sig")
    told = [(test.judge, test.epsilons, one) for test in tests for one in test.people]
    for (judge, epsilons, one), held in zip(told, csv.DictReader(io.StringIO(text)), strict=True):
        assert (held["judge"], held["person"]) == (judge, one.person)
        assert float(held["judge_wins"]) == pytest.approx(one.judge_wins)
        assert [float(held[f"p_value_{e:g}"]) for e in epsilons] == pytest.approx(one.p_values)


def check_file(study: Study, name: str, tables: list[DeclaredTable]) -> None:
    """Every row that is read has a row in the file, and every number in it is one of that row, rounded."""
    text = csv_files(study).get(f"{name}.csv", b"").decode("utf-8-sig")
    told = [(table, row) for table in tables for row in table.rows]
    for (table, row), held in zip(told, csv.DictReader(io.StringIO(text)), strict=True):
        exact = [float(cell) for cell in held.values() if _is_number(cell)]
        columns = [column for column in table.at("text")[1:] if not column.kind.data]
        for column in columns if row in table.read else ():
            for shown in numbers(text_of(column.kind.in_words(column.read(row)), "en")):
                assert any(rounds_to(value, shown) for value in exact), (name, column.key, shown, exact)


def _is_number(cell: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d*)?(e[-+]?\d+)?", cell) is not None


def rounds_to(value: float, shown: str) -> bool:
    """Whether a number is written so: 0.7351 is 74% and 0.74, and 0.0004 is <0.1%."""
    plain = shown.strip("<>%+")
    value = 100 * value if shown.endswith("%") else value
    if shown[0] in "<>":
        return value < float(plain) if shown[0] == "<" else value > float(plain)
    digits, _, power = plain.partition("e")
    half = 0.5 * 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))
    near = abs(value - float(plain)) <= half * (1 + 1e-6)
    if power:
        return near
    return near or abs(value - float(plain)) <= 5e-4 * abs(value)  # of large numbers four figures are shown


def test_a_number_that_is_not_in_the_file_is_found() -> None:
    assert rounds_to(0.7351, "74%")
    assert rounds_to(0.7351, "0.74")
    assert rounds_to(0.0004, "<0.1%")
    assert rounds_to(3.572825e-12, "3.6e-12")
    assert not rounds_to(3.572825e-12, "3.5e-12")
    assert not rounds_to(0.7351, "73%")
    assert not rounds_to(0.7351, "0.73")
