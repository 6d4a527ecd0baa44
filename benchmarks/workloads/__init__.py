"""Every workload, in reading order."""

from __future__ import annotations

from ..workload import Workload
from . import alpha, bootstrap, files, fleiss, icc, kappa, raters, slices

WORKLOADS: tuple[Workload, ...] = (
    *kappa.WORKLOADS,
    *alpha.WORKLOADS,
    *fleiss.WORKLOADS,
    *bootstrap.WORKLOADS,
    *icc.WORKLOADS,
    *raters.WORKLOADS,
    *slices.WORKLOADS,
    *files.WORKLOADS,
)
