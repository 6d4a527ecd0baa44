"""Whether two generated texts say the same: words to the letter, decimal numbers up to rounding."""

from __future__ import annotations

import math
import re

#: A decimal fraction; whole numbers have no digits that depend on a processor and are compared as text.
_FRACTION = re.compile(r"-?\d+\.\d+(?:[eE][+-]?\d+)?")
_TOLERANCE = 1e-9


def same_meaning(one: str, other: str) -> bool:
    """Whether the texts differ in nothing but the last digits of decimal fractions."""
    if one == other:
        return True
    numbers, others = ([float(x) for x in _FRACTION.findall(text)] for text in (one, other))
    return _FRACTION.split(one) == _FRACTION.split(other) and all(
        math.isclose(a, b, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
        for a, b in zip(numbers, others, strict=True)
    )
