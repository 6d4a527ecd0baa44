"""Whether rounds have converged: the rule of three small gains in a row, and what the noise allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ...result import Result
from ..record import Record
from ..said import Said

Rule = Literal["converged", "not-converged", "too-few-rounds"]
Verdict = Literal["converged", "improving", "worse", "cannot-tell"]

#: Document 003: three rounds in a row that improve by less than 1 %.
LEAST_GAIN, IN_A_ROW = 0.01, 3


@dataclass(frozen=True, kw_only=True)
class Convergence(Record):
    """The rule by the rounds' own values, and the verdict by what can be known of true gains.

    `gains` are those of the last `in_a_row` rounds (fewer where there are fewer), each against the round
    before, by the rounds' own values; the rule calls them converged if all are below `least_gain`.
    `looked` is how often the project was looked at, `level` the confidence that holds over all looks, and
    `level_now` what is left of it for this one. `over` is the gain from the first of these rounds to the last,
    `last` that of the last round alone, both on the same items; `detectable` the gain that this many items
    would show, and `probability_below` that the true gain of the last round is below `least_gain`.
    `items_needed` is how many more items of the same kind would settle it, infinite where hardly any number
    will, None where nothing is open or nothing can be said.
    """

    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    least_gain: float = LEAST_GAIN
    in_a_row: int = IN_A_ROW
    gains: tuple[float, ...]
    rule: Rule
    looked: int
    level: float
    level_now: float
    over: Result | None
    last: Result | None
    detectable: float
    probability_below: float
    verdict: Verdict
    items_needed: float | None = None
    sentences: tuple[Said, ...] = ()
