"""One item through all rounds: what everybody gave it, its texts, and what was decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ....ratings.ratings import Ratings
from ...store.records import StoredRound
from ...store.store import Store
from .choose_queue_items import dimensions_of, scale_values
from .decisions import Decision, decisions_of
from .rating_rows import RatingRow, item_texts, rating_rows
from .refusal import not_found


@dataclass(frozen=True, kw_only=True)
class ItemHistory:
    """The rounds that have the item, the newest first; texts are of the newest."""

    project: str
    item: str
    texts: Mapping[str, str]
    rounds: Mapping[str, Sequence[RatingRow]]
    decisions: Sequence[Decision]
    dimensions: Sequence[str] = ("",)
    values: Sequence[str] | None = None
    current: Mapping[str, Decision] = field(default_factory=dict)

    def version(self, dimension: str) -> int:
        """How many decisions there are in a dimension."""
        found = self.current.get(dimension)
        return 0 if found is None else found.version


def item_history(
    store: Store, project: str, item: str, *, ratings_of: Callable[[StoredRound], Ratings], longest: int
) -> ItemHistory:
    """What is known of an item; `ratings_of` gives the ratings of a round, which may be held already."""
    rounds: dict[str, list[RatingRow]] = {}
    texts: dict[str, str] = {}
    newest: Ratings | None = None
    for kept in reversed(store.rounds(project)):
        ratings = ratings_of(kept)
        rows = np.flatnonzero(np.array([str(one) == item for one in ratings.item_labels.tolist()]))
        if rows.size:
            newest = newest or ratings
            texts = texts or item_texts(ratings, int(rows[0]), longest)
            rounds[kept.name] = list(rating_rows(ratings, rows))
    if newest is None:
        raise not_found("item")
    made = decisions_of(store, project, item)
    return ItemHistory(
        project=project, item=item, texts=texts, rounds=rounds, decisions=made,
        dimensions=dimensions_of(newest), values=scale_values(newest),
        current={one.dimension: one for one in made},
    )  # fmt: skip
