"""The sentences as they are written: files of `words/`, both languages side by side; nothing heavy."""

from __future__ import annotations

import tomllib
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
    "choice": "measure_choice",
    "doctor": "data_checks",
    "page_lower": "page_detail_panels",
    "shown": "text_tables",
    "telling": "progress_callback",
    "who": "rater_roles",
    "within": "within_raters",
}


@cache
def topic(name: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of one topic: {key: {language: sentence}}."""
    file = f"{FILES.get(name, name)}.toml"
    return tomllib.loads((_FOLDER / file).read_text(encoding="utf-8"))
