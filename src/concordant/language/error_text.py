"""An error in a language, with what was probably meant."""

from __future__ import annotations

import re

from .render import Language, render
from .translate import translate

TOPIC = "errors"
_HINT = re.compile(r"^(?P<text>.*?) Did you mean (?P<near>.+?)\?$", re.DOTALL)


def error_text(error: object, lang: Language = "en") -> str:
    """What the error says; in Chinese by the sentence that its English fits, else in English, marked so."""
    text = str(error)
    if lang == "en":
        return text
    hint = _HINT.match(text)
    said = translate(TOPIC, hint["text"] if hint else text, lang)
    if said is None:
        return render(f"{TOPIC}.other", {"text": text}, lang)
    return said + (render(f"{TOPIC}.hint", {"near": hint["near"].strip("'\"")}, lang) if hint else "")
