"""`concordant panel`: several judges together, or several runs of one."""

from __future__ import annotations

from typing import Any

from ...errors import OptionError
from ...interpret.compare import rater_roles
from ...interpret.judge_reports import (
    JudgeSection,
    RunsReport,
    label_panel_section,
    label_report_of,
    panel_report_of,
    panel_section,
    runs_reports,
)
from ...judges.label_panel import LabelPanel
from ...quote import quote
from ...ratings.ratings import Ratings
from ..api.every_item import every_item
from ..api.panels import panel
from .judge_section import own_option, section_command

#: The confidence level of panels.
_LEVEL = 0.95


def _answer(
    ratings: Ratings, reference: str | None, costs: str | None, budget: float | None
) -> tuple[JudgeSection, dict[str, Any]]:
    runs = _runs(ratings, reference)
    if runs and len(runs) == len(rater_roles(ratings, reference).judges) == 1:
        return panel_section(None, runs), _in_json(runs)
    found = panel(ratings, reference=reference, costs=_costs(costs), budget=budget)
    if isinstance(found, LabelPanel):
        labels = label_report_of(found)
        return label_panel_section(labels), labels.to_dict()
    scores = panel_report_of(found)
    return panel_section(scores, runs), scores.to_dict() | _in_json(runs)


def _runs(ratings: Ratings, reference: str | None) -> tuple[RunsReport, ...]:
    """What the mean of several runs of each judge would gain; nothing where nobody rated repeatedly."""
    rows = every_item(ratings)
    return tuple(runs_reports(rows, rater_roles(rows, reference), _LEVEL))


def _in_json(runs: tuple[RunsReport, ...]) -> dict[str, Any]:
    return {"runs": [one.to_dict() for one in runs]} if runs else {}


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
