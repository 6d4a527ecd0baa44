"""Reliable or right: what bias and error variance say about a rater, from data or from figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from ...arguments import check_arguments
from ...digits import order_key
from ...errors import OptionError, is_number
from ...frame import Frame
from ...number_text import show
from ...quote import quote
from ...ratings.numeric import real_numbers
from ...ratings.phrases import listed
from ...reduce.item_weights import Floats
from ...result import Note

#: Nunnally's (1978) floors: .90 where single items are decided on, .70 where anything is concluded at all.
_HIGH, _LOW = 0.90, 0.70
#: A bias or a scatter makes up most of the mean squared error from here on.
_MOST = 0.5


@dataclass(frozen=True, kw_only=True)
class RaterValidity:
    """A rater's bias, error variance and reliability; `certain` where the bias is more than chance."""

    name: str
    bias: float
    error_variance: float
    reliability: float
    certain: bool = True

    @property
    def mse(self) -> float:
        """b² + σ_E²."""
        return self.bias**2 + self.error_variance

    @property
    def share_of_bias(self) -> float:
        """Share of the mean squared error that is bias²."""
        return self.bias**2 / self.mse if self.mse > 0 else float("nan")


@check_arguments
def reliability_and_mse(
    *, var_true: float, bias: float | Sequence[float], error_variance: float | Sequence[float]
) -> Frame:
    """Show how reliable a rater with a given bias and error variance is, and how far from the truth.

    Use it to see that a reliable rater may be wrong: reliability is var(T) / (var(T) + σ_E²) and ignores
    bias; the mean squared error is bias² + σ_E².

    Parameters
    ----------
    var_true : float
        Variance of the true values, above 0.
    bias : float or sequence of float
        Mean amount by which a rater is too high, for each rater.
    error_variance : float or sequence of float
        Variance of a rater's errors about their bias, for each rater.

    Returns
    -------
    Frame
        One row for each rater, with the columns rater, bias, error_variance, reliability, mse and
        share_of_bias. Its notes name raters who are reliable but biased, or unbiased but unreliable.

    Examples
    --------
    >>> import concordant as cc
    >>> raters = cc.reliability_and_mse(var_true=1.0, bias=[0.0, 0.5], error_variance=[0.25, 0.05])
    >>> raters["reliability"].round(2).tolist()
    [0.8, 0.95]
    >>> raters["mse"].round(2).tolist()
    [0.25, 0.3]
    """
    biases, errors = _lists(bias, error_variance)
    if not (is_number(var_true) and var_true > 0):
        raise OptionError(
            f"var_true, the variance of the true values, must be above 0, got {quote(var_true)}."
        )
    reliability = var_true / (var_true + errors)
    judged = [
        RaterValidity(name=f"rater {place}", bias=b, error_variance=e, reliability=r)
        for place, (b, e, r) in enumerate(zip(biases, errors, reliability, strict=True), start=1)
    ]
    columns = {
        "rater": np.array([j.name for j in judged]),
        "bias": biases,
        "error_variance": errors,
        "reliability": reliability,
        "mse": np.array([j.mse for j in judged]),
        "share_of_bias": np.array([j.share_of_bias for j in judged]),
    }
    return Frame(
        columns, "Reliability and mean squared error", tuple(remarks_on(judged)), {"var_true": var_true}
    )


def _lists(bias: Any, error_variance: Any) -> tuple[Floats, Floats]:
    """One bias and one error variance for each rater."""
    try:
        x, y = (np.atleast_1d(real_numbers(each)) for each in (bias, error_variance))
    except ValueError:
        raise OptionError(
            "Bias and error variance must be numbers, or lists with one number for each rater."
        ) from None
    if {x.ndim, y.ndim} != {1} or len(x) != len(y) or not np.isfinite([x, y]).all() or (y < 0).any():
        raise OptionError("Give a bias and an error variance of 0 or more for each rater.")
    return x, y


def remarks_on(raters: Sequence[RaterValidity]) -> Iterator[Note]:
    """Who is reliable and yet wrong, who is right on average and yet not reliable."""
    for j in raters:
        of_bias = j.share_of_bias > _MOST and j.certain
        facts = {"rater": j.name, "reliability": j.reliability}
        if of_bias and j.reliability >= _HIGH:
            text = (
                f"{j.name} is reliable but not valid: reliability is {show(j.reliability)}, but "
                f"{j.share_of_bias:.1%} of the mean squared error is a constant bias of {show(j.bias)}, "
                "which can be corrected."
            )
            yield Note("reliable-not-valid", text, {**facts, "share": j.share_of_bias, "bias": j.bias})
        elif j.reliability < _LOW and not of_bias:
            text = (
                f"{j.name} is nearly unbiased but not reliable: reliability is {show(j.reliability)}; "
                "the error is random and only more ratings or a better instrument can reduce it."
            )
            yield Note("unbiased-not-reliable", text, facts)
    yield from _reversed(raters)


def _reversed(raters: Sequence[RaterValidity]) -> Iterator[Note]:
    """The more reliable of two raters may be the one who is further from the truth."""
    both = [
        (a, b)
        for a, b in permutations(raters, 2)
        if a.reliability > b.reliability and a.mse > b.mse and a.certain
    ]
    if not both:
        return
    a, b = max(both, key=lambda pair: order_key(pair[0].mse - pair[1].mse))
    more = sorted({x.name for x, _ in both} - {a.name})
    also = f" The same applies to {listed(more)}." if more else ""
    text = (
        f"{a.name} is more reliable than {b.name} ({show(a.reliability)} vs {show(b.reliability)}) but "
        f"further from the truth (mean squared error {show(a.mse)} vs {show(b.mse)}), because of bias."
        f"{also}"
    )
    facts = {
        "rater": a.name, "other": b.name, "reliability": a.reliability, "other_reliability": b.reliability,
        "mse": a.mse, "other_mse": b.mse, "also": more,
    }  # fmt: skip
    yield Note("reliability-is-not-validity", text, facts)
