"""What the panels of the page share: their record, their sentences, and figures in both languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...language.message import Message
from ...language.render import TAGS, Language
from ..figure import Figure
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
class Picture:
    """A figure that is drawn when the page is."""

    title: Message
    make: Callable[[Language], Figure]

    def __html__(self) -> str:
        """Both languages; the page shows one."""
        from ..figures.theme import unchecked

        with unchecked():
            english, chinese = self.make("en"), self.make("zh")
        return str(drawn(english, chinese))


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


def drawn(english: Figure, chinese: Figure) -> Any:
    """Markup of the two pictures; their words are escaped by what draws them."""
    from markupsafe import Markup

    pieces = (
        f'<div class="{lang} drawing" lang="{TAGS[lang]}">{figure.svg(for_page=True)}</div>'
        for lang, figure in (("en", english), ("zh", chinese))
    )
    return Markup(f'<figure class="figure">{"".join(pieces)}</figure>')  # noqa: S704 - drawn by us
