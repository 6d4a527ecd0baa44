"""Differences as facts of the gate's sentences: points of a share, else in the measure's own units."""

from __future__ import annotations

from typing import Any

from ...language.message import Message, fact
from ...language.numerals import in_units, written
from ...language.render import LANGUAGES, is_share


def apart(measure: str, number: float, *, sign: bool = False) -> Any:
    """A difference: points of a share, else a number in the measure's own units."""
    if is_share(measure):
        return fact(Message("gate.points-signed" if sign else "gate.points", {"x": 100 * number}))
    shown = in_units(number) if abs(number) >= 1 else written(number, ".2f")
    return dict.fromkeys(LANGUAGES, ("+" if sign and number > 0 else "") + shown)


def within(measure: str, low: float, high: float, *, sign: bool = False) -> Any:
    """Two differences as the ends of an interval, the unit of which stands beside it."""
    return fact(Message("gate.ends", {"low": _bare(measure, low, sign), "high": _bare(measure, high, sign)}))


def _bare(measure: str, number: float, sign: bool) -> str:
    if is_share(measure):
        return written(100 * number, "+.1f" if sign else ".1f")
    return str(apart(measure, number, sign=sign)[LANGUAGES[0]])
