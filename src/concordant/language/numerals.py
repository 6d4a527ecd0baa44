"""Numbers as people write them: decimals, percents, units of the scale, counts."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Decimal

from ..digits import rounded
from ..number_text import show, show_count


def true_minus(shown: str) -> str:
    """A number below 0 with a minus sign in place of the hyphen."""
    return f"−{shown[1:]}" if shown.startswith("-") else shown


def written(value: float, spec: str) -> str:
    """A number as `spec` says; what is not defined is a dash, and 0 has no sign.

    Decimals below 0 have a true minus sign. Other formats ("g", "%") keep the hyphen of Python, because
    the sentence of a note is compared with what its source wrote.
    """
    if value is None or math.isnan(value):
        return "–"
    shown = format(_rounded(value, spec), spec)
    if not shown.strip("+-0."):
        return shown.lstrip("+-")
    return shown.replace("-", MINUS) if _DECIMALS.fullmatch(spec) else shown


#: The sign of a number below 0, as print has it.
MINUS = "\N{MINUS SIGN}"
#: Decimals that a number is written with; larger numbers have none to round.
_DECIMALS, _LARGE = re.compile(r"[+ -]?\.(\d+)f"), 1e10


def _rounded(value: float, spec: str) -> float | Decimal:
    """Halves away from 0, as people round: 62.5 is 63 whatever the last binary digit says."""
    found, value = _DECIMALS.fullmatch(spec), rounded(value)
    if found is None or not abs(value) < _LARGE:
        return value
    return Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-int(found[1])), ROUND_HALF_UP)


#: A share this near to none or all is that, up to the rounding of sums.
_NOISE = 1e-9
#: A number this small is what rounding leaves of numbers that cancel.
_DUST = 1e-12


def near_an_end(share: float) -> bool:
    """Whether a whole percent would say nothing or everything; never so of none and all themselves."""
    return _NOISE < abs(share) < 0.01 or 0.99 < share < 1 - _NOISE


def written_percent(share: float, *, decimal: bool = False) -> str:
    """Whole percents; one decimal near the ends, or where it is asked for: beside others that have one."""
    if share is None or math.isnan(share):
        return "–"
    whole = min(abs(share), abs(1 - share)) <= _NOISE
    if whole or not (decimal or near_an_end(share)):
        return f"{written(100 * share, '.0f')}%"
    shown = f"{_rounded(100 * share, '.1f'):.1f}%"
    ends = {"0.0%": "<0.1%", "-0.0%": ">-0.1%", "100.0%": ">99.9%"}
    return ends.get(shown, shown).replace("-", MINUS)


def in_units(number: float) -> str:
    """A number in the units of the scale, which may be very large, or very small: then two digits of it."""
    if math.isnan(number) or abs(number) <= _DUST or 0.01 <= abs(number) < 1e5:
        return written(number, ".2f")
    shown = f"{rounded(number):.2g}" if abs(number) < 0.001 else show(number)
    return shown.replace("-", MINUS, 1) if number < 0 else shown


def written_count(number: float) -> str:
    """A count; of weights that are not whole only what matters."""
    rounded = float(number).is_integer() or number >= 10
    return show_count(float(_rounded(number, ".0f"))) if rounded else written(number, ".1f")
