"""All that can be timed, by name."""

from __future__ import annotations

from .growth import GROWTHS
from .workload import Growth, Workload
from .workloads import WORKLOADS


def entry(name: str) -> Workload | Growth:
    """The workload or growth of this name."""
    return {e.name: e for e in (*WORKLOADS, *GROWTHS)}[name]
