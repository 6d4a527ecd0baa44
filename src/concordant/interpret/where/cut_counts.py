"""Ratings counted by category, lowest first: which pairs of them a cut of the scale splits."""

from __future__ import annotations

import numpy as np

from ...ratings.ratings import Ratings
from ...reduce.category_counts import category_counts
from ...reduce.item_weights import Floats, Ints


class CutCounts:
    """How many ratings of each row lie in each category, lowest first, and up to it."""

    def __init__(self, rows: Ratings, order: Ints) -> None:
        self.order = order
        self.at: Floats = category_counts(rows)[:, order]
        self.up_to = np.cumsum(self.at, axis=1)
        self.given = self.up_to[:, -1]
        self.pairs = self.given * (self.given - 1) / 2

    def split(self, cut: int) -> Floats:
        """The share of a row's pairs of ratings that the cut splits."""
        below = self.up_to[:, cut - 1]
        return np.asarray(below * (self.given - below) / np.maximum(self.pairs, 1))

    def next_to(self, cut: int) -> Floats:
        """The same of pairs of the two categories beside the cut."""
        return np.asarray(self.at[:, cut - 1] * self.at[:, cut] / np.maximum(self.pairs, 1))

    def alike(self, rank: int) -> Floats:
        """The share of a row's pairs of which both are the category of this rank."""
        held = self.at[:, rank]
        return np.asarray(held * (held - 1) / 2 / np.maximum(self.pairs, 1))
