"""`concordant score-map`: a judge's scores on the scale of people."""

from __future__ import annotations

from typing import Any, Literal

import rich_click as click

from ...interpret.judge_reports import JudgeSection, ordinal_map_section, score_map_section
from ...judges.ordinal_map import OrdinalMap
from ...ratings.ratings import Ratings
from ..api.corrected import score_map
from .judge_section import own_option, section_command


def _answer(
    ratings: Ratings, judge: str | None, reference: str | None, method: Literal["isotonic", "ordinal"]
) -> tuple[JudgeSection, dict[str, Any]]:
    found = score_map(ratings, judge=judge, reference=reference, method=method)
    facts = {
        "scores": found.scores.tolist(), "people": found.people.tolist(), "labels": found.labels.tolist(),
        "error_before": found.error_before, "error_after": found.error_after,
        "error_one_answer": found.error_one_answer,
    }  # fmt: skip
    if isinstance(found, OrdinalMap):
        facts |= {
            "categories": found.categories.tolist(), "probabilities": found.probabilities.tolist(),
            "slope": found.slope, "cuts": found.cuts.tolist(),
            "same_before": found.same_before, "same_after": found.same_after,
        }  # fmt: skip
        return ordinal_map_section(found), facts
    return score_map_section(found), facts


command = section_command(
    "score-map",
    _answer,
    own_option("--judge", words="judge"),
    own_option("--reference", words="reference"),
    own_option(
        "--method", words="map_method", type=click.Choice(["isotonic", "ordinal"]), default="isotonic",
        show_default=True,
    ),
)  # fmt: skip
