"""Two plain columns of whole numbers or of words, the most frequent input, as ratings by a short road.

Everything else (wide ranges, measurements, truth values, series with an index, labels that need a second
look) is None here and takes the general road of `arrays.py`, which gives these columns the same ratings.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...result import Note
from ..audit import Audit
from ..factorise import factorise, label_array
from ..labels import doubts
from ..numeric import Codes, code_close_numbers
from ..observed import is_word, natural
from ..ratings import Ratings
from ..scale import Scale, infer_scale

#: In more rows than this, reading takes most of the time on either road, and copies would take memory.
_MOST_ROWS = 1 << 16
#: So many codes fit into a byte.
_MOST_WORDS = 127


class _Labels(NamedTuple):
    """The labels in order, the scale that they suggest, and what to ask about them."""

    array: NDArray[Any]
    scale: Scale
    notes: tuple[Note, ...]


def from_plain_arrays(first: Any, second: Any) -> Ratings | None:
    """Ratings by A and B from two arrays of whole numbers, or two columns of words; None for all else."""
    for side in (first, second):
        if type(side) not in (np.ndarray, list, tuple) or getattr(side, "ndim", 1) != 1:
            return None
    if not 0 < len(first) == len(second) <= _MOST_ROWS:
        return None
    coded = _numbers(first, second) or _words(first, second)
    if coded is None:
        return None
    codes, labels = coded
    gaps = int(np.count_nonzero(codes < 0))
    return Ratings(
        columns=tuple(codes),
        raters=("A", "B"),
        scale=labels.scale,
        labels=labels.array,
        reading=Audit(
            rows_read=len(first),
            rows_used=len(first),
            missing={"(empty)": gaps} if gaps else {},
            notes=labels.notes,
        ),
    )


def _numbers(first: Any, second: Any) -> tuple[Codes, _Labels] | None:
    """Whole numbers close together, NaN among them for a gap, coded in one go."""
    if not type(first) is type(second) is np.ndarray:
        return None
    if first.dtype != second.dtype or first.dtype.kind not in "iuf":
        return None
    coded = code_close_numbers(np.array((first, second)).T)
    return coded and (coded[0], _labels_of(tuple(coded[1].tolist())))


def _words(first: Any, second: Any) -> tuple[Codes, _Labels] | None:
    """Text in which every label is a word that can only mean itself; None among them is a gap."""
    if not (isinstance(first[0], str) and isinstance(second[0], str) and is_word(first[0])):
        return None
    columns = factorise(first), factorise(second)
    found = dict.fromkeys([*columns[0].labels, *columns[1].labels])
    if len(found) > _MOST_WORDS or set(map(type, found)) != {str} or not all(map(is_word, found)):
        return None
    ordered = sorted(found, key=natural)
    place = dict(zip(ordered, range(len(ordered)), strict=True))
    codes = [np.array([*map(place.__getitem__, c.labels), -1], dtype=np.int8)[c.codes] for c in columns]
    return np.stack(codes), _labels_of(tuple(ordered))


@lru_cache(maxsize=256)
def _labels_of(ordered: tuple[int | str, ...]) -> _Labels:
    """What whole numbers or words in order mean; people ask about the same labels again and again."""
    array = label_array(ordered)
    array.setflags(write=False)
    return _Labels(array, infer_scale(array), tuple(doubts(array)))
