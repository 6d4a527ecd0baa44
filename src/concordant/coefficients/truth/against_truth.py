"""Raters against a known truth: bias, error variance, their sum as mean squared error, and reliability."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import OptionError, choose
from ...number_text import show
from ...ratings.phrases import listed
from ...reduce.moments import Moments
from ...reduce.paired_columns import difference, normal_part, paired
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import NO_ITEMS, Classical, Estimate, coefficient
from ..normal_limits import near_normal
from ..reliability import concordance, normal_variance
from .validity import RaterValidity, remarks_on

#: A bias is spoken of as one where chance would seldom make it.
_SELDOM = 0.05


@coefficient(
    title="Mean squared error against the truth",
    title_zh="相对真值的均方误差",
    symbol="MSE",
    formula=r"MSE = \frac1n \sum_i (x_i - t_i)^2 = b^2 + \sigma_E^2",
    range=(0, np.inf),
    references=("lin2002",),
    scales=("ordinal", "interval", "ratio"),
    ignores={"shift"},
    best=0.0,
    chance_corrected=False,
    null=None,
    transform="log",
)
def against_truth(moments: Moments, *, truth: str | None = None) -> Estimate:
    """How far raters are from a known truth, and whether by a constant bias or by scatter.

    `truth` names the rater who is right: the gold standard, a reference method. By default, it is the rater
    of kind gold, otherwise the first. The other raters are the parts; for each, the mean squared error is
    exactly bias² plus error variance (both over n). `reliability` is var(T) / (var(T) + error variance) and
    ignores bias: a rater may be reliable and yet wrong. The overall value is the mean over raters.
    """
    place, guessed = _place(moments, truth)
    others = [g for g in range(moments.n_raters) if g != place]
    parts = {moments.raters[g]: _against(moments, place, g) for g in others}
    overall = _mean(moments, place, list(parts.values()))
    if moments.draws or not moments.by.follows_slopes:
        return replace(overall, parts=parts)
    judged = [_judged(name, e) for name, e in parts.items() if e.undefined is None]
    notes = (*guessed, *remarks_on(judged), *_constant(judged), *_unseen(parts))
    details: dict[str, Any] = {"truth": moments.raters[place]}
    if len(parts) == 1:
        (only,) = parts.values()
        return replace(
            overall, parts=parts, notes=notes, details=details | dict(only.details), at_level=only.at_level
        )
    details |= {name: _in_words(e) for name, e in parts.items() if e.undefined is None}
    return replace(overall, parts=parts, notes=notes, details=details)


def _in_words(e: Estimate) -> str:
    """A rater in a line; the numbers are those of the part."""
    texts = {"bias": "bias", "error_variance": "error variance", "reliability": "reliability", "ccc": "CCC"}
    return ", ".join(f"{words} {show(e.details[name])}" for name, words in texts.items())


def _judged(name: str, e: Estimate) -> RaterValidity:
    d = e.details
    return RaterValidity(
        name=name, bias=d["bias"], error_variance=d["error_variance"], reliability=d["reliability"],
        certain=d["bias_p"] < _SELDOM or d["error_variance"] == 0,
    )  # fmt: skip


def _constant(judged: Sequence[RaterValidity]) -> Iterator[Note]:
    if any(math.isnan(j.reliability) for j in judged):
        text = "All true values are the same, so reliability cannot be assessed."
        yield Note("constant-truth", text)


def _unseen(parts: Mapping[str, Estimate]) -> Iterator[Note]:
    names = [name for name, e in parts.items() if e.undefined is not None]
    if names and len(names) < len(parts):
        text = f"No item rated by {listed(names)} has a true value; the mean is over the other raters."
        yield Note("raters-left-out", text, {"raters": names})


def _mean(m: Moments, place: int, parts: Sequence[Estimate]) -> Estimate:
    """The mean over raters who rated items of known truth."""
    known = [e for e in parts if e.undefined is None]
    others = [g for g in range(m.n_raters) if g != place]
    hold = (m.present[:, [place]] & m.present[:, others]).any(axis=1)
    n = Total(m.sums.n[..., hold].sum(axis=-1))
    if m.draws or not m.by.follows_slopes:
        values = np.stack([e.value.value for e in parts])
        there = ~np.isnan(values)
        with np.errstate(invalid="ignore"):
            return Estimate(value=Total(np.where(there, values, 0).sum(axis=0) / there.sum(axis=0)), n=n)
    if not known:
        return Estimate(value=Total(np.nan), n=n, undefined=NO_ITEMS)
    value = sum((e.value for e in known[1:]), known[0].value) / len(known)
    best = [e.at_best for e in known if e.at_best is not None]
    return Estimate(
        value=value,
        n=n,
        at_best=lambda missed: sum(f(missed) for f in best) / len(best),
        classical=_normal(m, place, others, value, n),
    )


def _normal(m: Moments, place: int, raters: Sequence[int], value: Total, n: Total) -> Classical | None:
    """How the mean of (x_g − t)² over raters varies if errors are normal, where nothing is missing."""
    b, k, mse = m.block([place, *raters]), len(raters), float(value)
    if float(b.n) < float(n) or not mse > 0:
        return None
    by_sigma = np.diag([1.0] + [1 / k] * k)
    by_sigma[0, 1:] = by_sigma[1:, 0] = -1 / k
    off = paired(m, [place] * k, raters).gap / k
    by_mean = 2 * np.array([-off.sum(), *off])
    variance = normal_variance(by_mean, by_sigma, b.cross / b.n) / float(n)
    if not variance > 0:
        return None
    return near_normal("normal errors, log scale", mse, math.sqrt(variance), "log")


def _place(m: Moments, truth: str | None) -> tuple[int, tuple[Note, ...]]:
    """Which rater is the truth, and what to say if nobody said so."""
    if m.anonymous:
        raise OptionError("against_truth needs to know who gave each rating, which counts do not record.")
    if len(m.occasions) > 1:
        raise OptionError(
            "against_truth compares single ratings, but ratings were repeated: choose one occasion."
        )
    if truth is not None:
        choose("truth", truth, m.raters)
        return m.raters.index(truth), ()
    gold = [g for g, kind in enumerate(m.kinds) if kind == "gold"]
    if len(gold) > 1:
        names = ", ".join(m.raters[g] for g in gold)
        raise OptionError(f"Several raters are of kind gold ({names}): choose the truth with truth=….")
    text = f"{m.raters[0]}, the first rater, was used as the truth; to change this, pass truth=…."
    return (gold[0], ()) if gold else (0, (Note("truth-guessed", text, {"rater": m.raters[0]}),))


# --- one rater ------------------------------------------------------------------------------------


def _against(m: Moments, place: int, rater: int) -> Estimate:
    d = difference(m, place, rater)
    n = Total(d.complete.n)
    if d.draws or not d.by.follows_slopes:
        return Estimate(value=Total(_mse(d)), n=n)
    if not float(n) > 0:
        return Estimate(value=Total(np.nan), n=n, undefined=NO_ITEMS)
    value = d.follow(_mse)
    if not float(value) > 0:
        value = Total(0.0, np.zeros(len(d.counts)))
    return Estimate(
        value=value,
        n=n,
        at_best=lambda missed: missed * _unrelated(m, place, rater),
        details=_details(m, d, place, rater),
        at_level=lambda level: _bias_limits(d, level),
        classical=_normal(m, place, [rater], value, n),
    )


def _mse(d: Moments) -> Numbers:
    """b² + σ_E², both over n."""
    b = d.complete
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(b.n.real > 0, b.mean[..., 0] ** 2 + b.cross[..., 0, 0] / b.n, np.nan))


def _details(m: Moments, d: Moments, place: int, rater: int) -> dict[str, Any]:
    n, bias, sd = map(float, normal_part(d))
    error = sd**2 * (n - 1) / n
    p = paired(m, [place], [rater])
    true = float(p.squares_first[0]) / n
    mse = bias**2 + error
    with np.errstate(divide="ignore", invalid="ignore"):
        c = concordance(p, "n-1")
        r, agreement = float(c.precision), float(c.value)
    # with clusters the spread of items does not tell how far their mean is known
    se = sd / math.sqrt(n) if n > 1 and m.clusters is None else math.nan
    return {
        "bias": bias, "bias_se": se, "bias_p": _t_p(bias, se, n - 1), "error_variance": error,
        "rmse": math.sqrt(mse), "share_of_bias": bias**2 / mse if mse > 0 else math.nan,
        "true_variance": true, "reliability": true / (true + error) if true > 0 else math.nan,
        "slope": float(p.products[0] / p.squares_first[0]) if true > 0 else math.nan,
        "pearson": r, "ccc": agreement,
    }  # fmt: skip


def _bias_limits(d: Moments, level: float) -> Mapping[str, Any]:
    from scipy.special import stdtrit

    n, bias, sd = map(float, normal_part(d))
    known = n > 1 and d.clusters is None
    half = float(stdtrit(n - 1, 0.5 + level / 2)) * sd / math.sqrt(n) if known else math.nan
    return {"bias_low": bias - half, "bias_high": bias + half}


def _t_p(bias: float, se: float, df: float) -> float:
    """The t test of no bias; without spread there is none."""
    from scipy.special import stdtr

    return float(2 * stdtr(df, -abs(bias) / se)) if se > 0 else math.nan


def _unrelated(m: Moments, place: int, rater: int) -> float:
    """The mean squared error of a rater who knows nothing of the truth."""
    p = paired(m, [place], [rater])
    return float((p.squares_first[0] + p.squares_second[0]) / p.n[0] + p.gap[0] ** 2)
