"""Whatever was given as an array of real numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def real_numbers(values: Any) -> NDArray[np.float64]:
    """The numbers, nan for a gap; ValueError where one is no real number, or rows differ in length."""
    try:
        held = np.asanyarray(values)
        if held.dtype.kind not in "biufOU":
            raise ValueError(f"{held.dtype.name} are no real numbers")
        if isinstance(held, np.ma.MaskedArray):
            return np.ma.filled(held.astype(float), np.nan)
        return np.array(held, dtype=float)
    except (TypeError, OverflowError) as problem:
        raise ValueError(str(problem)) from None
