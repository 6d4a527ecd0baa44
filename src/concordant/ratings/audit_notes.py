"""Notes on the data: all of them for the audit, and those that every result repeats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..result import Note
from .phrases import listed, many

if TYPE_CHECKING:
    from .ratings import Ratings

#: Notes that belong beside a number, with those on the scale. All others are facts of reading.
SHOWN_CODES = frozenset(
    [
        "unused-columns",
        "out-of-scale",
        "missing-code",
        "kept-as-category",
        "alike-labels",
        "aligned-by-index",
        "too-many-raters",
        "transposed",
        "unrated-items",
        "idle-raters",
        "sampling-weights",
        "clustered-by-item",
        "first-sheet",
        "uneven-files",
    ]
)


def notes_on(ratings: Ratings) -> tuple[Note, ...]:
    """Everything there is to say, each sentence once."""
    return tuple(dict.fromkeys((*ratings.reading.notes, *ratings.scale.notes, *_looks(ratings))))


def remarks_on(ratings: Ratings) -> tuple[Note, ...]:
    """What a result should say about the data it rests on."""
    scale = ratings.scale.notes
    return (*scale, *(n for n in notes_on(ratings) if n.code in SHOWN_CODES and n not in scale))


def _looks(ratings: Ratings) -> Iterator[Note]:
    """What the ratings look like, as they are or in the part that was chosen."""
    rows = max(len(ratings), ratings.reading.rows_read)
    if ratings.n_raters > rows and ratings.n_raters > 5 and not ratings.anonymous:
        yield Note(
            "transposed",
            f"There are more raters ({ratings.n_raters}) than items ({rows}): rows must be items and columns "
            "raters; transpose the matrix if it is the other way round.",
            {"raters": ratings.n_raters, "items": rows},
        )
    if not ratings.copies:
        text = "Weights that are not whole numbers are taken as those of a sample: a row is one item."
        yield Note("sampling-weights", text)
    elif ratings.clusters is None and ratings.clusters_in_force is not None:
        yield Note(
            "clustered-by-item",
            "Items have several rows (dimensions, repeats or rounds): all are pooled, each row counted as an "
            "item, and standard errors treat the rows of an item as one cluster.",
        )
    if ratings.unrated:
        what = "item" if ratings.repeat is None else "row"
        text = f"{many(ratings.unrated, f'{what} has', f'{what}s have')} no rating at all."
        yield Note("unrated-items", text, {"count": ratings.unrated})
    idle = [
        rater
        for rater, column in zip(ratings.raters, ratings.columns, strict=True)
        if len(column) and column[0] < 0 and column.max() < 0
    ]
    if idle:
        yield Note("idle-raters", f"No rating at all from {listed(idle)}.", {"raters": idle})
