"""Non-inferiority: whether a loss as large as a margin is excluded, and equivalence: a gain that large too.

The ends are those of the interval that is shown, so at 95 % each of the two one-sided tests (TOST) is made at
2.5 %. For shares on the same items they are Tango's (1998). Where it is open, the number of items that would
exclude the loss is that for the difference found.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ..coefficients.catalogue import BY_NAME
from ..errors import OptionError, is_number
from ..inference.items_needed import POWER, about, items_to_exclude, too_many
from ..language.message import Message
from ..language.numerals import in_units, written
from ..language.render import is_share
from ..quote import quote
from ..result import Result
from .record import Record

#: A loss of the margin is excluded, not excluded, or even what is left at best is a larger loss.
MarginOutcome = Literal["excluded", "not-excluded", "exceeded", "undefined"]
#: Spread below this is rounding: every item changed alike.
_NO_SPREAD = 1e-12


@dataclass(frozen=True, kw_only=True)
class MarginTest(Record):
    """Whether a difference leaves out a loss of `margin`.

    `low` and `high` are the ends of the gain (more is better), nan where there are none, and `level` their
    confidence. `equivalent` says that a gain of the margin is left out too. `n_items` is on how many items it
    rests, and `items_needed` how many would exclude the loss where it is open: infinite where the difference
    found is the margin or worse, nan where that cannot be said.
    """

    measure: str
    margin: float
    outcome: MarginOutcome
    low: float = math.nan
    high: float = math.nan
    level: float = math.nan
    equivalent: bool = False
    n_items: float = math.nan
    items_needed: float = math.nan

    def facts(self) -> dict[str, Any]:
        """The margin and the ends, as sentences show them."""
        ends = {"low": self.low, "high": self.high}
        shown = {name: _amount(self.measure, end, sign=True) for name, end in ends.items()}
        return {"margin": _amount(self.measure, self.margin), "level": self.level, **shown}


def check_margin(margin: Any) -> float | None:
    """The margin as a number above 0; None where none is asked for."""
    if margin is None:
        return None
    if not (is_number(margin) and 0 < margin < math.inf):
        raise OptionError(
            "margin, the loss to be excluded (0.05 is five percentage points), must be above 0, got "
            f"{quote(margin)}."
        )
    return float(margin)


def margin_test(difference: Result | None, measure: str, margin: float | None) -> MarginTest | None:
    """The test of a difference; None where no margin is asked for, or there is nothing to test."""
    if margin is None or difference is None:
        return None
    if is_share(measure) and margin >= 1:
        meant = f" Did you mean {margin / 100:g}?" if margin < 100 else ""
        raise OptionError(
            f"margin must be a share below 1 (0.05 is five percentage points), got {quote(margin)}.{meant}"
        )
    ends = _ends(difference, measure)
    if ends is None:
        return MarginTest(measure=measure, margin=margin, outcome="undefined")
    low, high = ends
    outcome: MarginOutcome = "excluded" if low > -margin else "exceeded" if high < -margin else "not-excluded"
    level = math.nan if difference.interval is None else difference.interval.level
    equivalent = low > -margin and high < margin
    facts: dict[str, Any] = {"low": low, "high": high, "level": level, "equivalent": equivalent}
    if outcome == "not-excluded":
        facts |= {"n_items": difference.n_items, "items_needed": _needed(difference, measure, margin)}
    return MarginTest(measure=measure, margin=margin, outcome=outcome, **facts)


def _needed(difference: Result, measure: str, margin: float) -> float:
    """How many items would exclude the loss; infinite where even the difference found is that large."""
    bound = margin if BY_NAME[measure].best == 0 else -margin
    lost = difference.estimate >= bound if bound > 0 else difference.estimate <= bound
    return math.inf if lost else items_to_exclude(difference, bound, POWER)


def margin_items(test: MarginTest) -> Iterator[Message]:
    """How many items it would take to exclude the loss, where that is open."""
    needed = test.items_needed
    if test.outcome != "not-excluded" or math.isnan(needed):
        return
    if math.isinf(needed):
        yield Message("margin.beyond", {"margin": _amount(test.measure, test.margin)})
    elif too_many(needed, test.n_items):
        yield Message("margin.far")
    else:
        yield Message("margin.items", {"needed": about(needed), "now": test.n_items})


def margin_case(test: MarginTest) -> str:
    """Which sentence: excluded, equivalent, not excluded, exceeded, or that it cannot be tested."""
    return "equivalent" if test.equivalent else test.outcome


def _ends(difference: Result, measure: str) -> tuple[float, float] | None:
    """The ends of the gain; where every item changed alike it is what it is."""
    if not difference.defined:
        return None
    sign = -1.0 if BY_NAME[measure].best == 0 else 1.0
    if difference.interval is not None:
        low, high = sorted((sign * difference.interval.low, sign * difference.interval.high))
        return low, high
    value = sign * difference.estimate
    return (value, value) if difference.se <= _NO_SPREAD else None


def _amount(measure: str, number: float, *, sign: bool = False) -> Any:
    """Points of a share, else a number in the units of the measure."""
    if is_share(measure):
        message = Message("gate.points-signed" if sign else "gate.points", {"x": 100 * number})
        return {"code": message.code, "facts": dict(message.facts)}
    shown = in_units(number) if abs(number) >= 1 else written(number, ".2f")
    return dict.fromkeys(("en", "zh"), ("+" if sign and number > 0 else "") + shown)
