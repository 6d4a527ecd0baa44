"""Bland–Altman: the bias of one rater against the other, and the limits that hold most differences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np

from ...errors import OptionError, choose
from ...quote import quote
from ...reduce.moments import Moments
from ...reduce.totals import Total, sqrt
from ...result import Note
from ..coefficient import NO_ITEMS, Classical, Estimate, coefficient
from .allowed_difference import Allowed
from .assumptions import line, line_from_sums, normality, noticed, size_details, spread_on_size
from .intervals import (
    DifferenceShape,
    LimitsInterval,
    Normal,
    adjusted_limit,
    classical_limit,
    classical_mean,
    shape_of,
)
from .pairs import (
    Differences,
    DifferenceSpread,
    MeasuredPairs,
    Repeats,
    pairs_of,
    spread_from_sums,
    spread_of,
)
from .shapes import Three, as_ratio, nonparametric, ratio_details, regression


@coefficient(
    title="Bland–Altman limits of agreement",
    variants=lambda options: "Bland–Altman bias (mean difference)",
    title_zh="Bland–Altman 一致性界限",
    symbol="d̄",
    formula=r"\bar d \pm z s_d,\quad d_i = x_i - y_i",
    range=(-np.inf, np.inf),
    references=("bland1986", "bland1999", "bland2007", "carkeet2015", "zou2013", "zou2008", "dagostino1990"),
    scales=("ordinal", "interval", "ratio"),
    best=0.0,
    chance_corrected=False,
    interval="classical",
    two_raters=True,
)
def bland_altman(
    moments: Moments,
    *,
    agreement: float = 0.95,
    multiplier: float | None = None,
    differences: Differences = "plain",
    limits: Shape = "normal",
    limits_interval: LimitsInterval | None = None,
    repeats: Repeats | None = None,
    allowed: float | None = None,
) -> Estimate:
    """Differences between two raters' measurements of an item: their mean, and limits for single ones.

    The estimate is the bias, the mean of first minus second. The parts "lower limit" and "upper limit"
    enclose the share `agreement` of single differences, or `multiplier` standard deviations on either side
    (such as 1.96). The interval of the bias is for the mean only and much narrower: do not use it for limits.

    `differences`: as measured, in "percent" of the mean of both raters, or as ratios ("log"), where the
    estimate is the geometric mean ratio. `limits`: of "normal" differences, "nonparametric" quantiles (with
    the median as bias), or by "regression" on size, given at the mean size. `limits_interval` is the method
    for the limits' own intervals: "exact" (default), "mover" (default with repeats), "approximate" (1999),
    "bland1986". Where items were measured repeatedly, `repeats` states whether an occasion is
    shared by both raters ("linked", the true value may change) or not ("unlinked"). `allowed` is the largest
    difference that would not matter, and is compared with the limits' intervals.
    """
    repeated = len(moments.occasions) > 1
    how = limits_interval or ("mover" if repeated else "exact")
    check(differences, limits, how, repeats, repeated=repeated)
    k, share = multiplier_and_share(agreement, multiplier)
    check_interval(how, k, repeated=repeated)
    only_sums = moments.values is None and not repeated and limits == "normal" and differences == "plain"
    p = None if only_sums else pairs_of(moments, differences, repeats or "linked")
    spread = spread_from_sums(moments) if p is None else spread_of(p)
    reason = None if spread.n.value.ndim else _why_not(float(spread.n))
    if reason is not None:
        return Estimate(value=Total(np.nan), n=spread.n, undefined=reason)
    if p is None or limits == "normal":
        three = _normal(spread, k, how, None if p is None or limits_interval else shape_of(p))
    else:
        three = nonparametric(p, share) if limits == "nonparametric" else regression(p, k)
    request = _LimitsRequest(moments, k, share, differences, limits, Allowed.on(differences, allowed))
    estimate = _estimate(spread, three)
    if moments.by.follows_slopes and not moments.draws:
        estimate = request.explained(estimate, p, spread, three)
        estimate = replace(estimate, notes=(*_assumed(moments, repeats), *estimate.notes))
    return as_ratio(estimate) if differences == "log" else estimate


def _normal(s: DifferenceSpread, k: float, how: LimitsInterval, shape: DifferenceShape | None) -> Three:
    """Mean ± k standard deviations; with a shape, intervals of the limits that allow for it."""
    sd = _root(s.variance)
    values = (s.mean, s.mean - k * sd, s.mean + k * sd)
    if s.n.value.ndim:
        return Three(values, (None, None, None), {})
    d = Normal.of(s)
    classical = (classical_mean(d), classical_limit(d, -k, how), classical_limit(d, k, how))
    if shape is None:
        return Three(values, classical, {})
    return Three(
        values, classical, {}, adjusted=(None, adjusted_limit(d, -k, shape), adjusted_limit(d, k, shape))
    )


def _root(variance: Total) -> Total:
    """The standard deviation; where nothing varies it has no slope."""
    if variance.value.ndim == 0 and variance.value == 0:
        return Total(0.0, None if variance.slope is None else np.zeros_like(variance.slope))
    return sqrt(variance)


def _estimate(s: DifferenceSpread, three: Three) -> Estimate:
    """Bias with its two limits; undefined for draws without two items."""
    values = three.values
    if s.n.value.ndim:  # draws
        values = tuple(Total(np.where(s.n.value > 1, v.value, np.nan)) for v in values)  # type: ignore[assignment]
    bias, lower, upper = (
        Estimate(value=v, n=s.n, classical=c, adjusted=a)
        for v, c, a in zip(values, three.classical, three.adjusted, strict=True)
    )
    parts = {"lower limit": replace(lower, null=None), "upper limit": replace(upper, null=None)}
    return replace(bias, parts=parts)


def _why_not(n: float) -> Note | None:
    if not n > 0:
        return NO_ITEMS
    if n > 1:
        return None
    return Note(
        "one-item",
        "Both raters measured only one item, so the spread of the differences cannot be estimated.",
    )


# --- what stands behind it ----------------------------------------------------------------------


@dataclass(frozen=True)
class _LimitsRequest:
    """What was asked for, to be explained."""

    m: Moments
    k: float
    share: float
    how: Differences
    limits: Shape
    allowed: Allowed | None

    def explained(self, e: Estimate, p: MeasuredPairs | None, s: DifferenceSpread, three: Three) -> Estimate:
        """With details and notes."""
        d = Normal.of(s)
        flat = not d.variance > 0
        level = line_from_sums(self.m) if p is None else line(p.difference, p.size, p.counts)
        spread = None if p is None or flat else spread_on_size(p, level)
        details = (
            self.about | self.numbers(d) | {name: float(v) for name, v in s.variances.items()} | three.details
        )
        if self.clustered:  # the tests of size know of independent items only
            level, spread = replace(level, se=np.nan), spread and replace(spread, se=np.nan)
        details |= {} if flat else size_details(level, spread)
        notes = [
            *three.notes,
            *(
                [_FLAT]
                if flat
                else noticed(level, spread, self.how, self.limits, repeated=len(self.m.occasions) > 1)
            ),
        ]
        shape = None if p is None or self.clustered or self.limits != "normal" else normality(p)
        details |= {} if shape is None else shape.details
        notes += [] if shape is None else shape.notes(self.how, self.share)
        notes += [_CLUSTERED] if self.clustered and self.allowed is not None else []
        ends = [own for part in e.parts.values() if (own := part.adjusted or part.classical) is not None]
        return replace(
            e,
            classical=e.classical or classical_mean(d),
            details=self.shown(details),
            at_level=None if self.clustered else lambda at: self.at_level(d, ends, at),
            notes=tuple(notes),
        )

    @property
    def clustered(self) -> bool:
        """Whether items vary together, which intervals of normal differences do not know of."""
        return self.m.clusters is not None

    @property
    def about(self) -> dict[str, Any]:
        """In words: what the differences are, and what the limits mean."""
        first, second = self.m.raters
        what = {
            "plain": f"{first} minus {second}",
            "percent": f"{first} minus {second}, in percent of the mean of both",
            "log": f"ratio of {first} to {second}",
        }[self.how]
        meaning = (
            f"The limits are for single differences: {100 * self.share:.4g} % of them are expected between. "
            "The interval of the bias is for the mean difference only."
        )
        return {"difference": what, "meaning": meaning}

    def numbers(self, d: Normal) -> dict[str, Any]:
        """Share, multiplier, standard deviation, and where one new difference is expected."""
        low, high = d.interval_of_new(self.share)
        out = {"agreement": self.share, "multiplier": self.k, "sd_differences": d.sd}
        if self.limits == "nonparametric":
            del out["multiplier"]
        if self.limits != "regression":  # where limits follow size, so does where a new one is expected
            out |= {"new_difference_low": low, "new_difference_high": high}
        return out | ({} if self.allowed is None or self.clustered else self.allowed.equivalence(d))

    def at_level(self, d: Normal, ends: list[Classical], level: float) -> dict[str, Any]:
        """Where the mean difference is, and whether the limits are within what is allowed."""
        low, high = d.interval_of_mean(level)
        out = self.shown({"mean_difference_low": low, "mean_difference_high": high})
        return out | ({} if self.allowed is None else self.allowed.verdict(*(c.limits(level) for c in ends)))

    def shown(self, details: dict[str, Any]) -> dict[str, Any]:
        """Logarithms are told as ratios."""
        return ratio_details(details) if self.how == "log" else details


_CLUSTERED = Note(
    "allowed-with-clusters",
    "Whether the limits are within the allowed range is reported for independent items only: see their "
    "intervals.",
)
_FLAT = Note(
    "constant-difference",
    "All differences are the same, so both limits equal the bias and the intervals have no width: the "
    "data do not show how much differences vary.",
)


def _assumed(m: Moments, repeats: Repeats | None) -> tuple[Note, ...]:
    if len(m.occasions) < 2 or repeats is not None:
        return ()
    text = (
        "Items were measured repeatedly; occasions with the same name were treated as linked across "
        "both raters (repeats='linked'). If they are not, use repeats='unlinked'."
    )
    return (Note("repeats-linked", text),)


Shape = Literal["normal", "nonparametric", "regression"]


def multiplier_and_share(agreement: float, multiplier: float | None) -> tuple[float, float]:
    """How many standard deviations the limits lie from the mean, and how much lies between them."""
    from scipy.special import erf, ndtri

    if not (_is_number(agreement) and 0 < agreement < 1):
        raise OptionError(
            "agreement, the share of differences between the limits, must be between 0 and 1, such as 0.95, "
            f"got {quote(agreement)}."
        )
    if multiplier is None:
        return float(ndtri(0.5 + agreement / 2)), float(agreement)
    if agreement != 0.95:
        raise OptionError("agreement and multiplier mean the same thing: give only one of them.")
    if not (_is_number(multiplier) and 0 < multiplier < 100):
        raise OptionError(
            "multiplier must be a number of standard deviations above 0, such as 1.96, got "
            f"{quote(multiplier)}."
        )
    return float(multiplier), float(erf(multiplier / np.sqrt(2)))


def check(
    differences: Differences, limits: Shape, how: LimitsInterval, repeats: Repeats | None, *, repeated: bool
) -> None:
    """Known names; and repeats of an item are not independent differences."""
    choose("differences", differences, get_args(Differences))
    choose("limits", limits, get_args(Shape))
    choose("limits_interval", how, get_args(LimitsInterval))
    if repeats is not None:
        choose("repeats", repeats, get_args(Repeats))
    if repeated and limits != "normal":
        raise OptionError(
            f"limits={limits!r} assumes independent differences, but repeats of an item are not "
            "independent: use "
            "limits='normal', or take one measurement of each item."
        )


def check_interval(how: LimitsInterval, k: float, *, repeated: bool) -> None:
    """√(3/n) is for limits that hold 95 %, and exact intervals are for single measurements."""
    if how == "bland1986" and not 1.9 <= k <= 2.1:
        raise OptionError(
            f"limits_interval='bland1986' is for limits of 1.96 (or 2) standard deviations, not {k:.3g}: use "
            "'exact', 'mover' or 'approximate'."
        )
    if repeated and how in ("exact", "bland1986"):
        raise OptionError(
            f"limits_interval={how!r} is for single measurements; with repeats use 'mover' or 'approximate'."
        )


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
