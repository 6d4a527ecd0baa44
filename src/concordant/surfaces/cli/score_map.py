"""`concordant score-map`: a judge's scores on the scale of people."""

from __future__ import annotations

from typing import Any

from ...interpret.judge_reports import JudgeSection, score_map_section
from ...ratings.ratings import Ratings
from ..api.corrected import score_map
from .judge_section import own_option, section_command


def _answer(
    ratings: Ratings, judge: str | None, reference: str | None
) -> tuple[JudgeSection, dict[str, Any]]:
    found = score_map(ratings, judge=judge, reference=reference)
    facts = {
        "scores": found.scores.tolist(), "people": found.people.tolist(), "labels": found.labels.tolist(),
        "error_before": found.error_before, "error_after": found.error_after,
    }  # fmt: skip
    return score_map_section(found), facts


command = section_command(
    "score-map", _answer, own_option("--judge", words="judge"), own_option("--reference", words="reference")
)
