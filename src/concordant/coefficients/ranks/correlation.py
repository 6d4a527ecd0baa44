"""Correlation of raters: Pearson, Spearman, Kendall's tau-b. Correlation is not agreement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...reduce.every_pair import MOST_PAIRS, refuse_many_pairs
from ...reduce.item_weights import CaseWeights, Floats, weight_by_code
from ...reduce.patterns import Patterns
from ...reduce.table import Table
from ...reduce.totals import Total, sqrt
from ...result import Note
from ..coefficient import NO_ITEMS, Estimate, coefficient
from ..order_statistics import midranks, pull_midranks
from ..rater_pairs import (
    WITHOUT_PAIRS,
    left_out_of_mean,
    mean_of_pairs,
    rated_together,
    refuse_anonymous,
    table_of_pair,
    undefined_pairs,
)
from ..weights import positions
from .concordant_pairs import net_concordance
from .pearson_pairs import PearsonPairs

#: With more raters than this correlations are products of matrices, not a table for each pair.
MANY_RATERS = 30

_ORDERED = ("ordinal", "interval", "ratio")


@coefficient(
    title="Pearson correlation",
    title_zh="Pearson 相关系数",
    symbol="r",
    formula=r"r = \frac{\sum (x_i - \bar x)(y_i - \bar y)}"
    r"{\sqrt{\sum (x_i - \bar x)^2 \sum (y_i - \bar y)^2}}",
    range=(-1, 1),
    references=("pearson1895",),
    scales=_ORDERED,
    ignores={"rater order", "shift", "spread"},
    chance_corrected=False,
    transform="fisher",
    needs={"variation"},
)
def pearson(patterns: Patterns) -> Estimate:
    """How closely the scores of two raters follow a straight line.

    It ignores differences in mean and spread: use it in addition to an agreement coefficient, not instead.
    With more than two raters, the mean over all pairs.
    """
    x = positions(patterns.scale, patterns.labels, None, "Pearson correlation")
    if patterns.codes.shape[1] > MANY_RATERS and isinstance(patterns.by, CaseWeights):
        return _pearson_of_many(patterns, x)
    return mean_of_pairs(patterns, lambda t: _pearson(t, x))


def _pearson_of_many(p: Patterns, x: Floats) -> Estimate:
    """What `mean_of_pairs` gives, without a table for each pair."""
    refuse_anonymous(p)
    refuse_many_pairs(p.codes.shape[1], MOST_PAIRS, WITHOUT_PAIRS)
    found = PearsonPairs(p, x)
    left: tuple[Note, ...] = ()
    if found.undefined:
        reason = _pearson(table_of_pair(p, *found.undefined[0]), x).undefined or NO_ITEMS
        if not found.defined:
            return undefined_pairs(p, found.undefined, reason)
        left = (left_out_of_mean(p, found.undefined, reason, found.pairs),)
    return Estimate(
        value=found.mean(), n=rated_together(p), at_best=_mixed_with_chance,
        details={"n_rater_pairs": found.defined}, notes=left,
    )  # fmt: skip


def _pearson(t: Table, x: Floats) -> Estimate:
    """Moments about a fixed centre, so that large values lose no digits."""
    a, b = (np.where(t.complete, x[c], 0.0) for c in (t.first, t.second))
    weight = t.counts * t.complete
    if weight.sum() > 0:
        a, b = (np.where(t.complete, v - (weight @ v) / weight.sum(), 0.0) for v in (a, b))
    n, sa, sb = t.n, t.sum(a), t.sum(b)
    saa, sbb = t.sum(a * a), t.sum(b * b)
    vaa, vbb = (_zeroed(s / n - (m / n) * (m / n), s / n) for s, m in ((saa, sa), (sbb, sb)))
    cov = t.sum(a * b) / n - (sa / n) * (sb / n)
    value, reason = cov / sqrt(vaa * vbb), _reason(t)
    if not t.by.follows_slopes or reason:
        return Estimate(value=value, n=n, undefined=reason)
    classical = {"classical": lambda level: fisher_z(float(value), float(n), level)} if float(n) > 3 else {}
    return Estimate(
        value=value,
        n=n,
        null_test=student(float(value), float(n)),
        intervals=classical,
        at_best=_mixed_with_chance,
    )


def _mixed_with_chance(missed: float) -> float:
    """If this share of the items were rated independently, the correlation would be so much lower."""
    return 1 - missed


def student(r: float, n: float) -> tuple[str, float, float] | None:
    """The classical t test of no correlation."""
    if n <= 2 or abs(r) >= 1 - 1e-15:
        return None
    return "t of no correlation", float(r * np.sqrt((n - 2) / (1 - r**2))), n - 2


def fisher_z(r: float, n: float, level: float) -> tuple[float, float]:
    """Fisher's interval: artanh r is nearly normal with variance 1/(n − 3)."""
    from scipy.special import ndtri

    if abs(r) >= 1 - 1e-15:
        return float("nan"), float("nan")
    half = ndtri(0.5 + level / 2) / np.sqrt(n - 3)
    return float(np.tanh(np.arctanh(r) - half)), float(np.tanh(np.arctanh(r) + half))


