"""Ratings of a round as rows: one for each rating that was given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ....interpret.where import cut_text
from ....ratings.ratings import Ratings


@dataclass(frozen=True, kw_only=True)
class RatingRow:
    """One rating: of which item and dimension, by whom, the how manieth time."""

    item: str
    dimension: str
    rater: str
    kind: str
    value: str
    repeat: int
    comment: str = ""


def rating_rows(ratings: Ratings, rows: np.ndarray | None = None) -> Iterator[RatingRow]:
    """Every rating in the order of the data, or those of some rows; a gap is no rating."""
    labels = [str(plain_label(label)) for label in ratings.labels.tolist()]
    comments = ratings.comments or (None,) * ratings.n_raters
    repeats = repeat_numbers(ratings)
    for row in range(len(ratings)) if rows is None else rows.tolist():
        for place, column in enumerate(ratings.columns):
            if column[row] < 0:
                continue
            written = comments[place]
            yield RatingRow(
                item=str(ratings.item_labels[row]),
                dimension="" if ratings.dimension is None else str(ratings.dimension[row]),
                rater=ratings.raters[place],
                kind=ratings.rater_kinds[place],
                value=labels[int(column[row])],
                repeat=int(repeats[row]),
                comment="" if written is None else written.text(row) or "",
            )


def plain_label(label: object) -> object:
    """A label as it is written: 4.0 is 4."""
    return int(label) if isinstance(label, float) and label.is_integer() and abs(label) < 1e15 else label


def repeat_numbers(ratings: Ratings) -> np.ndarray:
    """The how manieth rating of its item and dimension a row is, from 1, in the order of the data."""
    if ratings.repeat is None:
        return np.ones(len(ratings), dtype=int)
    seen: dict[tuple[str, str], int] = {}
    numbers = np.empty(len(ratings), dtype=int)
    for row in range(len(ratings)):
        dimension = "" if ratings.dimension is None else str(ratings.dimension[row])
        key = (str(ratings.item_labels[row]), dimension)
        seen[key] = numbers[row] = seen.get(key, 0) + 1
    return numbers


def item_texts(ratings: Ratings, row: int, longest: int) -> dict[str, str]:
    """What is written of the item in a row, each text cut where it is longer than is shown."""
    found = {name: column.text(row) for name, column in ratings.texts.items()}
    return {name: cut_text(text, longest) for name, text in found.items() if text}
