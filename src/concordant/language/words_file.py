"""The sentences as they are written: files of `words/`, both languages side by side; nothing heavy."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

#: Found by its path, as `importlib.resources` takes longer to import than a file to read.
_FOLDER = Path(__file__).parent / "words"
#: Topics whose file has a clearer name than their codes, which studies of 0.1.0 hold and keep.
FILES = {
    "benchmarks": "verdict",
    "choice": "measure_choice",
    "doctor": "data_checks",
    "page_lower": "page_detail_panels",
    "shown": "text_tables",
    "telling": "progress_callback",
    "who": "rater_roles",
    "within": "within_raters",
}


#: What a line of a file of words may be: a heading, a text in either language, a comment, or nothing.
_LINE = re.compile(
    r'(?:\[(?:"([^"\\]+)"|([\w-]+))\]'
    r'|(\w+) = (?:"""\n?([^"\\]*(?:"(?!"")[^"\\]*)*)"""|("[^"\\\n]*(?:\\["\\bfnrtu][^"\\\n]*)*"))'
    r"|#[^\n]*|)(?:\n|\Z)"
)


@cache
def topic(name: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of one topic: {key: {language: sentence}}."""
    file = f"{FILES.get(name, name)}.toml"
    return sentences_in((_FOLDER / file).read_text(encoding="utf-8"))


def sentences_in(text: str) -> Mapping[str, Mapping[str, str]]:
    """What tomllib reads in a file of words, in a third of its time; other TOML is left to tomllib.

    Between quotation marks, JSON has the escapes that TOML has.
    """
    found: dict[str, dict[str, str]] = {}
    entry: dict[str, str] = {}
    end = 0
    while end < len(text):
        if (line := _LINE.match(text, end)) is None:
            return _as_toml(text)
        quoted, plain, language, long, short = line.groups()
        if language:
            entry[language] = json.loads(short) if long is None else long
        elif quoted or plain:
            entry = found[quoted or plain] = {}
        end = line.end()
    return found


def _as_toml(text: str) -> Mapping[str, Mapping[str, str]]:
    import tomllib

    return tomllib.loads(text)
