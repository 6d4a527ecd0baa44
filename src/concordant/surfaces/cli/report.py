"""`concordant report`: a study as a file to look at, and its summary on the terminal."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import rich_click as click

from ...errors import ConcordantError
from ...interpret.study import for_readers
from ...language.message import Message
from ...language.render import Language
from ...report.formats import NAMES, Format, study_format
from ...report.write_folder import is_our_folder
from ..api.study_result import Study
from ..option_help import REPORT_WORDS
from .coefficient import stated
from .help_text import LocalisedCommand
from .options import OneOf, reading_flags
from .progress_bar import progress_shown
from .source import Files, file_argument, first_file, source_of
from .study import beside_options, print_summary, study_beside, study_options
from .terminal import print_document
from .wrap import lang_option

STDOUT = "-"
_ALSO_STDOUT = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def _run(
    file: Files,
    output: str | None,
    format_name: str | None,
    lang: Language,
    force: bool,
    open_it: bool,
    project: str | None = None,
    store: str | None = None,
    **given: Any,
) -> None:
    kind = kind_of_output(output, format_name)
    place = default_place(first_file(file), kind) if output is None else output
    if place != STDOUT:
        kind.check(place, force=force)
    reading, options = stated(given)
    with source_of(file) as source, progress_shown(lang) as progress:
        found = study_beside(source, project, store, **options, **reading, **progress)
    deliver(found, kind, place, lang, force=force)
    if open_it and place != STDOUT:
        click.launch(place)


def kind_of_output(output: str | None, format_name: str | None) -> Format:
    """The format that is named, else that of the ending; a page where neither says."""
    return study_format("report.html" if output in (None, STDOUT) else str(output), format_name)


def deliver(found: Study, kind: Format, place: str, lang: Language, *, force: bool) -> None:
    """Print the summary, write the file and say where it is; with - the file itself is what is printed.

    The file is written though nobody reads the summary to its end.
    """
    found = for_readers(found, lang)
    if place == STDOUT:
        print_summary(found, lang, sys.stderr)
        content = kind.content(found, lang)
        click.echo(content, nl=False) if isinstance(content, bytes) else print_document(content, nl=False)
        return
    closed = _closed_by_reader(found, lang)
    note = _was_there(kind, place)
    kind.save(found, place, lang, force=force)
    if closed is not None:
        raise closed
    click.echo("\n" + Message(f"report.{note}", {"path": place}).text(lang))


def _closed_by_reader(found: Study, lang: Language) -> BaseException | None:
    """Print the summary; how it ended where the reader closed the pipe, which rich takes for an exit."""
    try:
        print_summary(found, lang, sys.stdout)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit) as end:
        return end
    return None


def default_place(file: str, kind: Format) -> str:
    """The file's own name with "-report" behind, in the folder one is in."""
    return default_place_with(file, "-report" + (os.sep if kind.folder else kind.ending))


def default_place_with(file: str, ending: str) -> str:
    """The file's own name with something behind it; that alone where it has no name."""
    stem = "" if file == STDOUT else re.sub(r"[^\w.-]+", "-", Path(file).stem).strip("-.")
    return f"{stem}{ending}" if stem else ending.lstrip("-")


def _was_there(kind: Format, place: str) -> str:
    """What is said of a place: nothing was there, a report, or a file of another kind."""
    if kind.folder:
        return "replaced" if is_our_folder(place) else "written"
    target = Path(place)
    if not target.is_file() or not target.stat().st_size:
        return "written"
    try:
        kind.check(place)
    except ConcordantError:
        return "overwritten"
    return "replaced"


def _output(ctx: Any, param: Any, given: str | None) -> str | None:
    """Standard output has a name among files too, on which nothing can be moved."""
    if given == "":
        raise click.BadParameter("the name is empty. Name a file or a folder, or - to print it.", ctx, param)
    return STDOUT if given in _ALSO_STDOUT else given


def output_options() -> list[click.Parameter]:
    """Where a report goes and as what."""
    return [
        click.RichOption(
            ["-o", "--output"],
            metavar="FILE|FOLDER|-",
            callback=_output,
            help=REPORT_WORDS["output"],
            panel="Output",
        ),
        click.RichOption(
            ["--format", "format_name"], type=OneOf(NAMES), help=REPORT_WORDS["format"], panel="Output"
        ),
        click.RichOption(["--force"], is_flag=True, help=REPORT_WORDS["force"], panel="Output"),
        click.RichOption(["--open", "open_it"], is_flag=True, help=REPORT_WORDS["open"], panel="Output"),
    ]


command = LocalisedCommand(
    name="report",
    callback=_run,
    params=[
        file_argument(),
        *study_options(),
        *beside_options(),
        *reading_flags(),
        lang_option(),
        *output_options(),
    ],
)
