"""Prevalence and bias: two features of the margins that move kappa without any change in skill."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...reduce.table import Table
from ...reduce.totals import Margin, Total
from ..coefficient import Estimate, coefficient, why_undefined
from .bennett import ONE_CATEGORY


@coefficient(
    title="Prevalence index",
    title_zh="患病率指数",
    symbol="PI",
    formula=r"PI = \frac{n_{11} - n_{22}}{n} \quad (k = 2), \qquad"
    r" PI = \frac{\tfrac12 \sum_i |\pi_i - 1/k|}{1 - 1/k} \quad (k > 2)",
    range=(-1, 1),
    references=("byrt1993",),
    ignores={"category names"},
    test="z",
    best=0.0,
    chance_corrected=False,
)
def prevalence_index(table: Table) -> Estimate:
    """How far the categories are from being equally common.

    With two categories it is signed (plus: the first is more common). With more it is the distance
    of the mean margin from equal use, 0 to 1.
    """
    if table.size == 2:
        agree = np.where(table.first == 0, 1.0, -1.0) * (table.first == table.second)
        return _index(table.mean(agree), table)
    if table.size == 1:
        return replace(_index(table.mean(0.0), table), undefined=ONE_CATEGORY)
    even = 1 / table.size
    distance = _half_distance(table.pooled, None, even)
    return _index(distance / (1 - even), table, distance=True)


@coefficient(
    title="Bias index",
    title_zh="偏倚指数",
    symbol="BI",
    formula=r"BI = \frac{n_{12} - n_{21}}{n} \quad (k = 2), \qquad"
    r" BI = \tfrac12 \sum_i |p_{i\cdot} - p_{\cdot i}| \quad (k > 2)",
    range=(-1, 1),
    references=("byrt1993",),
    ignores={"category names"},
    test="z",
    best=0.0,
    chance_corrected=False,
)
def bias_index(table: Table) -> Estimate:
    """How differently the two raters use the categories.

    With two categories it is signed (plus: the first rater uses the first category more often).
    With more it is the distance between the two margins, 0 to 1.
    """
    if table.size == 2:
        lean = np.sign(table.second - table.first).astype(float)
        return _index(table.mean(lean), table)
    return _index(_half_distance(table.rows, table.columns, 0.0), table, distance=True)


def _half_distance(a: Margin, b: Margin | None, even: float) -> Total:
    """½ Σ |p_i − q_i|; where a difference is 0, up to the rounding of sums, its slope is taken as 0."""
    other = even if b is None else b.shares
    gap = a.shares - other
    gap = np.where(np.abs(gap) > 1e-12, gap, 0.0)
    out = Total(np.abs(gap).sum(axis=-1) / 2)
    if a.follows_slopes and not a.total.nothing:
        lean = np.sign(gap) / 2
        out.slope = a.mean_slope(lean) - (0.0 if b is None else b.mean_slope(lean))
    return out


def _index(value: Total, table: Table, distance: bool = False) -> Estimate:
    return Estimate(value=value, n=table.n, undefined=why_undefined(table.n), distance=distance)
