"""Terms that a panel explains at its “?”: the same words as `concordant explain`, in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...language.render import LANGUAGES
from ...language.terms import term


@dataclass(frozen=True)
class PageTerm:
    """A coefficient or a term: what it answers, its formula, when to use it, an example."""

    key: str
    title: Mapping[str, str]
    answers: Mapping[str, str]
    formula: Mapping[str, str]
    use: Mapping[str, str]
    example: Mapping[str, str]


def page_terms(keys: Iterable[str]) -> tuple[PageTerm, ...]:
    """Each term once, in the order in which they are first named."""
    return tuple(map(_page_term, dict.fromkeys(keys)))


def _page_term(key: str) -> PageTerm:
    each = {lang: term(key, lang) for lang in LANGUAGES}

    def part(name: str) -> dict[str, str]:
        return {lang: str(getattr(one, name)) for lang, one in each.items()}

    return PageTerm(key, part("title"), part("answers"), part("formula"), part("use"), part("example"))
