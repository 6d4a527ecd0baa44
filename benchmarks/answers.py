"""Whether two libraries say the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np


def verdict(
    ours: Mapping[str, Any], theirs: Mapping[str, Any], tolerance: Mapping[str, float], differs: str
) -> str:
    """ "equal to …", with the largest tolerance needed, or "differs: why", on the names both give.

    Of lists the common beginning is compared, relative to the larger side. `tolerance[""]` is for names
    that have none of their own.
    """
    shared = [name for name in ours if name in theirs]
    if not shared:
        return "not compared"
    allowed = {name: tolerance.get(name, tolerance[""]) for name in shared}
    gaps = {name: _gap(ours[name], theirs[name]) for name in shared}
    if all(gaps[name] <= allowed[name] for name in shared):
        return "equal: " + ", ".join(
            f"{name} to {allowed[name]:.0e}" if allowed[name] < 0.01 else f"{name} to {allowed[name]:.0%}"
            for name in shared
        )
    if differs:
        return f"differs: {differs}"
    worst = max(shared, key=lambda name: gaps[name] / allowed[name])
    return f"differs: {worst} by {gaps[worst]:.1e}, not explained"


def _gap(ours: Any, theirs: Any) -> float:
    """The largest |a − b| / max(|a|, |b|)."""
    a, b = np.atleast_1d(np.asarray(ours, float)), np.atleast_1d(np.asarray(theirs, float))
    length = min(len(a), len(b))
    a, b = a[:length], b[:length]
    if length == 0 or (np.isnan(a) != np.isnan(b)).any():
        return float("inf")
    larger = np.maximum(np.abs(a), np.abs(b))
    apart = np.where(np.isnan(a) | (larger == 0), 0, np.abs(a - b) / np.where(larger == 0, 1, larger))
    return float(apart.max())
