"""The items of a queue: chosen by name or by a rule, each with what is shown of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ....errors import InputError, OptionError, choose
from ....interpret.where import cut_text
from ....planning import next_tasks
from ....planning.draw_sample import draw
from ....planning.item_strata import ItemTable, items_of, people_and_judges
from ....quote import quote
from ....ratings.ratings import Ratings
from .hidden_names import without_names
from .rating_rows import RatingRow, item_texts, plain_label, rating_rows

QueueRule = Literal["all", "sample", "new", "disputed"]
#: A queue has so many items at most.
MOST = 20_000
#: So many steps of a scale of whole numbers are offered as buttons.
_MOST_STEPS = 11


@dataclass(frozen=True, kw_only=True)
class QueueItem:
    """An item (of an adjudication: in one dimension) with its texts, its slices and earlier ratings."""

    item: str
    dimension: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    slices: Mapping[str, str] = field(default_factory=dict)
    ratings: Sequence[Mapping[str, str]] = ()


def chosen_items(
    ratings: Ratings, *, items: Sequence[str] | None, rule: QueueRule, n: int | None, seed: int
) -> list[str]:
    """Items by name, or by a rule: all, a stratified sample, those to be rated yet, or the most disputed."""
    known = list(dict.fromkeys(map(str, ratings.item_labels.tolist())))
    if items is not None:
        return _named(items, known)
    choose("rule", rule, ("all", "sample", "new", "disputed"))
    if rule == "all":
        return known[: n or MOST]
    if rule == "sample":
        return _sample(ratings, min(n or 100, len(known)), seed)
    if rule == "new":
        return _new(ratings, n or MOST, seed)
    tasks = next_tasks(ratings, items=min(n or MOST, MOST), what="disputed", seed=seed).tasks
    return list(dict.fromkeys(str(row["item"]) for row in tasks))


def _sample(ratings: Ratings, n: int, seed: int) -> list[str]:
    """Items drawn from strata of judges' scores and disputes, whoever rated them before."""
    every = items_of(ratings, *people_and_judges(ratings, None), ())
    chosen, _ = draw(every.strata(), n, np.random.default_rng(seed))
    return [str(name) for name in every.names[chosen]]


def _new(ratings: Ratings, n: int, seed: int) -> list[str]:
    """Items that people have yet to rate, drawn from the same strata."""
    every, places = unrated_items(ratings)
    if not len(places):
        raise InputError("Every item of this round has enough human ratings: add new items as a round.")
    chosen, _ = draw(every.strata()[places], min(n, len(places)), np.random.default_rng(seed))
    return [str(name) for name in every.names[places[chosen]]]


def unrated_items(ratings: Ratings) -> tuple[ItemTable, NDArray[np.intp]]:
    """The items of a round, and the places of those that people have yet to rate.

    Beside judges one person is enough to compare; without judges two are.
    """
    people, judges = people_and_judges(ratings, None)
    every = items_of(ratings, people, judges, ())
    return every, np.flatnonzero(every.n_people < (1 if judges else 2))


def _named(items: Sequence[str], known: Sequence[str]) -> list[str]:
    there, wanted = set(known), list(dict.fromkeys(map(str, items)))
    if strange := [one for one in wanted if one not in there]:
        raise OptionError(f"There is no item {quote(strange[0])} in this round.")
    if not wanted or len(wanted) > MOST:
        raise OptionError(f"A queue must have 1 to {MOST} items, got {len(wanted)}.")
    return wanted


def blind_columns(ratings: Ratings) -> list[str]:
    """The text columns whose names do not say that a judge or a rater wrote them."""
    writers = [name.casefold() for name in ratings.raters if len(name) > 1]
    signs = (*writers, "judge", "模型评", "评审")
    return [name for name in ratings.texts if not any(sign in name.casefold() for sign in signs)]


