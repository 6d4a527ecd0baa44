"""One panel of the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...language.message import Message


@dataclass(frozen=True)
class Panel:
    """`key` names the template (`templates/<key>.html`); `view` is what it shows, None where it is nothing.

    `at` begins every id in it, so that panels of several comparisons can stand in one page; `about` names the
    comparison where there are several.
    """

    key: str
    title: Message
    view: Any
    at: str = ""
    about: Any = None

    @property
    def id(self) -> str:
        """What links to it say."""
        return f"{self.at}{self.key}"
