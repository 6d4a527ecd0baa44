"""What the views of the lower panels have in common: words of the page, and pictures in both languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...language.message import Message
from ...language.render import Language
from ..figure import Figure
from .bilingual import both


def told(key: str, **facts: Any) -> Message:
    """A sentence of the lower panels."""
    return Message(f"page_lower.{key}", facts)


class Worded:
    """A view whose template can say sentences of the page."""

    def say(self, key: str, **facts: Any) -> Any:
        """A sentence in both languages, as markup."""
        return both(told(key, **facts))


@dataclass(frozen=True)
class Picture:
    """A figure that is drawn when the page is."""

    title: Message
    make: Callable[[Language], Figure]

    def __html__(self) -> str:
        """Both languages; the page shows one."""
        from ..figures.theme import unchecked
        from .figure import drawn

        with unchecked():
            english, chinese = self.make("en"), self.make("zh")
        return str(drawn(english, chinese))
