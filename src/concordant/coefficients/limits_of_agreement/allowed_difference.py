"""Limits of agreement against the largest difference that would not matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import OptionError
from ...quote import quote
from .intervals import Ends, Normal
from .pairs import Differences


@dataclass(frozen=True)
class Allowed:
    """`stated` as it was given; `bound` on the scale of the differences; limits are ratios or not."""

    stated: float
    bound: float
    ratio: bool

    @classmethod
    def on(cls, differences: Differences, allowed: float | None) -> Allowed | None:
        """A ratio is allowed either way: 1.2 means between 1/1.2 and 1.2."""
        if allowed is None:
            return None
        number = isinstance(allowed, (int, float)) and not isinstance(allowed, bool)
        if differences == "log":
            if not (number and 1 < allowed < np.inf):
                raise OptionError(
                    f"With differences='log', allowed must be a ratio above 1, got {quote(allowed)}."
                )
            return cls(float(allowed), float(np.log(allowed)), True)
        if not (number and 0 < allowed < np.inf):
            raise OptionError(f"allowed must be a difference above 0, got {quote(allowed)}.")
        return cls(float(allowed), float(allowed), False)

    def verdict(self, lower: Ends, upper: Ends) -> dict[str, Any]:
        """From the intervals of both limits: within if all of both is, not if all of one is outside."""
        if lower[0] >= -self.bound and upper[1] <= self.bound:
            text = "within"
        elif lower[1] < -self.bound or upper[0] > self.bound:
            text = "not within"
        else:
            text = "cannot tell"
        return {"limits_within_allowed": text}

    def equivalence(self, d: Normal) -> dict[str, Any]:
        """Two one-sided t tests that the mean difference is within the allowed one; the larger p."""
        from scipy.special import stdtr

        facts: dict[str, Any] = {"allowed": self.stated}
        if not d.se_mean > 0:
            return facts
        nearest = self.bound - abs(d.mean)
        return facts | {"bias_within_allowed_p": float(stdtr(d.n - 1, -nearest / d.se_mean))}
