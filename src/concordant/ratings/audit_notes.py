"""Notes on the data: all of them for the audit, and those that every result repeats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..result import Note, show_count
from .phrases import listed, many

if TYPE_CHECKING:
    from .audit import Audit
    from .ratings import Ratings

#: A larger share of rows than this is not left out without a word.
MUCH = 0.03

#: What a reader must know before any number: what was not used, and what could not be read.
WARNINGS = (
    "column-not-used", "numbers-not-used", "rows-dropped", "value-passed-over", "answers-failed",
    "joined-only", "joined-nameless", "rows-dropped-alone", "idle-raters", "machine-gaps",
    "names-apart", "other-scales", "one-rater-dimensions",
)  # fmt: skip
#: How the data were read where they could be read in another way, said with what they were taken for.
CHOICES = (
    "dimension-columns", "time-columns", "repeat-columns", "repeats-likely", "answers-parsed", "joined",
    "merged-labels", "shifted-ratings", "rescaled-ratings", "reversed-ratings", "grades-ordered",
    "decimal-comma", "rounded-scores", "hundred-points",
)  # fmt: skip

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
        "sampling-weights",
        "clustered-by-item",
        "first-sheet",
        "uneven-files",
        *WARNINGS,
        *CHOICES,
        "failed-ratings",
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
    yield from _dropped(ratings.reading)
    rows = max(len(ratings), ratings.reading.rows_read)
    if ratings.n_raters > rows and ratings.n_raters > 5 and not ratings.anonymous:
        yield Note(
            "transposed",
            f"There are more raters ({ratings.n_raters}) than items ({rows}): rows must be items and "
            "columns raters; transpose the matrix if they are swapped.",
            {"raters": ratings.n_raters, "items": rows},
        )
    if not ratings.copies:
        text = "Non-integer weights are treated as sampling weights: one row is one item."
        yield Note("sampling-weights", text)
    elif ratings.clusters is None and ratings.clusters_in_force is not None:
        yield Note(
            "clustered-by-item",
            "Items have several rows (dimensions, repeats or rounds): all rows are pooled, and standard "
            "errors treat the rows of an item as one cluster.",
        )
    if ratings.unrated:
        what = "item" if ratings.repeat is None else "row"
        text = f"{many(ratings.unrated, f'{what} has', f'{what}s have')} no rating."
        yield Note("unrated-items", text, {"count": ratings.unrated})
    idle = [
        rater
        for rater, column in zip(ratings.raters, ratings.columns, strict=True)
        if len(column) and column[0] < 0 and column.max() < 0
    ]
    if idle:
        yield Note("idle-raters", f"No ratings from {listed(idle)}.", {"raters": idle})
    yield from _machine_gaps(ratings, idle)
    yield from _hundred_points(ratings)


def _hundred_points(ratings: Ratings) -> Iterator[Note]:
    """That scores up to 100 by people or judges are measurements, and how to read them as categories."""
    values = ratings.values
    if (
        ratings.scale.categories is not None
        or values is None
        or not len(values)
        or not any(ratings.rater_kinds)
    ):
        return
    low, high = float(values.min()), float(values.max())
    if low >= 0 and 20 < high <= 100 and low + 20 < high and bool((values == np.round(values)).all()):
        text = (
            f"Scores from {low:g} to {high:g} are treated as measurements. To read them as ordered "
            "categories, with exact agreement and goals, pass rescale='0..100:1..5' and rounded=True."
        )
        yield Note("hundred-points", text, {"low": f"{low:g}", "high": f"{high:g}"})


def _machine_gaps(ratings: Ratings, idle: list[str]) -> Iterator[Note]:
    """Judges that lack a rating on many items: unlike people, they are meant to rate everything.

    Answers that could not be parsed and items that only one of two joined files holds have notes of their
    own.
    """
    if ratings.anonymous or any(note.code == "joined-only" for note in ratings.reading.notes):
        return
    rated = np.logical_or.reduce([column >= 0 for column in ratings.columns])
    for rater, kind, column in zip(ratings.raters, ratings.rater_kinds, ratings.columns, strict=True):
        if kind not in ("judge", "code", "gold") or rater in idle:
            continue
        asked = rated
        if ratings.repeat is not None:
            asked = rated & np.isin(ratings.repeat, ratings.repeat[column >= 0])
        gaps, total = (float(ratings.item_weights[rows].sum()) for rows in (asked & (column < 0), asked))
        if gaps - ratings.reading.failed_parses.get(str(rater), 0) > MUCH * total:
            count, percent = round(gaps), f"{gaps / total:.0%}"
            text = (
                f"{rater} has no rating on {count} of {round(total)} rows ({percent}): they are not compared."
            )
            yield Note(
                "machine-gaps",
                text,
                {"rater": rater, "count": count, "total": round(total), "percent": percent},
            )


#: Rows that were not asked for are no loss.
NOT_ASKED = "rows of raters that were not selected"
#: Rows whose dimension was left out, which notes of their own name.
_DIMENSIONS = (
    "ratings of dimensions on another scale",
    "ratings of dimensions with only one rater",
    "ratings of dimensions that were not selected",
)
#: What to do about rows that were left out.
_REMEDIES = {
    "rows without an item": "no item given; name the column of items with item=…",
    "rows without a rater": "no rater given; name the column of raters with rater=…",
}


def _dropped(reading: Audit) -> Iterator[Note]:
    """Rows that were left out, where they are more than a few percent."""
    for why, count in reading.dropped.items():
        if why not in (NOT_ASKED, *_DIMENSIONS) and count > MUCH * max(reading.rows_read, 1):
            percent = f"{count / reading.rows_read:.0%}"
            text = (
                f"{many(count, 'row')} of {show_count(reading.rows_read)} ({percent}) excluded: "
                f"{_REMEDIES.get(why, why)}."
            )
            facts = {"count": count, "total": reading.rows_read, "percent": percent, "reason": why}
            yield Note("rows-dropped", text, facts)
