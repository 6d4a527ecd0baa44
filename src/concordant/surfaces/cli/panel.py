"""`concordant panel`: several judges together."""

from __future__ import annotations

from typing import Any

from ...errors import OptionError
from ...interpret.judge_reports import (
    JudgeSection,
    label_panel_section,
    label_report_of,
    panel_report_of,
    panel_section,
)
from ...judges.label_panel import LabelPanel
from ...quote import quote
from ...ratings.ratings import Ratings
from ..api.panels import panel
from .judge_section import own_option, section_command


def _answer(
    ratings: Ratings, reference: str | None, costs: str | None, budget: float | None
) -> tuple[JudgeSection, dict[str, Any]]:
    found = panel(ratings, reference=reference, costs=_costs(costs), budget=budget)
    if isinstance(found, LabelPanel):
        labels = label_report_of(found)
        return label_panel_section(labels), labels.to_dict()
    scores = panel_report_of(found)
    return panel_section(scores), scores.to_dict()


def _costs(text: str | None) -> dict[str, float] | None:
    """ "judge_a=2,judge_b=1" as costs by judge."""
    if text is None:
        return None
    try:
        pairs = [part.rsplit("=", 1) for part in text.split(",")]
        return {name.strip(): float(cost) for name, cost in pairs}
    except ValueError:
        raise OptionError(f"costs must have the form judge=2,other=1, got {quote(text)}.") from None


command = section_command(
    "panel",
    _answer,
    own_option("--reference", words="reference"),
    own_option("--costs", words="costs"),
    own_option("--budget", words="budget", type=float),
)
