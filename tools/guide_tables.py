"""A table of the guide as Markdown, and a word in the language of the page."""

from __future__ import annotations

from collections.abc import Iterable

from concordant.language.render import Language


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Lines of a Markdown table."""
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def pick(lang: Language, en: str, zh: str) -> str:
    """The words in this language."""
    return en if lang == "en" else zh
