"""What a Chinese sentence must be beside the English one."""

from __future__ import annotations

import json
import re

from concordant.interpret.notes import note_message
from concordant.result import Note


def assert_same(english: str, chinese: str) -> None:
    """Chinese, with the same numbers, and no English sentence left in it."""
    assert re.search(r"[\u4e00-\u9fff]", chinese), chinese
    assert _numbers(chinese) == _numbers(english), chinese
    assert not re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", chinese), chinese


def _numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+(?:\.\d+)?", text))


def assert_said(note: Note) -> None:
    """The sentence of the note, in both languages, before and after JSON."""
    said = note_message(note)
    assert said.code != "notes.other", note
    assert said.text("en") == note.text
    assert_same(note.text, said.text("zh"))
    read = Note(**json.loads(json.dumps(note.to_dict(), allow_nan=False)))
    assert note_message(read).text("zh") == said.text("zh")
