"""Items as they are shown: what each is, and what everybody said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...ratings.ratings import Ratings
from ...ratings.texts import Written
from ..record import Record

#: What tells the rows of an item apart.
PARTS = ("dimension", "repeat", "round")

#: Longer texts are cut: a page shows them, it does not keep them.
_LONGEST = 2000


@dataclass(frozen=True, kw_only=True)
class ItemFacts(Record):
    """One item, or one row of it.

    `about` holds its dimension, repeat, round and slices; `ratings` everybody's value, None for a gap;
    `texts` the columns that say what the item is; `comments` what raters wrote beside their value. A text
    of more than 2,000 characters is cut there and ends with "…". `item` is empty where rows have no names.
    """

    item: str
    about: Mapping[str, Any] = field(default_factory=dict)
    ratings: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class CellItems(Record):
    """Some items of one cell of a table of two: `first` and `second` are places among its labels.

    `items` are places among the study's items; `n` is how many items the cell has in all. With several
    people as the first, an item lies in the cell of each, so that `n` may be more than the cell's count.
    """

    first: int
    second: int
    n: float
    items: tuple[int, ...] = ()


def item_facts(ratings: Ratings, rows: Sequence[int], *, named: bool = True) -> Iterator[ItemFacts]:
    """What is known of some rows."""
    labels = [*ratings.labels.tolist(), None]
    names = ratings.item_labels
    parts = {name: ratings.part_column(name) for name in PARTS if getattr(ratings, name) is not None}
    comments = dict(zip(ratings.raters, ratings.comments or (), strict=False))
    for row in rows:
        yield ItemFacts(
            item=str(names[row]) if named else "",
            about={name: column.label(row) for name, column in {**parts, **ratings.slices}.items()},
            ratings={
                rater: labels[int(column[row])]
                for rater, column in zip(ratings.raters, ratings.columns, strict=True)
            },
            texts=_written(ratings.texts, row),
            comments=_written(comments, row),
        )


def _written(columns: Mapping[str, Written | None], row: int) -> dict[str, str]:
    found = {name: None if column is None else column.text(row) for name, column in columns.items()}
    return {name: _cut(text) for name, text in found.items() if text is not None}


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def place_of(items: Sequence[ItemFacts], example: Mapping[str, Any]) -> int | None:
    """Which of the study's items an example of a finding, or of the ledger, is; None if it is not there."""
    name, stated = said_of_row(example)
    for place, one in enumerate(items):
        if one.item == name and all(str(one.about.get(part)) == value for part, value in stated.items()):
            return place
    return None


def said_of_row(example: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """The item of an example, which stands first, and what tells its row from others of the item."""
    name = next(iter(example.values()), "")
    return str(name), {part: str(example[part]) for part in PARTS if example.get(part) is not None}
