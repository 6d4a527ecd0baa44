"""From a sentence's code and facts to plain words, in English or Chinese.

The sentences are data (`words/*.toml`), both languages side by side, with places for facts:

    {share:pct}      83%                    {gap:+}       +0.50
    {kappa}          0.51                   {p:p}         p = 0.032
    {within:ci}      0.41 to 0.62           {n:n}         120,000
    {within:cipct}   41% to 62%             {names:list}  a, b and c
    {n:many item items}  1 item             {kind:term}   the entry `terms.<kind>`
    {gap:pts}        +4, of a share .04     {within:cipts}  −1 to +9
    {gap:points}     4, without its sign    {within:cipoints}  11 to 22, of −.22 and −.11
    {m:measure}      a coefficient's name in that language; m is its name, or (name, options)
    {x:show}         as results show numbers {n:count}      as results show counts
    {n:plain}        as it is               {n:plural item_was items_were}   3 items were
    {names:listed}   a, b, c; of many the first; {names:listed and}: a, b and c
    {names:quoted}   the same in quotes     {seen:counted}  'NA' (2), 'x' (1)
    {parts:each and} a and b and c
    {m:variant}      the same, saying "unweighted" where it could be weighted
    {x:amount}       x is (measure, number): 72% for a share, else 0.51; (measure, number, 1): 72.4%
    {x:units}        a number in the units of the scale; {x:units +} with its sign
    {x:cut}          (measure, number), a threshold with all its digits: 66.7%
    {x:change}       (measure, number), a threshold of a change: 1 percentage point of a share, else 0.01
    {a:label}        a category; in Chinese words stand in quotes
    {name:name}      a name from the data; in Chinese it stands in quotes where it would run into the words
    {name:column}    a column by its own name, or by its role in that language

A fact that is a sentence itself, {"code": …, "facts": …}, is said in its place.
A fact that is given in each language, {"en": …, "zh": …}, is said in the one asked for.
A number that is not defined is shown as "–".
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any

from ..coefficients.catalogue import BY_NAME
from ..coefficients.coefficient import Coefficient
from ..errors import choose
from ..number_text import show, show_count
from ..ratings.phrases import MOST, listed
from .chinese import enumerated, joined, set_apart, share_in_words
from .numerals import in_units, near_an_end, true_minus, written, written_count, written_percent
from .words_file import FILES as FILES
from .words_file import LANGUAGES as LANGUAGES
from .words_file import Language as Language
from .words_file import topic as topic

_SHARES = ("exact_agreement", "adjacent_agreement", "specific_agreement", "coverage_probability")


def template(code: str, language: Language) -> str:
    """The sentence "topic.key" as it is written, with places for facts."""
    name, key = code.split(".", 1)
    return topic(name)[key][language]


def render(code: str, facts: Mapping[str, Any], language: Language = "en") -> str:
    """The sentence with its facts, in one language; the fact `in_ratings` says that it counts ratings."""
    choose("lang", language, LANGUAGES)
    sentence = template(code, language)
    if facts.get("in_ratings"):
        sentence = _OF_ITEMS[language].sub(_OF_RATINGS[language], sentence)
    return _Renderer(language).vformat(sentence, (), facts)


#: How a sentence counts items, and how it counts ratings.
_OF_ITEMS = {"en": re.compile(r"\{(\w+):many item items\}"), "zh": re.compile(r"\{(\w+):n\} 个条目")}
_OF_RATINGS = {"en": r"{\1:many rating ratings}", "zh": r"{\1:n} 次评分"}


def measure_name(measure: Any, language: Language, *, variant: bool = False) -> str:
    """What a coefficient is called: `measure` is its name, or (name, options); `variant`: even unweighted."""
    name, options = (measure, {}) if isinstance(measure, str) else (measure[0], dict(measure[1]))
    c = BY_NAME[name]
    title = _title(c, options, language)
    weights = options.get("weights") or options.get("metric")
    if weights in (None, "identity", "nominal"):
        if not (variant and "weights" in c.options):
            return title
        weights = "identity"
    variant_name = topic("terms").get(f"weights-{weights}" if isinstance(weights, str) else "weights-custom")
    word = variant_name[language] if variant_name else str(weights)
    return f"{title} ({word})" if language == "en" else f"{title}（{word}）"


def _title(c: Coefficient, options: Mapping[str, Any], language: Language) -> str:
    """The title, with the member of a family that the options choose."""
    if c.name == "gwet_ac":
        return c.title_with(options) + ("" if language == "en" else " 系数")
    title = c.title if language == "en" else c.title_zh
    return f"{title} ICC({options['form']})" if c.name == "icc" and "form" in options else title


def column_name(name: str, language: Language) -> str:
    """A column by its name; those that are called by their role have a name in each language."""
    known = topic("terms").get(f"column-{name}")
    return known[language] if known else name


def is_share(measure: str) -> bool:
    """Whether a coefficient is a share of items, which reads best in percent."""
    return measure in _SHARES


class _Renderer(Formatter):
    def __init__(self, language: Language) -> None:
        self.language = language

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        """The sentence; in Chinese a blank beside a fact is for Latin letters and digits only."""
        if self.language == "en":
            return super().vformat(format_string, args, kwargs)
        out = ""
        for literal, name, spec, conversion in self.parse(format_string):
            out = joined(out, literal)
            if name is not None:
                fact, _key = self.get_field(name, args, kwargs)
                fact = self.convert_field(fact, conversion)
                out = joined(out, self.format_field(fact, spec or ""))
        return out

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs[str(key)]

    def format_field(self, value: Any, spec: str) -> str:
        if is_sentence(value):
            return self._one(value)
        kind, _, more = spec.partition(" ")
        if is_in_both(value):
            if kind == "name" and value["en"] != value["zh"]:  # a word of ours, not a name from the data
                return str(value[self.language])
            value = value[self.language]
        if kind in FORMATS:
            return FORMATS[kind](self, value, more)
        if spec == "+":
            return written(value, "+.2f")
        if isinstance(value, float):
            return written(value, spec or ".2f")
        return format(value, spec)

    def _pct(self, value: float, _: str) -> str:
        return self._share(written_percent(value))

    def _share(self, shown: str) -> str:
        return shown if self.language == "en" else share_in_words(shown)

    def _pts(self, value: float, _: str) -> str:
        return written(100 * value, "+.0f")

    def _cipts(self, value: Sequence[float], _: str) -> str:
        return self._between([written(100 * end, "+.0f") for end in value])

    def _points(self, value: float, _: str) -> str:
        return written(100 * abs(value), ".0f")

    def _cipoints(self, value: Sequence[float], _: str) -> str:
        return self._between([self._points(end, "") for end in sorted(value, key=abs)])

    def _n(self, value: float, _: str) -> str:
        return written_count(value)

    def _many(self, value: float, words: str) -> str:
        one, several = words.split(" ")
        return f"{written_count(value)} {one if value == 1 else several}".replace("_", " ")

    def _ci(self, value: Sequence[float], spec: str) -> str:
        return self._between([written(end, spec or ".2f") for end in value])

    def _cipct(self, value: Sequence[float], _: str) -> str:
        decimal = any(map(near_an_end, value))
        return self._between([self._share(written_percent(end, decimal=decimal)) for end in value])

    def _between(self, ends: Sequence[str]) -> str:
        return (" to " if self.language == "en" else " 至 ").join(ends)

    def _p(self, value: float, _: str) -> str:
        if math.isnan(value):
            return "p –"
        return "p < 0.001" if value < 0.001 else f"p = {written(value, '.3f')}"

    def _list(self, value: Sequence[Any], _: str) -> str:
        texts = [self._one(x) for x in value]
        if self.language == "zh":
            return enumerated(texts)
        return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"

    def _show(self, value: float, digits: str) -> str:
        """As the code that words a note in English writes it; in Chinese with a true minus sign."""
        shown = show(value, int(digits or 3))
        return shown if self.language == "en" else true_minus(shown)

    def _number(self, value: float, digits: str) -> str:
        return true_minus(show(value, int(digits or 3)))

    def _count(self, value: float, _: str) -> str:
        return show_count(value)

    def _plain(self, value: Any, _: str) -> str:
        return str(value)

    def _plural(self, value: float, words: str) -> str:
        one, several = words.split(" ")
        return f"{show_count(value)} {one if value == 1 else several}".replace("_", " ")

    def _listed(self, value: Sequence[Any], last: str) -> str:
        return self._several([self._one(x) for x in value], last)

    def _quoted(self, value: Any, last: str) -> str:
        if not isinstance(value, (list, tuple)):
            return self._quote(value)
        return self._several([self._quote(x) for x in value], last)

    def _counted(self, value: Mapping[str, int], _: str) -> str:
        shape = "{} ({})" if self.language == "en" else "{}（{}）"
        return self._several([shape.format(self._quote(what), n) for what, n in value.items()], "")

    def _each(self, value: Sequence[Any], between: str) -> str:
        texts = [self._one(x) for x in value]
        if self.language == "zh":
            return enumerated(texts, "；" if between == ";" else "、")
        return _joiner(between).join(texts)

    def _several(self, texts: Sequence[str], last: str) -> str:
        if self.language == "en":
            return listed(texts, _joiner(last))
        more = f"……（共 {len(texts)} 个）" if len(texts) > MOST else ""
        return enumerated(texts[:MOST]) + more

    def _quote(self, value: Any) -> str:
        if self.language == "en" or not isinstance(value, str):
            return repr(value)
        return "空白" if value == _BLANK else f"“{value}”"

    def _one(self, value: Any) -> str:
        if is_sentence(value):
            return render(value["code"], value["facts"], self.language)
        return str(value[self.language] if is_in_both(value) else value)

    def _term(self, value: str, _: str) -> str:
        known = topic("terms")
        return known[value][self.language] if value in known else str(value)

    def _measure(self, value: Any, _: str) -> str:
        return measure_name(value, self.language)

    def _variant(self, value: Any, _: str) -> str:
        return measure_name(value, self.language, variant=True)

    def _amount(self, value: Sequence[Any], _: str) -> str:
        measure, number, *decimal = value
        if is_share(measure):
            return written_percent(number, decimal=bool(decimal))
        return in_units(number) if math.isinf(BY_NAME[measure].range[1]) else written(number, ".2f")

    def _units(self, value: float, sign: str) -> str:
        shown = in_units(value)
        return (sign if value > 0 and shown.strip("0.") else "") + shown

    def _label(self, value: Any, _: str) -> str:
        if isinstance(value, float):
            return written(value, ".2f")
        words = self.language == "zh" and not str(value).lstrip("-").replace(".", "", 1).isdecimal()
        return f"“{value}”" if words else str(value)

    def _name(self, value: Any, last: str) -> str:
        if isinstance(value, (list, tuple)):
            return self._several([self._name(x, "") for x in value], last)
        text = self._one(value)
        return set_apart(text) if self.language == "zh" and not is_sentence(value) else text

    def _column(self, value: str, _: str) -> str:
        return column_name(value, self.language)

    def _cut(self, value: tuple[str, float], _: str) -> str:
        measure, number = value
        return f"{100 * number:.6g}%" if is_share(measure) else f"{number:.6g}"

    def _change(self, value: tuple[str, float], _: str) -> str:
        measure, number = value
        shown = f"{(100 if is_share(measure) else 1) * number:.6g}"
        if not is_share(measure):
            return shown
        return f"{shown} {_POINT[self.language]}" + ("s" if self.language == "en" and shown != "1" else "")


#: How a fact is written, by the word after the colon of its place; see the top of this file.
FORMATS: dict[str, Callable[[_Renderer, Any, str], str]] = {
    "pct": _Renderer._pct,
    "pts": _Renderer._pts,
    "cipts": _Renderer._cipts,
    "points": _Renderer._points,
    "cipoints": _Renderer._cipoints,
    "n": _Renderer._n,
    "many": _Renderer._many,
    "ci": _Renderer._ci,
    "cipct": _Renderer._cipct,
    "p": _Renderer._p,
    "list": _Renderer._list,
    "show": _Renderer._show,
    "number": _Renderer._number,
    "count": _Renderer._count,
    "plain": _Renderer._plain,
    "plural": _Renderer._plural,
    "listed": _Renderer._listed,
    "quoted": _Renderer._quoted,
    "counted": _Renderer._counted,
    "each": _Renderer._each,
    "term": _Renderer._term,
    "measure": _Renderer._measure,
    "variant": _Renderer._variant,
    "amount": _Renderer._amount,
    "units": _Renderer._units,
    "label": _Renderer._label,
    "name": _Renderer._name,
    "column": _Renderer._column,
    "cut": _Renderer._cut,
    "change": _Renderer._change,
}

#: The unit of a difference between shares.
_POINT = {"en": "percentage point", "zh": "个百分点"}
#: What the audit calls a blank cell.
_BLANK = "(empty)"


def is_sentence(fact: Any) -> bool:
    """Whether a fact is a sentence of its own."""
    return isinstance(fact, Mapping) and set(fact) == {"code", "facts"}


def is_in_both(fact: Any) -> bool:
    """Whether a fact is a word in every language."""
    return isinstance(fact, Mapping) and set(fact) == set(LANGUAGES)


def _joiner(word: str) -> str:
    """ " and ", "; ", ", " for "and", ";" and nothing."""
    return f" {word} " if word.isalpha() else f"{word or ','} "


#: How a language is called in HTML.
TAGS = {"en": "en", "zh": "zh-Hans"}
