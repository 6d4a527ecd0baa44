"""The chance level of raw agreement: what independent raters with these habits would reach."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ...reduce.item_weights import Floats
from ...reduce.patterns import Patterns
from ...reduce.profiles import profiles
from ...reduce.totals import Kernel, Total, bilinear
from .conger import rater_margins

#: With more raters than this their habits are taken together.
_MANY_RATERS = 30


def within_pairs(p: Patterns, miss: Kernel) -> float:
    """Expected agreement of two raters; a pair of raters counts by what it makes up of the items' pairs."""
    if p.anonymous or p.codes.shape[1] > _MANY_RATERS:
        pooled = profiles(p, keep_rows=True).item_margin
        return 1 - float(bilinear(pooled, miss, pooled))
    margins = rater_margins(p)
    there = p.codes >= 0
    share = np.where(p.given >= 2, p.counts / np.maximum(p.given * (p.given - 1) / 2, 1), 0.0)
    expected = weight = 0.0
    for g, h in combinations(range(len(margins)), 2):
        met = float(share[there[:, g] & there[:, h]].sum())
        if met:
            expected += met * float(bilinear(margins[g], miss, margins[h]))
            weight += met
    return 1 - expected / weight if weight else float("nan")


def within_all(p: Patterns, x: Floats, reach: float) -> float:
    """Expected share of items all of whose ratings lie within reach, over the sets of raters seen."""
    there = p.codes >= 0
    pooled = p.anonymous or p.codes.shape[1] > _MANY_RATERS
    if pooled:
        alike = profiles(p, keep_rows=True).item_margin.shares
        shares = np.broadcast_to(alike, (p.codes.shape[1], p.size))
        there = np.arange(p.codes.shape[1]) < p.given[:, None]
    else:
        shares = np.array([m.shares for m in rater_margins(p)])
    paired = p.given >= 2
    sets, where = np.unique(there[paired], axis=0, return_inverse=True)
    level = np.array([_all_within(shares[raters], x, reach) for raters in sets])
    weight = p.counts[paired]
    return float(weight @ level[where.ravel()] / weight.sum()) if weight.sum() > 0 else float("nan")


def _all_within(shares: Floats, x: Floats, reach: float) -> float:
    """Σ over the lowest rating i: all lie in [x_i, x_i + reach], less all in (x_i, x_i + reach]."""
    order = np.argsort(x, kind="stable")
    x, run = x[order], np.cumsum(np.pad(shares[:, order], ((0, 0), (1, 0))), axis=1)
    start, above = (np.searchsorted(x, x, side=side) for side in ("left", "right"))
    end = np.searchsorted(x, x + reach, side="right")
    from_lowest = np.prod(run[:, end] - run[:, start], axis=0)
    from_next = np.prod(np.maximum(run[:, end] - run[:, above], 0.0), axis=0)
    first = np.unique(start)  # equal positions count once
    return float((from_lowest - from_next)[first].sum())


def as_detail(value: float) -> Total | None:
    """A chance level as an estimate shows it, or nothing where there is none."""
    return None if np.isnan(value) else Total(value)
