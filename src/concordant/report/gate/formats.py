"""The formats of a gate, by the ending of a file, also for a check that could not be made."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, get_args

from ...errors import OptionError
from ...interpret.gate import Gate
from ...language.message import Message
from ...language.render import Language
from ...quote import one_line
from ..render.json import gate_json, head
from ..write_file import (
    FileFormat,
    check_file,
    explain_write_errors,
    format_by_ending,
    json_text,
    named_format,
    shown,
    write_whole,
)
from . import junit, markdown, tables

GateFormat = Literal["text", "json", "junit", "md"]
NAMES: tuple[GateFormat, ...] = get_args(GateFormat)

#: How each of our files begins; what begins otherwise is somebody else's.
_OURS = re.compile(
    rf'{re.escape(markdown.MARK)}|{re.escape(tables.TITLE)}|\{{\s*"format": "concordant gate"|'
    rf"<\?xml[^>]*\?>\s*<testsuites[^>]*>\s*<!-- {junit.MARK} -->"
)
_NEAR = 4096


FORMATS: tuple[FileFormat, ...] = (
    FileFormat("text", (".txt",), tables.to_text),
    FileFormat("json", (".json",), lambda gate, _: gate_json(gate)),
    FileFormat("junit", (".xml",), junit.to_junit),
    FileFormat("md", (".md",), markdown.to_markdown),
)


def gate_format(name: str) -> FileFormat:
    """A format by its name."""
    return named_format(name, FORMATS)


def check_place(path: str | Path, kind: FileFormat | None = None, *, force: bool = False) -> FileFormat:
    """The format of a file; complain where it cannot be written, or something else would be written over."""
    found = kind or format_by_ending(path, FORMATS)
    check_file(path)
    if not force and not _is_ours(Path(path)):
        raise OptionError(
            f"{shown(path)} exists and was not written by a check: choose another name, or pass "
            "force=True to replace it."
        )
    return found


def save(gate: Gate, path: str | Path, lang: Language = "en", *, force: bool = False) -> Path:
    """Write the file whole, by its ending."""
    return write_whole(path, check_place(path, force=force).text(gate, lang))


def _is_ours(path: Path) -> bool:
    with explain_write_errors(path):
        if not path.is_file() or not path.stat().st_size:
            return True
        with path.open("rb") as file:
            start = file.read(_NEAR)
    return _OURS.match(start.decode("utf-8-sig", errors="replace")) is not None


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
    return f"{tables.TITLE}{_title(lang)}\n{reason}\n"


def _json(reason: str, _: Language) -> str:
    return json_text({**head(EXIT_CODE), "outcome": _OUTCOME, "error": reason})


def _junit(reason: str, lang: Language) -> str:
    case = junit.Case(_title(lang), "error", _OUTCOME, junit.xml_line(reason))
    return junit.document([("concordant check", [case])])


def _markdown(reason: str, lang: Language) -> str:
    shown = markdown.shown_as_text(reason)
    return f"{markdown.MARK}\n### ✘ concordant: {_title(lang)}\n\n{shown}\n"
