"""A study on the terminal: what to read first, the main measures between floor and ceiling, what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from ...interpret.study.comparison_report import ComparisonReport
from ...interpret.study.outline import glance, title_of
from ...interpret.study.study import Study
from ...interpret.study.tables import agreement_tables
from ...language.message import Message
from ...language.render import Language
from ...one_line import one_line
from ...report.render.notebook import FIRST
from ...report.shorten import shortened
from ...report.tables import TableText, text_of
from .flags import as_flags
from .wrap import page_width, wrapped

_STYLES = {"met": "green", "not-met": "red", "cannot-tell": "yellow"}
#: Where no terminal gives a width, a table takes what it needs.
_ENOUGH = 1000


def print_summary(study: Study, lang: Language, to: Any) -> None:
    """Print it to a stream: colours and wrapped lines on a terminal, plain lines elsewhere."""
    from rich.console import Console
    from rich.text import Text

    places = page_width()
    console = Console(file=to, width=places or _ENOUGH, highlight=False, markup=False, emoji=False)
    for part in _parts(shortened(study), lang, places):
        console.print(part, soft_wrap=isinstance(part, Text))


def _parts(study: Study, lang: Language, places: int | None) -> Iterator[Any]:
    first, *others = glance(study)
    yield from _lines(first.sentences, lang, places, _verdict(study.main))
    if study.main is not None:
        for table in islice(agreement_tables(study.main), 1):
            yield _plain(f"\n{one_line(title_of(study.main).text(lang))}", "bold")
            yield _table(text_of(table, lang))
            reasons = (note for note in table.notes if note.code == "shown.undefined-because")
            yield from _lines(reasons, lang, places, "")
    for section in others:
        yield _plain(f"\n{one_line(section.title.text(lang))}", "bold")
        yield from _lines(_first_problems(section.sentences), lang, places, "")
    yield _plain("")
    yield from _lines((said for said in study.audit if said.code == "audit.columns"), lang, places, "")


def _lines(sentences: Iterable[Message], lang: Language, places: int | None, verdict: str) -> Iterator[Any]:
    for said in sentences:
        line = wrapped(as_flags(f"  {one_line(said.text(lang))}"), places)
        yield _plain(line, verdict if said.code.startswith("goals.") else "")


def _verdict(main: ComparisonReport | None) -> str:
    """The colour of what is said about the goal."""
    if main is None or (main.goal is None and main.stages is None):
        return ""
    if main.goal is not None:
        return _STYLES[main.goal.outcome]
    return _STYLES["met" if main.stages is not None and main.stages.next is None else "cannot-tell"]


def _first_problems(sentences: Iterable[Message]) -> Iterator[Message]:
    """The first problems, each with its cause, its fix and what a repair would gain."""
    told = list(sentences)
    places = [i for i, said in enumerate(told) if said.code == "study.finding"]
    end = places[FIRST] if len(places) > FIRST else len(told)
    yield from (said for said in told[:end] if said.code != "study.examples")
    if len(places) > FIRST:
        yield Message("report.more-problems", {"n": len(places) - FIRST})


def _table(text: TableText) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    for head, right in zip(text.heads, text.right, strict=True):
        table.add_column(_plain(head), justify="right" if right else "left")
    for row in text.rows:
        table.add_row(*map(_plain, row))
    return table


def _plain(text: str, style: str = "") -> Any:
    """Text in which nothing is taken for markup."""
    from rich.text import Text

    return Text(text, style=style)
