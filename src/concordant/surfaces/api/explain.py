"""`concordant.explain`: what a coefficient or a term means, in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Literal

from ...arguments import check_arguments
from ...coefficients.catalogue import BY_NAME, CATALOGUE
from ...coefficients.coefficient import Coefficient
from ...coefficients.references import reference
from ...errors import OptionError
from ...language.formula_text import formula_text
from ...language.words_file import LANGUAGES, Language, topic
from ...quote import quote
from ..short_names import ALIASES
from .docstrings import Facts, computed_facts, example_code

_NEAREST = 5


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """What a coefficient or a term means; `str(explanation)` is the whole text.

    `answers` says what it is about, `use` when to use it and when not, `example` is a command or code that
    runs, `references` are the sources of a coefficient.
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


@check_arguments
def explain(term: str, *, lang: Literal["en", "zh"] = "en") -> Explanation:
    """Explain a coefficient or a term: what it answers, its formula, when to use it, an example.

    Parameters
    ----------
    term : str
        A coefficient by its name, title or short name, or a term such as "p_e", "no-skill
        baseline", "linear weights" or "评分者间信度".
    lang : {"en", "zh"}, default "en"
        Language of the text.

    Returns
    -------
    Explanation
        `print(explanation)` shows all of it; `answers`, `formula`, `use`, `example` and
        `references` are its parts.

    Examples
    --------
    >>> import concordant as cc
    >>> cc.explain("kappa").title
    "Cohen's kappa"
    >>> cc.explain("偶然一致率").term
    'p_e'
    """
    key = _known().get(_plain(term))
    if key is None:
        near = nearest_terms(term)
        named = f" Nearest: {', '.join(near)}." if near else ""
        raise OptionError(
            f"There is no explanation of {quote(term)}.{named} concordant explain lists all terms."
        )
    return _of_coefficient(BY_NAME[key], lang) if key in BY_NAME else _of_term(key, lang)


def terms() -> tuple[str, ...]:
    """The terms that are explained beside the coefficients, in reading order."""
    return tuple(key.removesuffix(".title") for key in topic("explain") if key.endswith(".title"))


def nearest_terms(term: str) -> list[str]:
    """Known names that are like this one, or contain it, the nearest first."""
    wanted, known = _plain(term), _known()
    held = [name for name in known if len(wanted) > 1 and wanted in name]
    near = get_close_matches(wanted, known, _NEAREST, 0.6)
    return list(dict.fromkeys(known[name] for name in (*near, *held)))[:_NEAREST]


def _of_coefficient(c: Coefficient, lang: Language) -> Explanation:
    facts = computed_facts().get(c.name, Facts())
    return Explanation(
        term=c.name,
        title=c.title if lang == "en" else c.title_zh,
        formula=formula_text(c.formula),
        answers=_words(f"{c.name}.answers")[lang],
        use=_words(f"{c.name}.use")[lang],
        example="\n".join([*example_code(c), facts.shown]).rstrip(),
        references=tuple(reference(key).text() for key in c.references),
        lang=lang,
    )


def _of_term(key: str, lang: Language) -> Explanation:
    def part(name: str) -> str:
        return _words(f"{key}.{name}")[lang]

    return Explanation(
        term=key,
        title=part("title"),
        formula=part("formula"),
        answers=part("answers"),
        use=part("use"),
        example=part("example"),
        lang=lang,
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
