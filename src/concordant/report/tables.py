"""The tables of a study by name, as a paper shows them; `tidy` has the same with all digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..interpret.judge_reports import judge_sections
from ..interpret.rounds import rounds_tables
from ..interpret.study import (
    ComparisonReport,
    Study,
    agreement_tables,
    comparisons_in_order,
    failing_tables,
    leaderboard_tables,
    rater_tables,
    title_of,
    truth_tables,
)
from ..interpret.table import DeclaredTable
from ..language.message import Message
from ..language.render import Language
from ..language.text_table import TextTable, are_numbers, text_in
from ..quote import one_line

#: What stands between the comparison and the title of its table.
_LEAD = {"en": ": ", "zh": "："}
#: Titles that say who is compared; that of the measures is who is compared, and no more.
_WITH_NAMES, _NAMES_ALONE = "shown.confusion", "shown.measures"
#: A sign before a number, which a paper sets as a minus.
_MINUS = re.compile(r"(?<![\w.,])-(?=[\d.])")


@dataclass(frozen=True)
class TableText:
    """A table in one language; `right` says of each column whether it holds numbers."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[bool, ...]


@dataclass(frozen=True)
class NamedTable:
    """`name` is made of ASCII letters, digits and hyphens, no two alike; `of` says what is compared.

    `alone` says that nothing else is compared, so that it needs no mention.
    """

    name: str
    of: Message | None
    shown: TextTable
    alone: bool = False

    def title(self, lang: Language) -> str:
        """What the table shows, without the colon behind it."""
        return one_line(self.shown.title.text(lang)).rstrip(":：")

    def titled(self, lang: Language) -> str:
        """The title, led by the comparison it is of where there are several."""
        title, code = self.title(lang), self.shown.title.code
        if self.of is not None and code == _NAMES_ALONE:
            return one_line(self.of.text(lang))
        if self.of is None or self.alone or code == _WITH_NAMES:
            return title
        return f"{one_line(self.of.text(lang))}{_LEAD[lang]}{title[:1].lower()}{title[1:]}"

    def text(self, lang: Language) -> TableText:
        """Its heads and cells in one language, with the minus of printed numbers."""
        text = text_of(self.shown, lang)
        rows = (
            tuple(
                _MINUS.sub("−", cell) if right else cell for cell, right in zip(row, text.right, strict=True)
            )
            for row in text.rows
        )
        return replace(text, rows=tuple(rows))

    def notes(self, lang: Language) -> tuple[str, ...]:
        """What to know about it."""
        return tuple(one_line(note.text(lang)) for note in self.shown.notes)


def cell_text(cell: Any, lang: Language) -> str:
    """A cell of a shown table in one language, on one line."""
    return one_line(text_in(cell, lang))


def text_of(table: TextTable, lang: Language) -> TableText:
    """A table as text; the first column names what a row is about."""
    heads, *rows = (tuple(cell_text(cell, lang) for cell in row) for row in (table.heads, *table.rows))
    columns = zip(*rows, strict=True) if rows else [()] * len(heads)
    right = tuple(place > 0 and are_numbers(column) for place, column in enumerate(columns))
    return TableText(heads, tuple(rows), right)


def tables_of(study: Study) -> tuple[NamedTable, ...]:
    """Every table in reading order."""
    taken: dict[str, int] = {}
    alone = len(study.comparisons) == 1
    return tuple(
        NamedTable(
            _free(_name(table, one), taken), None if one is None else title_of(one), table.in_words(), alone
        )
        for one, table in _all(study)
    )


def _all(study: Study) -> Iterator[tuple[ComparisonReport | None, DeclaredTable]]:
    published = replace(study, comparisons=tuple(map(_published, study.comparisons)))
    yield from ((None, table) for table in leaderboard_tables(published))
    for one in comparisons_in_order(study):
        yield from ((one, table) for table in _about(_published(one)))
    yield from ((None, table) for table in (*rater_tables(study), *truth_tables(study)))
    for part in judge_sections(study.judge_reports):
        yield from ((None, table) for table in part.tables)


def _published(one: ComparisonReport) -> ComparisonReport:
    """The report with the words of published scales only: a paper cites no house rules."""
    measures = tuple(
        replace(m, verdicts=tuple(v for v in m.verdicts if v.benchmark.source)) for m in one.measures
    )
    return replace(one, measures=measures)


def _about(one: ComparisonReport) -> Iterator[DeclaredTable]:
    yield from agreement_tables(one)
    yield from failing_tables(one)
    if one.progress is not None:
        yield from rounds_tables(one.progress)


def _name(table: DeclaredTable, one: ComparisonReport | None) -> str:
    by_rater = table.title.code == "shown.by-rater"
    column = str(table.title.facts.get("column", "rater" if by_rater else ""))
    parts = ("" if one is None else one.name, table.name, column)
    return "-".join(filter(None, (re.sub(r"[^A-Za-z0-9]+", "-", part).strip("-")[:30] for part in parts)))


def _free(name: str, taken: dict[str, int]) -> str:
    """The name, numbered where it is taken."""
    taken[name] = taken.get(name, 0) + 1
    return name if taken[name] == 1 else _free(f"{name}-{taken[name]}", taken)
