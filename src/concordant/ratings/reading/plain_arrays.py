"""Two plain columns of whole numbers, truth values or words, the most frequent input, by a short road.

Everything else (wide ranges, measurements, series with an index, labels that need a second
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
from ..numeric import Codes, code_close_numbers, code_numbers
from ..observed import is_word, natural
from ..ratings import Ratings
from ..scale import Scale, in_scale_order, infer_scale

#: In more rows than this, reading takes most of the time on either road, and copies would take memory.
_MOST_ROWS = 1 << 16
#: So many codes fit into a byte.
_MOST_WORDS = 127


class _Labels(NamedTuple):
    """The labels in order, the scale that they suggest, what to ask about them, and what results say."""

    array: NDArray[Any]
    scale: Scale
    notes: tuple[Note, ...]
    remarks: tuple[Note, ...]


def from_plain_arrays(first: Any, second: Any) -> Ratings | None:
    """Ratings by A and B from two arrays of numbers or truth values, or columns of words; else None."""
    for side in (first, second):
        if type(side) not in (np.ndarray, list, tuple) or getattr(side, "ndim", 1) != 1:
            return None
    if not 0 < len(first) == len(second) <= _MOST_ROWS:
        return None
    coded = _numbers(first, second) or _words(first, second)
    if coded is None:
        return None
    codes, labels = coded
    whole = type(first) is np.ndarray and first.dtype.kind in "iub"  # which hold no gap
    gaps = 0 if whole else int(np.count_nonzero(codes < 0))
    missing = {"(empty)": gaps} if gaps else {}
    ratings = _rated(
        codes, labels, Audit(rows_read=len(first), rows_used=len(first), missing=missing, notes=labels.notes)
    )
    if not gaps:  # then all there is to say is about the labels
        vars(ratings)["remarks"] = labels.remarks
    return ratings


def _rated(codes: Codes, labels: _Labels, reading: Audit) -> Ratings:
    return Ratings(
        columns=tuple(codes), raters=("A", "B"), scale=labels.scale, labels=labels.array, reading=reading
    )


def _numbers(first: Any, second: Any) -> tuple[Codes, _Labels] | None:
    """Whole numbers close together, NaN among them for a gap, or truth values, coded in one go."""
    if not type(first) is type(second) is np.ndarray:
        return None
    if first.dtype != second.dtype or first.dtype.kind not in "iufb":
        return None
    both = np.array((first, second)).T
    if both.dtype.kind == "b":
        codes, found = code_numbers(both.view(np.int8))
        return codes, _labels_of(tuple(map(bool, found)), kind=bool)
    coded = code_close_numbers(both)
    return coded and (coded[0], _labels_of(tuple(coded[1].tolist())))


def _words(first: Any, second: Any) -> tuple[Codes, _Labels] | None:
    """Text in which every label is a word that can only mean itself; None among them is a gap."""
    if not (isinstance(first[0], str) and isinstance(second[0], str) and is_word(first[0])):
        return None
    columns = factorise(first), factorise(second)
    found = dict.fromkeys([*columns[0].labels, *columns[1].labels])
    if len(found) > _MOST_WORDS or set(map(type, found)) != {str} or not all(map(is_word, found)):
        return None
    ordered = in_scale_order(label_array(sorted(found, key=natural))).tolist()
    place = dict(zip(ordered, range(len(ordered)), strict=True))
    codes = [np.array([*map(place.__getitem__, c.labels), -1], dtype=np.int8)[c.codes] for c in columns]
    return np.stack(codes), _labels_of(tuple(ordered))


@lru_cache(maxsize=256)
def _labels_of(ordered: tuple[int | str, ...], kind: type | None = None) -> _Labels:
    """What numbers or words in order mean; people ask about the same labels again and again.

    `kind` keeps truth values apart, which are equal to 0 and 1.
    """
    array = label_array(ordered)
    array.setflags(write=False)
    labels = _Labels(array, infer_scale(array), tuple(doubts(array)), ())
    each_once = np.tile(np.arange(len(array)), (2, 1))
    return labels._replace(remarks=_rated(each_once, labels, Audit(notes=labels.notes)).remarks)
