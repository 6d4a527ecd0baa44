"""`concordant check`: whether a goal is met and nothing was lost since a baseline; the exit code tells."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import rich_click as click
from click import get_current_context
from click.exceptions import Exit

from ...errors import ConcordantError
from ...language.render import Language
from ...report.gate.formats import NAMES, check_place, failure_document, gate_format, save
from ...report.gate.tables import to_text
from ...report.write_file import write_whole
from ..gate.check import Gate, check
from ..option_help import CHECK_WORDS, STUDY_WORDS
from .coefficient import stated
from .errors import complaint
from .flags import as_flags
from .help_text import LocalisedCommand
from .options import OneOf, options_from, reading_flags
from .source import Files, file_argument, reading_options, source_of
from .study import reference_given
from .terminal import print_document
from .wrap import lang_option, page_width, wrapped


class CheckCommand(LocalisedCommand):
    """A command that says what went wrong in the formats it was asked for, too."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Parse the command line."""
        words = list(args)
        with _documented(lambda: self._understood(words)):
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Make the check."""
        with _documented(lambda: ctx.params):
            return super().invoke(ctx)

    def _understood(self, words: list[str]) -> Mapping[str, Any]:
        """The options of a command line that is wrong, as far as they can be read."""
        lenient: Any = {"resilient_parsing": True, "ignore_unknown_options": True}
        return super().make_context(self.name, words, **lenient).params


def print_gate(text: str, format_name: str) -> None:
    """Print a gate; who closed the pipe wants no more of it, and the exit code is still the gate's."""
    try:
        click.echo(text, nl=False) if format_name == "text" else print_document(text, nl=False)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _documented(options: Callable[[], Mapping[str, Any]]) -> Iterator[None]:
    try:
        yield
    except (Exit, click.Abort):
        raise
    except Exception as problem:
        _write(_reason(problem), options())
        raise


def _reason(problem: Exception) -> str:
    if isinstance(problem, (click.ClickException, ConcordantError)):
        return complaint(problem).removeprefix("concordant: ")
    return f"{type(problem).__name__}: {problem}"


def _write(reason: str, options: Mapping[str, Any]) -> None:
    """Nothing here may hide what went wrong first: a place that cannot be written is left alone."""
    lang: Language = options.get("lang") or "en"
    for place in options.get("output") or ():
        with suppress(ConcordantError):
            kind = check_place(place, force=bool(options.get("force")))
            write_whole(place, failure_document(kind.name, reason, lang))
    wanted = options.get("format_name") or "text"
    if wanted != "text":
        with suppress(OSError):
            print_gate(failure_document(wanted, reason, lang), wanted)


_PANEL = "Options of this check"
#: The options that are written in a way of their own.
_METAVARS = {"baseline": "ROUND|FILE", "store": "FILE|URL"}


def _run(
    file: Files, lang: Language, format_name: str, output: tuple[str, ...], force: bool, **given: Any
) -> None:
    """Say whether a goal is met and nothing was lost since a baseline.

    concordant check scores.csv --goal mature --baseline last-week.csv -o gate.json -o gate.xml

    Exit code 0: met; 1: not met; 2: cannot tell yet; 3: anything else, such as a file that cannot be read
    or a misspelt option; the files of -o and what --format asks for then hold that error.
    """
    for place in output:
        check_place(place, force=force)
    reading, own = stated(given)
    with source_of(file) as source, reading_options(reading) as options:
        found = check(source, **own, **options)
    for place in output:
        save(found, place, lang, force=force)
    print_gate(_shown(found, format_name, lang), format_name)
    get_current_context().exit(found.exit_code)


def _shown(found: Gate, format_name: str, lang: Language) -> str:
    if format_name != "text":
        return gate_format(format_name).text(found, lang)
    places = page_width()
    return to_text(found, lang, lambda line: wrapped(as_flags(line), places), places)


def _options() -> Iterator[click.Parameter]:
    """The options of Python's `check`, by their annotations."""
    words = {**{name: STUDY_WORDS[name] for name in ("reference", "preset", "by", "level")}, **CHECK_WORDS}
    parameters = {name: p for name, p in inspect.signature(check).parameters.items() if name in words}
    plain = {name: p for name, p in parameters.items() if name not in _METAVARS}
    made = {option.name: option for option in options_from(check, plain, words, _PANEL)}
    made["reference"].callback = reference_given
    for name in parameters:
        own = _METAVARS.get(name)
        yield (
            click.RichOption([f"--{name}"], metavar=own, help=words[name], panel=_PANEL)
            if own
            else made[name]
        )


command = CheckCommand(
    name="check",
    callback=_run,
    params=[
        file_argument(),
        *_options(),
        *reading_flags(),
        lang_option(),
        click.RichOption(
            ["--format", "format_name"],
            type=OneOf(NAMES),
            default="text",
            show_default=True,
            help=CHECK_WORDS["format"],
            panel="Output",
        ),
        click.RichOption(
            ["-o", "--output"], multiple=True, metavar="FILE", help=CHECK_WORDS["output"], panel="Output"
        ),
        click.RichOption(["--force"], is_flag=True, help=CHECK_WORDS["force"], panel="Output"),
    ],
)
