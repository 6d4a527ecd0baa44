"""What results say of themselves, in either language: a note becomes the sentence with its facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any

from ..errors import ConcordantError
from ..language.message import Message
from ..language.render import LANGUAGES, render, topic
from ..result import Note, Result
from .role_words import said_roles

TOPIC = "notes"


def said_of(note: Note) -> Message:
    """The sentence of a note: of those written for its code, the one that says in English what it says.

    A code may have several sentences, "code" and "code.case". A note that explains another one, of the
    same code, holds that as `why` and has its sentence among those of "why". What nobody has written in
    two languages is said as it is.
    """
    facts = {name: _fact(name, value) for name, value in note.facts.items() if value is not None}
    for key in _cases("why" if "why" in facts else note.code):
        code = f"{TOPIC}.{key}"
        if _places(key) <= facts.keys() and render(code, facts, "en") == note.text:
            return Message(code, {name: fact for name, fact in facts.items() if name in _places(key)})
    return Message(f"{TOPIC}.other", {"text": note.text})


def reason(result: Result) -> Message:
    """Why a result is not defined: what its first note says."""
    return said_of(result.notes[0])


def not_possible(why: ConcordantError) -> Note:
    """A complaint as the note of a result that cannot be had."""
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
        return said_roles(value)
    if isinstance(value, Note):
        said = said_of(value)
        return {"code": said.code, "facts": said.facts}
    if isinstance(value, Mapping) and {"code", "text"} <= value.keys() <= {"code", "text", "facts"}:
        return _fact("", Note(**value))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_fact("", each) for each in value]
    return value
