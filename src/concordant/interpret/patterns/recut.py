"""A rater who cuts the scale where the reference does, and sees as much as before.

Beneath the ratings lie two normal scores, x of the reference and y of the rater, with one correlation; the
rater gives a category for each stretch of y. Where the stretches are moved so that categories are used as
often as the reference uses them, a rating goes from one category to another with the probability that y lies
in both the old stretch and the new one, given what both said.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from .repair import weights_of

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(48)

#: A normal score is never further out than this.
_FAR = 8.5

#: Shares below this are none.
_NONE = 1e-9


def recut(ratings: Ratings, place: int, target: Ints, by_rank: Ints, wanted: Floats) -> Ratings | None:
    """One rater's categories moved so that a share `wanted` (by rank) falls in each.

    `target` is what the reference says of each row (-1: nothing); rows without both stay as they are. None
    where one of the two always says the same: then nobody knows how the scores go together.
    """
    rank = np.argsort(by_rank)
    own = ratings.columns[place]
    both = np.flatnonzero((own >= 0) & (target >= 0))
    moves = chances(rank[target[both]], rank[own[both]], weights_of(ratings)[both], wanted)
    if moves is None:
        return None
    held = moves[rank[target[both]], rank[own[both]]]
    row, new = np.nonzero(held > _NONE)
    rest = np.setdiff1d(np.arange(len(own)), both)
    rows = np.concatenate([rest, both[row]])
    out = ratings.rows(rows)
    columns = list(out.columns)
    columns[place] = np.concatenate([own[rest], by_rank[new]]).astype(own.dtype)
    share = np.concatenate([np.ones(len(rest)), held[row, new]])
    return replace(out, columns=tuple(columns), weights=weights_of(ratings)[rows] * share, item_source=None)


def chances(theirs: Ints, own: Ints, weights: Floats, wanted: Floats) -> NDArray[np.float64] | None:
    """P(new category | reference's, old one), from ranks; where the model has no such cell, it stays.

    None where one of the two always says the same.
    """
    size = len(wanted)
    table = np.zeros((size, size))
    np.add.at(table, (theirs, own), weights)
    if any(np.count_nonzero(table.sum(axis=axis)) < 2 for axis in (0, 1)):
        return None
    x, y, new = (_thresholds(m) for m in (table.sum(axis=1), table.sum(axis=0), wanted))
    r = _correlation(table / table.sum(), x, y)
    edges = np.concatenate([[-_FAR], np.sort(np.concatenate([y, new])), [_FAR]])
    below = both_below(np.concatenate([[-_FAR], x, [_FAR]])[:, None], edges[None, :], r)
    cells = np.maximum(np.diff(np.diff(below, axis=0), axis=1), 0.0)
    middle = (edges[:-1] + edges[1:]) / 2
    old, then = (np.searchsorted(t, middle) for t in (y, new))
    out = np.zeros((size, size, size))
    for at in range(len(middle)):
        out[:, old[at], then[at]] += cells[:, at]
    total = out.sum(axis=2, keepdims=True)
    stay = np.broadcast_to(np.eye(size), out.shape)
    return np.asarray(np.where(total > 1e-12, out / np.maximum(total, 1e-300), stay))


def _thresholds(uses: Floats) -> Floats:
    """Where a normal score is cut so that categories are used in these proportions."""
    return score_below(np.cumsum(uses)[:-1] / uses.sum())


def score_below(share: Floats) -> Floats:
    """The normal score below which this share lies, no further out than we look."""
    from scipy.special import ndtri

    return np.asarray(np.clip(ndtri(np.clip(share, 0.0, 1.0)), -_FAR, _FAR))


def both_below(h: Floats, k: Floats, r: float) -> Floats:
    """P(x < h, y < k) = Φ(h)Φ(k) + ∫ exp(−(h² + k² − 2hk sin θ) / 2cos²θ) dθ / 2π from 0 to arcsin r."""
    from scipy.special import ndtr

    reach = np.arcsin(r) / 2
    s = np.sin(reach * (_NODES + 1))
    squares, product = (h**2 + k**2)[..., None], (h * k)[..., None]
    held = np.exp(-(squares - 2 * product * s) / (2 * (1 - s**2))) @ _WEIGHTS
    return np.asarray(ndtr(h) * ndtr(k) + reach / (2 * np.pi) * held)


def _correlation(shares: Floats, x: Floats, y: Floats) -> float:
    """The r at which ratings lie together below each cut as often as they do, cuts added."""
    seen = float(np.diagonal(np.cumsum(np.cumsum(shares, axis=0), axis=1))[:-1].sum())
    low, high = -0.9999, 0.9999
    for _ in range(40):
        middle = (low + high) / 2
        if float(both_below(x, y, middle).sum()) < seen:
            low = middle
        else:
            high = middle
    return (low + high) / 2
