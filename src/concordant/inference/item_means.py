"""The mean of a number that every item has, over items or clusters, and a permutation test over runs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..number_text import whole
from ..reduce.item_weights import Floats, Ints, product
from ..result import Interval, Note, Result
from .measure import on_t
from .score_interval import wilson_of
from .spread import Spread
from .testing import chi_square_p, quadratic

NOTHING = Note("no-items", "No item has this value.")
_ONE = Note("one-unit", "All items belong to one cluster, so variability cannot be estimated.")
_SAME = Note("no-spread", "Every item has the same value, so its variability cannot be estimated.")


@dataclass(frozen=True, eq=False)
class ItemMean:
    """x̄ = Σ w x / Σ w, and its variance Σ over units of (Σ w (x − x̄) / Σ w)² · m/(m − 1).

    `units` number what varies together, from 0. Items without a number (nan) take no part. `copies` says how
    many independent items of the same value a row stands for; its weight is that of all of them.
    """

    x: Floats
    weights: Floats
    units: Ints
    level: float
    copies: Floats | None = None

    def of(self, measure: str, title: str, *, null: float | None = None, **more: Any) -> Result:
        """The mean on t with m − 1 degrees of freedom; with `null` a test."""
        around = self._around()
        common = self._common(measure, title, around.items, more)
        if math.isnan(around.value):
            return Result(**common, estimate=math.nan, method="undefined", notes=(NOTHING,))
        fields = on_t(around, self.level, null=null)
        lost = () if "interval" in fields else (_ONE if around.units < 2 else _SAME,)
        return Result(**common, **fields, notes=lost)

    def above(self, measure: str, title: str, **more: Any) -> Result:
        """The mean with a one-sided test of whether it is above 0."""
        found = self.of(measure, title, null=0.0, **more)
        if found.interval is None:
            return found
        p = found.p_value / 2
        return replace(found, p_value=p if found.estimate > 0 else 1 - p)

    def share(self, measure: str, title: str, **more: Any) -> Result:
        """A mean of numbers from 0 to 1, with Wilson's score interval (1927), which stays between them.

        For items that vary together n is the number of independent ones with the same spread, x̄(1 − x̄)/s²;
        with t in the place of z it is held with few.
        """
        around = self._around()
        common = self._common(measure, title, around.items, more)
        if math.isnan(around.value):
            return Result(**common, estimate=math.nan, method="undefined", notes=(NOTHING,))
        method = f"Wilson t({float(f'{around.df:.4g}'):g})"
        if around.units < 2:
            return Result(**common, estimate=around.value, method="no interval", notes=(_ONE,))
        interval = Interval(*wilson_of(around, self.level), self.level, method)
        return Result(**common, estimate=around.value, se=around.se, interval=interval, method=method)

    def _around(self) -> Spread:
        there = ~np.isnan(self.x)
        w, x = self.weights[there], self.x[there]
        total = float(w.sum())
        if not total > 0:
            return Spread(value=math.nan, variance=math.nan, df=1.0, units=0.0, items=0.0)
        mean = float(product(w, x) / total)
        unit = self.units[there]
        added = np.bincount(unit, w * (x - mean)) / total
        m, copies = self._units(there)
        variance = float(product(added / copies, added)) * m / (m - 1) if m > 1 else math.nan
        return Spread(value=mean, variance=variance, df=max(m - 1.0, 1.0), units=float(m), items=total)

    def _units(self, there: NDArray[np.bool_]) -> tuple[float, Floats]:
        """How many units there are, and how many of them each unit with a number stands for."""
        rows = np.bincount(self.units[there])
        if self.copies is None:
            return float(np.count_nonzero(rows)), np.ones(len(rows))
        copies = np.bincount(self.units[there], self.copies[there]) / np.maximum(rows, 1)
        return float(copies.sum()), np.where(copies > 0, copies, 1.0)

    def _common(self, measure: str, title: str, n: float, more: dict[str, Any]) -> dict[str, Any]:
        return {"measure": measure, "title": title, "n_items": whole(n), "n_raters": 1, **more}


_NOTHING = Note("no-change", "No item changed between runs, so no test is needed.")


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
