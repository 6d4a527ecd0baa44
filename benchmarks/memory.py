"""How much memory a call takes, as the system counts it."""

from __future__ import annotations

import sys
from pathlib import Path

_STATUS, _RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def peak() -> float:
    """The most that was resident so far, in megabytes.

    Linux's own high-water mark, because `ru_maxrss` of a started process begins at its parent's.
    """
    if _STATUS.exists():
        line = next(line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    try:
        import resource
    except ImportError:  # not on Windows
        return float("nan")
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def forget_peak() -> float:
    """Begin the high-water mark again, where the system lets one; the memory in use, in megabytes."""
    if _RESET.exists():
        _RESET.write_text("5")
    return peak()
