"""How far a long study is, as one bar on the terminal; nothing where nobody watches or nothing takes long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..interpret.said import Said
from ..interpret.speak import Language

#: What takes no longer than so many seconds needs no bar.
_SOON = 1.0


@contextmanager
def progress_shown(lang: Language) -> Iterator[dict[str, Any]]:
    """The options by which a study says how far it is; none where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield {}
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    words = TextColumn("{task.description}", markup=False)
    columns = (words, BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    tell = _shown_on(bar, lang)
    try:
        yield {"progress": lambda share: tell(Said("report.counting"), share), "tell": tell}
    finally:
        bar.stop()


def _shown_on(bar: Any, lang: Language) -> Callable[[Said, float], None]:
    """Tells the bar what is being done and which share of it is; a new part begins anew."""
    began = time.monotonic()
    tasks: list[Any] = []

    def tell(what: Said, share: float) -> None:
        if time.monotonic() - began < _SOON:
            return
        if not tasks:
            tasks.append(bar.add_task(what.text(lang), total=1.0))
            bar.start()
        bar.update(tasks[0], description=what.text(lang), completed=share)

    return tell
