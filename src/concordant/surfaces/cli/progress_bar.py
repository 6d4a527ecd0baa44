"""How far a long study is, as one bar on the terminal; nothing where nobody watches or nothing takes long."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...language.message import Message
from ...language.render import Language
from ...quote import one_line

#: What takes no longer than so many seconds needs no bar.
_SOON = 1.0
#: What is made now is said in so many signs.
_LONGEST = 60


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
    shown = _Shown(bar, lang)
    try:
        yield {"progress": shown.counting, "tell": shown.part}
    finally:
        bar.stop()


class _Shown:
    """Two lines: the whole, by the part that is made now; and the question that is being counted for it."""

    def __init__(self, bar: Any, lang: Language) -> None:
        self._bar, self._lang, self._began = bar, lang, time.monotonic()
        self._lines: dict[str, Any] = {}

    def part(self, what: Message, share: float) -> None:
        """A part begins, and such a share of the whole is done."""
        self._show("whole", what, share)
        if "query" in self._lines:
            self._bar.update(self._lines["query"], visible=False)

    def counting(self, share: float) -> None:
        """How far one question is."""
        if not self._lines:
            self._show("whole", Message("telling.reading"), 0.0)
        self._show("query", Message("report.counting"), share)

    def _show(self, line: str, what: Message, share: float) -> None:
        if time.monotonic() - self._began < _SOON:
            return
        text = one_line(what.text(self._lang), _LONGEST)
        if line not in self._lines:
            self._lines[line] = self._bar.add_task(text, total=1.0)
            self._bar.start()
        self._bar.update(self._lines[line], description=text, completed=share, visible=True)