def _zeroed(variance: Total, size: Total) -> Total:
    """A variance that is nothing but rounding is zero."""
    return Total(np.where(variance.value <= 1e-13 * size.value, 0.0, variance.value), variance.slope)


@coefficient(
    title="Spearman rank correlation",
    title_zh="Spearman 等级相关系数",
    symbol="ρ",
    formula=r"\rho = r(\mathrm{rank}\,x, \mathrm{rank}\,y)",
    range=(-1, 1),
    references=("spearman1904",),
    scales=_ORDERED,
    ignores={"rater order", "shift", "spread"},
    chance_corrected=False,
    transform="fisher",
    needs={"variation"},
)
def spearman(patterns: Patterns) -> Estimate:
    """How well the two raters put the items in the same order, ties sharing a rank.

    With more than two raters, the mean over all pairs.
    """
    order = np.argsort(
        positions(patterns.scale, patterns.labels, None, "Spearman correlation"), kind="stable"
    )
    return mean_of_pairs(
        patterns, lambda t: _with_student(_by_vector(t, lambda c, s: _spearman(t, c, order, s)))
    )


def _with_student(e: Estimate) -> Estimate:
    if e.undefined or e.value.slope is None:
        return e
    return replace(e, null_test=student(float(e.value), float(e.n)))


def _spearman(t: Table, counts: Floats, order: NDArray[np.intp], slopes: bool) -> Total:
    """Q/√(AB) with Q = ΣcUV, A = ΣcU², B = ΣcV², U and V midranks as shares, less ½."""
    c = np.where(t.complete, counts, 0.0)
    n = c.sum() or np.nan
    a, b = (np.where(t.complete, x, 0) for x in (t.first, t.second))
    h, g = (weight_by_code(x, c, t.size) for x in (a, b))
    # Divided by their own sums, so that a constant rater has rank ½ exactly, whatever the weights.
    rank_u, rank_v = midranks(h, order) / (h.sum() or np.nan), midranks(g, order) / (g.sum() or np.nan)
    u, v = rank_u[a] - 0.5, rank_v[b] - 0.5
    q, aa, bb = c @ (u * v), c @ u**2, c @ v**2
    if not slopes:
        return Total(q / np.sqrt(aa * bb) if aa * bb > 0 else np.nan)
    to_u = weight_by_code(a, c * v, t.size)
    to_v = weight_by_code(b, c * u, t.size)
    dq = u * v + (pull_midranks(to_u, rank_u, order)[a] + pull_midranks(to_v, rank_v, order)[b]) / n
    da = u**2 + pull_midranks(2 * h * (rank_u - 0.5), rank_u, order)[a] / n
    db = v**2 + pull_midranks(2 * g * (rank_v - 0.5), rank_v, order)[b] / n
    here = t.complete.astype(float)
    return Total(q, dq * here) / sqrt(Total(aa, da * here) * Total(bb, db * here))


