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

from .render import Language, render, topic

#: Texts longer than this are shown as they are.
_LONGEST = 4000
#: Names with commas between.
_NAMES = re.compile(r"[\w.-]+(?:, [\w.-]+)+")


def translate(name: str, text: str, lang: Language, prefix: str = "") -> str | None:
    """The text in a language, by a sentence of this topic whose key begins so; None where none fits."""
    if lang == "en":
        return text
    if len(text) > _LONGEST:
        return None
    for key, pattern in _patterns(name, prefix):
        if found := pattern.fullmatch(text):
            facts = {place: _fact(name, value, lang, prefix) for place, value in found.groupdict().items()}
            return render(f"{name}.{key}", facts, lang)
    return None


def _fact(name: str, value: str, lang: Language, prefix: str) -> str:
    """What stands in a place: quoted text and lists as Chinese writes them, a sentence in that language."""
    value = value.strip()
    if value[:1] in "'\"[(":
        return _literal(value)
    if _NAMES.fullmatch(value):
        return value.replace(", ", "、")
    return translate(name, value, lang, prefix) or value


def _literal(text: str) -> str:
    try:
        value = literal_eval(text)
    except (ValueError, SyntaxError):
        return text
    if isinstance(value, (list, tuple)):
        return "、".join(map(str, value)) or "（空）"
    return f"“{value}”" if isinstance(value, str) else text


@cache
def _patterns(name: str, prefix: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The sentences as patterns; of those that fit, the one with most words of its own comes first."""
    found = [(key, said["en"]) for key, said in topic(name).items() if key.startswith(prefix)]
    found = [(key, sentence) for key, sentence in found if _own_words(sentence)]
    found.sort(key=lambda one: -_own_words(one[1]))
    return tuple((key, _pattern(sentence)) for key, sentence in found)


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
