"""How a figure calls raters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...interpret.study.comparison_report import ComparisonReport
from ...language.render import Language, topic
from .drawing import short

#: Signs that a name may have in a title or at an axis.
_LONGEST = 24


def name_in(name: Any, lang: Language) -> str:
    """A rater's name, or a word that is given in each language."""
    return short(name[lang] if isinstance(name, dict) else name, _LONGEST)


def names_in(one: ComparisonReport, raters: Sequence[str]) -> list[Any]:
    """What figures call the raters: several people who are one column by a word for them."""
    several = len(one.reference) > 1
    return [dict(topic("terms")["people"]) if several and name == one.raters[0] else name for name in raters]
