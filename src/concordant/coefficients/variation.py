"""The coefficient of variation within subjects: measurement error as a share of what is measured."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ..errors import OptionError, choose
from ..reduce.moments import Moments, Numbers, of_values
from ..reduce.totals import Total, sqrt, total
from ..result import Note
from .coefficient import NO_ITEMS, Estimate, coefficient
from .mean_squares import within

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
    """How far readings of an item spread, as a share of their size; for measurements with a true zero.

    By "mean": within-subject standard deviation over the general mean; by "items": the root of the mean of
    every item's own squared share; by "log": from the spread of logarithms, √(exp s² − 1), where error grows
    with size. Items with a gap are left out.
    """
    choose("cv_by", cv_by, ("mean", "items", "log"))
    m = moments
    n = (
        Total(np.sum([m.of_rater(g).complete.n for g in range(m.n_raters)], axis=0) / m.n_raters)
        if (len(m.occasions) > 1)
        else Total(m.complete.n)
    )
    if not m.draws and m.by.follows_slopes:
        reason = _reason(m, cv_by)
        if reason is not None:
            return Estimate(value=Total(np.nan), n=n, undefined=reason)
    with np.errstate(all="ignore"):
        value = {"mean": _by_mean, "items": _by_items, "log": _by_log}[cv_by](m)
    if m.draws or not m.by.follows_slopes:
        return Estimate(value=value, n=n)
    if float(value) == 0:
        text = "All readings of an item are the same, so no variation was seen."
        return Estimate(value=Total(0.0, np.zeros(len(m.counts))), n=n, notes=(Note("no-error", text),))
    return Estimate(value=value, n=n, notes=_left_out(m))


def _left_out(m: Moments) -> tuple[Note, ...]:
    gone = sum(float(m.n_with(1)) - float(m.block(columns).n) for columns in _groups(m))
    text = f"{gone:g} sets of readings with a gap were left out."
    return (Note("incomplete-items", text),) if gone else ()


def _groups(m: Moments) -> list[list[int]]:
    """The columns that read the same item: a rater's occasions, or else all raters."""
    t = len(m.occasions)
    return [list(range(m.width))] if t == 1 else [list(range(g * t, (g + 1) * t)) for g in range(m.n_raters)]


def _within_variance(m: Moments) -> Numbers:
    """Σ SS / Σ df within items, over the groups of columns."""
    squares, freedom = zip(*(within(m.block(columns)) for columns in _groups(m)), strict=True)
    return np.asarray(np.sum(squares, axis=0) / np.sum(freedom, axis=0))


def _by_mean(m: Moments) -> Total:
    def value(part: Moments) -> Numbers:
        blocks = [part.block(columns) for columns in _groups(part)]
        weight = np.sum([b.n for b in blocks], axis=0)
        middle = np.sum([b.n * b.mean.mean(axis=-1) for b in blocks], axis=0) / weight
        return np.asarray(np.sqrt(_within_variance(part)) / middle)

    return m.follow(value)


def _by_items(m: Moments) -> Total:
    top, bottom = Total(0.0), Total(0.0)
    for columns in _groups(m):
        x = m.measured[:, columns]
        whole = np.asarray(~np.isnan(x).any(axis=1))
        x = np.where(whole[:, None], x, 1.0)
        share = x.var(axis=1, ddof=1) / x.mean(axis=1) ** 2
        top = top + total(m.by, np.where(whole, share, 0.0))
        bottom = bottom + total(m.by, whole)
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
    return part.follow(lambda p: np.asarray(np.sqrt(np.exp(_within_variance(p)) - 1)))


def _reason(m: Moments, cv_by: By) -> Note | None:
    blocks = [m.block(columns) for columns in _groups(m)]
    if not sum(float(b.n) for b in blocks) > 0:
        return NO_ITEMS
    if cv_by != "mean" and (m.measured[~np.isnan(m.measured)] <= 0).any():
        raise OptionError(
            f"cv_by={cv_by!r} is for measurements above 0, and some are not: a share of 0 means nothing."
        )
    middle = sum(float(b.n * b.mean.mean()) for b in blocks)
    if middle == 0:
        return Note("zero-mean", "The mean is 0, so there is no size to compare the spread with.")
    if middle < 0:
        raise OptionError("A coefficient of variation is for measurements above 0, and their mean is below.")
    return None
