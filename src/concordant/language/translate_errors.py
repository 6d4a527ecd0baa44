"""A text that was written in English, in another language: by the sentence of a topic whose English fits.

Errors, methods and titles are written where they arise, in English, and hold no code. Their sentences are in
`words/`, both languages side by side, and what stands in the places of the English is read out of the text:

    en = "{name} must be one of {allowed}, got {value}."
    zh = "{name} 须为 {allowed} 之一，实际为 {value}。"
"""

from __future__ import annotations

import re
from ast import literal_eval
from functools import cache
from string import Formatter

from ..errors import AmbiguousReading
from ..quote import quote
from .render import Language, render, topic

#: Texts longer than this are shown as they are.
_LONGEST = 4000
#: The value of an option, which stays as Python writes it.
_IN_CODE = re.compile(r"(?<=\w=)“([^“”]*)”")
#: Values to choose from: 'classical', 'analytic' or 'bca'.
_QUOTED = re.compile(r"'([^']*)'")
_CHOICE = re.compile(r"'[^']*'(?:, '[^']*')*,? (?:or|and) '[^']*'")
#: Options: width=… or null=…; goal=… and expected=….
_OPTIONS = re.compile(r"\w+=…(?:(?:, | or | and )\w+=…)+")
#: What a value may be: one of ['auto', 'none'], text or a list of names.
_KIND = re.compile(
    r"(?:one of )?\[[^\]]*\]|True or False|text|an? [A-Z]\w+|"
    r"an? (?:whole )?[a-z]+(?: of [a-z ]+?)?(?=, | or |$)"
)
_KINDS = re.compile(rf"(?:{_KIND.pattern})(?:(?:, | or )(?:{_KIND.pattern}))+|an? (?:list of |whole )?\w+")
#: Names with commas between.
_NAMES = re.compile(r"[\w.-]+(?:, (?:[\w.-]+|…))+")
#: Where a rating stands: human, row 3.
_ROW = re.compile(r"(?:(?P<rater>.+), )?row (?P<row>[\d,]+)")
#: Files of errors; what newcomers meet, and other words, are in the first.
TOPICS = ("errors", "errors_reading", "errors_measures", "errors_studies", "errors_web")
_HINT = re.compile(r"^(?P<text>.*?) Did you mean (?P<near>.+?)\?$", re.DOTALL)


def translate(
    name: str | tuple[str, ...], text: str, lang: Language, prefix: str = "", over: str = ""
) -> str | None:
    """The text in a language, by a sentence of these topics whose key begins so; None where none fits.

    Sentences of the topic `over` stand in place of those with the same key.
    """
    if lang == "en" and not over:
        return text
    if len(text) > _LONGEST:
        return None
    for code, pattern in _patterns((name,) if isinstance(name, str) else name, prefix):
        if found := pattern.fullmatch(text):
            facts = {
                place: _name(value, lang) if place == "name" else _fact(name, value, lang, prefix, over)
                for place, value in found.groupdict().items()
            }
            key = code.partition(".")[2]
            if over and key in topic(over):
                code = f"{over}.{key}"
            return _IN_CODE.sub(lambda quoted: repr(quoted[1]), render(code, facts, lang))
    return None


def _name(value: str, lang: Language) -> str:
    """A name as it is; one in quotation marks in those of Chinese."""
    return _literal(value) if lang == "zh" and _QUOTED.fullmatch(value) else value


