"""Repeatability: how far readings of the same item spread, and how far apart two of them will be."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...number_text import whole
from ...ratings.phrases import many
from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import Classical, Estimate, coefficient
from .mean_squares import above
from .measurement_error import NO_ERROR, two_readings
from .variance_limits import chi_square_test, limits_of_sum

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
def within_subject_sd(moments: Moments) -> Estimate:
    """Standard deviation of repeated readings of the same item, pooled over items.

    Where raters repeated their ratings, it is the spread of each rater's own readings, pooled over raters;
    otherwise the spread between raters.
    """
    return _within(moments, 1.0)


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
def repeatability_limit(moments: Moments, *, certainty: float = 0.95) -> Estimate:
    """The difference that two readings of the same item exceed in only 5% of cases: 1.96·√2·s_w.

    Also called the repeatability coefficient; two readings differ by 0 ± this much.
    """
    return _within(moments, two_readings(certainty))


def _within(m: Moments, times: float) -> Estimate:
    """times · √(Σ SS / Σ df) within items."""

    def value(part: Moments) -> Numbers:
        return np.asarray(times * np.sqrt(within_items(part).variance))

    found = within_items(m)
    n = Total(found.items)
    if m.draws or not m.by.follows_slopes:
        with np.errstate(all="ignore"):
            return Estimate(value=Total(value(m)), n=n)
    ss, df = float(found.squares), float(found.freedom)
    notes = (*_single(m), *([_BETWEEN] if len(m.occasions) == 1 else []))
    if not df > 0:
        text = "No item was measured twice, so there is nothing to compare."
        return Estimate(value=Total(np.nan), n=n, undefined=Note("no-pairs", text))
    if not ss > 0:
        zero = Total(0.0, np.zeros(len(m.counts)))
        return Estimate(value=zero, n=n, notes=(NO_ERROR, *notes))
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
        notes=notes,
    )


_BETWEEN = Note(
    "no-repeats",
    "No rater rated an item twice, so this is the spread between raters; for the spread within raters, "
    "name the column of repeats with repeat=….",
)


def _single(m: Moments) -> tuple[Note, ...]:
    """Readings that stand alone say nothing about spread."""
    alone = 0.0
    for columns in sets_of_columns(m):
        once = m.present[:, columns].sum(axis=1) == 1
        alone += float(m.sums.n[once].sum())
    what = "item" if len(m.occasions) == 1 else "item by the same rater"
    gone = many(whole(alone), "measurement was", "measurements were")
    text = f"{gone} excluded for lack of a second measurement of the same {what}."
    return (Note("single-readings", text, {"readings": whole(alone)}),) if alone else ()


@dataclass(frozen=True)
class WithinItems:
    """Sum of squares within items, its degrees of freedom, the items, and the mean of their readings."""

    squares: Numbers
    freedom: Numbers
    items: Numbers
    mean: Numbers

    @property
    def variance(self) -> Numbers:
        """The mean square within items."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.squares / np.where(self.freedom.real > 0, self.freedom, np.nan))


def sets_of_columns(m: Moments) -> list[list[int]]:
    """The columns that read the same thing: a rater's occasions, or else all raters."""
    t = len(m.occasions)
    return [list(range(m.width))] if t == 1 else [list(range(g * t, (g + 1) * t)) for g in range(m.n_raters)]


def within_items(m: Moments) -> WithinItems:
    """Over all items that a rater (or, without repeats, anyone) has read twice or more.

    With d the readings less the first of them, Σ(y − ȳ)² of an item is Σd² − (Σd)²/m.
    """
    s, zero = m.sums, np.zeros(m.draws)
    squares, freedom, items, total = zero, zero, zero, zero
    level = s.mean + (m.centre - m.centre[0])
    for columns in sets_of_columns(m):
        best = zero
        for p in np.flatnonzero(m.present[:, columns].sum(axis=1) >= 2):
            here = [c for c in columns if m.present[p, c]]
            n, k = s.n[..., p], len(here)
            off = level[..., p, here] - level[..., p, here[:1]]
            apart = s.differences[..., p, :, :][..., here, :][..., here]
            apart = apart - apart[..., :, :1] - apart[..., :1, :] + apart[..., :1, :1]
            apart = apart + n[..., None, None] * off[..., :, None] * off[..., None, :]
            own = np.trace(apart, axis1=-2, axis2=-1) - apart.sum(axis=(-2, -1)) / k
            squares = squares + above(own, n.real * k * m.rounding**2)
            freedom, best = freedom + n * (k - 1), best + n
            total = total + n * (k - 1) * (level[..., p, here].mean(axis=-1) + m.centre[0])
        items = np.maximum(items, best.real)
    with np.errstate(divide="ignore", invalid="ignore"):
        return WithinItems(
            squares, freedom, items, np.asarray(total / np.where(freedom.real > 0, freedom, np.nan))
        )
