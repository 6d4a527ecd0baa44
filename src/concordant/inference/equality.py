"""Is one coefficient the same in several parts? Fleiss's chi-square, and how much the parts differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..ratings.words import many
from ..reduce.weighing import Floats
from ..result import Note, Result, whole
from .quadratic import quadratic
from .testing import chi_square_p

#: A standard error below this is rounding: no item moves the value.
_ROUNDING = 1e-12


def equal(results: Sequence[Result], covariance: Floats | None = None) -> Result:
    """Σ w(θ − θ̄)² with w = 1/se², a chi-square with one degree of freedom less than there are parts.

    After Fleiss (1981). θ̄ is the mean by w; I² is the share of the spread that chance would not give and τ²
    the variance between parts (DerSimonian and Laird 1986). Parts are independent unless their covariance
    is given; then it is the Wald test of θ_i − θ̄ = 0. Parts without a value or a standard error are left out.
    """
    known = np.array([r.defined and r.se > _ROUNDING for r in results], dtype=bool)
    kept = [r for r, k in zip(results, known, strict=True) if k]
    common: dict[str, Any] = {
        "measure": "equality",
        "title": f"Equality of {results[0].title if results else 'one value'} in {many(len(kept), 'part')}",
        "n_items": whole(float(sum(r.n_items for r in kept))),
        "n_raters": max((r.n_raters for r in kept), default=0),
        "notes": _left_out(known),
    }
    if len(kept) < 2:
        reason = Note("few-parts", "Two parts with a standard error are needed to compare them.")
        common["notes"] = (reason, *common["notes"])
        return Result(**common, estimate=math.nan, method="undefined")
    theta, se = np.array([r.estimate for r in kept]), np.array([r.se for r in kept])
    shared = None if covariance is None else covariance[np.ix_(known, known)]
    statistic, df, details = _compared(theta, se, shared)
    return Result(
        **common,
        estimate=statistic,
        p_value=chi_square_p(statistic, df) if df else math.nan,
        method=f"chi-square({df})",
        details=details,
    )


def _compared(theta: Floats, se: Floats, shared: Floats | None) -> tuple[float, int, dict[str, Any]]:
    w = 1 / se**2
    mean = float(w @ theta / w.sum())
    q, df = float(w @ (theta - mean) ** 2), len(theta) - 1
    between = max(0.0, (q - df) / float(w.sum() - (w**2).sum() / w.sum()))
    details = {
        "df": df,
        "mean": mean,
        "se_mean": float(1 / np.sqrt(w.sum())),
        "i_squared": max(0.0, 1 - df / q) if q > 0 else 0.0,
        "tau_squared": between,
    }
    if shared is None:
        return q, df, details
    around = np.eye(len(theta)) - w / w.sum()
    statistic, rank = quadratic(around @ theta, around @ shared @ around.T)
    details["se_mean"] = float(np.sqrt(w @ shared @ w) / w.sum())
    # what is due to chance is not known from the standard errors alone, so I² and τ² do not apply
    return statistic, rank, {**details, "df": rank, "i_squared": math.nan, "tau_squared": math.nan}


def _left_out(known: NDArray[np.bool_]) -> tuple[Note, ...]:
    left = int((~known).sum())
    text = f"{many(left, 'part is', 'parts are')} left out, without a value or a standard error."
    return (Note("parts-left-out", text, {"parts": left}),) if left else ()
