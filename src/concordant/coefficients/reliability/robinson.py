"""Robinson's A: which share of the squared deviations is not between raters of the same item."""

from __future__ import annotations

import math
from typing import Any, get_args

import numpy as np

from ...errors import OptionError, choose
from ...quote import quote
from ...reduce.moments import Moments
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import Classical, Estimate, coefficient
from .finn import Kind
from .mean_squares import f_quantile, f_tail
from .sums_of_squares import check_raters, scatter, single_rated, why_no_scatter


@coefficient(
    title="Robinson's A",
    title_zh="Robinson's A 系数",
    symbol="A",
    formula=r"A = 1 - \frac{\sum_i \sum_g (x_{ig} - \bar x_i)^2}{\sum_i \sum_g (x_{ig} - \bar x)^2}",
    range=(0, 1),
    references=("robinson1957",),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order", "shift"},
    chance_corrected=False,
    null=None,
    interval="classical",
    from_mean_squares=True,
    needs={"variation"},
    disagreement="squared",
)
def robinson_a(moments: Moments, *, kind: Kind = "agreement") -> Estimate:
    """Share of the squared deviations from the grand mean that lies between items, not raters.

    "agreement" is Robinson's own: a rater who is always higher counts against it. "consistency" removes
    raters' means first, as R's irr does under the same name. k unrelated raters reach about 1/k, not 0;
    `icc_equivalent` is the equivalent intraclass correlation, (kA − 1)/(k − 1).
    """
    choose("kind", kind, get_args(Kind))
    consistency = kind == "consistency"
    check_raters(moments, "robinson_a", known=consistency)
    s = scatter(moments)
    inside, whole = (s.error, s.within_raters) if consistency else (s.within, s.total)
    value = 1 - inside / whole
    if moments.draws or not moments.by.follows_slopes:
        return Estimate(value=value, n=s.items)
    reason = why_no_scatter(s, consistency=consistency) or (_ALL_THE_SAME if whole.nothing else None)
    if reason is not None:
        return Estimate(value=Total(np.nan), n=s.items, undefined=reason)
    df1, df2 = float(s.items) - 1, float(s.df_error if consistency else s.df_within)
    k = 1 + float(s.df_within / s.items)
    return Estimate(
        value=value,
        n=s.items,
        classical=_f_ratio(float(inside), float(whole), df1, df2) if df1 > 0 else None,
        at_best=lambda missed: 1 - missed,
        details={"icc_equivalent": (k * float(value) - 1) / (k - 1)},
        notes=single_rated(moments),
    )


_ALL_THE_SAME = Note("no-variation", "All ratings are the same, so there are no deviations to decompose.")


def _f_ratio(inside: float, whole: float, df1: float, df2: float) -> Classical:
    """A = df1·F/(df1·F + df2), F the ratio of the mean squares between and within items."""
    f = (whole - inside) / df1 / (inside / df2) if inside > 0 else math.inf
    share = 1 - inside / whole

    def limits(level: float) -> tuple[float, float]:
        p = 0.5 + level / 2
        low, high = f / float(f_quantile(p, df1, df2)), f * float(f_quantile(p, df2, df1))
        return df1 * low / (df1 * low + df2), df1 * high / (df1 * high + df2)

    def test(null: float, side: str | None) -> tuple[dict[str, Any], float]:
        if not 0 < null < 1:
            raise OptionError(
                f"Robinson's A can be tested only against a value between 0 and 1, got {quote(null)}."
            )
        ratio = f / (null / (1 - null) * df2 / df1)
        details = {"null_value": null, "test": "F", "statistic": ratio, "df1": df1, "df2": df2}
        return details, float(f_tail(ratio, df1, df2, side))

    se = share * (1 - share) * math.sqrt(2 / df1 + 2 / df2)
    return Classical(name="F", se=lambda: se, limits=limits, test=test)
