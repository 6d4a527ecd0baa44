"""How blurred a cut is by itself, whatever the items are: the local odds of the two categories beside it.

Of the pairs of ratings that are c or c + 1, the blur is b = ½ ln(n₁₂ n₂₁ / n₁₁ n₂₂), minus half the log of
the local odds ratio (Goodman 1979). More or fewer items in a category multiply a row and a column of the
table, and so do raters who use it more or less often: both leave b as it is, so items need not be normal.
Every cell has ½ added (Haldane), so that an empty one is no infinity.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ...reduce.totals import Total
from ..where.cut_counts import CutCounts

#: What is added to every cell.
_HALF = 0.5


@dataclass(frozen=True, eq=False)
class Blur:
    """b with its slopes; `variance` if items are independent, of which slopes do not know `unseen`.

    A count n adds n / (n + ½)² by its slopes and 1 / (n + ½) truly: an empty cell is not known to be empty.
    `agreed` are the items on which raters agree, in that of the two categories in which they are fewer.
    """

    value: Total
    variance: float
    unseen: float
    agreed: float


def blur(ratings: Ratings, counted: CutCounts, by_rank: Ints, cut: int, counts: Floats) -> Blur:
    """The blur of the cut between ranks `cut` and `cut` + 1; `counts` are items by row."""
    value, slope, variance, unseen = 0.0, np.zeros(len(counts)), 0.0, 0.0
    cells = _cells(ratings, counted, by_rank, cut)
    for sign, cell in zip((1, 1, -1, -1), cells, strict=True):
        n = float(counts @ cell) + _HALF
        value += sign * math.log(n) / 2
        slope += sign * cell / (2 * n)
        variance += 1 / (4 * n)
        unseen += _HALF / (4 * n**2)
    agreed = min(float(counts @ cell) for cell in cells[2:])
    return Blur(Total(value, slope), variance, unseen, agreed)


def pooled(blurs: list[Blur]) -> Blur:
    """Their mean, each by how well it is known."""
    weights = np.array([1 / one.variance for one in blurs])
    weights /= weights.sum()
    value = sum((one.value * float(w) for one, w in zip(blurs, weights, strict=True)), Total(0.0))
    variance, unseen = weights**2 @ np.array([(one.variance, one.unseen) for one in blurs])
    return Blur(value, float(variance), float(unseen), min(one.agreed for one in blurs))


def _cells(ratings: Ratings, counted: CutCounts, by_rank: Ints, cut: int) -> tuple[Floats, ...]:
    """By row the shares of pairs that are (c, c + 1), (c + 1, c), (c, c) and (c + 1, c + 1).

    Pairs of more than two raters have no first and second, and are split evenly.
    """
    if ratings.n_raters == 2:
        first, second = ratings.columns
        low, high = by_rank[cut], by_rank[cut + 1]
        pairs = ((low, high), (high, low), (low, low), (high, high))
        return tuple(((first == a) & (second == b)).astype(float) for a, b in pairs)
    crossed = counted.next_to(cut + 1) / 2
    return crossed, crossed, counted.alike(cut), counted.alike(cut + 1)
