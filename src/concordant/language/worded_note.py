"""A note whose sentence is in the words of both languages already."""

from __future__ import annotations

from typing import Any

from ..result import Note
from .render import render


def worded_note(key: str, **facts: Any) -> Note:
    """The note `notes.<key>`, with its English text; a key is a code, or "code.case"."""
    return Note(key.partition(".")[0], render(f"notes.{key}", facts), facts)
