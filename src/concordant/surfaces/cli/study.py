"""`concordant study`: what the agreement is, whether to believe it, where it fails, and what to fix."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import rich_click as click

from ...coefficients.weights import Weights
from ...interpret.study import FIRST, ComparisonReport, brief, for_readers, glance, measures_table, title_of
from ...interpret.study.outline import outline
from ...language.message import Message
from ...language.render import Language
from ...option_values import plain_value
from ...quote import one_line, quote
from ...report.shorten import shortened
from ...report.tables import TableText, text_of
from ..api.study import study
from ..api.study_result import Study
from ..option_help import OUTPUT_WORDS, STUDY_WORDS, TRACK_WORDS
from .coefficient import stated
from .flags import as_flags
from .help_text import LocalisedCommand
from .options import Kind, MatrixOption, kind_of, options_from, reading_flags
from .output import as_json
from .progress_bar import progress_shown
from .source import Files, file_argument, source_of
from .wrap import lang_option, page_width, sections, wrapped

_OWN = "own"
_PANEL = "Options of this study"
_MORE = {
    "en": "Use --full for the complete text and --json for every number.",
    "zh": "加上 --full 可看全文，--json 给出全部数字。",
}


def beside_options() -> list[click.Parameter]:
    """`--project` and `--store`."""
    panel = "Rounds"
    return [
        click.RichOption(["--project"], metavar="NAME", help=TRACK_WORDS["beside"], panel=panel),
        click.RichOption(["--store"], metavar="FILE|URL", help=TRACK_WORDS["store"], panel=panel),
    ]


def study_beside(
    source: str | Path | list[Path], project: str | None, store: str | None, **options: Any
) -> Study:
    """The study of a file; of a project's, with the progress of its rounds."""
    if project is not None:
        if isinstance(source, list):
            raise click.UsageError("--project requires exactly one file.")
        from ..track.project import Project

        return Project(project, store).preview(source, **options)
    if store is not None:
        raise click.UsageError("--store requires --project, which gives the rounds to show with the file.")
    return study(source, **options)


class _Scheme(Kind):
    """Weights as everywhere, after `name=` if they are to have one."""

    name = "scheme"
    shown = "[NAME=](@FILE|JSON|power:P|…)"
    weights: MatrixOption = kind_of(Weights)  # type: ignore[assignment]

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, Weights]:
        """What they are called, and the weights."""
        called, equals, rest = value.partition("=")
        if not equals or value[0] in "@[":
            called, rest = _called(value), value
        if not called.strip() or not rest:
            self.fail(f"{quote(value)} must have the form name=@FILE.", param, ctx)
        return called.strip(), self.weights.convert(rest, param, ctx)


def _called(weights: str) -> str:
    """A file by its name, a matrix as one's own, named weights by theirs."""
    if weights.startswith("@"):
        return Path(weights[1:]).stem
    return _OWN if weights.startswith("[") else str(plain_value("weights", weights)).lower()


def _collected(ctx: Any, param: Any, given: Sequence[tuple[str, Weights]]) -> dict[str, Weights] | None:
    schemes = dict(given)
    if len(schemes) < len(given):
        twice = next(name for name, _ in given if sum(other == name for other, _ in given) > 1)
        raise click.BadParameter(
            f"two sets of weights are called {quote(twice)}; name each one with name=@FILE.", ctx, param
        )
    return schemes or None


def schemes_option(panel: str) -> click.RichOption:
    """`--weights NAME=@FILE`, several times."""
    return click.RichOption(
        ["--weights"],
        type=_Scheme(),
        metavar=_Scheme.shown,
        multiple=True,
        callback=_collected,
        help=STUDY_WORDS["weights"],
        panel=panel,
    )


def _run(
    file: Files,
    lang: Language,
    full: bool,
    as_json_too: bool,
    project: str | None,
    store: str | None,
    **given: Any,
) -> None:
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
    """The options of Python's `study`, by their annotations; weights are written in a way of their own."""
    parameters = {name: p for name, p in inspect.signature(study).parameters.items() if name in STUDY_WORDS}
    special: dict[str, click.Parameter] = {"weights": schemes_option(_PANEL)}
    for option in options_from(study, parameters, STUDY_WORDS, _PANEL):
        if option.name == "reference":
            option.callback = reference_given
        yield special.get(str(option.name), option)


command = LocalisedCommand(
    name="study",
    callback=_run,
    params=[
        file_argument(),
        *study_options(),
        *beside_options(),
        *reading_flags(),
        lang_option(),
        click.RichOption(["--full"], is_flag=True, help=OUTPUT_WORDS["full"], panel="Output"),
        click.RichOption(["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"),
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
    for section in others:
        yield _plain(f"\n{one_line(section.title.text(lang))}", "bold")
        yield from _lines(_first_problems(section.sentences), lang, places, "")
        yield from (_table(text_of(table, lang)) for table in section.tables)
    measures = None if study.main is None else measures_table(study.main)
    if study.main is not None and measures is not None and measures.read:
        table = measures.in_words()
        yield _plain(f"\n{one_line(title_of(study.main).text(lang))}", "bold")
        yield _table(text_of(table, lang))
        reasons = (note for note in table.notes if note.code == "shown.undefined-because")
        yield from _lines(reasons, lang, places, "")
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
