"""The digits of a computed number that mean something.

The last digits depend on the processor, the linear algebra library and the number of threads that computed
it. What is written to a file, shown or put in order is rounded first, so that the same input gives the same
output everywhere. Numbers whose powers no float can hold are refused.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Context
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import InputError

#: Significant digits that are kept. Machines were seen to differ from the twelfth on.
DIGITS = 10
#: Digits that hold for most numbers: halves are told by them, so that 2⁻¹⁵ = 3.0517578125e-05 goes one way.
_TRUE = 13
#: Smaller numbers are probabilities far in a tail, whose relative error is thousands of times as large.
_TAIL = 1e-20
_TEN, _SIX = Context(prec=DIGITS), Context(prec=6)
#: Decimals of an order: smaller differences are rounding, of shares and coefficients around 1.
_DECIMALS = 12


def rounded(number: float) -> float:
    """The number to ten significant digits, six far in a tail, no negative zero; whole numbers stay."""
    if not math.isfinite(number) or number == int(number):
        return number + 0.0
    kept = _TEN if abs(number) > _TAIL else _SIX
    return float(kept.create_decimal(f"{number:.{_TRUE}g}"))


def rounded_all(value: Any) -> Any:
    """JSON's own types, however deep, with every float rounded."""
    if isinstance(value, float):
        return rounded(value)
    if isinstance(value, Mapping):
        return {name: rounded_all(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded_all(part) for part in value]
    return value


def order_key(number: float) -> float:
    """What a number is sorted by: numbers that are equal but for rounding have the same key."""
    return round(rounded(number), _DECIMALS) + 0.0


def tied(numbers: ArrayLike) -> NDArray[np.float64]:
    """The numbers, those that differ by rounding only made the same: to ten digits of the largest."""
    found = np.array(numbers, dtype=float)
    known = np.isfinite(found)
    largest = float(np.abs(found[known]).max(initial=0.0))
    if largest > 0:
        kinds, first, group = np.unique(
            np.round(found[known] / largest, DIGITS), return_index=True, return_inverse=True
        )
        found[known] = np.where(kinds == 0, 0.0, found[known][first])[group]
    return found


#: The skewness of a variance takes sixth powers, which cannot be held of numbers or differences beyond.
LARGEST, SMALLEST = 1e50, 1e-50


def refuse_extremes(low: float, high: float, what: str = "Measurements") -> None:
    """Complain of numbers between these that are too large to be computed with, or differ too little."""
    size = max(-low, high)
    if size > LARGEST:
        raise InputError(
            f"{what} are as large as {size:.3g}, and their squares cannot be computed: give them in a larger "
            f"unit, or pass missing=[{size if size == high else low:g}] if that means no rating."
        )
    if 0 < high - low < SMALLEST:
        raise InputError(
            f"{what} differ by at most {high - low:.3g}, and squares of such differences cannot be "
            "computed: give them "
            "in a smaller unit."
        )
