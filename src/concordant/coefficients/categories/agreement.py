"""Raw agreement: the share of pairs of raters who say the same, or nearly the same."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from ...errors import OptionError, choose
from ...quote import quote
from ...reduce.item_weights import Floats, Ints
from ...reduce.patterns import Patterns
from ...reduce.profiles import profiles
from ...reduce.totals import Total
from ..binomial import clopper_pearson
from ..coefficient import Estimate, coefficient, why_undefined
from ..irrcac_variance import for_items
from ..kernels import NominalKernel
from ..weights import positions
from .chance import as_detail, within_all, within_pairs

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
)
def exact_agreement(patterns: Patterns, *, across: Across = "pairs") -> Estimate:
    """Share of pairs of ratings of an item that are the same.

    With gaps, each item with two ratings or more counts once. `across="all"` asks instead on
    which share of items all raters agree. Agreement by chance is not taken out: a rare category
    makes it high without skill.
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
)
def adjacent_agreement(patterns: Patterns, *, within: float = 1.0, across: Across = "pairs") -> Estimate:
    """Share of pairs of ratings of an item that differ by `within` or less.

    Distances are those of the values on a numeric scale, and of the ranks on a named ordinal
    one. `across="all"` asks on which share of items all raters lie that close together. Read it
    beside its chance level (`expected_agreement`): on a short scale chance alone gives much.
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
