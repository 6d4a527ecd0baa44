"""`concordant study`: what the agreement is, whether to believe it, where it fails, and what to fix."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any

import rich_click as click

from ...interpret.study import ComparisonReport, Study, brief, for_readers, glance, measures_table, title_of
from ...interpret.study.outline import outline
from ...language.message import Message
from ...language.render import Language
from ...quote import one_line
from ...report.render.notebook import FIRST
from ...report.shorten import shortened
from ...report.tables import TableText, text_of
from ..api.study import study
from ..option_help import STUDY_WORDS
from .coefficient import stated
from .flags import as_flags
from .json_output import as_json
from .options import options_from, reading_flags
from .progress_bar import progress_shown
from .project_option import beside_options, study_beside
from .source import Files, file_argument, source_of
from .weight_schemes import schemes_option
from .wrap import lang_option, page_width, sections, wrapped

_PANEL = "Of this study"
_MORE = {
    "en": "Use --full for the complete text and --json for every number.",
    "zh": "加上 --full 可看全文，--json 给出全部数字。",
}


def _run(
    file: Files,
    lang: Language,
    full: bool,
    as_json_too: bool,
    project: str | None,
    store: str | None,
    **given: Any,
) -> None:
    """Say what the agreement is, whether to believe it, where it fails, and what to fix.

    concordant study scores.csv --reference human --goal mature
    """
    reading, options = stated(given)
    with source_of(file) as source, progress_shown(lang) as progress:
        found = study_beside(source, project, store, **options, **reading, **progress)
    click.echo(as_json(found.to_dict()) if as_json_too else _page(found, lang, full))


def _page(found: Study, lang: Language, full: bool) -> str:
    cut = shortened(for_readers(found, lang))
    if full:
        return sections(outline(cut), lang)
    return f"{sections(brief(cut), lang)}\n\n{wrapped(f'  {_MORE[lang]}', page_width())}"


def reference_given(ctx: Any, param: Any, given: list[str] | None) -> str | list[str] | None:
    """One name may be a kind of raters."""
    return given[0] if given is not None and len(given) == 1 else given


def study_options() -> Iterator[click.Parameter]:
    """The options of Python's `study`, by their annotations; two are written in a way of their own."""
    parameters = {name: p for name, p in inspect.signature(study).parameters.items() if name in STUDY_WORDS}
    goal = click.RichOption(["--goal"], metavar="NAME|FILE.toml", help=STUDY_WORDS["goal"], panel=_PANEL)
    special: dict[str, click.Parameter] = {"goal": goal, "weights": schemes_option(_PANEL)}
    for option in options_from(study, parameters, STUDY_WORDS, _PANEL):
        if option.name == "reference":
            option.callback = reference_given
        yield special.get(str(option.name), option)


command = click.RichCommand(
    name="study",
    callback=_run,
    help=inspect.getdoc(_run),
    params=[
        file_argument(),
        *study_options(),
        *beside_options(),
        *reading_flags(),
        lang_option(),
        click.RichOption(
            ["--full"], is_flag=True, help="Say all of it, not only what matters most.", panel="Output"
        ),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help="Print strict JSON.", panel="Output"),
    ],
)


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
    measures = None if study.main is None else measures_table(study.main)
    if study.main is not None and measures is not None and measures.read:
        table = measures.in_words()
        yield _plain(f"\n{one_line(title_of(study.main).text(lang))}", "bold")
        yield _table(text_of(table, lang))
        reasons = (note for note in table.notes if note.code == "shown.undefined-because")
        yield from _lines(reasons, lang, places, "")
    for section in others:
        yield _plain(f"\n{one_line(section.title.text(lang))}", "bold")
        yield from _lines(_first_problems(section.sentences), lang, places, "")
    yield _plain("")
    yield from _lines(
        (message for message in study.audit if message.code == "audit.columns"), lang, places, ""
    )


def _lines(sentences: Iterable[Message], lang: Language, places: int | None, verdict: str) -> Iterator[Any]:
    for message in sentences:
        line = wrapped(as_flags(f"  {one_line(message.text(lang))}"), places)
        yield _plain(line, verdict if message.code.startswith("goals.") else "")


def _verdict(main: ComparisonReport | None) -> str:
    """The colour of what is said about the goal."""
    if main is None or (main.goal is None and main.stages is None):
        return ""
    if main.goal is not None:
        return _STYLES[main.goal.outcome]
    return _STYLES["met" if main.stages is not None and main.stages.next is None else "cannot-tell"]


def _first_problems(sentences: Iterable[Message]) -> Iterator[Message]:
    """The first problems, each with its cause, its fix and what a repair would gain."""
    messages = list(sentences)
    places = [i for i, message in enumerate(messages) if message.code == "study.finding"]
    end = places[FIRST] if len(places) > FIRST else len(messages)
    yield from (message for message in messages[:end] if message.code != "study.examples")
    if len(places) > FIRST:
        yield Message("report.more-problems", {"n": len(places) - FIRST})


def _table(text: TableText) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.cells import cell_len
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    columns = zip(*text.rows, strict=True)
    for head, right, cells in zip(text.heads, text.right, columns, strict=True):
        whole = right and cell_len(head) <= max(map(cell_len, cells))  # an interval stays on one line
        table.add_column(_plain(head), justify="right" if right else "left", no_wrap=whole)
    for row in text.rows:
        table.add_row(*map(_plain, row))
    return table


def _plain(text: str, style: str = "") -> Any:
    """Text in which nothing is taken for markup."""
    from rich.text import Text

    return Text(text, style=style)
