"""Options of limits of agreement, checked and made into numbers."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from ...errors import OptionError, choose
from ...quote import quote
from .intervals import LimitsInterval
from .pairs import Differences, Repeats

Shape = Literal["normal", "nonparametric", "regression"]


def multiplier_and_share(agreement: float, multiplier: float | None) -> tuple[float, float]:
    """How many standard deviations the limits lie from the mean, and how much lies between them."""
    from scipy.special import erf, ndtri

    if not (_is_number(agreement) and 0 < agreement < 1):
        raise OptionError(
            f"agreement is the share of differences between the limits, such as 0.95, got {quote(agreement)}."
        )
    if multiplier is None:
        return float(ndtri(0.5 + agreement / 2)), float(agreement)
    if agreement != 0.95:
        raise OptionError("agreement and multiplier say the same thing: give one of them.")
    if not (_is_number(multiplier) and 0 < multiplier < 100):
        raise OptionError(
            f"multiplier is a number of standard deviations above 0, such as 1.96, got {quote(multiplier)}."
        )
    return float(multiplier), float(erf(multiplier / np.sqrt(2)))


def check(
    differences: Differences, limits: Shape, how: LimitsInterval, repeats: Repeats | None, *, repeated: bool
) -> None:
    """Known names; and repeats of an item are not independent differences."""
    choose("differences", differences, get_args(Differences))
    choose("limits", limits, get_args(Shape))
    choose("limits_interval", how, get_args(LimitsInterval))
    if repeats is not None:
        choose("repeats", repeats, get_args(Repeats))
    if repeated and limits != "normal":
        raise OptionError(
            f"limits={limits!r} takes differences for independent, and repeats of an item are not: use "
            "limits='normal', or take one measurement of each item."
        )


def check_interval(how: LimitsInterval, k: float, *, repeated: bool) -> None:
    """√(3/n) is for limits that hold 95 %, and exact intervals are for single measurements."""
    if how == "bland1986" and not 1.9 <= k <= 2.1:
        raise OptionError(
            f"limits_interval='bland1986' is for limits of 1.96 (or 2) standard deviations, not {k:.3g}: use "
            "'exact', 'mover' or 'approximate'."
        )
    if repeated and how in ("exact", "bland1986"):
        raise OptionError(
            f"limits_interval={how!r} is for single measurements; with repeats use 'mover' or 'approximate'."
        )


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
