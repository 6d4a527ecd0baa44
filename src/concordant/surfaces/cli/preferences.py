"""`concordant preferences`: which of two answers raters prefer."""

from __future__ import annotations

from typing import Any

from ...interpret.judge_reports import JudgeSection, preference_section
from ...ratings.ratings import Ratings
from ..api.judge_methods import preferences
from .judge_section import level_option, own_option, section_command


def _answer(ratings: Ratings, reference: str | None, level: float) -> tuple[JudgeSection, dict[str, Any]]:
    found = preferences(ratings, reference=reference, level=level)
    return preference_section(found), found.to_dict()


command = section_command(
    "preferences", _answer, own_option("--reference", words="reference"), level_option()
)
