"""A passage as plain text, Markdown and HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from ...language.render import Language
from .citations import in_brackets
from .passage import Passage, Run

#: What a blank begins with, so that it can be searched for.
ADD: Mapping[Language, str] = {"en": "AUTHOR: ", "zh": "作者补充："}


def plain(passage: Passage) -> str:
    """Plain text; what is to be added stands in square brackets."""
    return "\n\n".join("".join(_plain(r, passage.lang) for r in p) for p in passage.paragraphs)


def said(run: Run, lang: Language) -> str:
    """The words of a run: a citation as author and year, a blank as what is to be added."""
    if run.kind == "cite":
        return in_brackets(run.text.split(";"), lang)
    return f"[{ADD[lang]}{run.text}]" if run.kind == "blank" else run.text


def _plain(run: Run, lang: Language) -> str:
    return f"_{run.text}" if run.kind == "sub" else said(run, lang)


def markdown(passage: Passage) -> str:
    """Markdown; everything that means something there is escaped."""
    return "\n\n".join(_no_block("".join(_markdown(r, passage.lang) for r in p)) for p in passage.paragraphs)


_MARKDOWN = {"italic": "*{}*", "strong": "**{}**", "sub": "<sub>{}</sub>"}


def _markdown(run: Run, lang: Language) -> str:
    text = re.sub(r"([\\`*_{}\[\]<>|~$])", r"\\\1", said(run, lang)).replace("&", "&amp;")
    return _MARKDOWN.get(run.kind, "{}").format(text)


def _no_block(text: str) -> str:
    """A paragraph that cannot be taken for a heading, a list or a quotation."""
    return re.sub(r"^(\d+)([.)])|^([#+=-])", lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", text)


_HTML = {
    "italic": "<i>{}</i>",
    "strong": "<strong>{}</strong>",
    "sub": "<sub>{}</sub>",
    "blank": '<mark class="blank">{}</mark>',
    "name": "<bdi>{}</bdi>",
}


def html(passage: Passage) -> str:
    """HTML paragraphs; all text is escaped."""
    return "\n".join(f"<p>{''.join(_html(r, passage.lang) for r in p)}</p>" for p in passage.paragraphs)


def _html(run: Run, lang: Language) -> str:
    return _HTML.get(run.kind, "{}").format(escape(said(run, lang)))
