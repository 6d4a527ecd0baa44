"""The coefficient of variation within subjects: measurement error as a share of what is measured."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...errors import OptionError, choose
from ...reduce.moments import Moments, of_values
from ...reduce.sums import Numbers
from ...reduce.totals import Total, sqrt, total
from ...result import Note
from ..coefficient import NO_ITEMS, Estimate, coefficient
from .repeatability import sets_of_columns, within_items

By = Literal["mean", "items", "log"]


@coefficient(
    title="Within-subject coefficient of variation",
    title_zh="受试者内变异系数",
    symbol="CV_w",
    formula=r"CV_w = s_w / \bar x",
    range=(0, np.inf),
    references=("bland1996",),
    scales=("ratio", "interval", "ordinal"),
    ignores={"rater order"},
    best=0.0,
    chance_corrected=False,
    null=None,
    transform="log",
    repeats=True,
)
def within_subject_cv(moments: Moments, *, cv_by: By = "mean") -> Estimate:
    """Spread of the readings of an item relative to their size; for measurements with a true zero.

    By "mean": within-subject standard deviation over the general mean; by "items": the root of the mean of
    every item's own squared share; by "log": from the spread of logarithms, √(exp s² − 1), where error grows
    with size. Items that were read once do not count.
    """
    choose("cv_by", cv_by, ("mean", "items", "log"))
    m = moments
    n = Total(within_items(m).items)
    if not m.draws and m.by.follows_slopes:
        reason = _reason(m, cv_by)
        if reason is not None:
            return Estimate(value=Total(np.nan), n=n, undefined=reason)
    with np.errstate(all="ignore"):
        value = {"mean": _by_mean, "items": _by_items, "log": _by_log}[cv_by](m)
    if m.draws or not m.by.follows_slopes:
        return Estimate(value=value, n=n)
    if float(value) == 0:
        text = "All measurements of each item are the same, so no variation was observed."
        return Estimate(value=Total(0.0, np.zeros(len(m.counts))), n=n, notes=(Note("no-error", text),))
    return Estimate(value=value, n=n)


def _by_mean(m: Moments) -> Total:
    def value(part: Moments) -> Numbers:
        found = within_items(part)
        return np.asarray(np.sqrt(found.variance) / found.mean)

    return m.follow(value)


def _by_items(m: Moments) -> Total:
    top, bottom = Total(0.0), Total(0.0)
    for columns in sets_of_columns(m):
        x = m.measured[:, columns]
        there = ~np.isnan(x)
        readings = there.sum(axis=1)
        some = np.maximum(readings, 1)
        mean = np.where(there, x, 0.0).sum(axis=1) / some
        squares = (np.where(there, x - mean[:, None], 0.0) ** 2).sum(axis=1)
        share = np.where(
            readings >= 2, squares / np.maximum(some - 1, 1) / np.where(mean == 0, 1, mean) ** 2, 0.0
        )
        top = top + total(m.by, share)
        bottom = bottom + total(m.by, readings >= 2)
    return sqrt(top / bottom)


def _by_log(m: Moments) -> Total:
    logs = of_values(
        np.log(m.measured),
        m.raters,
        m.occasions,
        weights=m.counts,
        clusters=m.clusters,
        anonymous=m.anonymous,
    )
    part = logs if m.weighing is None else logs.weighed(m.weighing)
    return part.follow(lambda p: np.asarray(np.sqrt(np.exp(within_items(p).variance) - 1)))


def _reason(m: Moments, cv_by: By) -> Note | None:
    found = within_items(m)
    if not float(found.freedom) > 0:
        return NO_ITEMS
    if cv_by != "mean" and (m.measured[~np.isnan(m.measured)] <= 0).any():
        raise OptionError(
            f"cv_by={cv_by!r} needs measurements above 0, but some are not: a percentage of 0 is meaningless."
        )
    if abs(float(found.mean)) <= m.rounding:
        return Note("zero-mean", "The mean is 0, so the spread cannot be expressed relative to it.")
    if float(found.mean) < 0:
        raise OptionError(
            "A coefficient of variation needs a positive mean, but the mean of these measurements "
            "is negative."
        )
    return None
