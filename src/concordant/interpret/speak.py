"""From a sentence's code and facts to plain words, in English or Chinese.

The sentences are data (`words/*.toml`), both languages side by side, with places for facts:

    {share:pct}      83%                    {gap:+}       +0.50
    {kappa}          0.51                   {p:p}         p = 0.032
    {within:ci}      0.41 to 0.62           {n:n}         12,000
    {within:cipct}   41% to 62%             {names:list}  a, b and c
    {n:many item items}  1 item             {kind:term}   the entry `terms.<kind>`
    {m:measure}      a coefficient's name in that language; m is its name, or (name, options)

A number that is not defined is shown as "–".
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Literal, get_args

from ..coefficients.catalogue import BY_NAME
from ..errors import choose
from ..result import show_count

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@cache
def topic(name: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of one topic: {key: {language: sentence}}."""
    text = files("concordant.interpret").joinpath("words", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def template(code: str, language: Language) -> str:
    """The sentence "topic.key" as it is written, with places for facts."""
    name, key = code.split(".", 1)
    return topic(name)[key][language]


def say(code: str, facts: Mapping[str, Any], language: Language = "en") -> str:
    """The sentence with its facts, in one language."""
    choose("lang", language, LANGUAGES)
    return _Speaker(language).vformat(template(code, language), (), facts)


def measure_name(measure: Any, language: Language) -> str:
    """What a coefficient is called: `measure` is its name, or (name, options)."""
    name, options = (measure, {}) if isinstance(measure, str) else (measure[0], dict(measure[1]))
    c = BY_NAME[name]
    title = c.title if language == "en" else c.title_zh
    weights = options.get("weights") or options.get("metric")
    if weights in (None, "identity", "nominal"):
        return title
    said = topic("terms").get(f"weights-{weights}" if isinstance(weights, str) else "weights-custom")
    word = said[language] if said else str(weights)
    return f"{title} ({word})" if language == "en" else f"{title}（{word}）"


class _Speaker(Formatter):
    def __init__(self, language: Language) -> None:
        self.language = language

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs[str(key)]

    def format_field(self, value: Any, spec: str) -> str:
        kind, _, more = spec.partition(" ")
        special = getattr(self, f"_{kind}", None) if kind.isalpha() else None
        if special is not None:
            return str(special(value, more))
        if spec == "+":
            return _number(value, "+.2f")
        if isinstance(value, float):
            return _number(value, spec or ".2f")
        return format(value, spec)

    def _pct(self, value: float, _: str) -> str:
        return _percent(value)

    def _n(self, value: float, _: str) -> str:
        return _count(value)

    def _many(self, value: float, words: str) -> str:
        one, several = words.split(" ")
        return f"{_count(value)} {one if value == 1 else several}".replace("_", " ")

    def _ci(self, value: Sequence[float], spec: str) -> str:
        return self._between([_number(end, spec or ".2f") for end in value])

    def _cipct(self, value: Sequence[float], _: str) -> str:
        return self._between([_percent(end) for end in value])

    def _between(self, ends: Sequence[str]) -> str:
        return (" to " if self.language == "en" else " 至 ").join(ends)

    def _p(self, value: float, _: str) -> str:
        if math.isnan(value):
            return "p –"
        return "p < 0.001" if value < 0.001 else f"p = {value:.3f}"

    def _list(self, value: Sequence[Any], _: str) -> str:
        said = [str(x) for x in value]
        if self.language == "zh":
            return "、".join(said)
        return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"

    def _term(self, value: str, _: str) -> str:
        known = topic("terms")
        return known[value][self.language] if value in known else str(value)

    def _measure(self, value: Any, _: str) -> str:
        return measure_name(value, self.language)


def _number(value: float, spec: str) -> str:
    return "–" if value is None or math.isnan(value) else format(value, spec)


def _percent(share: float) -> str:
    """Whole percents; one decimal near the ends, where a whole one would say nothing or everything."""
    if share is None or math.isnan(share):
        return "–"
    near_an_end = 0 < abs(share) < 0.01 or 0.99 < share < 1
    return f"{100 * share:.1f}%" if near_an_end else f"{100 * share:.0f}%"


def _count(number: float) -> str:
    return f"{number:,.0f}" if float(number).is_integer() else show_count(number)
