"""Which slices lost or gained from one round to another, on the same items, many looked at at once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...result import Result
from ..record import Record


@dataclass(frozen=True, kw_only=True)
class SliceChange(Record):
    """One slice in both rounds: `difference` is second − first, `q_value` its p after all slices."""

    column: str
    value: Any
    n: float
    measure: str
    first: Result
    second: Result
    difference: Result
    q_value: float = math.nan
    lost: bool = False
    gained: bool = False
