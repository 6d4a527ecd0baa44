"""Numbers as text: values and counts with the digits that say something."""

from __future__ import annotations

import math

from .digits import rounded


def show(number: float, digits: int = 3) -> str:
    """Three decimals where that says something, about four significant figures where it does not."""
    if isinstance(number, int):
        return str(number)
    if math.isnan(number):
        return "–"
    if math.isinf(number):
        return "∞" if number > 0 else "-∞"
    number = rounded(number)
    if number == 0 or 0.001 <= abs(number) < 1000:
        return f"{number:.{digits}f}"
    if 1000 <= abs(number) < 1e7:
        return f"{number:.{digits - 3}f}"
    return f"{number:.{digits + 1}g}"


def whole(number: float) -> float:
    """A count as an int where it is one, but for the rounding of shares that were added up."""
    near = round(float(number))
    return near if abs(number - near) <= 1e-9 * max(1.0, abs(number)) else number


def show_count(number: float) -> str:
    """A count, without decimals where it is whole; from 100,000 on with commas."""
    if abs(number) >= 100_000:
        return f"{number:,.0f}"
    return f"{number:.0f}" if float(number).is_integer() else f"{number:.6g}"
