"""Kappa for several raters who each keep their own habits: Conger, Light, Hubert."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np

from ...errors import OptionError
from ...reduce.patterns import Patterns
from ...reduce.profiles import profiles
from ...reduce.table import Table
from ...reduce.totals import Margin, Total, bilinear, one_category, total
from ..coefficient import NO_ITEMS, Estimate, chance_corrected, coefficient
from ..kernels import Kernel, both_ways, typical_miss
from ..null_variance import pair_variance, variance_over_pairs
from ..rater_pairs import mean_of_pairs, rated_together, tables
from ..weights import Weights, disagreement, spacing
from .cohen import cohen_kappa


def rater_margins(p: Patterns) -> list[Margin]:
    """Each rater's use of the categories, over all items they rated."""
    if p not in _MARGINS:
        _MARGINS[p] = [Margin(p.by, p.codes[:, [g]], None, p.size) for g in range(p.codes.shape[1])]
    return _MARGINS[p]


#: Several coefficients ask for the margins of the same patterns. What was found goes with them.
_MARGINS: WeakKeyDictionary[Patterns, list[Margin]] = WeakKeyDictionary()


@coefficient(
    title="Conger's kappa",
    title_zh="Conger's Kappa 系数",
    symbol="κ_C",
    formula=r"\kappa_C = 1 - \frac{\bar d_o}{\binom{R}{2}^{-1} \sum_{g<h} \sum_{ij} d_{ij}\,p_{gi}\,p_{hj}}",
    range=(-1, 1),
    references=("conger1980",),
    ignores={"rater order", "category names"},
    interval="score",
    needs={"linked raters"},
    disagreement="weighted",
)
def conger_kappa(
    patterns: Patterns, *, weights: Weights = "identity", scores: Sequence[float] | None = None
) -> Estimate:
    """Cohen's kappa for several raters: chance is based on each rater's own distribution.

    For two raters without gaps it is Cohen's kappa. With missing ratings, an item counts once, however many
    raters rated it, and a rater's distribution is based on all items this rater rated. Asymmetric weights are
    averaged over both directions.
    """
    _identified(patterns)
    d = both_ways(disagreement(weights, patterns.scale, patterns.labels, scores))
    s = profiles(patterns, keep_rows=True).weighed(patterns.by)
    d_o = s.mean_disagreement(d.between)
    active = [m for m in rater_margins(patterns) if not m.total.nothing]
    if len(active) < 2:
        return Estimate(value=d_o, n=s.n_paired, undefined=NO_ITEMS)
    d_e = _mean_of_pairs_by_chance(active, d)
    gaps = bool((patterns.codes < 0).any())
    return chance_corrected(
        d_o,
        d_e,
        s.n_rated_if_paired,
        typical=lambda: typical_miss(d, s.item_margin.shares),
        items=s,
        # with gaps the expected value under chance is not 0, so there is no test by a null error
        null_variance=None if gaps else lambda: _own_habits_null(patterns, d, float(d_e)),
        details=spacing(weights, patterns.scale, scores),
    )


def _mean_of_pairs_by_chance(margins: list[Margin], d: Kernel) -> Total:
    """Σ_{g≠h} p_g d p_h over R(R − 1) = Σ_g p_g d (S − p_g) over it, S = Σ p_g, so no pair is formed.

    A rater whom a resample leaves without a rating is not counted in it.
    """
    shares = [np.nan_to_num(m.shares) for m in margins]
    together = np.sum(shares, axis=0)
    others = [d.apply(together - p) for p in shares]
    raters = np.sum([m.total.value > 0 for m in margins], axis=0)
    count = np.where(raters > 1, raters * (raters - 1.0), np.nan)
    met = sum((p * q).sum(axis=-1) for p, q in zip(shares, others, strict=True))
    out = Total(np.where(one_category(together, together), 0.0, met) / count)
    if margins[0].follows_slopes:
        slopes = [m.mean_slope(q) for m, q in zip(margins, others, strict=True)]
        out.slope = 2 * np.sum(slopes, axis=0) / count
    return out