@coefficient(
    title="Kendall's tau-b",
    title_zh="Kendall's tau-b 系数",
    symbol="τ_b",
    formula=r"\tau_b = \frac{C - D}{\sqrt{(n_0 - n_1)(n_0 - n_2)}}",
    range=(-1, 1),
    references=("kendall1938", "kendall1945"),
    scales=_ORDERED,
    ignores={"rater order", "shift", "spread"},
    chance_corrected=False,
    transform="fisher",
    needs={"variation"},
)
def kendall_tau(patterns: Patterns) -> Estimate:
    """Share of item pairs that two raters put in the same order, minus the share in opposite order.

    Pairs tied by a rater are set aside for that rater. With more than two raters, the mean over all pairs of
    raters.
    """
    x = positions(patterns.scale, patterns.labels, None, "Kendall's tau")
    rank = np.argsort(np.argsort(x, kind="stable"), kind="stable")
    return mean_of_pairs(patterns, lambda t: _kendall(t, rank))


def _kendall(t: Table, rank: NDArray[np.intp]) -> Estimate:
    net: list[float] = []  # Σ c_p S_p of the data themselves, which the test needs too
    e = _by_vector(t, lambda c, slopes: _tau(t, c, rank, slopes, net))
    return _with_normal_test(e, t, rank, net[0] if net else 0.0)


def _with_normal_test(e: Estimate, t: Table, rank: NDArray[np.intp], net: float) -> Estimate:
    """The usual normal test of C − D, its variance under independence corrected for ties."""
    if e.undefined or e.value.slope is None or float(e.n) < 3:
        return e
    n = float(e.n)
    c = np.where(t.complete, t.counts, 0.0)
    a, b = (np.where(t.complete, rank[x], 0) for x in (t.first, t.second))
    h, g = (weight_by_code(x, c, t.size) for x in (a, b))
    pairs = n * (n - 1)
    fives = pairs * (2 * n + 5) - sum(float(w @ ((w - 1) * (2 * w + 5))) for w in (h, g))
    twos = np.prod([float(w @ (w - 1)) for w in (h, g)])
    threes = np.prod([float(w @ ((w - 1) * (w - 2))) for w in (h, g)])
    variance = fives / 18 + twos / (2 * pairs) + threes / (9 * pairs * (n - 2))
    z = net / 2 / np.sqrt(variance)
    return replace(e, null_test=("z of no association", float(z), np.inf))


def _tau(t: Table, counts: Floats, rank: NDArray[np.intp], slopes: bool, net_of_all: list[float]) -> Total:
    """Σ c_p S_p over √((n² − Σh²)(n² − Σg²)), S_p the net weight concordant with cell p."""
    c = np.where(t.complete, counts, 0.0)
    a, b = (np.where(t.complete, rank[x], 0) for x in (t.first, t.second))
    net = net_concordance(a, b, c, t.size)
    h, g = (weight_by_code(x, c, t.size) for x in (a, b))
    # n² − Σh² as Σh(n − h), n summed from h itself: exactly 0 for a constant rater, whatever the weights.
    others_a, others_b = h.sum() - h, g.sum() - g
    untied_a, untied_b = h @ others_a, g @ others_b
    if not slopes:
        return Total(c @ net / np.sqrt(untied_a * untied_b) if untied_a * untied_b > 0 else np.nan)
    here = t.complete.astype(float)
    net_of_all.append(float(c @ net))
    top = Total(net_of_all[0], 2 * net * here)
    bottom = Total(untied_a, 2 * others_a[a] * here) * Total(untied_b, 2 * others_b[b] * here)
    return top / sqrt(bottom)


def _by_vector(t: Table, value: Callable[[Floats, bool], Total]) -> Estimate:
    """Rank statistics are recomputed for each vector of weights."""
    if t.by.follows_slopes:
        reason = _reason(t)
        total = Total(np.nan, np.zeros(len(t.counts))) if reason else value(t.counts, True)
        return Estimate(value=total, n=t.n, undefined=reason, at_best=_mixed_with_chance)
    draws = [float(value(c, False)) for c in t.by.vectors()]
    return Estimate(value=Total(np.array(draws)), n=t.n)


def _reason(t: Table) -> Note | None:
    """Why there is no correlation, if there is none."""
    if not t.by.follows_slopes:
        return None
    used = t.complete & (t.counts > 0)
    if not used.any():
        return NO_ITEMS
    for name, codes in zip(t.raters, (t.first, t.second), strict=True):
        given = codes[used]
        if (given == given[0]).all():
            text = f"{name} gave only one value, so the correlation is undefined."
            return Note("constant-rater", text, {"rater": name})
    return None
