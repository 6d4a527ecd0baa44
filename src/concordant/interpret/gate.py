"""The gate: whether a goal is met and nothing was lost since a baseline; met, not met, or cannot tell yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .goals import GoalReport, Outcome
from .record import Record
from .rounds.change import Change
from .rounds.slice_changes import SliceChange
from .said import Said


@dataclass(frozen=True, kw_only=True)
class Gate(Record):
    """`goals` by the name of the comparison that is judged; `changes` and `slices` since the baseline.

    Not met if any target is not, or if agreement was surely lost since the baseline, in all or in a slice; met
    if every target is; else it cannot be told yet.
    """

    outcome: Outcome
    goals: Mapping[str, GoalReport] = field(default_factory=dict)
    baseline: str = ""
    changes: tuple[Change, ...] = ()
    slices: Mapping[str, tuple[SliceChange, ...]] = field(default_factory=dict)
    allowed_loss: float = 0.0
    fdr: float = 0.05
    source: str = ""
    fingerprint: str = ""
    sentences: tuple[Said, ...] = ()
    version: str = ""

    @property
    def exit_code(self) -> int:
        """0 met, 1 not met, 2 cannot tell yet; broken input is 3."""
        return {"met": 0, "not-met": 1, "cannot-tell": 2}[self.outcome]
