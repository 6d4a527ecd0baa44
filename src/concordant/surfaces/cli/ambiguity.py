"""Data that can be read in several ways: the reader is asked at a terminal, or given the lines to paste."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import rich_click as click

from ...errors import AmbiguousReading
from ...quote import one_line, tamed
from .flags import flag

#: A part of a list that a comma or a quotation mark would break.
_BREAKS = frozenset(',，、"')


def added(options: Mapping[str, Any]) -> list[str]:
    """Options of reading as words of the command line."""
    return [word for name, value in options.items() for word in (flag(name), _typed(value))]


def _typed(value: Any) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{_part(name)}={_part(held)}" for name, held in value.items())
    return ",".join(map(_part, value)) if isinstance(value, (list, tuple)) else str(value)


def _part(text: Any) -> str:
    escaped = str(text).replace("=", r"\=").replace("+", r"\+")
    return '"' + escaped.replace('"', '""') + '"' if _BREAKS & set(escaped) else escaped


def lines_to_paste(problem: AmbiguousReading, words: Sequence[str]) -> list[str]:
    """The command line once for each way of reading, with what that is."""
    return [
        f"{shlex.join(['concordant', *words, *added(options)])}   # {what}"
        for what, options in problem.readings.items()
    ]


def complaint_with_lines(problem: AmbiguousReading, words: Sequence[str]) -> str:
    """What is not sure, and below it each line to paste."""
    lines = [f"concordant: {problem.question} Run one of:", *lines_to_paste(problem, words)]
    return "\n  ".join(tamed(one_line(line)) for line in lines)


def can_ask() -> bool:
    """Whether somebody sits at a terminal to answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask(problem: AmbiguousReading) -> list[str]:
    """Which way of reading is meant, as words to add to the command line."""
    click.echo(tamed(f"concordant: {problem.question}"), err=True)
    for number, what in enumerate(problem.readings, start=1):
        click.echo(tamed(one_line(f"  {number}  {what}")), err=True)
    choice = click.prompt("Which is meant", type=click.IntRange(1, len(problem.readings)), err=True)
    return added(list(problem.readings.values())[choice - 1])
