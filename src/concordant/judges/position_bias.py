"""Whether a judge of pairs favours the answer that is shown first: each pair asked in both orders."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..inference.intervals import quantile, wilson
from ..inference.testing import exact_mcnemar
from ..language.message import worded_note
from ..result import Interval, Result

_FIRST, _SECOND, _TIE = "first", "second", "tie"


@dataclass(frozen=True, kw_only=True)
class BothOrders:
    """How pairs came out when each was asked in both orders.

    `consistent` pairs have the same winner, or a tie, both times. In `first_slot` pairs whoever was shown
    first won both times, in `second_slot` whoever was shown second; `half` are a win one time and a tie the
    other. `first_wins` of the `decided` single answers were for the answer shown first.
    """

    consistent: int
    first_slot: int
    second_slot: int
    half: int
    first_wins: int
    decided: int

    @property
    def pairs(self) -> int:
        """How many pairs were asked both ways."""
        return self.consistent + self.first_slot + self.second_slot + self.half


def both_orders(pair: Sequence[Any], first: Sequence[Any], winner: Sequence[Any]) -> BothOrders:
    """Count the outcomes of rows: which pair, which answer was shown first, and which won (or "tie").

    Pairs that were asked once, or more than twice, are left out.
    """
    if not len(pair) == len(first) == len(winner):
        raise InputError(
            "pair, first and winner must have the same number of values, got "
            f"{len(pair)}, {len(first)} and {len(winner)}."
        )
    asked: dict[Any, list[tuple[str, str]]] = {}
    for key, shown, won in zip(pair, first, winner, strict=True):
        asked.setdefault(key, []).append((str(shown), str(won)))
    kinds = {"consistent": 0, "first_slot": 0, "second_slot": 0, "half": 0, "first_wins": 0, "decided": 0}
    for rows in asked.values():
        if len(rows) != 2 or rows[0][0] == rows[1][0]:
            continue
        slots = [
            _TIE if "tie" in won.casefold() else _FIRST if won == shown else _SECOND for shown, won in rows
        ]
        kinds[_kind(slots)] += 1
        kinds["first_wins"] += slots.count(_FIRST)
        kinds["decided"] += 2 - slots.count(_TIE)
    return BothOrders(**kinds)


def _kind(slots: Sequence[str]) -> str:
    if slots.count(_TIE) == 1:
        return "half"
    if slots[0] != slots[1] or _TIE in slots:
        return "consistent"  # first, then second: the same answer both times
    return f"{slots[0]}_slot"


def position_bias(found: BothOrders, *, level: float = 0.95) -> Result:
    """The share of flips that favour the first place, with an exact test against one half (McNemar).

    Details: the share of consistent pairs, and how often whoever is shown first wins, with intervals.
    """
    flips = found.first_slot + found.second_slot
    details: dict[str, Any] = {
        "pairs": found.pairs, "first_slot_flips": found.first_slot, "second_slot_flips": found.second_slot,
        "half": found.half, "consistent": found.consistent,
    }  # fmt: skip
    consistency = _share(found.consistent, found.pairs, level, "consistency")
    first = _share(found.first_wins, found.decided, level, "first wins")
    if not flips:
        note = worded_note("no-flips" if found.pairs else "no-flips.not-asked")
        return Result(
            measure="position_bias", title="Position bias", estimate=math.nan, n_items=found.pairs,
            details=details, parts=(consistency, first), notes=(note,),
        )  # fmt: skip
    share = _share(found.first_slot, flips, level, None)
    return Result(
        measure="position_bias",
        title="Position bias",
        estimate=share.estimate,
        se=share.se,
        interval=share.interval,
        p_value=exact_mcnemar(found.first_slot, found.second_slot),
        n_items=found.pairs,
        method="Wilson; exact McNemar",
        details=details,
        parts=(consistency, first),
    )


def _share(part: float, whole: float, level: float, name: str | None) -> Result:
    if not whole:
        note = worded_note("no-flips.not-asked")
        return Result(
            measure="position_bias", title="Position bias", estimate=math.nan, category=name, notes=(note,)
        )
    p = part / whole
    variance = p * (1 - p) / whole
    low, high = wilson(p, variance, whole, quantile(0.5 + level / 2, math.inf))
    return Result(
        measure="position_bias", title="Position bias", category=name, estimate=p, se=math.sqrt(variance),
        interval=Interval(float(low), float(high), level, "Wilson"), n_items=whole, method="Wilson",
    )  # fmt: skip
