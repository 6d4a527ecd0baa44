"""Distance in points: mean absolute error, root mean square error, signed bias."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...reduce.profiles import Profiles
from ...reduce.table import Table
from ...reduce.totals import Total, sqrt
from ..coefficient import Estimate, coefficient, why_undefined
from ..kernels import AbsoluteKernel, Kernel, SquaredKernel, typical_miss
from ..weights import positions

_ORDERED = ("ordinal", "interval", "ratio")


@coefficient(
    title="Mean absolute error",
    title_zh="平均绝对误差",
    symbol="MAE",
    formula=r"MAE = \frac1n \sum_i \overline{|x_{ig} - x_{ih}|}",
    range=(0, np.inf),
    references=("willmott2005",),
    scales=_ORDERED,
    ignores={"rater order"},
    best=0.0,
    chance_corrected=False,
    null=None,
    transform="log",
    disagreement="absolute",
)
def mean_absolute_error(profiles: Profiles) -> Estimate:
    """Average distance between two ratings of an item, in points.

    With more than two raters, the mean over an item's pairs, then over items. It is in the units of
    the scale; on a named ordinal scale, in steps.
    """
    x = positions(profiles.scale, profiles.labels, None, "mean absolute error")
    return _estimate(
        profiles,
        profiles.mean_disagreement(AbsoluteKernel(x).between),
        lambda missed: missed * _typical(profiles, AbsoluteKernel(x)),
    )


@coefficient(
    title="Root mean square error",
    title_zh="均方根误差",
    symbol="RMSE",
    formula=r"RMSE = \sqrt{\frac1n \sum_i \overline{(x_{ig} - x_{ih})^2}}",
    range=(0, np.inf),
    references=("willmott2005",),
    scales=_ORDERED,
    ignores={"rater order"},
    best=0.0,
    chance_corrected=False,
    null=None,
    disagreement="squared",
)
def root_mean_square_error(profiles: Profiles) -> Estimate:
    """Like the mean absolute error, but large distances count more.

    It is the root of the mean squared distance between two ratings of an item.
    """
    x = positions(profiles.scale, profiles.labels, None, "root mean square error")
    squared = profiles.mean_disagreement(SquaredKernel(x).between)
    root = sqrt(squared)
    if squared.nothing:  # the root has no slope at 0
        root.slope = np.zeros(len(profiles.counts))
    return _estimate(
        profiles, root, lambda missed: float(np.sqrt(missed * _typical(profiles, SquaredKernel(x))))
    )


@coefficient(
    title="Signed bias",
    title_zh="平均偏差（带符号）",
    symbol="bias",
    formula=r"bias = \frac1n \sum_i (x_{i2} - x_{i1})",
    range=(-np.inf, np.inf),
    references=("bland1986",),
    scales=_ORDERED,
    best=0.0,
    chance_corrected=False,
)
def signed_bias(table: Table) -> Estimate:
    """How many points the second rater rates above the first, on average.

    Positive: the second is more generous. Zero bias does not mean agreement: errors may cancel.
    """
    x = positions(table.scale, table.labels, None, "signed bias")
    return Estimate(
        value=table.mean(x[table.second] - x[table.first]),
        n=table.n,
        undefined=why_undefined(table.n),
        details={"difference": f"{table.raters[1]} minus {table.raters[0]}"},
    )


def _typical(s: Profiles, kernel: Kernel) -> float:
    return typical_miss(kernel, s.item_margin.shares)


def _estimate(s: Profiles, value: Total, at_best: Callable[[float], float]) -> Estimate:
    return Estimate(value=value, n=s.n_paired, undefined=why_undefined(s.n_paired), at_best=at_best)