def _fact(name: str | tuple[str, ...], value: str, lang: Language, prefix: str, over: str) -> str:
    """What stands in a place: quoted text and lists as Chinese writes them, a sentence in that language."""
    if lang == "en":
        return "; ".join(translate(name, part, lang, prefix, over) or part for part in value.split("; "))
    value = value.strip()
    if _KINDS.fullmatch(value):
        return _kinds(value, lang)
    if value[:1] in "'\"[(":
        return _literal(value)
    if _OPTIONS.fullmatch(value):
        return value.replace(", ", "、").replace(" or ", " 或 ").replace(" and ", " 和 ")
    if found := _ROW.fullmatch(value):
        return "，".join(filter(None, (found["rater"], f"第 {found['row']} 行")))
    if _NAMES.fullmatch(value):
        return value.replace(", …", "……").replace(", ", "、")
    parts = [translate(name, part, lang, prefix, over) for part in value.split("; ")]
    if len(parts) > 1 and None not in parts:
        return "；".join(map(str, parts))
    return translate(name, value, lang, prefix, over) or value


def _kinds(text: str, lang: Language) -> str:
    """What a value may be: names to choose from, then kinds of values."""
    parts = _KIND.findall(text)
    names = [_literal(one[one.index("[") :]) for one in parts if "[" in one]
    kinds = [_kind(one, lang) for one in parts if "[" not in one]
    said = "或".join(filter(None, ("、".join(kinds[:-1]), *kinds[-1:]))).rstrip()
    return "，或".join([*names, *filter(None, [said])])


def _kind(text: str, lang: Language) -> str:
    """A kind of value; the name of a class stays as it is, with blanks around it."""
    return translate("errors", text, lang, "kind-") or f" {text.split(' ', 1)[-1]} "


def _literal(text: str) -> str:
    try:
        value = literal_eval(text)
    except (ValueError, SyntaxError):
        return "、".join(_QUOTED.findall(text)) if _CHOICE.fullmatch(text) else text
    if isinstance(value, (list, tuple)):
        return "、".join(map(str, value)) or "（空）"
    return f"“{value}”" if isinstance(value, str) else text


@cache
def _patterns(names: tuple[str, ...], prefix: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The sentences as patterns by their codes; one with more words of its own comes earlier."""
    found = [
        (f"{name}.{key}", said["en"])
        for name in names
        for key, said in topic(name).items()
        if key.startswith(prefix) and _own_words(said["en"])
    ]
    found.sort(key=lambda one: -_own_words(one[1]))
    return tuple((code, _pattern(sentence)) for code, sentence in found)


def _own_words(sentence: str) -> int:
    return len(re.sub(r"\{[^}]*\}", "", sentence))


def _pattern(sentence: str) -> re.Pattern[str]:
    pattern, seen = "", set[str]()
    for literal, place, _, _ in Formatter().parse(sentence):
        pattern += re.escape(literal)
        if place is not None:
            pattern += f"(?P={place})" if place in seen else f"(?P<{place}>.+?)"
            seen.add(place)
    return re.compile(pattern, re.DOTALL)


def error_text(error: object, lang: Language = "en", over: str = "") -> str:
    """What the error says; in Chinese by the sentence that its English fits, else in English, marked so.

    Sentences of the topic `over` stand in place of those with the same key, for a surface that has other
    names for options; it offers the ways of reading data by itself.
    """
    text = str(error)
    if isinstance(error, AmbiguousReading) and over:
        return error_text(error.question, lang, over)
    if lang == "en" and not over:
        return text
    if isinstance(error, AmbiguousReading):
        return _with_readings(error, lang)
    hint = _HINT.match(text)
    said = translate(TOPICS, hint["text"] if hint else text, lang, over=over)
    if said is None:
        return text if lang == "en" else render("errors.other", {"text": text}, lang)
    return said + (render("errors.hint", {"near": hint["near"].strip("'\"")}, lang) if hint else "")


def _with_readings(problem: AmbiguousReading, lang: Language) -> str:
    """The question, and each way of reading with its options."""
    ways = [
        render(
            "errors.way",
            {
                "options": ", ".join(f"{name}={quote(value)}" for name, value in options.items()),
                "what": error_text(what, lang),
            },
            lang,
        )
        for what, options in problem.readings.items()
    ]
    said = error_text(problem.question, lang)
    return render("errors.pass-one", {"question": said, "ways": "；或 ".join(ways)}, lang)
