"""How large and how small numbers may be, so that the powers statistics take of them can be held."""

from __future__ import annotations

from .errors import InputError

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
            f"{what} differ by {high - low:.3g} at most, and squares of that cannot be computed: give them "
            "in a smaller unit."
        )
