"""Ratings for what needs every item, also where an engine counted equal ones."""

from __future__ import annotations

from typing import Any

from ...ratings.as_ratings import as_ratings
from ...ratings.ratings import Ratings
from ...reduce.distinct_rows import written_out


def every_item(data: Any, second: Any = None, **reading: Any) -> Ratings:
    """The ratings, one row for each item."""
    ratings = as_ratings(data, second, **reading)
    return ratings if ratings.item_source is None else written_out(ratings)
