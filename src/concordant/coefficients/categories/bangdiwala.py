"""Bangdiwala's B: how much of the agreement chart is filled."""

from __future__ import annotations

from ...reduce.table import Table
from ...reduce.totals import Margin, Total
from ...result import Note
from ..coefficient import Estimate, coefficient, why_undefined

_NO_COMMON = Note(
    "no-common-category",
    "The two raters never use the same category, so the agreement chart is empty.",
)


@coefficient(
    title="Bangdiwala's B",
    title_zh="Bangdiwala's B 系数",
    symbol="B",
    formula=r"B = \frac{\sum_i n_{ii}^2}{\sum_i n_{i\cdot}\, n_{\cdot i}}",
    range=(0, 1),
    references=("bangdiwala1985",),
    ignores={"rater order", "category names", "category order"},
    test="z",
    chance_corrected=False,
    null=None,
)
def bangdiwala_b(table: Table) -> Estimate:
    """The share of the agreement chart's rectangles that is filled by exact agreement.

    1 is perfect agreement, 0 none. It is the black area of the Bangdiwala plot.
    """
    filled = product(table.diagonal, table.diagonal)
    allowed = product(table.rows, table.columns)
    reason = why_undefined(table.n) or (_NO_COMMON if allowed.nothing else None)
    return Estimate(
        value=filled / allowed,
        n=table.n,
        observed=table.diagonal.total / table.n,
        undefined=reason,
        at_best=lambda missed: (1 - missed) ** 2,
    )


def product(a: Margin, b: Margin) -> Total:
    """Σ_i a_i b_i."""
    out = Total((a.value * b.value).sum(axis=-1))
    if a.follows_slopes:
        out.slope = a.pull(b.value) + b.pull(a.value)
    return out
