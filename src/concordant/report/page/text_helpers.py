"""What the panels of the page share: their record and their sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...language.message import Message
from .bilingual import both


def sentence(key: str, **facts: Any) -> Message:
    """A sentence of the lower panels."""
    return Message(f"page_lower.{key}", facts)


class PanelView:
    """A view whose template can say sentences of the page."""

    def say(self, key: str, **facts: Any) -> Any:
        """A sentence in both languages, as markup."""
        return both(sentence(key, **facts))


@dataclass(frozen=True)
class Panel:
    """`key` names the template (`templates/<key>.html`); `view` is what it shows, None where it is nothing.

    `at` begins every id in it, so that panels of several comparisons can stand in one page; `about` names the
    comparison where there are several. A panel that is `folded` shows its title and its `gist` until it is
    opened. `contents` names its entry in the list of contents where it is not the key, and `word` what that
    entry says.
    """

    key: str
    title: Message
    view: Any
    at: str = ""
    about: Any = None
    folded: bool = False
    gist: Message | None = None
    contents: str = ""
    word: str = ""

    @property
    def id(self) -> str:
        """What links to it say."""
        return f"{self.at}{self.key}"
