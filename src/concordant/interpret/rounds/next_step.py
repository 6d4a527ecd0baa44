"""What a goal and the verdict on rounds call for next."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ...digits import order_key
from ...language.message import Message
from .convergence import Convergence
from .gain import direction
from .progress import Progress, RoundFacts


def case_of(one: Progress) -> str:
    """What kind of advice a comparison needs."""
    verdict = None if one.convergence is None else one.convergence.verdict
    if verdict == "worse":
        return "worse"
    if one.rounds[-1].goal == "met":
        return "goal-met-more" if verdict == "improving" else "goal-met"
    if one.convergence is None:
        return "second"
    return _open(one, one.convergence) if verdict == "cannot-tell" else str(verdict)


def _open(one: Progress, convergence: Convergence) -> str:
    """What would settle it: the same items in the first place, the next round, more items, or a new idea."""
    if one.changes and not one.changes[-1].paired:
        return "same-items"
    needed = convergence.items_needed
    far = needed is None or math.isinf(needed)
    if convergence.rounds_needed is not None or (far and convergence.rule == "too-few-rounds"):
        return "improving"
    return "far" if far else "cannot-tell"


def best_round(one: Progress) -> RoundFacts:
    """The round with the best value of the measure that is tracked; of equals the later one."""
    sign = direction(one.measure)

    def value(each: RoundFacts) -> float:
        return -math.inf if math.isnan(each.tracked.estimate) else order_key(sign * each.tracked.estimate)

    return max(reversed(one.rounds), key=value)


def next_said(one: Progress) -> Iterator[Message]:
    """What to do next, without a command."""
    case = case_of(one)
    facts: dict[str, Any] = {}
    if case == "worse":
        facts = {"best": best_round(one).name}
    elif case.startswith("goal-met"):
        facts = {"round": one.rounds[-1].name}
    elif case == "cannot-tell" and one.convergence is not None:
        facts = {"rounds": list(one.convergence.items_in)}
    yield Message(f"progress.step-{case}", facts)
