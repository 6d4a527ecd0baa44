"""Raw agreement: the share of pairs of raters who say the same, or nearly the same."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from ..errors import OptionError
from ..reduce.patterns import Patterns
from ..reduce.profiles import profiles
from ..reduce.totals import Total, bilinear
from ..reduce.weighing import Floats, Ints
from .binomial import clopper_pearson
from .coefficient import Estimate, coefficient, why_undefined
from .conger import rater_margins
from .irrcac import for_items
from .kernels import NominalKernel
from .weights import positions

Across = Literal["pairs", "all"]


@coefficient(
    title="Exact agreement",
    title_zh="完全一致率",
    symbol="p_o",
    formula=r"p_o = \frac{1}{n}\sum_i \frac{\#\{g \neq h : x_{ig} = x_{ih}\}}{r_i (r_i - 1)}",
    range=(0, 1),
    reference="gwet2014",
    ignores={"rater order", "category names", "category order"},
    chance_corrected=False,
    null=None,
)
def exact_agreement(patterns: Patterns, *, across: Across = "pairs") -> Estimate:
    """Share of pairs of ratings of an item that are the same.

    With gaps, each item with two ratings or more counts once. `across="all"` asks instead on
    which share of items all raters agree. Agreement by chance is not taken out: a rare category
    makes it high without skill.
    """
    return _agreement(patterns, _Nearness(None, 0.0), across)


@coefficient(
    title="Adjacent agreement",
    title_zh="相邻一致率",
    symbol="p_o(t)",
    formula=r"p_o(t) = \frac{1}{n}\sum_i \frac{\#\{g \neq h : |x_{ig} - x_{ih}| \le t\}}{r_i (r_i - 1)}",
    range=(0, 1),
    reference="gwet2014",
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order"},
    chance_corrected=False,
    null=None,
)
def adjacent_agreement(patterns: Patterns, *, within: float = 1.0, across: Across = "pairs") -> Estimate:
    """Share of pairs of ratings of an item that differ by `within` or less.

    Distances are those of the values on a numeric scale, and of the ranks on a named ordinal
    one. `across="all"` asks on which share of items all raters lie that close together. Read it
    beside its chance level (`expected_agreement`): on a short scale chance alone gives much.
    """
    if not within >= 0:
        raise OptionError(f"within must be 0 or more, got {within!r}.")
    x = positions(patterns.scale, patterns.labels, None, "adjacent agreement")
    return _agreement(patterns, _Nearness(x, float(within)), across)


class _Nearness:
    """Disagreement 0 for categories within reach of each other, else 1."""

    symmetric = True

    def __init__(self, x: Floats | None, reach: float) -> None:
        self.x, self.reach = x, reach
        self.slack = 0.0 if x is None else 1e-9 * max(1.0, float(np.abs(x).max()))

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


def _agreement(p: Patterns, near: _Nearness, across: Across) -> Estimate:
    s = profiles(p, keep_rows=True).weighed(p.by)
    if across == "pairs":
        miss = s.mean_over_pairs(near.between)
        expected = _expected(p, near) if p.by.follows_slopes else None
    else:
        miss = _spread_out(s.codes, near)
        expected = None
    observed = 1 - s.sum(np.where(s.paired, miss, 0.0)) / s.n_paired
    n = s.n_paired
    return Estimate(
        value=observed,
        n=n,
        observed=observed,
        expected=expected,
        undefined=why_undefined(n),
        irrcac=for_items(s, observed),
        at_best=lambda missed: 1 - missed,
        intervals={}
        if s.n_raters > 2
        else {"exact": lambda level: clopper_pearson(float(observed * n), float(n), level)},
    )


def _spread_out(codes: Ints, near: _Nearness) -> Floats:
    """1 where the lowest and the highest rating of an item are out of reach of each other."""
    x = np.arange(codes.max(initial=0) + 1.0) if near.x is None else near.x
    values = np.where(codes >= 0, x[codes], np.nan)
    empty = (codes < 0).all(axis=1)
    values[empty] = 0.0
    apart = np.nanmax(values, axis=1) - np.nanmin(values, axis=1) > near.reach + near.slack
    return np.asarray(apart, dtype=float)


def _expected(p: Patterns, near: Any) -> Total | None:
    """What independent raters with these habits would reach, as a mean over pairs of raters."""
    margins = [m for m in rater_margins(p) if float(m.total) > 0]
    if p.anonymous or len(margins) > 30:
        pooled = profiles(p, keep_rows=True).weighed(p.by).item_margin
        return 1 - bilinear(pooled, near, pooled)
    pairs = [bilinear(a, near, b) for i, a in enumerate(margins) for b in margins[i + 1 :]]
    return None if not pairs else 1 - sum(pairs[1:], pairs[0]) / len(pairs)
