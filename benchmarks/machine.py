"""What the numbers were had on: how large, and which versions; never whose."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version

from . import rpeers
from .record import Machine

LIBRARIES = (
    "concordant", "numpy", "scipy", "duckdb", "polars", "pandas", "pyarrow", "scikit-learn", "statsmodels",
    "krippendorff", "irrCAC", "pingouin", "nltk", "simpledorff", "torch", "torchmetrics", "pyspark",
)  # fmt: skip


def describe() -> Machine:
    """This machine."""
    found = {"Python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    found |= rpeers.versions()
    return Machine(_cores(), _memory(), f"{platform.system()} {platform.machine()}", found)


def _cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _memory() -> int:
    """Memory in GiB; 0 where the system does not say."""
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    except (AttributeError, ValueError, OSError):
        return 0
