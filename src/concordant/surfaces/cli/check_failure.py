"""`concordant check` that could not be made: its files and its output are still what the pipeline reads."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import rich_click as click
from click.exceptions import Exit

from ...errors import ConcordantError
from ...language.render import Language
from ...report.gate.failure import failure_document
from ...report.gate.formats import check_place
from ...report.write_file import write_whole
from .errors import complaint
from .terminal import print_document


class CheckCommand(click.RichCommand):
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
