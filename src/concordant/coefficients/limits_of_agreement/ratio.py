"""From differences of logarithms back to ratios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import OptionError
from ...quote import quote
from ...reduce.item_weights import Floats
from ...reduce.totals import Pending, Total
from ..coefficient import Classical, Estimate

#: Details that are differences of logarithms.
_DIFFERENCES = ("new_difference_low", "new_difference_high", "mean_difference_low", "mean_difference_high")


def as_ratio(e: Estimate) -> Estimate:
    """exp of the estimate and of its limits; no difference is a ratio of 1."""
    return replace(
        e,
        value=_exp(e.value),
        classical=None if e.classical is None else _back(e.classical, float(np.exp(e.value.value))),
        null=None if e.null is None else 1.0,
        parts={name: as_ratio(part) for name, part in e.parts.items()},
    )


def ratio_details(details: Mapping[str, Any]) -> dict[str, Any]:
    """Differences as ratios, and the standard deviation under the name of what it is."""
    out = {name: float(np.exp(x)) if name in _DIFFERENCES else x for name, x in details.items()}
    return {("sd_log_ratios" if name == "sd_differences" else name): x for name, x in out.items()}


def _exp(t: Total) -> Total:
    value = np.exp(t.value)

    def slope() -> Floats:
        own = t.slope
        return np.zeros(0) if own is None else value * own

    return Total(value) if t.slope is None else Pending(value, slope)


def _back(c: Classical, value: float) -> Classical:
    """The same on the scale of ratios; tests are done on logarithms."""

    def limits(level: float) -> tuple[float, float]:
        low, high = c.limits(level)
        return float(np.exp(low)), float(np.exp(high))

    def test(null: float, side: str | None) -> tuple[dict[str, Any], float]:
        if not null > 0:
            raise OptionError(f"A ratio is tested against a value above 0, got {quote(null)}.")
        details, p = c.test(float(np.log(null)), side) if c.test else ({}, float("nan"))
        return details | {"null_value": null}, p

    return replace(c, se=lambda: value * c.se(), limits=limits, test=None if c.test is None else test)
