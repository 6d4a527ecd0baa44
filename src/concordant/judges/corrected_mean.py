"""The mean score people would give to all items, from a judge on all of them and people on some.

Prediction-powered inference with power tuning, PPI++ (Angelopoulos, Duchi and Zrnic 2023): the judge's mean
on the items without a label, corrected by how far people and judge differ on those with one,

    θ̂ = λ·mean(J_U) + mean(Y − λ·J_L),   λ* = cov(J_L, Y) / ((1 + n/N)·var(J)).

Divisors are n − 1 throughout. With design weights of labels the judge's mean is over all items, and the
correction is a weighted mean: the difference estimator of survey sampling.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError
from ..inference.intervals import quantile
from ..inference.testing import p_value
from ..language.message import worded_note
from ..reduce.item_weights import Floats
from ..result import Interval, Note, Result
from .labelled_items import LEAST_LABELS, LabelledItems

_TITLE = "Corrected mean"
_DIFFERENCE = "Difference of corrected means"


@dataclass(frozen=True)
class Corrected:
    """An estimate, what each row adds to it, and the degrees of freedom of its error."""

    value: float
    rows: Floats
    se: float
    df: float
    power: float


def corrected_mean(
    items: LabelledItems,
    *,
    power: float | None = None,
    groups: Sequence[Any] | None = None,
    level: float = 0.95,
) -> Result:
    """The corrected mean; with `groups`, that of each group too, as parts. `power` is λ (None: the best)."""
    found = _corrected(items, power)
    parts = () if groups is None else _by_group(items, power, np.asarray(groups, dtype=object), level)
    return _result(items, found, level, parts=parts)


def corrected_difference(
    items: LabelledItems, groups: Sequence[Any], *, power: float | None = None, level: float = 0.95
) -> Result:
    """The corrected mean of the first of two groups minus that of the second, e.g. of two systems.

    Where rows of both groups share a cluster (an item both systems answered), the difference is paired.
    """
    names = list(dict.fromkeys(groups))
    if len(names) != 2:
        raise InputError(f"A difference needs exactly two groups; there are {len(names)}.")
    of = np.asarray(groups, dtype=object)
    rows, found = np.zeros(len(items.judge)), []
    for name, sign in zip(names, (1, -1), strict=True):
        here = of == name
        found.append(_corrected(items.part(here), power))
        rows[here] = sign * found[-1].rows
    value = found[0].value - found[1].value
    if items.clusters is None:
        se = math.hypot(*(one.se for one in found))
        df = se**4 / sum(one.se**4 / one.df for one in found) if se > 0 else math.inf
    else:
        se, df = _clustered(items, rows)
    parts = tuple(
        _result(items.part(of == name), one, level, category=str(name))
        for name, one in zip(names, found, strict=True)
    )
    return Result(
        measure="corrected_difference",
        title=_DIFFERENCE,
        estimate=value,
        se=se,
        interval=_interval(value, se, df, level),
        p_value=p_value(value / se, df, "two-sided") if se > 0 else math.nan,
        n_items=len(items.judge),
        n_raters=2,
        method=_method(df, clustered=items.clusters is not None),
        details={"first": str(names[0]), "second": str(names[1]), "labels": len(items.labels)},
        parts=parts,
        notes=items.notes(),
    )


def best_power(items: LabelledItems) -> float:
    """λ*, at which the error is smallest; 0 where the judge does not vary or everything is labelled."""
    n, others = len(items.labels), len(items.others)
    if not others or not np.ptp(items.judge) > 0:
        return 0.0
    w = items.design
    y, j = (x - w @ x / n for x in (items.labels, items.judged))
    covariance = float((w * y * j).sum() / (n - 1))
    return covariance / ((1 + n / others) * float(items.judge.var(ddof=1)))


def _corrected(items: LabelledItems, power: float | None) -> Corrected:
    lam = best_power(items) if power is None else float(power)
    error = items.labels - lam * items.judged
    w, n = items.design, len(items.labels)
    correction = float(w @ error / n)
    everywhere = items.weights is not None or not len(items.others)
    other = np.ones(len(items.judge), dtype=bool) if everywhere else ~items.labelled
    base = float(items.judge[other].mean())
    rows = np.zeros(len(items.judge))
    rows[other] += lam * (items.judge[other] - base) / other.sum()
    rows[items.labelled] += w * (error - correction) / n
    value = lam * base + correction
    if items.clusters is not None:
        se, df = _clustered(items, rows)
        return Corrected(value, rows, se, df, lam)
    parts = [(rows[items.labelled], n), (rows[~items.labelled], len(items.others))]
    variances = [float((x**2).sum()) * k / (k - 1) for x, k in parts if k > 1]
    dfs = [k - 1 - (power is None and k == n) for _, k in parts if k > 1]
    total = sum(variances)
    df = total**2 / sum(v**2 / d for v, d in zip(variances, dfs, strict=True)) if total > 0 else math.inf
    return Corrected(value, rows, math.sqrt(total), df, lam)


def _clustered(items: LabelledItems, rows: Floats) -> tuple[float, float]:
    """Error and degrees of freedom where rows of a cluster vary together: clusters with a label count."""
    _, codes = np.unique(np.asarray(items.clusters), return_inverse=True)
    sums = np.bincount(codes, rows)
    labelled = np.bincount(codes, items.labelled) > 0
    n = int(labelled.sum())
    if n < 2:
        raise InputError("All labels are in the same cluster, so their standard error cannot be estimated.")
    return math.sqrt(float((sums**2).sum()) * n / (n - 1)), n - 1.0


def _by_group(
    items: LabelledItems, power: float | None, groups: np.ndarray[Any, Any], level: float
) -> tuple[Result, ...]:
    return tuple(_of_group(items, power, groups == name, str(name), level) for name in dict.fromkeys(groups))


def _of_group(items: LabelledItems, power: float | None, rows: Any, name: str, level: float) -> Result:
    labels = int((items.labelled & rows).sum())
    if labels < LEAST_LABELS:
        note = worded_note("few-labels", labels=labels, least=LEAST_LABELS)
        return Result(
            measure="corrected_mean", title=_TITLE, estimate=math.nan, category=name, notes=(note,),
            n_items=float(np.count_nonzero(rows)), n_raters=2,
        )  # fmt: skip
    part = items.part(rows)
    return _result(part, _corrected(part, power), level, category=name)


def _result(
    items: LabelledItems,
    found: Corrected,
    level: float,
    *,
    parts: tuple[Result, ...] = (),
    category: str | None = None,
) -> Result:
    return Result(
        measure="corrected_mean",
        title=_TITLE,
        estimate=found.value,
        se=found.se,
        interval=_interval(found.value, found.se, found.df, level),
        n_items=len(items.judge),
        n_raters=2,
        method=_method(found.df, clustered=items.clusters is not None),
        details=_details(items, found, level),
        parts=parts,
        category=category,
        notes=(*items.notes(), *_unhelpful(found)),
    )


def _details(items: LabelledItems, found: Corrected, level: float) -> Mapping[str, Any]:
    y, w, n = items.labels, items.design, len(items.labels)
    alone = float(w @ y / n)
    spread = float((w * (y - alone) ** 2).sum() / (n - 1))
    reach = quantile(0.5 + level / 2, n - 1) * math.sqrt(spread / n)
    varies = np.ptp(items.judged) > 0 and np.ptp(y) > 0
    return {
        "people_alone": alone,
        "people_se": math.sqrt(spread / n),
        "people_low": alone - reach,
        "people_high": alone + reach,
        "judge_alone": float((items.others if len(items.others) else items.judge).mean()),
        "power": found.power,
        "correlation": float(np.corrcoef(items.judged, y)[0, 1]) if varies else math.nan,
        "labels": n,
        "worth_labels": spread / found.se**2 if found.se > 0 else math.nan,
    }


def _unhelpful(found: Corrected) -> tuple[Note, ...]:
    if found.power != 0:
        return ()
    return (worded_note("judge-unused"),)


def _interval(value: float, se: float, df: float, level: float) -> Interval | None:
    if not se > 0:
        return None
    reach = quantile(0.5 + level / 2, df) * se
    return Interval(value - reach, value + reach, level, _method(df))


def _method(df: float, *, clustered: bool = False) -> str:
    return f"prediction-powered t({df:.3g})" + (", clustered" if clustered else "")