def _own_habits_null(p: Patterns, d: Kernel, d_e: float) -> float:
    """The variance of the mean over pairs of raters, each pair with its two raters' own habits."""
    shares = np.array([m.shares for m in rater_margins(p)])
    pairs = len(shares) * (len(shares) - 1) / 2
    mean = variance_over_pairs(d, shares) / pairs**2
    return mean / (d_e**2 * float(p.counts.sum()))


@coefficient(
    title="Light's kappa",
    title_zh="Light's Kappa 系数",
    symbol="κ_L",
    formula=r"\kappa_L = \binom{R}{2}^{-1} \sum_{g<h} \kappa_{gh}",
    range=(-1, 1),
    references=("light1971",),
    ignores={"rater order", "category names"},
    interval="score",
)
def light_kappa(
    patterns: Patterns, *, weights: Weights = "identity", scores: Sequence[float] | None = None
) -> Estimate:
    """The mean of Cohen's kappa over all pairs of raters.

    Each pair uses the items both rated. The standard error allows for raters and items shared by
    pairs. If one pair has no kappa, the mean is undefined. For asymmetric weights, the rater who
    comes first is the row.
    """
    _identified(patterns)
    return mean_of_pairs(patterns, lambda t: cohen_kappa(t, weights=weights, scores=scores))


@coefficient(
    title="Hubert's kappa (Davies–Fleiss)",
    title_zh="Hubert's Kappa 系数（Davies–Fleiss）",
    symbol="κ_H",
    formula=r"\kappa_H = 1 - \frac{\sum_{g<h} n_{gh}\, \bar d_{gh}}"
    r"{\sum_{g<h} n_{gh} \sum_{ij} d_{ij}\,p_{gi}\,p_{hj}}",
    range=(-1, 1),
    references=("hubert1977", "davies1982"),
    ignores={"rater order", "category names"},
    interval="score",
    disagreement="weighted pairs",
)
def hubert_kappa(
    patterns: Patterns, *, weights: Weights = "identity", scores: Sequence[float] | None = None
) -> Estimate:
    """Disagreement summed over all pairs of raters, relative to the sum expected by chance.

    With complete data it is Conger's kappa. With gaps, each pair of raters is weighted by the number of items
    both rated, and their distributions are based on those items. Asymmetric weights are averaged over both
    directions.
    """
    _identified(patterns)
    d = both_ways(disagreement(weights, patterns.scale, patterns.labels, scores))
    seen, chance, used = [], [], []
    for t in tables(patterns):
        if not t.n.nothing:
            seen.append(t.sum(d.between(t.first, t.second)))
            chance.append(_by_chance(t, d))
            used.append(t)
    n = rated_together(patterns)
    if not seen:
        return Estimate(value=n, n=n, undefined=NO_ITEMS)
    pairs = total(patterns.by, patterns.given * (patterns.given - 1) / 2)
    d_e = sum(chance[1:], chance[0]) / pairs
    return chance_corrected(
        sum(seen[1:], seen[0]) / pairs,
        d_e,
        n,
        typical=lambda: typical_miss(d, profiles(patterns, keep_rows=True).item_margin.shares),
        null_variance=lambda: (
            sum(pair_variance(d, t.rows.shares, t.columns.shares) * float(t.n) for t in used)
            / (float(d_e) * float(pairs)) ** 2
        ),
    )


def _by_chance(t: Table, d: Kernel) -> Total:
    """The chance disagreement of two raters, added up over their items: none in a resample without any."""
    added = bilinear(t.rows, d, t.columns) * t.n
    return Total(np.where(t.n.value > 0, added.value, 0.0), added.slope) if np.ndim(added.value) else added


def _identified(p: Patterns) -> None:
    if p.anonymous:
        raise OptionError(
            "Counts do not record who gave each rating, so the rating habits of the raters cannot "
            "be separated: use "
            "fleiss_kappa, gwet_ac or krippendorff_alpha."
        )
