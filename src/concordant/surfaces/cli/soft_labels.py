"""`concordant soft-labels`: a judge among people who differ."""

from __future__ import annotations

from typing import Any

from ...interpret.judge_reports import JudgeSection, soft_label_section
from ...ratings.ratings import Ratings
from ..api.judge_methods import soft_labels
from .judge_section import level_option, own_option, section_command


def _answer(
    ratings: Ratings, judge: str | None, reference: str | None, level: float
) -> tuple[JudgeSection, dict[str, Any]]:
    found = soft_labels(ratings, judge=judge, reference=reference, level=level)
    return soft_label_section((found,)), found.to_dict()


command = section_command(
    "soft-labels",
    _answer,
    own_option("--judge", words="judge"),
    own_option("--reference", words="reference"),
    level_option(),
)
