"""Whether a judge may take a person's place, in a sentence: the alternative annotator test and its limits.

The result is always stated. That the judge can stand in is claimed only where a constant answer would not
pass too, the judge does better than without skill, and no worse than people by the main measure.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from ...inference.alt_test import FEW_ITEMS, AltTest
from ...language.message import Message
from ...result import Result
from .comparison import Comparison
from .double_ratings import double_rating_messages
from .measure_report import MeasureReport

#: The ε that people of skill are held to in the alternative annotator test.
SKILLED = 0.15
#: With one person left out, the test needs two others.
ENOUGH_PEOPLE = 3

#: Why nothing can be claimed, whatever the test says: people hardly agree, or a column is a copy of another.
Withheld = Literal["rubric", "copy"]


def stand_in_messages(
    compared: Comparison,
    measures: Sequence[MeasureReport],
    test: AltTest | None,
    main_gap: Result | None,
    withheld: Withheld | None,
) -> Iterator[Message]:
    """The result of the test and what follows from it; or why there is no test."""
    advice = tuple(double_rating_messages(compared))
    if advice:
        yield from advice
        return
    if compared.kind == "judge" and 1 < len(compared.reference) < ENOUGH_PEOPLE:
        yield Message("headline.stand-in-two", {"judge": compared.name, "needed": ENOUGH_PEOPLE})
    if test is None or not test.people:
        return
    if not test.tested:
        most = max(one.n_items for one in test.people)
        yield Message("headline.stand-in-few", {"judge": test.judge, "n": most, "needed": FEW_ITEMS})
        return
    facts: dict[str, Any] = {"judge": test.judge, "n": len(test.tested), "epsilon": SKILLED}
    facts |= {"won": _people(test, test.winning_rates)}
    case = _case(test, measures, main_gap, withheld)
    if case == "constant":
        facts |= {"answer": test.constant, "constant": _people(test, test.constant_rates)}
    yield Message(f"headline.stand-in-{case}", facts)


def _people(test: AltTest, rates: Sequence[float]) -> int:
    """How many people a winning rate is."""
    rate = rates[test.epsilons.index(SKILLED)]
    return 0 if math.isnan(rate) else round(rate * len(test.tested))


def _case(
    test: AltTest, measures: Sequence[MeasureReport], main_gap: Result | None, withheld: Withheld | None
) -> str:
    if not test.passes(SKILLED):
        return "no" if test.fails(SKILLED) else "not-shown"
    if withheld is not None:
        return withheld
    if test.constant_passes(SKILLED):
        return "constant"
    if not above_baseline(measures):
        return "baseline"
    return "below-people" if main_gap is not None and is_worse(main_gap, measures) else "yes"


def above_baseline(measures: Sequence[MeasureReport]) -> bool:
    """Whether raters do better than without skill: by the main measure reliably, and by exact agreement."""
    main = next(m for m in measures if m.main)
    ends, level = main.result.interval, main.floor.level
    known = not math.isnan(level) and not main.lower_is_better
    if known and (ends is None or ends.low <= level):
        return False
    return not any(is_below_baseline(m) for m in measures if m.measure == "exact_agreement")


def is_below_baseline(m: MeasureReport) -> bool:
    """Whether a value is no better than what takes no skill."""
    if not m.result.defined or math.isnan(m.floor.level):
        return False
    gain = m.result.estimate - m.floor.level
    return (-gain if m.lower_is_better else gain) <= _ROUNDING


#: Values that differ by less are equal but for rounding.
_ROUNDING = 1e-9


def is_worse(gap: Result, measures: Sequence[MeasureReport]) -> bool:
    """Whether a judge's main measure is reliably worse than that of people with each other."""
    ends = gap.interval
    if ends is None:
        return False
    lower = next(m for m in measures if m.main).lower_is_better
    return ends.low > 0 if lower else ends.high < 0
