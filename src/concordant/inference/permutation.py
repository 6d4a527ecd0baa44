"""Whether runs on the same items have the same margins, where a run could be any other one by chance."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..reduce.item_weights import Floats
from ..result import Note, Result, whole
from .quadratic_form import quadratic
from .testing import chi_square_p

_NOTHING = Note("no-change", "No item changed from run to run, so there is nothing to test.")


def equal_over_runs(runs: Iterable[Floats], n_runs: int, n_items: float) -> Result:
    """Q = Σ over runs of t_rᵀ W⁻ t_r, a chi-square with (runs − 1) · rank W degrees of freedom.

    A run is a matrix, units × columns: what each unit says (a score, or the share of each category), less the
    unit's mean over runs; t_r is its sum over units. If nothing changes but by chance, a unit's runs could
    stand in any order, and t_r has the covariance W·(1 − 1/R), W = Σ over units and runs of u uᵀ / (R − 1).
    For yes and no this is Cochran's Q (1950), with two runs the test of Stuart and Maxwell, with scores the
    mean-score test of Landis, Heyman and Koch (1978), items as strata. It does not need more items than runs,
    and units that never change do not matter.
    """
    sums, squares = [], []
    for u in runs:
        sums.append(u.sum(axis=0))
        squares.append(u.T @ u)
    w = np.sum(squares, axis=0) / (n_runs - 1)
    found = [quadratic(t, w) for t in sums]
    df = (n_runs - 1) * found[0][1]
    common: dict[str, Any] = {
        "measure": "equal_over_runs", "title": "Same margins in all runs", "n_items": whole(n_items),
        "n_raters": 1,
    }  # fmt: skip
    if not df:
        return Result(**common, estimate=math.nan, method="undefined", notes=(_NOTHING,))
    statistic = sum(q for q, _ in found)
    return Result(
        **common, estimate=statistic, p_value=chi_square_p(statistic, df),
        method=f"shuffled within items, chi-square({df})", details={"df": df},
    )  # fmt: skip
