"""Numbers as journals print them: APA 7 in English, the usual Chinese style, where 0 stays before the point.

APA leaves the 0 out where a number cannot exceed 1; Chinese journals keep it.
"""

from __future__ import annotations

import math

from ...coefficients.catalogue import BY_NAME
from ...language.numerals import MINUS, in_units, written
from ...language.render import Language, is_share
from ...result import Interval, Result
from .passage import MarkedText

#: Nearer than this to a whole number is that number.
_ROUNDING = 1e-9
#: So many digits are shown at most where fewer would say 1 of what is less.
_MOST = 6


def apa_count(n: float, lang: Language) -> str:
    """A count; English sets thousands apart."""
    shown = f"{round(n):,}" if lang == "en" else f"{round(n)}"
    return shown if math.isclose(n, round(n), abs_tol=_ROUNDING) or n >= 10 else f"{n:.1f}"


def many(n: float, one: str, several: str) -> dict[str, str]:
    """A count with its noun in English, and by itself for Chinese, which has its own measure words."""
    return {"en": f"{apa_count(n, 'en')} {one if n == 1 else several}", "zh": apa_count(n, "zh")}


def bounded(value: float, lang: Language, digits: int = 2) -> str:
    """A number that cannot exceed 1."""
    shown = _short_of_one(value, digits)
    if lang == "en" and not shown.lstrip(MINUS).startswith("1"):
        return shown.replace("0.", ".", 1)
    return shown


def apa_percent(share: float) -> str:
    """A share in percent, to one decimal; more where that would say all or nothing."""
    for digits in range(1, _MOST):
        shown = written(100 * share, f".{digits}f")
        if _exact(share) or float(shown.lstrip(MINUS)) not in (0.0, 100.0):
            break
    return f"{shown}%"


def units(value: float) -> str:
    """A number in the units of the scale."""
    return in_units(value)


def apa_amount(measure: str, value: float, lang: Language) -> str:
    """A value of a measure: a share in percent, a coefficient without or with its 0, a distance in units."""
    if is_share(measure):
        return apa_percent(value)
    known = BY_NAME.get(measure)
    return bounded(value, lang) if known is not None and known.range[1] == 1 else units(value)


def level(value: float) -> str:
    """95% of .95."""
    return f"{100 * value:.4g}%"


def ends(measure: str, interval: Interval, lang: Language) -> str:
    """95% CI [.83, .89]."""
    low, high = (apa_amount(measure, end, lang) for end in (interval.low, interval.high))
    return f"{level(interval.level)} CI [{low}, {high}]"


def p_value(p: float, lang: Language, letter: str = "p") -> MarkedText:
    """‹p› = .032, or ‹p› < .001; nothing where there is none."""
    if math.isnan(p):
        return MarkedText("")
    zero = "" if lang == "en" else "0"
    if p < 0.001:
        return MarkedText(f"‹{letter}› < {zero}.001")
    if p > 0.999:
        return MarkedText(f"‹{letter}› > {zero}.999")
    return MarkedText(f"‹{letter}› = {zero}{written(p, '.3f')[1:]}")


def statistic(result: Result, lang: Language) -> MarkedText:
    """‹F›(39, 39) = 37.38 or ‹t›(599) = 5.12, where the result says which test it was; else nothing."""
    details = result.details
    value, test = details.get("statistic", math.nan), details.get("test")
    if test == "F" and "df1" in details:
        return MarkedText(f"‹F›({_df(details['df1'])}, {_df(details['df2'])}) = {written(value, '.2f')}")
    if test in ("t", "Wald t", "t of no correlation") and math.isfinite(details.get("df", math.nan)):
        return MarkedText(f"‹t›({_df(details['df'])}) = {written(value, '.2f')}")
    return MarkedText("")


def _df(df: float) -> str:
    return f"{df:.0f}" if _whole(df) else f"{df:.1f}"


def _short_of_one(value: float, digits: int) -> str:
    """So many digits, more where they would say 1 of something else, and 0 without a sign."""
    for more in range(digits, _MOST):
        shown = written(value, f".{more}f")
        if _exact(value) or float(shown.lstrip(MINUS)) != 1.0:
            break
    return shown


def _exact(value: float) -> bool:
    return abs(value - round(value)) < _ROUNDING


def _whole(value: float) -> bool:
    return float(value).is_integer()
