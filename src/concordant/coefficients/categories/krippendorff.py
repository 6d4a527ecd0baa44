"""Krippendorff's alpha, for any metric, any number of raters and any gaps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ...errors import OptionError, choose
from ...ratings.numeric import real_numbers
from ...reduce.item_weights import CaseWeights, Floats
from ...reduce.profiles import Profiles
from ...reduce.totals import Total, bilinear
from ...result import Note
from ..coefficient import Estimate, coefficient, why_undefined
from ..kernels import Kernel, MatrixKernel, NominalKernel, RatioKernel, SquaredKernel, for_alpha, typical_miss
from ..null_variance import pooled_null_variance
from ..order_statistics import midranks, pull_midranks
from ..weights import bipolar, circular, positions
from .set_distances import set_distances

MetricName = Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar", "jaccard", "masi"]
#: A name, a k × k matrix of squared differences, or a function δ²(a, b) of two labels.
Metric = MetricName | None | NDArray[Any] | list[list[float]] | Callable[[Any, Any], float]


@coefficient(
    title="Krippendorff's alpha",
    title_zh="Krippendorff's Alpha 系数",
    symbol="α",
    formula=r"\alpha = 1 - \frac{D_o}{D_e} = 1 - \frac{\sum_{ck} o_{ck}\,\delta^2_{ck} / N}"
    r"{\sum_{ck} n_c n_k\,\delta^2_{ck} / (N (N - 1))}",
    range=(-1, 1),
    references=("krippendorff2011", "passonneau2006"),
    ignores={"rater order", "category names"},
    interval="score",
    disagreement="metric",
)
def krippendorff_alpha(profiles: Profiles, *, metric: Metric = None) -> Estimate:
    """Agreement beyond chance of any number of raters, with a metric that suits the scale; allows for gaps.

    By default, `metric` follows the level of the scale. Items with one rating are excluded; every other
    rating counts once. "ordinal" is Krippendorff's own metric, based on the number of ratings between two
    categories; it is not Gwet's ordinal weight. "jaccard" and "masi" are distances of sets of labels,
    written "a; b" (Passonneau 2006). The standard error of alpha is that of its large-sample form, in which
    N² replaces N (N − 1).
    """
    chosen = profiles.scale.level if metric is None else metric
    if isinstance(chosen, str):
        choose("metric", chosen, get_args(MetricName))
    estimate = _ordinal(profiles) if _is(chosen, "ordinal") else _alpha(profiles, _kernel(chosen, profiles))
    if metric is None and not profiles.scale.declared and profiles.by.follows_slopes:
        text = f"metric={chosen!r} follows from the inferred scale; to change it, pass metric=."
        note = Note("metric-inferred", text, {"metric": chosen})
        estimate = replace(estimate, notes=(note,))
    return estimate


def _is(metric: Any, name: str) -> bool:
    return isinstance(metric, str) and metric == name


def _alpha(s: Profiles, kernel: Kernel) -> Estimate:
    d_o, d_e = _disagreements(s, kernel)
    return _estimate(s, kernel, d_o, d_e)


def _disagreements(s: Profiles, kernel: Kernel) -> tuple[Total, Total]:
    """D_o over pairable ratings, and D_e in its large-sample form Σ p_c p_k δ²."""
    margin = s.pairable_margin
    per_item = np.where(s.paired, s.given * s.mean_over_pairs(kernel.between), 0.0)
    return s.sum(per_item) / margin.total, bilinear(margin, kernel, margin)


def _estimate(s: Profiles, kernel: Kernel, d_o: Total, d_e: Total) -> Estimate:
    """α = 1 − (D_o/D_e)(N − 1)/N with the slope of 1 − D_o/D_e: the factor shifts, it does not spread."""
    total = s.pairable_margin.total
    large = 1 - d_o / d_e
    value = 1 - (1 - large.value) * (1 - 1 / np.where(total.value > 1, total.value, np.nan))
    reason = why_undefined(s.n_paired, d_e)
    return Estimate(
        value=Total(value, large.slope),
        n=s.n_paired,
        observed=_same(s) if s.by.follows_slopes else None,
        undefined=reason,
        irrcac=for_alpha(s, large),
        at_best=lambda missed: 1 - missed * typical_miss(kernel, s.pairable_margin.shares) / float(d_e),
        null_variance=lambda: pooled_null_variance(s, kernel, s.pairable_margin.shares),
        details={
            "observed_disagreement": d_o.value,
            "expected_disagreement": _small_sample(d_e, total),
            "n_pairable": total.value,
        },
    )


def _same(s: Profiles) -> Total:
    """The share of pairable ratings that meet the same category, whatever the metric."""
    return 1 - s.sum(np.where(s.paired, s.given * s.apart, 0.0)) / s.pairable_margin.total


def _small_sample(d_e: Total, n: Total) -> Floats:
    """D_e as it is published, over pairs of different ratings: N/(N − 1) times the large-sample form."""
    return d_e.value * n.value / np.where(n.value > 1, n.value - 1, np.nan)


# --- the metrics ------------------------------------------------------------------------------


def metric_kernel(s: Profiles, metric: Metric = None) -> Kernel:
    """The squared differences δ² that a metric means on these ratings."""
    chosen = s.scale.level if metric is None else metric
    if not _is(chosen, "ordinal"):
        return _kernel(chosen, s)
    order = np.argsort(positions(s.scale, s.labels, None, "ordinal alpha"), kind="stable")
    return SquaredKernel(_ranks(s, order))


def _ranks(s: Profiles, order: NDArray[np.intp]) -> Floats:
    """The midrank of each category among all pairable ratings, as a share of them."""
    margin = s.pairable_margin
    return midranks(margin.value, order) / (float(margin.total) or 1.0)


def _kernel(metric: Any, s: Profiles) -> Kernel:
    if not isinstance(metric, str):
        return _own(metric, s)
    if metric == "nominal":
        return NominalKernel()
    if metric in ("jaccard", "masi"):
        return MatrixKernel(set_distances(s.labels.tolist(), metric))
    x = positions(s.scale, s.labels, None, f"{metric} alpha")
    if metric == "interval":
        return SquaredKernel(x)
    if metric == "ratio":
        return _ratio(x)
    if len(x) > 3000:
        text = f"metric={metric!r} applies to categories; there are {len(x)} distinct values here."
        raise OptionError(text, {"metric": metric, "count": len(x)})
    if len(x) < 2:
        return NominalKernel()
    return MatrixKernel(circular(x) if metric == "circular" else bipolar(x))


def _ratio(x: Floats) -> Kernel:
    if (x < 0).any():
        least = float(x.min())
        raise OptionError(f"metric='ratio' needs values of 0 or more, got {least:g}.", {"least": least})
    kernel = RatioKernel(x)
    if len(x) > 1000:
        return kernel
    a, b = np.indices((len(x), len(x)))
    return MatrixKernel(kernel.between(a, b))


def _own(metric: Any, s: Profiles) -> MatrixKernel:
    if callable(metric):
        labels = s.labels.tolist()
        if len(labels) > 3000:
            raise OptionError(f"A custom metric is for categories; there are {len(labels)} distinct values.")
        metric = [[metric(a, b) for b in labels] for a in labels]
    try:
        d = real_numbers(metric)
    except ValueError:
        raise OptionError("A custom metric must contain only numbers.") from None
    if d.shape != (s.size, s.size):
        raise OptionError(f"The metric must be {s.size} × {s.size}, one row for each category.")
    if not np.isfinite(d).all() or (d < 0).any() or np.diag(d).any():
        raise OptionError(
            "A custom metric must be 0 between a category and itself, and 0 or more "
            "between different categories."
        )
    return MatrixKernel((d + d.T) / 2)


# --- the ordinal metric, whose distances move with the margins ---------------------------------


def _ordinal(s: Profiles) -> Estimate:
    """δ²_ck = (R_c − R_k)² with R the midrank of a category among all pairable ratings."""
    order = np.argsort(positions(s.scale, s.labels, None, "ordinal alpha"), kind="stable")
    if s.by.follows_slopes:
        return _ordinal_on_counts(s, order)
    values = []
    for weights in s.by.vectors():
        draw = _ordinal_on_counts(s.weighed(CaseWeights(weights)), order, slopes=False)
        values.append(float(draw.value))
    total = Total(np.array(values))
    return Estimate(value=total, n=total)


def _ordinal_on_counts(s: Profiles, order: NDArray[np.intp], slopes: bool = True) -> Estimate:
    margin = s.pairable_margin
    rank = _ranks(s, order)
    kernel = SquaredKernel(rank)
    d_o, d_e = _disagreements(s, kernel)
    if slopes and not margin.total.nothing and d_o.slope is not None and d_e.slope is not None:
        along_o, along_e = _by_rank(s, rank)
        n = float(margin.total)
        d_o.slope = d_o.slope + margin.pull(pull_midranks(along_o, rank, order) / n)
        d_e.slope = d_e.slope + margin.pull(pull_midranks(along_e, rank, order) / n)
    return _estimate(s, kernel, d_o, d_e)


def _by_rank(s: Profiles, rank: Floats) -> tuple[Floats, Floats]:
    """How D_o and D_e change with the rank of each category."""
    margin = s.pairable_margin
    n = float(margin.total)
    padded = np.append(rank, 0.0)
    inside = padded[s.codes].sum(axis=1)
    share = np.where(s.paired, s.counts / np.maximum(s.given - 1, 1), 0.0)
    along = np.zeros(s.size + 1)
    for column in s.codes.T:
        np.add.at(along, column, 4 * share * (s.given * padded[column] - inside))
    d_e = 4 * margin.value * (n * rank - margin.value @ rank) / n**2
    return along[:-1] / n, d_e
