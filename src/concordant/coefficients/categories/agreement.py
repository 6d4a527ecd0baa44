"""Raw agreement, exact or adjacent, and the level that chance alone would reach."""

from __future__ import annotations

from itertools import combinations
from typing import Literal, get_args

import numpy as np

from ...errors import OptionError, choose
from ...quote import quote
from ...reduce.item_weights import Floats, Ints
from ...reduce.patterns import Patterns, unique_rows
from ...reduce.profiles import profiles
from ...reduce.totals import Kernel, Total, bilinear
from ..coefficient import Estimate, coefficient, why_undefined
from ..distributions import clopper_pearson
from ..kernels import NominalKernel, for_items
from ..weights import positions
from .conger import rater_margins

Across = Literal["pairs", "all"]


@coefficient(
    title="Exact agreement",
    title_zh="完全一致率",
    symbol="p_o",
    formula=r"p_o = \frac{1}{n}\sum_i \frac{\#\{g \neq h : x_{ig} = x_{ih}\}}{r_i (r_i - 1)}",
    range=(0, 1),
    references=("gwet2014",),
    ignores={"rater order", "category names", "category order"},
    chance_corrected=False,
    null=None,
    interval="score",
    disagreement="nominal",
)
def exact_agreement(patterns: Patterns, *, across: Across = "pairs") -> Estimate:
    """Share of pairs of ratings of an item that are the same.

    With gaps, each item with two ratings or more counts once. `across="all"` gives instead the
    share of items on which all raters agree. It is not corrected for chance: with a dominant
    category it is high without any skill.
    """
    return _agreement(patterns, Nearness(None, 0.0), across)


@coefficient(
    title="Adjacent agreement",
    title_zh="相邻一致率",
    symbol="p_o(t)",
    formula=r"p_o(t) = \frac{1}{n}\sum_i \frac{\#\{g \neq h : |x_{ig} - x_{ih}| \le t\}}{r_i (r_i - 1)}",
    range=(0, 1),
    references=("gwet2014",),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order"},
    chance_corrected=False,
    null=None,
    interval="score",
    disagreement="adjacent",
)
def adjacent_agreement(patterns: Patterns, *, within: float = 1.0, across: Across = "pairs") -> Estimate:
    """Share of pairs of ratings of an item that differ by `within` or less.

    Distances are those of the values on a numeric scale, and of the ranks on a named ordinal
    one. `across="all"` gives the share of items on which all raters are that close. Compare
    it with its chance level (`expected_agreement`): on a short scale, chance alone makes it high.
    """
    if not (isinstance(within, (int, float)) and within >= 0):
        raise OptionError(f"within must be 0 or more, got {quote(within)}.")
    x = positions(patterns.scale, patterns.labels, None, "adjacent agreement")
    return _agreement(patterns, Nearness(x, float(within)), across)


class Nearness:
    """Disagreement 0 for categories within reach of each other, else 1."""

    symmetric = True

    def __init__(self, x: Floats | None, reach: float) -> None:
        self.x, self.reach = x, reach
        # what rounding of the values, and of the distance asked for, can add to a distance
        self.slack = 0.0 if x is None else 4 * np.finfo(float).eps * float(np.abs(x).max()) + 1e-9 * reach

    def positions(self, size: int) -> Floats:
        """Where categories lie; exact agreement only asks which are equal."""
        return np.arange(float(size)) if self.x is None else self.x

    def between(self, a: Ints, b: Ints) -> Floats:
        if self.x is None:
            return np.asarray(a != b, dtype=float)
        return np.asarray(np.abs(self.x[a] - self.x[b]) > self.reach + self.slack, dtype=float)

    def apply(self, h: Floats) -> Floats:
        """(d h)_i = Σh minus what lies within reach of i."""
        if self.x is None:
            return NominalKernel().apply(h)
        order = np.argsort(self.x, kind="stable")
        x = self.x[order]
        run = np.concatenate([np.zeros((*h.shape[:-1], 1)), np.cumsum(h[..., order], axis=-1)], axis=-1)
        low = np.searchsorted(x, self.x - self.reach - self.slack, side="left")
        high = np.searchsorted(x, self.x + self.reach + self.slack, side="right")
        return np.asarray(run[..., -1:] - (run[..., high] - run[..., low]))

    apply_transposed = apply


def _agreement(p: Patterns, near: Nearness, across: Across) -> Estimate:
    choose("across", across, get_args(Across))
    s = profiles(p, keep_rows=True).weighed(p.by)
    n = s.n_paired
    miss = s.mean_over_pairs(near.between) if across == "pairs" else _out_of_reach(s.codes, near)
    observed = 1 - s.sum(np.where(s.paired, miss, 0.0)) / n
    counted = across == "all" or s.n_raters == 2  # each item agrees or does not
    return Estimate(
        value=observed,
        n=n,
        observed=observed,
        expected=_chance_level(p, near, across),
        undefined=why_undefined(n),
        irrcac=for_items(s, observed),
        at_best=lambda missed: 1 - missed,
        worst=lambda: 0.0,
        intervals={"exact": lambda level: clopper_pearson(float(observed * n), float(n), level)}
        if counted
        else {},
    )


def _out_of_reach(codes: Ints, near: Nearness) -> Floats:
    """1 where the lowest and the highest rating of an item are out of reach of each other."""
    x = near.positions(int(codes.max(initial=0)) + 1)
    low = np.where(codes >= 0, x[codes], np.inf).min(axis=1)
    high = np.where(codes >= 0, x[codes], -np.inf).max(axis=1)
    return np.asarray(high - low > near.reach + near.slack, dtype=float)


def _chance_level(p: Patterns, near: Nearness, across: Across) -> Total | None:
    if not p.by.follows_slopes:
        return None
    if across == "pairs":
        return as_detail(within_pairs(p, near))
    return as_detail(within_all(p, near.positions(p.size), near.reach + near.slack))


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
    sets, where = unique_rows(there[paired].astype(np.int64))
    sets = sets.astype(bool)
    level = np.array([_all_within(shares[raters], x, reach) for raters in sets])
    weight = p.counts[paired]
    return float(weight @ level[where] / weight.sum()) if weight.sum() > 0 else float("nan")


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
