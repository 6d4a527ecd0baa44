"""What a model with crossed items and raters needs: sums over items by their number of ratings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .item_weights import CaseWeights, Floats, Ints
from .moments import Moments
from .sums import Numbers

#: Patterns of gaps times columns squared above which the items are read instead of the patterns.
_MANY = 5_000_000


@dataclass(frozen=True, eq=False)
class Crossed:
    """For the items with m ratings each, k the 0/1 vector of who rated and s the sum of their ratings:

    `items` how many there are, `together` Σkk′, `sums` Σy by rater, `pulls` Σks, `squares` Σs²; `total`
    is Σy² over all ratings. Ratings are taken about `centre`, which is the same for all raters.
    """

    m: Ints
    items: Numbers
    together: Numbers
    sums: Numbers
    pulls: Numbers
    squares: Numbers
    total: Numbers
    centre: float

    @property
    def n_ratings(self) -> Numbers:
        """How many ratings there are."""
        return np.asarray((self.items * self.m).sum(axis=-1))

    @property
    def n_items(self) -> Numbers:
        """How many items there are."""
        return np.asarray(self.items.sum(axis=-1))

    @property
    def by_rater(self) -> Numbers:
        """How many ratings each rater gave."""
        return np.asarray(np.diagonal(self.together, axis1=-2, axis2=-1).sum(axis=-2))


def crossed(moments: Moments) -> Crossed:
    """From moments, over patterns of gaps; from the items where those patterns are too many."""
    patterns, width = moments.present.shape
    from_items = (
        moments.stated is None and isinstance(moments.by, CaseWeights) and patterns * width**2 > _MANY
    )
    return _from_items(moments) if from_items else _from_patterns(moments)


def _from_patterns(moments: Moments) -> Crossed:
    s, present = moments.sums, moments.present.astype(float)
    middle, away = _common(moments)
    mean = s.mean + away * present
    first = s.n[..., None] * mean
    second = s.cross + first[..., :, None] * mean[..., None, :]
    ratings = moments.present.sum(axis=1)
    sizes = np.unique(ratings[ratings > 0])
    belongs = (ratings[None, :] == sizes[:, None]).astype(float)  # sizes × patterns
    row = (first * present).sum(axis=-1)
    return Crossed(
        m=sizes,
        items=s.n @ belongs.T,
        together=np.einsum("...p,mp,pc,pd->...mcd", s.n, belongs, present, present, optimize=True),
        sums=np.einsum("...pc,mp->...mc", first, belongs, optimize=True),
        pulls=np.einsum("...p,mp,pc->...mc", row, belongs, present, optimize=True),
        squares=second.sum(axis=(-2, -1)) @ belongs.T,
        total=np.trace(second, axis1=-2, axis2=-1).sum(axis=-1),
        centre=middle,
    )


def _from_items(moments: Moments) -> Crossed:
    present = moments.present[moments.part]
    middle, _ = _common(moments)
    y = np.where(present, moments.measured - middle, 0.0)
    w = moments.counts
    ratings, row = present.sum(axis=1), y.sum(axis=1)
    sizes = np.unique(ratings[ratings > 0])
    here = [ratings == m for m in sizes]
    return Crossed(
        m=sizes,
        items=np.array([w[h].sum() for h in here]),
        together=np.array([(present[h] * w[h, None]).T.astype(float) @ present[h] for h in here]),
        sums=np.array([w[h] @ y[h] for h in here]),
        pulls=np.array([(w[h] * row[h]) @ present[h] for h in here]),
        squares=np.array([w[h] @ row[h] ** 2 for h in here]),
        total=np.asarray(w @ (y**2).sum(axis=1)),
        centre=middle,
    )


def _common(moments: Moments) -> tuple[float, Floats]:
    """One centre for all columns, and how far each column's own centre lies from it."""
    middle = float(moments.centre[0] + (moments.centre - moments.centre[0]).mean())
    return middle, moments.centre - middle
