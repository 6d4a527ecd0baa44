"""Variance of a coefficient when raters agree by chance only, for the test of no agreement.

Under chance the ratings of an item are independent. What an item then adds to a coefficient
is the mean over its pairs of raters of

    h(a, b) = d(a, b) − u(a) − u(b) + D_e,    u(a) = E d(a, ·),

and the pairs are uncorrelated, so the variance is that of one pair over the number of pairs.
For two raters this is the null error of Fleiss, Cohen and Everitt (1969); for several that
of Fleiss, Nee and Landis (1979).
"""

from __future__ import annotations

import numpy as np

from ..reduce.item_weights import Floats
from ..reduce.profiles import Profiles
from ..reduce.table import Table
from .kernels import Kernel, NominalKernel, SquaredKernel, as_matrix

_MANY = 3000
#: Raters at a time that are met with all others.
_BLOCK = 1000


def pair_variance(kernel: Kernel, p: Floats, q: Floats) -> float:
    """Var h(a, b) for a drawn from p and b from q."""
    if isinstance(kernel, SquaredKernel):  # h = −2(a − Ea)(b − Eb)
        return float(4 * _variance(kernel.x, p) * _variance(kernel.x, q))
    right, left = kernel.apply(q), kernel.apply_transposed(p)
    d_e = float(p @ right)
    if isinstance(kernel, NominalKernel):  # d² = d, so no matrix is needed
        mean_square = float(p @ right)
        cross = float(p @ right**2 + q @ left**2)
        return mean_square - cross + d_e**2
    if len(p) > _MANY:
        return float("nan")
    h = as_matrix(kernel, len(p)) - right[:, None] - left[None, :] + d_e
    return float(p @ h**2 @ q)


def variance_over_pairs(kernel: Kernel, shares: Floats) -> float:
    """Σ of Var h over every two raters, `shares` having a row of category shares for each rater.

    Var h = E d² − E u_q(a)² − E u_p(b)² + D_e², and each term is a product of the raters' shares, so that
    the sum takes no loop over pairs. `kernel` is symmetric.
    """
    if isinstance(kernel, SquaredKernel):
        v = np.array([_variance(kernel.x, p) for p in shares])
        return float(2 * (v.sum() ** 2 - (v**2).sum()))
    if not isinstance(kernel, NominalKernel) and shares.shape[1] > _MANY:
        return float("nan")
    nominal = isinstance(kernel, NominalKernel)  # d² = d
    u = np.asarray(kernel.apply(shares))
    square = u if nominal else shares @ as_matrix(kernel, shares.shape[1]) ** 2
    out = 0.0
    for start in range(0, len(shares), _BLOCK):
        rows = slice(start, start + _BLOCK)
        # E u_p(b)² is E u_q(a)² of the pair the other way round
        each = square[rows] @ shares.T - 2 * shares[rows] @ (u**2).T + (u[rows] @ shares.T) ** 2
        out += float(each.sum() - each[np.arange(len(each)), start + np.arange(len(each))].sum())
    return out / 2


def _variance(x: Floats, p: Floats) -> float:
    mean = p @ x
    return float(p @ (x - mean) ** 2)


def first_order_variance(kernel: Kernel, p: Floats) -> float:
    """Var u(a) for a drawn from p."""
    u = kernel.apply(p)
    return float(p @ (u - p @ u) ** 2)


def table_null_variance(t: Table, kernel: Kernel, p: Floats, q: Floats) -> float:
    """Two raters who use the categories as p and q say, independently."""
    d_e = float(p @ kernel.apply(q))
    return pair_variance(kernel, p, q) / (d_e**2 * float(t.n))


def profile_null_variance(s: Profiles, kernel: Kernel, p: Floats, weight: Floats) -> float:
    """Any number of raters per item, all using the categories as p says.

    `weight` is what an item counts in the margins. Where that is not what it counts in the
    agreement, the part of d that one rating alone explains, u, does not cancel.
    """
    d_e = float(p @ kernel.apply(p))
    m, counts = s.given, s.counts
    n2 = float(s.n_paired)
    pairs = np.where(s.paired, m * (m - 1) / 2, 1.0)
    second = pair_variance(kernel, p, p) * float((counts * s.paired / pairs).sum()) / n2**2
    left = (2 * s.paired / n2 - 2 * weight / float(counts @ weight)) ** 2 / np.maximum(m, 1)
    return (second + first_order_variance(kernel, p) * float(counts @ left)) / d_e**2


def pooled_null_variance(s: Profiles, kernel: Kernel, p: Floats) -> float:
    """As above where every pairable rating counts one (Krippendorff's margins)."""
    d_e = float(p @ kernel.apply(p))
    m, paired = s.given, s.paired
    total = float((s.counts * m)[paired].sum())
    weight = float((s.counts * 2 * m / np.maximum(m - 1, 1))[paired].sum())
    return pair_variance(kernel, p, p) * weight / (d_e * total) ** 2


def uniform_null_variance(s: Profiles, kernel: Kernel) -> float:
    """Raters who pick any category equally often, against a fixed chance level."""
    p = np.full(s.size, 1 / s.size)
    d_e = float(p @ kernel.apply(p))
    m = s.given[s.paired]
    first = first_order_variance(kernel, p)
    one_pair = pair_variance(kernel, p, p) + 2 * first  # Var d(a, b)
    item = (4 * (m - 2) * first + 2 * one_pair) / (m * (m - 1))
    return float((s.counts[s.paired] * item).sum()) / (float(s.n_paired) * d_e) ** 2
