"""Cells of tables that are read: results with intervals, counts, p-values, names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ..coefficients.catalogue import BY_NAME
from ..language.message import Message
from ..language.numerals import near_an_end, written
from ..language.render import is_share
from ..language.text_table import NONE, Cell
from ..result import Result

#: A measure that is a share, for shares of no measure.
SHARE_MEASURE = "exact_agreement"


def word(key: str, **facts: Any) -> Message:
    """A head, or a cell that is said otherwise in each language."""
    return Message(f"shown.{key}", facts)


def amount(measure: str, number: float) -> Cell:
    """A share in percent, any other number with two decimals."""
    return NONE if math.isnan(number) else word("amount", x=[measure, number])


def within(result: Result | None) -> Cell:
    """A result with its interval."""
    if result is None or not result.defined:
        return NONE
    if result.interval is None:
        return amount(result.measure, result.estimate)
    x, low, high = alike(result.measure, result.estimate, result.interval.low, result.interval.high)
    return word("within", x=x, low=low, high=high)


def percent(share: float) -> Cell:
    """A share in percent."""
    return amount(SHARE_MEASURE, share)


def percent_within(result: Result | None) -> Cell:
    """A share with its interval."""
    if result is None or not result.defined:
        return NONE
    if result.interval is None:
        return percent(result.estimate)
    x, low, high = alike(SHARE_MEASURE, result.estimate, result.interval.low, result.interval.high)
    return word("within", x=x, low=low, high=high)


def alike(measure: str, *numbers: float) -> list[list[Any]]:
    """Numbers that stand together; shares have a decimal where one of them needs it."""
    decimal = [1] if is_share(measure) and any(map(near_an_end, numbers)) else []
    return [[measure, number, *decimal] for number in numbers]


def count(number: float) -> Cell:
    """How many; of shared items what matters."""
    return word("count", n=number)


def shared_count(number: float) -> Cell:
    """How many items, of which several people have a part each."""
    return word("count-shared", n=float(number))


def name_of(measure: str, options: Mapping[str, Any]) -> Message:
    """What a coefficient is called."""
    return word("measure", m=[measure, dict(options)])


def own_options(result: Result) -> dict[str, Any]:
    """The options of the coefficient, without those of the interval."""
    return {name: result.options[name] for name in BY_NAME[result.measure].options if name in result.options}


def level_of(results: Sequence[Result | None]) -> float:
    """The level of the intervals; nan where there is none."""
    return next((r.interval.level for r in results if r is not None and r.interval is not None), math.nan)


def brackets_of(results: Sequence[Result | None]) -> Cell:
    """What stands in brackets behind numbers; nothing where no number has an interval."""
    level = level_of(results)
    return "" if math.isnan(level) else {"code": "shown.brackets", "facts": {"level": level}}


def chance(value: float) -> Cell:
    """A p-value or q-value."""
    if math.isnan(value):
        return NONE
    return "<0.001" if value < 0.001 else written(value, ".3f")
