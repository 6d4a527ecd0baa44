"""What a command reads: a file, a pattern, a folder, an address, or standard input; and how far it is."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import rich_click as click

from ...errors import InputError
from ...ratings.reading import copy_stream

#: What a command reads, as it was typed: a file, or several.
Files = str | list[Path]


def file_argument() -> click.Parameter:
    """FILE, or several of them; those that are joined are named with --join."""
    return click.RichArgument(["file"], metavar="FILE", nargs=-1, required=True, callback=_one_or_several)


def _one_or_several(ctx: Any, param: Any, given: tuple[str, ...]) -> Files:
    if len(given) > 1 and "-" in given:
        raise click.BadParameter(
            "standard input (-) cannot be read together with other files. Save it to a file first.",
            ctx,
            param,
        )
    return given[0] if len(given) == 1 else [Path(name) for name in given]


def first_file(file: Files) -> str:
    """The name of the file, or of the first."""
    return file if isinstance(file, str) else str(file[0])


@contextmanager
def source_of(file: Files) -> Iterator[str | Path | list[Path]]:
    """The file; what comes by standard input (-) or through a pipe is copied to one."""
    if not isinstance(file, str) or (file != "-" and not _is_pipe(file)):
        yield file
        return
    name = "standard input" if file == "-" else Path(file).name
    with tempfile.TemporaryDirectory() as folder, _stream(file) as stream:
        copy_stream(stream, Path(folder, name), name)
        yield Path(folder, name)


def _is_pipe(file: str) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(file).st_mode)
    except (OSError, ValueError):
        return False


@contextmanager
def _stream(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        pipe = open(file, "rb")  # noqa: SIM115 - closed below
    except OSError as problem:
        raise InputError(f"{file} cannot be opened: {problem.strerror}.") from None
    with pipe:
        yield pipe


@contextmanager
def reading_options(given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The options of reading, with a bar on the terminal that shows how far a long reading is."""
    if not sys.stderr.isatty():
        yield given
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Counting"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield {**given, "progress": _shown_on(bar)}


def _shown_on(bar: Any) -> Callable[[float], None]:
    """Nothing is shown before there is something to wait for."""
    tasks: list[Any] = []

    def show_share(share: float) -> None:
        if not tasks:
            tasks.append(bar.add_task("", total=1.0))
        bar.update(tasks[0], completed=share)

    return show_share
