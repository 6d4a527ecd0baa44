"""The notes of results and the roles of columns, as sentences in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any

from ..errors import ConcordantError
from ..language.message import Message
from ..language.render import LANGUAGES, Language, render, topic
from ..ratings.audit import INFERRED
from ..ratings.reading import COUNTED
from ..result import Note, Result

TOPIC = "notes"


def note_message(note: Note) -> Message:
    """The sentence of a note: of those written for its code, the one that says in English what it says.

    A code may have several sentences, "code" and "code.case". A note that explains another one, of the
    same code, holds that as `why` and has its sentence among those of "why". A note of an earlier version,
    worded otherwise, has the sentence of its code if only one fits its facts. What nobody has written in two
    languages is said as it is.
    """
    facts = {name: _fact(name, value) for name, value in note.facts.items() if value is not None}
    fitting = [key for key in _cases("why" if "why" in facts else note.code) if _places(key) <= facts.keys()]
    alike = [key for key in fitting if render(f"{TOPIC}.{key}", facts, "en") == note.text]
    chosen = alike or (fitting if len(fitting) == 1 else [])
    if not chosen:
        return Message(f"{TOPIC}.other", {"text": note.text})
    needed = _places(chosen[0])
    return Message(f"{TOPIC}.{chosen[0]}", {name: fact for name, fact in facts.items() if name in needed})


def note_text(note: Note, lang: Language = "en") -> str:
    """The sentence of a note in one language."""
    return str(note.text) if lang == "en" else note_message(note).text(lang)


def is_note(message: Message, codes: Sequence[str]) -> bool:
    """Whether a sentence is that of a note with one of these codes."""
    said, _, code = message.code.partition(".")
    return said == TOPIC and code.partition(".")[0] in codes


def reason(result: Result) -> Message:
    """Why a result is not defined: what its first note says."""
    return note_message(result.notes[0])


def not_possible(why: ConcordantError) -> Note:
    """A complaint as the note of a result that is not available."""
    return Note("not-possible", str(why), {"text": str(why), **why.facts})


@cache
def _cases(code: str) -> tuple[str, ...]:
    """The sentences of a code, in the order in which they are written."""
    return tuple(key for key in topic(TOPIC) if key.partition(".")[0] == code)


@cache
def _places(key: str) -> frozenset[str]:
    """The facts that a sentence needs in one language or the other."""
    return frozenset(place for language in LANGUAGES for place in places(topic(TOPIC)[key][language]))


def places(sentence: str) -> Iterator[str]:
    """The names of the facts in a sentence as it is written."""
    return (name for _, name, *_ in Formatter().parse(sentence) if name)


def _fact(name: str, value: Any) -> Any:
    """Notes within a note become sentences too."""
    if name == "roles":
        return role_messages(value)
    if name == "reason" and isinstance(value, str):
        return _reasons().get(value, value)
    if isinstance(value, Note):
        message = note_message(value)
        return {"code": message.code, "facts": message.facts}
    if isinstance(value, Mapping) and {"code", "text"} <= value.keys() <= {"code", "text", "facts"}:
        return _fact("", Note(**value))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_fact("", each) for each in value]
    return value


@cache
def _reasons() -> dict[str, dict[str, str]]:
    """Why rows of an export were excluded, in both languages, by the English."""
    words = [both for key, both in topic("audit").items() if key.startswith("dropped-export-")]
    pairs = ((both["en"].partition(": ")[2], both["zh"].partition("：")[2]) for both in words)
    return {
        en.removesuffix("."): {"en": en.removesuffix("."), "zh": zh.removesuffix("。")} for en, zh in pairs
    }


_SEVERAL = ("raters", "categories", "slices", "text", "comment", "unused")
_SHORTENED = re.compile(r"^(?P<names>.*), … \((?P<count>\d+) in all\)$", re.DOTALL)


def role_messages(roles: Mapping[str, str]) -> list[dict[str, Any]]:
    """ "item = id (inferred)" for each role, as sentences within a sentence."""
    counts = roles.get("shape", "").removesuffix(INFERRED) in COUNTED
    return [
        _one("categories" if counts and role == "raters" else role, columns)
        for role, columns in roles.items()
    ]


def _one(role: str, words: str) -> dict[str, Any]:
    bare = words.removesuffix(INFERRED)
    message = _sentence("role", of=_sentence(f"role-{role}"), name=_name(role, bare))
    return message if bare == words else _sentence("guessed", what=message)


def _name(role: str, words: str) -> str | dict[str, Any]:
    if role == "shape":
        return _sentence(f"shape-{words}")
    shortened = _SHORTENED.match(words)
    if shortened is None:
        return _listed(role, words)
    return _sentence("shortened", names=_listed(role, shortened["names"]), count=int(shortened["count"]))


def _listed(role: str, words: str) -> str | dict[str, Any]:
    """Several columns in a row, as each language writes a list."""
    return {"en": words, "zh": words.replace(", ", "、")} if role in _SEVERAL else words


def _sentence(key: str, **facts: Any) -> dict[str, Any]:
    return {"code": f"audit.{key}", "facts": facts}
