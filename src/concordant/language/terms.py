"""Coefficients and terms in one language: title, meaning, formula, when to use them, an example, sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from ..coefficients.catalogue import BY_NAME, CATALOGUE
from ..coefficients.coefficient import Coefficient
from ..coefficients.references import reference
from ..errors import OptionError
from ..quote import quote
from .formula_text import formula_text
from .short_names import ALIASES
from .words_file import LANGUAGES, Language, topic

_NEAREST = 5


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """What a coefficient or a term means; `str(explanation)` is the whole text.

    `answers` is its meaning in a sentence, `use` states when to use it and when not, `example` is a command
    or code that runs, `references` are the sources of a coefficient.
    """

    term: str
    title: str
    formula: str
    answers: str
    use: str
    example: str
    references: tuple[str, ...] = ()
    lang: Language = "en"

    def __str__(self) -> str:
        def labelled(key: str, text: str) -> str:
            return f"{_words(f'label-{key}')[self.lang]}\n" + "\n".join(f"  {s}" for s in text.split("\n"))

        blocks = [f"{self.title}\n  {self.answers}"]
        parts = {"formula": self.formula, "use": self.use, "example": self.example}
        blocks += [labelled(key, text) for key, text in parts.items() if text]
        if self.references:
            blocks.append(labelled("references", "\n".join(self.references)))
        return "\n\n".join(blocks)

    __repr__ = __str__


def term(name: str, lang: Language = "en") -> Explanation:
    """A coefficient or a term by any of its names; the example of a coefficient is a command."""
    key = _known().get(_plain(name))
    if key is None:
        near = nearest_terms(name)
        named = f" Nearest: {', '.join(near)}." if near else ""
        raise OptionError(
            f"There is no explanation of {quote(name)}.{named} concordant explain lists all terms."
        )
    return _of_coefficient(BY_NAME[key], lang) if key in BY_NAME else _of_term(key, lang)


def terms() -> tuple[str, ...]:
    """The terms that are explained in addition to the coefficients, in reading order."""
    return tuple(key.removesuffix(".title") for key in topic("explain") if key.endswith(".title"))


def nearest_terms(name: str) -> list[str]:
    """Known names that are similar to this one, or contain it, the nearest first."""
    wanted, known = _plain(name), _known()
    held = [name for name in known if len(wanted) > 1 and wanted in name]
    near = get_close_matches(wanted, known, _NEAREST, 0.6)
    return list(dict.fromkeys(known[name] for name in (*near, *held)))[:_NEAREST]


def _of_coefficient(c: Coefficient, lang: Language) -> Explanation:
    return Explanation(
        term=c.name,
        title=c.title if lang == "en" else c.title_zh,
        formula=formula_text(c.formula),
        answers=_words(f"{c.name}.answers")[lang],
        use=_words(f"{c.name}.use")[lang],
        example=f"concordant {c.name.replace('_', '-')} ratings.csv",
        references=tuple(reference(key).text() for key in c.references),
        lang=lang,
    )


def _of_term(key: str, lang: Language) -> Explanation:
    names = ("title", "formula", "answers", "use", "example")
    title, formula, answers, use, example = (_words(f"{key}.{name}")[lang] for name in names)
    return Explanation(
        term=key, title=title, formula=formula, answers=answers, use=use, example=example, lang=lang
    )


def _words(key: str) -> dict[str, str]:
    return dict(topic("explain")[key])


@cache
def _known() -> dict[str, str]:
    """Every name that is understood, and the coefficient or term it stands for; terms come first."""
    return {_plain(name): key for key, name in reversed([*_names()])}


def _names() -> Iterator[tuple[str, str]]:
    for c in CATALOGUE:
        yield from ((c.name, name) for name in (c.name, c.title, c.title_zh, c.symbol))
    yield from ((name, alias) for alias, name in ALIASES.items())
    for key in terms():
        yield from ((key, _words(f"{key}.title")[lang]) for lang in LANGUAGES)
        yield from ((key, name) for name in (key, *_words(f"{key}.names")["en"].split(",")))


def _plain(name: str) -> str:
    return re.sub(r"系数$|[\s_'’-]+", "", name.strip().casefold())
