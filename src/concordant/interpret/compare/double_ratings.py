"""Data in which no item has the ratings of two people: how many items to give to a second one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...inference.items_needed import USUAL_WIDTH, double_ratings
from ...language.message import Message
from ...ratings.ratings import Ratings
from .comparison import Comparison, items_in

#: The code of the advice.
ADVICE = "plan.double-advice"


def rated_once(ratings: Ratings, raters: Sequence[str]) -> bool:
    """Whether several raters rated something, and no two of them the same item."""
    given = _given(ratings, raters)
    return len(raters) > 1 and bool((given > 0).any() and (given < 2).all())


def items_rated(ratings: Ratings, raters: Sequence[str]) -> int:
    """How many items one of them rated."""
    return round(items_in(ratings, (ratings.item_weights > 0) & (_given(ratings, raters) > 0)))


def double_rating_messages(compared: Comparison) -> Iterator[Message]:
    """How many items to rate twice where the people compared share none."""
    raters = compared.reference if compared.kind == "judge" else compared.ratings.raters
    if rated_once(compared.source, raters):
        pool = items_rated(compared.source, raters)
        facts: dict[str, Any] = {"n": double_ratings(pool), "half": round(50 * USUAL_WIDTH), "pool": pool}
        yield Message(ADVICE, facts)


def _given(ratings: Ratings, raters: Sequence[str]) -> NDArray[np.int64]:
    """How many of the raters rated each row."""
    given = np.zeros(len(ratings), dtype=np.int64)
    for name in raters:
        given += ratings.columns[ratings.place_of(name)] >= 0
    return given