def shown_texts(ratings: Ratings, row: int, columns: Sequence[str], longest: int) -> dict[str, str]:
    """What these text and slice columns say of the item in a row."""
    texts = item_texts(ratings, row, longest)
    slices = {name: column.label(row) for name, column in ratings.slices.items()}
    found = {name: texts.get(name, slices.get(name)) for name in columns}
    return {name: cut_text(str(value), longest) for name, value in found.items() if value is not None}


def rate_items(
    ratings: Ratings, names: Sequence[str], columns: Sequence[str], *, longest: int
) -> list[QueueItem]:
    """What a rater is shown of each item: these columns, and nothing that anybody said of it."""
    first = first_rows(ratings)
    return [
        QueueItem(
            item=name,
            texts=shown_texts(ratings, row, columns, longest),
            slices=item_slices(ratings, row),
        )
        for name, row in ((name, first[name]) for name in names)
    ]


def disputed_items(
    ratings: Ratings, names: Sequence[str], columns: Sequence[str], *, longest: int, comments: bool = False
) -> list[QueueItem]:
    """Each item in each dimension on which two raters differ, with what everybody gave the first time.

    Comments are kept where they are to be shown, without the names of the raters of the round.
    """

    def shown(comment: str) -> str:
        return without_names(cut_text(comment, longest), ratings.raters) if comments else ""

    first, wanted = first_rows(ratings), set(names)
    found: dict[tuple[str, str], list[RatingRow]] = {}
    for row in rating_rows(ratings):
        if row.item in wanted and row.repeat == 1:
            found.setdefault((row.item, row.dimension), []).append(row)
    place = {name: number for number, name in enumerate(names)}
    disputed = [key for key, rows in found.items() if len({row.value for row in rows}) > 1]
    if not disputed:
        raise InputError("No two raters differ on any item: there is nothing to adjudicate.")
    return [
        QueueItem(
            item=item,
            dimension=dimension,
            texts=shown_texts(ratings, first[item], columns, longest),
            ratings=[
                {"rater": row.rater, "kind": row.kind, "value": row.value, "comment": shown(row.comment)}
                for row in found[item, dimension]
            ],
        )
        for item, dimension in sorted(disputed, key=lambda key: place[key[0]])
    ]


def first_rows(ratings: Ratings) -> dict[str, int]:
    """The first row of each item."""
    first: dict[str, int] = {}
    for row, name in enumerate(map(str, ratings.item_labels.tolist())):
        first.setdefault(name, row)
    return first


def item_slices(ratings: Ratings, row: int) -> dict[str, str]:
    """The value of each slice column in a row."""
    return {name: str(column.label(row)) for name, column in ratings.slices.items()}


def scale_values(ratings: Ratings) -> list[str] | None:
    """The values that are offered, in order; None where any number may be given.

    Whole numbers that were seen stand for their whole range, so that no rater misses a step nobody used.
    """
    labels = [plain_label(label) for label in ratings.labels.tolist()]
    if ratings.scale.categories is not None and ratings.scale.declared:
        return [str(plain_label(label)) for label in ratings.scale.categories]
    whole = [label for label in labels if isinstance(label, int) and not isinstance(label, bool)]
    if labels and len(whole) == len(labels):
        low, high = min(whole), max(whole)
        return [str(one) for one in range(low, high + 1)] if high - low < _MOST_STEPS else None
    return None if ratings.scale.categories is None else [str(label) for label in labels]


def dimensions_of(ratings: Ratings) -> list[str]:
    """The dimensions of a round in order of first occurrence; one without a name where there are none."""
    if ratings.dimension is None:
        return [""]
    return list(dict.fromkeys(map(str, np.asarray(ratings.dimension).tolist())))


def shown_facts(item: QueueItem) -> dict[str, Any]:
    """What is kept of an item as JSON."""
    return {
        "dimension": item.dimension, "texts": dict(item.texts), "slices": dict(item.slices),
        "ratings": [dict(one) for one in item.ratings],
    }  # fmt: skip
