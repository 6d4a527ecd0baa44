"""The axis of a small bar: true to scale, the better end on the right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ...coefficients.catalogue import BY_NAME
from ...digits import rounded

#: Where an axis may end, in powers of ten.
_ROUND = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


@dataclass(frozen=True)
class Scale:
    """From the worse end to the better one; a distance has its nought on the right."""

    left: float
    right: float

    def place(self, value: float) -> float | None:
        """Percent of the way; what lies beyond is drawn at the end, and what is not defined nowhere."""
        if math.isnan(value) or self.left == self.right:
            return None
        return round(100 * min(max((value - self.left) / (self.right - self.left), 0.0), 1.0), 2)


def scale_for(measure: str, numbers: Sequence[float]) -> Scale:
    """An axis for these numbers of a measure: from 0 to 1 where it has that range, wider where needed."""
    low, high = BY_NAME[measure].range
    known = [x for x in numbers if math.isfinite(x)]
    if math.isfinite(high):
        least = min(known, default=0.0)
        return Scale(0.0 if least >= 0 else max(low, math.floor(rounded(4 * least)) / 4), high)
    return Scale(_rounded(max(known, default=1.0)), 0.0)


def _rounded(x: float) -> float:
    """The next round number that is not below."""
    if x <= 0:
        return 1.0
    x = rounded(x)
    power = 10.0 ** math.floor(math.log10(x))
    return next((r * power for r in _ROUND if r * power >= x), 10 * power)
