"""Readings of the same item: how far they spread, and how far apart two of them will be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..reduce.moments import Moments, Numbers
from ..reduce.totals import Total
from ..result import Note
from .coefficient import Classical, Estimate, coefficient
from .mean_squares import Method, within
from .measurement_error import NO_ERROR, error_estimate, two_readings
from .mls import chi_square_test, limits_of_sum

_ORDERED = ("ordinal", "interval", "ratio")


@coefficient(
    title="Within-subject standard deviation",
    title_zh="受试者内标准差",
    symbol="s_w",
    formula=r"s_w = \sqrt{MS_w}",
    range=(0, np.inf),
    references=("bland1996",),
    scales=_ORDERED,
    ignores={"rater order", "shift"},
    best=0.0,
    chance_corrected=False,
    null=None,
    transform="log",
    interval="classical",
    from_mean_squares=True,
    repeats=True,
)
def within_subject_sd(moments: Moments, *, method: Method = "auto") -> Estimate:
    """How far readings of one and the same item spread: their standard deviation, pooled over items.

    Where raters repeated their ratings, the spread of a rater around themself, pooled over raters; else
    the spread between raters.
    """
    return _within(moments, 1.0, method)


@coefficient(
    title="Repeatability limit",
    title_zh="可重复性界限",
    symbol="r",
    formula=r"r = z \sqrt2 \, s_w",
    range=(0, np.inf),
    references=("bland1996", "bland1999"),
    scales=_ORDERED,
    ignores={"rater order", "shift"},
    best=0.0,
    chance_corrected=False,
    null=None,
    transform="log",
    interval="classical",
    from_mean_squares=True,
    repeats=True,
)
def repeatability_limit(moments: Moments, *, certainty: float = 0.95, method: Method = "auto") -> Estimate:
    """How far apart two readings of the same item will be at most, in 95 of 100 cases: 1.96·√2·s_w.

    Also called the repeatability coefficient; two readings differ by 0 ± this much.
    """
    return _within(moments, two_readings(certainty), method)


def _within(m: Moments, times: float, method: Method) -> Estimate:
    if len(m.occasions) == 1:
        found = error_estimate(m, lambda ms: ms.var_error, times, method, one_way=True)
        return _said(found, _BETWEEN)
    return _said(_pooled(m, times), None)


_BETWEEN = Note(
    "no-repeats",
    "No rater rated an item twice, so this is the spread between raters; name the column of repeats with "
    "repeat=… for the spread of a rater around themself.",
)


def _said(e: Estimate, note: Note | None) -> Estimate:
    return e if note is None or e.undefined else replace(e, notes=(*e.notes, note))


def _incomplete(m: Moments, each: Sequence[Moments]) -> tuple[Note, ...]:
    """Items that a rater rated, but not on all occasions."""
    gone = sum(float(part.n_with(1)) - float(part.complete.n) for part in each)
    text = f"{gone:g} sets of readings that lack an occasion were left out."
    return (Note("incomplete-items", text),) if gone else ()


def _pooled(m: Moments, times: float) -> Estimate:
    """√(Σ SS / Σ df) over raters; an item counts for a rater who rated it on all occasions."""
    each = [m.of_rater(g) for g in range(m.n_raters)]

    def table(part: Moments) -> tuple[Numbers, Numbers]:
        found = [within(part.of_rater(g).complete) for g in range(m.n_raters)]
        return np.sum([ss for ss, _ in found], axis=0), np.sum([df for _, df in found], axis=0)

    def value(part: Moments) -> Numbers:
        ss, df = table(part)
        return np.asarray(times * np.sqrt(ss / df))

    n = Total(np.max([np.asarray(p.complete.n) for p in each], axis=0))
    if m.draws or not m.by.follows_slopes:
        with np.errstate(all="ignore"):
            return Estimate(value=Total(value(m)), n=n)
    ss, df = (float(x) for x in table(m))
    if not df > 0:
        text = "No rater rated an item on all occasions, so there is no repeat to compare."
        return Estimate(value=Total(np.nan), n=n, undefined=Note("no-pairs", text))
    if not ss > 0:
        return Estimate(value=Total(0.0, np.zeros(len(m.counts))), n=n, notes=(NO_ERROR,))
    s = times * math.sqrt(ss / df)

    def limits(level: float) -> tuple[float, float]:
        low, high = limits_of_sum([(ss / df, df)], level)
        return times * math.sqrt(max(low, 0.0)), times * math.sqrt(high)

    return Estimate(
        value=m.follow(value),
        n=n,
        classical=Classical(
            name="chi-square",
            se=lambda: s / math.sqrt(2 * df),
            limits=limits,
            test=lambda null, side: chi_square_test([(ss / df, df)], null / times, side),
        ),
        details={"var_within": ss / df, "n_repeats": df},
        notes=_incomplete(m, each),
    )
