"""How far a study is: a bar on a terminal when it takes long, nothing elsewhere."""

from __future__ import annotations

import io
import sys

import pytest

from concordant.language.message import Message
from concordant.surfaces.cli import progress_bar as cli_progress
from concordant.surfaces.cli.progress_bar import progress_shown


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def terminal(monkeypatch: pytest.MonkeyPatch, soon: float) -> Terminal:
    """Standard error as a terminal, and how long nothing is shown; pytest has its own until the test runs."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(cli_progress, "_SOON", soon)
    return stream


def test_nothing_is_told_where_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_shown("en") as told:
        assert told == {}


def test_what_is_soon_done_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch, 60.0)
    with progress_shown("en") as told:
        told["progress"](0.5)
        told["tell"](Message("telling.raters"), 0.7)
    assert shown.getvalue() == ""


def test_what_takes_long_says_what_is_done_in_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch, -1.0)
    with progress_shown("zh") as told:
        told["progress"](0.5)
        told["tell"](Message("telling.comparing", {"name": "[red]甲"}), 0.25)
    assert "计数" in shown.getvalue()
    assert "比较" in shown.getvalue()
    assert "[red]甲" in shown.getvalue()


def test_an_interrupt_ends_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = terminal(monkeypatch, -1.0)

    def interrupted() -> None:
        with progress_shown("en") as told:
            told["progress"](0.5)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert shown.getvalue().endswith(("\x1b[?25h", "\x1b[2K")), "the cursor is back"
