"""A sentence as data: what it says and the facts in it, so that any language can say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..result import Note
from .render import Language, render


@dataclass(frozen=True)
class Message:
    """`code` names the sentence ("topic.key" in `words/`), `facts` fill its places."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def text(self, lang: Language = "en") -> str:
        """The sentence in one language."""
        return render(self.code, self.facts, lang)

    def __str__(self) -> str:
        return self.text()


def fact(message: Message) -> dict[str, Any]:
    """A sentence as a fact of another."""
    return {"code": message.code, "facts": dict(message.facts)}


def worded_note(key: str, **facts: Any) -> Note:
    """The note `notes.<key>`, with its English text; a key is a code, or "code.case"."""
    return Note(key.partition(".")[0], render(f"notes.{key}", facts), facts)
