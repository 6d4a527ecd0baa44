"""Names of raters and comparisons as the page shows them: cut where they are long, and as ids of blocks."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from ...interpret.compare import called
from ...interpret.study import ComparisonReport, Study
from ...language.render import is_in_both

#: So many signs of a name are shown; so many of a sentence that was made of names before.
NAME, SENTENCE = 60, 1000

#: A run of signs without a blank that is no sentence: Chinese has none, and is no such run.
_RUN = re.compile(rf"[^\s\u3000-\u9fff\uff00-\uffef]{{{NAME + 1},}}")

#: What keeps a name that runs from right to left from turning the words around it.
_ISOLATE, _END = "\u2068", "\u2069"
#: Signs that are not seen and turn all that follows: a name is shown without them.
_TURNERS = re.compile("[\u202a-\u202e\u2066-\u2069]")


def short(text: str, most: int = NAME) -> str:
    """The text, or its beginning, of an id also its end; isolated where it runs from right to left."""
    plain = _TURNERS.sub("", text)
    cut = plain if len(plain) <= most else _cut(plain, most)
    return f"{_ISOLATE}{cut}{_END}" if _runs_left(cut) else cut


def _cut(text: str, most: int) -> str:
    """Words lose their end, an id its middle: ids of one kind often differ at their ends only."""
    if any(map(str.isspace, text)):
        return f"{text[: most - 1].rstrip()}…"
    end = most // 3
    return f"{text[: most - 1 - end]}…{text[-end:]}"


def shortened(facts: Any) -> Any:
    """The facts of a sentence with every name in them cut."""
    if isinstance(facts, str):
        return short(facts)
    if isinstance(facts, Mapping):
        if is_in_both(facts):
            return {lang: _in_one(words) for lang, words in facts.items()}
        return {short(key): value if key == "code" else shortened(value) for key, value in facts.items()}
    if isinstance(facts, (list, tuple)):
        return [shortened(value) for value in facts]
    return facts


def _in_one(words: Any) -> Any:
    if not isinstance(words, str):
        return shortened(words)
    return short(_RUN.sub(lambda run: short(run[0]), words), SENTENCE)


def _runs_left(text: str) -> bool:
    return not text.isascii() and any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)


def whose(study: Study, one: ComparisonReport | None) -> Any:
    """The name of a comparison where there are several."""
    return None if one is None or len(study.comparisons) < 2 else called(one.name, one.kind)


def view_of(study: Study, one: ComparisonReport | None) -> str:
    """The id of the view that shows a comparison."""
    return "main-view" if one is None or one is study.main else f"{beginning(one.name)}view"


def link_to(study: Study, one: ComparisonReport | None) -> str:
    """What leads to a comparison where there are several: its first panel."""
    if one is None or len(study.comparisons) < 2:
        return ""
    return "#verdict" if one is study.main else f"#{beginning(one.name)}verdict"


def beginning(name: str) -> str:
    """What the ids of a comparison begin with: its name as far as an id can hold it, and its digest."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:20]
    return f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:6]}-".lstrip("-")
