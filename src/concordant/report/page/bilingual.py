"""Words in both languages side by side: the page shows the one that is chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...language.message import Message
from ...language.render import LANGUAGES, TAGS, is_in_both
from .names import short, shortened

#: A hyphen that stands before a number, not between words or dates.
_NEGATIVE = re.compile(r"(?<![\w.\-])-(?=[\d∞])")

#: What is typed, in a sentence.
_COMMAND = re.compile(r"`([^`<>]*)`")


def both(words: Any) -> Any:
    """Markup of a sentence, of a word in each language, or of text that is the same in all, escaped."""
    from markupsafe import Markup, escape

    texts = in_each(words)
    if len(set(texts.values())) == 1:
        return escape(texts["en"])
    pieces = (
        f'<span class="{lang}" lang="{TAGS[lang]}">{escape(text)}</span>' for lang, text in texts.items()
    )
    return Markup("".join(pieces))  # noqa: S704 - every text in it is escaped above


def both_in_svg(words: Any) -> Any:
    """Both languages inside the text of a drawing, which has no spans."""
    from markupsafe import Markup

    marked = str(both(words)).replace("<span ", "<tspan ").replace("</span>", "</tspan>")
    return Markup(marked)  # noqa: S704 - escaped by `both`


def with_code(words: Any) -> Any:
    """Markup of a sentence of ours that holds commands in backticks and no text from the data."""
    from markupsafe import Markup

    marked = _COMMAND.sub(r"<code>\1</code>", str(both(words)))
    return Markup(marked)  # noqa: S704 - escaped by `both`


def with_minus(text: str) -> str:
    """The text with true signs for numbers below 0, as figures have them."""
    return _NEGATIVE.sub("\N{MINUS SIGN}", text)


def in_each(words: Any) -> dict[str, str]:
    """The text in every language; long names in it are cut."""
    if isinstance(words, Message):
        facts = shortened(words.facts)
        return {lang: with_minus(Message(words.code, facts).text(lang).strip()) for lang in LANGUAGES}
    if isinstance(words, Mapping) and is_in_both(words):
        return {lang: str(words[lang]).strip() for lang in LANGUAGES}
    return {lang: short(str(words)) for lang in LANGUAGES}
