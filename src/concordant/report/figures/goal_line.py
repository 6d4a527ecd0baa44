"""Where a measure is wanted to be: the comparison's own goal, or else the next stage, as a line."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...interpret.goals import STAGES, Goal
from ...interpret.study import ComparisonReport
from ..figure import GREEN, SOFT
from .drawing import Words, altair, values


@dataclass(frozen=True)
class Wanted:
    """A value that is wanted; of a stage with its name, in each language."""

    value: float
    stage: Mapping[str, str] | None = None

    def layers(self, measure: str, y: Any, width: int, words: Words) -> Iterator[Any]:
        """A dashed line for a goal, a thin one for a stage, with its value at the right end."""
        if math.isnan(self.value):
            return
        alt = altair()
        text = words("goal" if self.stage is None else "stage-at", x=[measure, self.value])
        base = alt.Chart(values([{"y": self.value, "said": text}])).encode(y=y)
        look = {"color": GREEN, "strokeDash": [6, 4], "strokeWidth": 1.5}
        yield base.mark_rule(**(look if self.stage is None else {"color": SOFT, "strokeWidth": 0.75}))
        colour = {} if self.stage is None else {"color": SOFT}
        yield base.mark_text(align="left", dx=6, **colour).encode(x=alt.value(width), text="said:N")

    def notes(self, measure: str, words: Words) -> Iterator[str]:
        """What the thin line is."""
        if self.stage is not None and not math.isnan(self.value):
            yield words("stage", name=dict(self.stage), x=[measure, self.value])


def goal_of(one: ComparisonReport, measure: str, options: Any) -> float:
    """Where the comparison's own goal wants a measure to be; nan where it says nothing of it."""
    return math.nan if one.goal is None else _threshold(one.goal.goal, measure, options)


def wanted_of(one: ComparisonReport, measure: str, options: Any) -> Wanted:
    """The comparison's own goal; without one the stage that comes after that of the last round."""
    if one.goal is not None or one.stages is None or one.progress is None:
        return Wanted(goal_of(one, measure, options))
    reached = [place for place, stage in enumerate(STAGES) if stage.key == one.progress.rounds[-1].stage]
    for stage in STAGES[reached[0] + 1 if reached else 0 :][:1]:
        return Wanted(_threshold(stage, measure, options), stage.name)
    return Wanted(math.nan)


def _threshold(goal: Goal, measure: str, options: Any) -> float:
    fitting = [t for t in goal.targets if t.measure == measure and dict(t.options) == dict(options)]
    return next((t.threshold for t in fitting if not t.on), math.nan)
