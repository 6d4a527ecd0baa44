"""Assumptions and aims of a plan, checked; each error states what is allowed."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import OptionError, is_number
from ..quote import quote

#: Shares of categories may add up to 1 but for rounding.
_ROUNDING = 1e-3
#: Levels and powers beyond this are not planned for.
_SURE = 0.999999


def inside(name: str, value: float, low: float, high: float, *, ends: bool = False) -> None:
    """Complain unless a number lies between two others; `ends`: or on one of them."""
    fits = is_number(value) and (low <= value <= high if ends else low < value < high)
    if not fits:
        how = "from {:g} to {:g}" if ends else "between {:g} and {:g}"
        raise OptionError(f"{name} must be a number {how.format(low, high)}, got {quote(value)}.")


def positive(name: str, value: float) -> None:
    """Complain unless a number is above 0."""
    if not (is_number(value) and value > 0):
        raise OptionError(f"{name} must be a number above 0, got {quote(value)}.")


def at_least(name: str, value: int, least: int) -> None:
    """Complain unless a whole number is large enough."""
    if not (is_number(value) and value == int(value) >= least):
        raise OptionError(f"{name} must be a whole number, {least} or more, got {quote(value)}.")


def one_aim(**aims: float | None) -> str:
    """The one aim that was given: a plan serves one at a time."""
    given = [name for name, value in aims.items() if value is not None]
    if len(given) != 1:
        names = " or ".join(f"{name}=…" for name in aims)
        if not given:
            raise OptionError(f"A plan needs one aim: {names}.")
        raise OptionError(f"A plan needs only one aim: {names}, got {' and '.join(given)}.")
    return given[0]


def another_value(name: str, value: float, null: float | None) -> None:
    """Complain where a value is to be told from itself."""
    if null is not None and value == null:
        raise OptionError(
            f"{name} and null are both {value:g}, and no number of items distinguishes a value from itself: "
            "give another null."
        )


def certainty(level: float, power: float) -> None:
    """Complain unless the level of the interval and the power are possible."""
    inside("level", level, 0.5, _SURE)
    inside("power", power, 0.5, _SURE)


def category_shares(shares: Sequence[float] | None, categories: int | None = None) -> tuple[float, ...]:
    """The share of each category: as given, or equal ones; they add up to 1."""
    if shares is None:
        count = 2 if categories is None else categories
        at_least("categories", count, 2)
        return (1 / count,) * count
    found = tuple(shares)
    if categories is not None and categories != len(found):
        raise OptionError(
            f"categories is {categories}, but shares has {len(found)}: give one share for each category."
        )
    for share in found:
        inside("Each of shares", share, 0, 1)
    if len(found) < 2 or abs(sum(found) - 1) > _ROUNDING:
        raise OptionError(
            "shares must give the shares of two or more categories and add up to 1, such as [0.3, 0.7], got "
            f"{quote(list(found))}."
        )
    return tuple(share / sum(found) for share in found)
