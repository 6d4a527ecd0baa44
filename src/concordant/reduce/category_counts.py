"""How many raters gave each category to each row of ratings, counted once for all who ask."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from ..ratings.ratings import Ratings
from .item_weights import Floats, spread


def category_counts(ratings: Ratings) -> Floats:
    """Ratings by row and category; read only, as several parts of a study share it."""
    if ratings not in _COUNTED:
        counts = spread(ratings.matrix, None, len(ratings.labels))
        counts.setflags(write=False)
        _COUNTED[ratings] = counts
    return _COUNTED[ratings]


#: What was counted goes with the ratings.
_COUNTED: WeakKeyDictionary[Ratings, Floats] = WeakKeyDictionary()
