"""What a result says of the data it rests on: what did not count, and what was inferred."""

from __future__ import annotations

import numpy as np

from ..coefficients.coefficient import Coefficient, Statistic
from ..number_text import whole
from ..ratings.phrases import listed, many
from ..reduce.moments import Moments
from ..reduce.patterns import cluster_copies
from ..reduce.table import Table
from ..result import Note
from .measure import Measure

#: The code of the note that the rows of an item are pooled: numbers of items are numbers of rows then.
POOLED = "clustered-by-item"


def data_notes(measure: Measure, statistic: Statistic) -> list[Note]:
    """What of the data did not count, and what was inferred about them."""
    notes = [_with_items(note, measure, statistic) for note in measure.ratings.remarks]
    row = "row" if any(note.code == POOLED for note in notes) else "item"
    if isinstance(statistic, Moments):
        # numbers are measured as they are, whatever categories they were taken for
        # and repeats stand side by side, one row for each item
        gone = {"scale-inferred", *((POOLED,) if statistic.clusters is None else ())}
        return [
            *(note for note in notes if note.code not in gone),
            *_not_paired(measure.coefficient, statistic, row),
            *_constant(statistic),
        ]
    if isinstance(statistic, Table):
        if statistic.left_out:
            notes.append(_one_of_two(statistic.left_out, row))
        return notes
    single = float(statistic.counts[np.asarray(statistic.given) == 1].sum())
    if single:
        text = (
            f"{many(whole(single), f'{row} has', f'{row}s have')} only one rating and cannot be used to "
            "measure agreement."
        )
        notes.append(Note("single-rated", text, {f"{row}s": whole(single)}))
    return notes


def _with_items(note: Note, measure: Measure, statistic: Statistic) -> Note:
    """That rows of an item are pooled, with the number of items that count."""
    if note.code != POOLED or statistic.clusters is None:
        return note
    given = np.asarray(getattr(statistic, "given", 2))
    counted = np.unique(np.asarray(statistic.clusters)[np.broadcast_to(given >= 2, statistic.clusters.shape)])
    copies = cluster_copies(measure.ratings)
    items = len(counted) if copies is None else whole(float(copies[counted].sum()))
    return Note(note.code, note.text, {"items": items})


def _constant(m: Moments) -> list[Note]:
    """Raters who gave one value to all they rated."""
    if m.values is None or len(m.present) > _MANY:
        return []
    here = m.sums.n[:, None] * m.present
    n = here.sum(axis=0)
    middle = (here * m.sums.mean).sum(axis=0) / np.maximum(n, 1)
    within = np.where(m.present, np.diagonal(m.sums.cross, axis1=1, axis2=2), 0.0)
    squares = (within + here * (m.sums.mean - middle) ** 2).sum(axis=0)
    flat = [name for name, one in zip(m.columns, (n > 1) & ~(squares > 0), strict=True) if one]
    if not flat or len(flat) == m.width:
        return []
    return [Note("constant-rater", f"{listed(flat)} gave only one value.", {"raters": flat})]


#: With more patterns of gaps than this, constant raters are not looked for.
_MANY = 1000


def _not_paired(c: Coefficient, m: Moments, row: str) -> list[Note]:
    """Items that one of two raters measured only."""
    if not c.two_raters_only or len(m.occasions) > 1 or m.only_mean_squares:
        return []
    left = float(m.n_with(1)) - float(m.n_with(2))
    return [_one_of_two(left, row if m.clusters is not None else "item")] if left else []


def _one_of_two(left: float, row: str) -> Note:
    text = f"{many(whole(left), f'{row} was', f'{row}s were')} excluded, rated by only one of the two raters."
    return Note("incomplete-pairs", text, {f"{row}s": whole(left)})
