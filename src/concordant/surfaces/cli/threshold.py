"""`concordant threshold`: where to cut a judge's scores."""

from __future__ import annotations

from typing import Any

from ...interpret.judge_reports import JudgeSection, threshold_section
from ...judges.threshold_curve import CRITERIA
from ...ratings.ratings import Ratings
from ..api.judge_methods import threshold_curve
from .judge_section import level_option, own_option, section_command
from .options import OneOf


def _answer(
    ratings: Ratings, judge: str | None, reference: str | None, criterion: Any, level: float
) -> tuple[JudgeSection, dict[str, Any]]:
    found = threshold_curve(ratings, judge=judge, reference=reference, criterion=criterion, level=level)
    return threshold_section((found,)), found.to_dict()


command = section_command(
    "threshold",
    _answer,
    own_option("--judge", words="judge"),
    own_option("--reference", words="reference"),
    own_option("--criterion", words="criterion", type=OneOf(CRITERIA), default="youden", show_default=True),
    level_option(),
)
