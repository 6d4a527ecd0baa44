"""What was rated once, and of no round, holds in every round: people beside a judge that is run again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...result import Note
from ..factorise import CodedColumn, factorise, number_rows
from ..phrases import listed, many
from ..ratings import Ratings
from ..repeats import everywhere
from ..rows import NOTHING

HELD = "held-in-rounds"

Mask = NDArray[np.bool_]


def held_in_rounds(ratings: Ratings) -> Ratings:
    """The ratings of those who rated without a round, in every round in which others rated the item.

    A rater who is no judge is held over if none of their ratings has a round and they rated a thing once.
    Rows without a round in which nobody else rated are then gone, but for things that are in no round.
    """
    if ratings.round is None or ratings.items is None or ratings.anonymous or ratings.item_source is not None:
        return ratings
    blank = without_round(ratings)
    found = _held(ratings, blank)
    if not found:
        return ratings
    others = [c for place, c in enumerate(ratings.columns) if place not in found]
    rows = _things(ratings, repeats=False)
    in_rounds = np.bincount(rows[~blank], minlength=int(rows.max()) + 1) > 0
    spent = blank & in_rounds[rows] & ~np.any([c >= 0 for c in others], axis=0)
    count = sum(int(np.count_nonzero(ratings.columns[place] >= 0)) for place in found)
    note = _note([ratings.raters[place] for place in found], count)
    kept = _with_texts(_filled(ratings, found), rows, spent).rows(~spent)
    return replace(kept, reading=ratings.reading.but(notes=(*ratings.reading.notes, note)))


def without_round(ratings: Ratings) -> Mask:
    """The rows that are of no round."""
    return _blanks(ratings.part_column("round"))


def _blanks(column: CodedColumn) -> Mask:
    nothing = np.array([*map(_is_blank, list(column.labels)), True], dtype=bool)  # the last is for gaps
    return np.asarray(nothing[column.codes])


def stray_rows(ratings: Ratings) -> int:
    """How many rows are of no round, although somebody rated there who is not held over."""
    held = [name for note in ratings.reading.notes if note.code == HELD for name in note.facts["raters"]]
    others = [c >= 0 for name, c in zip(ratings.raters, ratings.columns, strict=True) if name not in held]
    return int(np.count_nonzero(without_round(ratings) & np.any(others, axis=0)))


def _is_blank(label: object) -> bool:
    return label is None or label != label or (isinstance(label, str) and label.strip() in ("", NOTHING))


def _held(ratings: Ratings, blank: Mask) -> dict[int, NDArray[np.int64]]:
    """Who rated without a round, by their places, each with a number for the thing of every row."""
    if not blank.any():
        return {}
    rated = [column >= 0 for column in ratings.columns]
    if not any((there & ~blank).any() for there in rated):
        return {}
    numbers = [_things(ratings, repeats=repeats) for repeats in (False, True)]
    found = {}
    for place, (there, kind) in enumerate(zip(rated, ratings.rater_kinds, strict=True)):
        if kind == "judge" or not there.any() or (there & ~blank).any():
            continue
        once = (rows for rows in numbers if np.bincount(rows[there]).max() == 1)
        if (rows := next(once, None)) is not None:
            found[place] = rows
    return found


def _things(ratings: Ratings, *, repeats: bool) -> NDArray[np.int64]:
    """A number for each row, equal for rows of the same thing: an item in its dimension (and repeat)."""
    keys = (ratings.items, ratings.dimension, ratings.repeat if repeats else None)
    return number_rows([factorise(key) for key in keys if key is not None])[0]


def _filled(ratings: Ratings, found: dict[int, NDArray[np.int64]]) -> Ratings:
    """What each of them said, in all rows of the thing."""
    columns, comments = list(ratings.columns), list(ratings.comments or ())
    for place, rows in found.items():
        there, size = ratings.columns[place] >= 0, int(rows.max()) + 1
        columns[place] = everywhere(columns[place], there, rows, size)
        if comments and (own := comments[place]) is not None:
            comments[place] = replace(own, at=everywhere(own.at, there, rows, size))
    return replace(ratings, columns=tuple(columns), comments=tuple(comments) if ratings.comments else None)


def _with_texts(ratings: Ratings, rows: NDArray[np.int64], spent: Mask) -> Ratings:
    """What only the rows that go say of an item, its texts and slices, said in the rows that stay."""
    home = np.full(int(rows.max()) + 1, -1, dtype=np.int64)
    home[rows[spent]] = np.flatnonzero(spent)
    stay = np.flatnonzero(~spent & (home[rows] >= 0))
    there = home[rows[stay]]
    slices = {name: _completed(column, stay, there) for name, column in ratings.slices.items()}
    texts = {name: text.or_else(stay, there) for name, text in ratings.texts.items()}
    return replace(ratings, slices=slices, texts=texts)


def _completed(column: CodedColumn, stay: NDArray[np.int64], there: NDArray[np.int64]) -> CodedColumn:
    """The column with the values of the rows `there` where those that stay have none."""
    codes = column.codes.copy()
    codes[stay] = np.where(_blanks(column[stay]), codes[there], codes[stay])
    return CodedColumn(codes, column.labels, column.ordered)


def _note(raters: Sequence[str], count: int) -> Note:
    return Note(
        "held-in-rounds",
        f"{many(count, 'rating has', 'ratings have')} no round and count in every round: those by "
        f"{listed(raters)}.",
        {"count": count, "raters": list(raters)},
    )
