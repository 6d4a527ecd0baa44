"""Finn's coefficient: how much less raters scatter than if they used the levels of the scale at random."""

from __future__ import annotations

import math
from typing import Any, Literal, get_args

import numpy as np

from ...errors import OptionError, choose, is_count
from ...quote import quote
from ...reduce.moments import Moments
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import Classical, Estimate, coefficient
from .sums_of_squares import check_raters, scatter, single_rated, why_no_scatter

Kind = Literal["agreement", "consistency"]


@coefficient(
    title="Finn's coefficient",
    title_zh="Finn 系数",
    symbol="r_F",
    formula=r"r_F = 1 - \frac{MS_w}{(L^2 - 1)/12}",
    range=(-np.inf, 1),
    references=("finn1970",),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order"},
    chance_corrected=False,
    interval="classical",
    from_mean_squares=True,
    needs={"two categories"},
)
def finn_coefficient(moments: Moments, *, levels: int | None = None, kind: Kind = "agreement") -> Estimate:
    """How much less the ratings of an item vary than ratings given at random on the scale.

    `levels` is the number of points of the scale, one apart; a declared scale supplies it. Unlike an
    intraclass correlation, it can be high where all items are alike, because it compares with the scale and
    not with the items. "agreement" is the one-way form; "consistency", the two-way form, ignores constant
    differences between raters.
    """
    choose("kind", kind, get_args(Kind))
    check_raters(moments, "finn_coefficient", known=kind == "consistency")
    points, notes = _points(moments, levels)
    chance = (points**2 - 1) / 12
    s = scatter(moments)
    squares, df = (s.within, s.df_within) if kind == "agreement" else (s.error, s.df_error)
    value = 1 - squares / df / chance
    if moments.draws or not moments.by.follows_slopes:
        return Estimate(value=Total(np.where(df.value > 0, value.value, np.nan)), n=s.items)
    reason = _ONE_LEVEL if points == 1 else why_no_scatter(s, consistency=kind == "consistency")
    if reason is not None:
        return Estimate(value=Total(np.nan), n=s.items, undefined=reason)
    ms = float(squares / df)
    return Estimate(
        value=value,
        n=s.items,
        classical=_chi_square(ms, float(df), chance),
        at_best=lambda missed: 1 - missed,
        details={"n_levels": points, "ms_error": ms, "ms_by_chance": chance},
        notes=(*notes, *single_rated(moments)),
    )


_ONE_LEVEL = Note("one-level", "The scale has only one level, so raters cannot disagree.")


def _points(m: Moments, levels: int | None) -> tuple[int, tuple[Note, ...]]:
    """How many levels the scale has: as told, as declared, or from the lowest to the highest seen."""
    if levels is not None:
        if not is_count(levels) or levels < 2:
            raise OptionError(
                f"levels must be the number of points of the scale, 2 or more, got {quote(levels)}."
            )
        return int(levels), ()
    if m.levels is not None:
        return m.levels, ()
    seen = np.zeros(0) if m.values is None else m.measured[~np.isnan(m.measured)]
    if not seen.size or (seen != np.round(seen)).any():
        raise OptionError(
            "finn_coefficient compares with raters who use the levels of a scale at random: give their "
            "number with levels=…, or declare the scale with categories=[…]."
        )
    low, high = float(seen.min()), float(seen.max())
    points = int(high - low) + 1
    text = (
        f"The scale was assumed to have {points} levels, {low:g} to {high:g}, as in the data: to change "
        "this, pass levels=…."
    )
    return points, (Note("levels-guessed", text, {"levels": points, "low": low, "high": high}),)


def _chi_square(ms: float, df: float, chance: float) -> Classical:
    """df·MS/σ² is chi-square with df degrees of freedom, so the variance ratio by chance is F(∞, df)."""
    from scipy.special import chdtr, chdtrc, chdtri

    def limits(level: float) -> tuple[float, float]:
        low, high = (df * ms / chdtri(df, p) for p in (0.5 - level / 2, 0.5 + level / 2))
        return 1 - float(high) / chance, 1 - float(low) / chance

    def test(null: float, side: str | None) -> tuple[dict[str, Any], float]:
        if not null < 1:
            raise OptionError(
                f"Finn's coefficient can be tested only against a value below 1, got {quote(null)}."
            )
        expected = (1 - null) * chance
        less, more = float(chdtr(df, df * ms / expected)), float(chdtrc(df, df * ms / expected))
        p = {"less": more, "two-sided": min(1.0, 2 * min(less, more))}.get(side or "", less)
        f = expected / ms if ms > 0 else math.inf
        return {"null_value": null, "test": "F", "statistic": f, "df1": math.inf, "df2": df}, p

    return Classical(name="chi-square", se=lambda: ms * math.sqrt(2 / df) / chance, limits=limits, test=test)
