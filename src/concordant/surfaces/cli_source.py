"""What a command reads: a file, a pattern, a folder, an address, or standard input; and how far it is."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def source_of(file: str) -> Iterator[str | Path]:
    """The file, or what comes by standard input (-) as one."""
    if file != "-":
        yield file
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "standard input")
        with path.open("wb") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
        yield path


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

    def tell(share: float) -> None:
        if not tasks:
            tasks.append(bar.add_task("", total=1.0))
        bar.update(tasks[0], completed=share)

    return tell
