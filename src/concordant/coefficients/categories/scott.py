"""Scott's pi: two raters, one common habit."""

from __future__ import annotations

from collections.abc import Sequence

from ...reduce.table import Table
from ...reduce.totals import bilinear
from ..coefficient import Estimate, chance_corrected, coefficient
from ..kernels import typical_miss
from ..null_variance import table_null_variance
from ..weights import Weights, disagreement, spacing


@coefficient(
    title="Scott's pi",
    title_zh="Scott's Pi 系数",
    symbol="π",
    formula=r"\pi = 1 - \frac{\sum d_{ij}\,p_{ij}}{\sum d_{ij}\,\pi_i\,\pi_j}, \quad"
    r" \pi_i = \tfrac12 (p_{i\cdot} + p_{\cdot i})",
    range=(-1, 1),
    references=("scott1955",),
    ignores={"rater order", "category names"},
    test="z",
    together=True,
    interval="score",
    disagreement="weighted",
)
def scott_pi(
    table: Table, *, weights: Weights = "identity", scores: Sequence[float] | None = None
) -> Estimate:
    """Agreement of two raters beyond chance, with chance based on one distribution shared by both.

    Use it when the raters are interchangeable. Unequal use of the categories counts as
    disagreement, so without weights it is never above Cohen's kappa.
    """
    d = disagreement(weights, table.scale, table.labels, scores)
    d_o = table.mean(d.between(table.first, table.second))
    d_e = bilinear(table.pooled, d, table.pooled)
    return chance_corrected(
        d_o,
        d_e,
        table.n,
        typical=lambda: typical_miss(d, table.pooled.shares),
        details=spacing(weights, table.scale, scores),
        null_variance=lambda: table_null_variance(table, d, table.pooled.shares, table.pooled.shares),
    )
