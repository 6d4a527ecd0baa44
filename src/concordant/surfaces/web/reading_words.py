"""What a reading says of itself on the page that has fields for its options."""

from __future__ import annotations

from ...interpret.notes import TOPIC, note_message, places
from ...language.message import Message
from ...language.render import Language, topic
from ...result import Note

#: Sentences that name fields of the page, by the names of those of notes.
FIELDS = "web_reading"


def reading_text(note: Note, lang: Language) -> str:
    """The sentence of a note, in the words of the page where there are any."""
    said = note_message(note)
    key = said.code.removeprefix(f"{TOPIC}.")
    own = topic(FIELDS).get(key)
    if own is None:
        return note.text if lang == "en" else said.text(lang)
    needed = {place for text in own.values() for place in places(text)}
    return Message(f"{FIELDS}.{key}", {name: said.facts[name] for name in needed}).text(lang)
