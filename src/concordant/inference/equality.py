"""Is one coefficient the same in several parts, small ones among them, and how much do the parts differ?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..number_text import whole
from ..ratings.phrases import many
from ..reduce.item_weights import Floats
from ..result import Note, Result
from .testing import chi_square_p, f_p, quadratic
from .variance import rescaled

#: A standard error below this is rounding: no item moves the value.
_ROUNDING = 1e-12

#: A part of fewer items, or clusters, says too little to be compared.
LEAST_ITEMS = 10
LEAST_UNITS = 3

#: How many items' worth of the other parts' spread a part is lent that shows little spread itself.
_LENT = 30


def equal(results: Sequence[Result], covariance: Floats | None = None, units: Floats | None = None) -> Result:
    """Q = Σ (θ − θ̄)²/v, an F with one degree of freedom less than there are parts (Welch 1951).

    After Fleiss (1981), whose chi-square it becomes in large parts: θ̄ is the mean by 1/v, I² the share of the
    spread that chance would not give and τ² the variance between parts (DerSimonian and Laird 1986). v is the
    squared standard error, but a small part that shows little spread by luck is lent the others'. Parts are
    independent unless their covariance is given; then it is the Wald test of θ_i − θ̄ = 0. `units` says how
    many independent items, or clusters, a part has. Parts without a value or of few items are left out.
    `chi_square` and `chi_square_p` are Fleiss's own, which rejects equality too often where parts are small.
    """
    own = np.array([r.se for r in results]) ** 2 if covariance is None else np.diag(covariance)
    n = np.array([float(r.n_items) for r in results])
    units = n if units is None else np.minimum(units, n)
    enough = (n >= LEAST_ITEMS) & (units >= LEAST_UNITS) & ~np.isnan(own)
    known = np.array([r.defined for r in results], dtype=bool) & enough
    what = results[0].title if results else "one value"
    common: dict[str, Any] = {
        "measure": "equality",
        "title": f"Equality of {what} in {many(int(known.sum()), 'part')}",
        "n_items": whole(float(n[known].sum())),
        "n_raters": max((r.n_raters for r, k in zip(results, known, strict=True) if k), default=0),
        "notes": _left_out(known),
    }
    theta = np.array([r.estimate for r in results])[known]
    own, n, units = np.where(own > _ROUNDING**2, own, 0.0)[known], n[known], units[known]
    variances = _lent(own, n, units)
    if len(theta) < 2 or not (variances > 0).all():
        return Result(**common | {"notes": (_FEW, *common["notes"])}, estimate=math.nan, method="undefined")
    shared = None if covariance is None else covariance[np.ix_(known, known)]
    statistic, details = _compared(theta, variances, None if shared is None else rescaled(shared, variances))
    p, tested = _tested(statistic, details["df"], variances, units, paired=shared is not None)
    return Result(
        **common,
        estimate=statistic,
        p_value=p,
        method=f"F({details['df']}, {tested['df_within']:.4g})",
        details={**details, **tested, **_fleiss(theta, own, shared)},
    )


def _lent(own: Floats, n: Floats, units: Floats) -> Floats:
    """Variances, drawn up to what the spread of an item (or cluster) in all parts together would give.

    own + max(0, typical − own)·30/(30 + units): the error of a small part's standard error is large, and the
    standard error small just where the value is far out.
    """
    if not len(own):
        return own
    typical = np.max([float(size**2 @ own / size.sum()) / size for size in (n, units)], axis=0)
    return np.asarray(own + np.maximum(0.0, typical - own) * _LENT / (_LENT + units))


def _compared(theta: Floats, variances: Floats, shared: Floats | None) -> tuple[float, dict[str, Any]]:
    w = 1 / variances
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
        return q, details
    around = np.eye(len(theta)) - w / w.sum()
    statistic, rank = quadratic(around @ theta, around @ shared @ around.T)
    details["se_mean"] = float(np.sqrt(w @ shared @ w) / w.sum())
    # what is due to chance is not known from the standard errors alone, so I² and τ² do not apply
    return statistic, {**details, "df": rank, "i_squared": math.nan, "tau_squared": math.nan}


def _tested(
    statistic: float, df: int, variances: Floats, units: Floats, *, paired: bool
) -> tuple[float, dict[str, float]]:
    """p by Welch: Q/(k − 1) / (1 + 2(k − 2)Λ/(k² − 1)) is F(k − 1, (k² − 1)/3Λ), Λ = Σ (1 − w/Σw)²/(u − 1).

    Parts that share clusters vary as Hotelling's T², of which (u − df)/(u − 1)·Q/df is F(df, u − df), where
    that is the more careful.
    """
    if not df:
        return math.nan, {"f": math.nan, "df_within": math.nan}
    k, share = len(variances), 1 / variances / (1 / variances).sum()
    spread = float(((1 - share) ** 2 / (units - 1)).sum())
    f, within = statistic / df / (1 + 2 * (k - 2) / (k**2 - 1) * spread), (k**2 - 1) / (3 * spread)
    if paired:
        left = float(units.max()) - df
        f, within = min(f, statistic / df * left / (left + df - 1)), min(within, left)
    p = f_p(f, df, within) if within > 0 else math.nan
    return p, {"f": f, "df_within": within}


def _fleiss(theta: Floats, own: Floats, shared: Floats | None) -> dict[str, float]:
    """The chi-square of other software: standard errors as they are, parts without one left out."""
    has = own > 0
    if has.sum() < 2:
        return {}
    q, details = _compared(theta[has], own[has], None if shared is None else shared[np.ix_(has, has)])
    df = details["df"]
    return {"chi_square": q, "chi_square_p": chi_square_p(q, df) if df else math.nan}


_FEW = Note("few-parts", "A comparison needs at least two parts with a standard error.")


def _left_out(known: NDArray[np.bool_]) -> tuple[Note, ...]:
    left = int((~known).sum())
    phrase = many(left, "part was", "parts were")
    text = f"{phrase} excluded, without a value or with fewer than {LEAST_ITEMS} items."
    return (Note("parts-left-out", text, {"parts": left, "least": LEAST_ITEMS}),) if left else ()
