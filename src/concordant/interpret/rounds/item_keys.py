"""Which rows of several rounds are of the same thing: an item, or an item in one dimension."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Ints


def things_of(ratings: Ratings) -> Iterable[Any]:
    """What each row is of, equal in any round for the same thing."""
    items = spelled(ratings.item_labels)
    return items if ratings.dimension is None else zip(items, spelled(ratings.dimension), strict=True)


def spelled(labels: NDArray[Any]) -> list[str]:
    """7, 7.0 and "7" are the same item: one file was read as numbers and the other as text."""
    return [label if type(label) is str else _as_text(label) for label in labels.tolist()]


def _as_text(label: Any) -> str:
    return str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)


def numbered(things: Iterable[Any], known: dict[Any, int]) -> Ints:
    """A number for each, in the order first met; `known` goes on from one round to the next."""
    return np.array([known.setdefault(one, len(known)) for one in things], dtype=np.int64)
