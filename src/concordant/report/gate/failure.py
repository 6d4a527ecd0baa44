"""A check that could not be made, in every format of the gate: one error that says why."""

from __future__ import annotations

from ...language.message import Message
from ...language.render import Language
from ...one_line import one_line
from ..json_text import json_text
from . import junit, markdown, text
from .json_file import head

#: How `concordant check` ends where there is no verdict.
EXIT_CODE = 3
_OUTCOME = "broken"


def failure_document(format_name: str, reason: str, lang: Language = "en") -> str:
    """What is printed or written instead of a gate."""
    make = {"text": _text, "json": _json, "junit": _junit, "md": _markdown}[format_name]
    return make(one_line(reason), lang)


def _title(lang: Language) -> str:
    return Message(f"gate.word-{_OUTCOME}").text(lang)


def _text(reason: str, lang: Language) -> str:
    return f"{text.TITLE}{_title(lang)}\n{reason}\n"


def _json(reason: str, _: Language) -> str:
    return json_text({**head(EXIT_CODE), "outcome": _OUTCOME, "error": reason})


def _junit(reason: str, lang: Language) -> str:
    case = junit.Case(_title(lang), "error", _OUTCOME, junit.xml_line(reason))
    return junit.document([("concordant check", [case])])


def _markdown(reason: str, lang: Language) -> str:
    shown = markdown.shown_as_text(reason)
    return f"{markdown.MARK}\n### ✘ concordant: {_title(lang)}\n\n{shown}\n"
