"""Two plain columns of whole numbers or of words, the most frequent input, as ratings by a short road.

Everything else (wide ranges, measurements, truth values, series with an index, labels that need a second
look) is None here and takes the general road of `arrays.py`, which gives these columns the same ratings.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..audit import Audit
from ..factorise import factorise, label_array
from ..labels import doubts
from ..numeric import Coded, code_close_numbers
from ..observed import is_word, natural
from ..ratings import Ratings
from ..scale import infer_scale

#: In more rows than this, reading takes most of the time on either road, and copies would take memory.
_MOST_ROWS = 1 << 16


def from_plain_arrays(first: Any, second: Any) -> Ratings | None:
    """Ratings by A and B from two arrays of whole numbers, or two columns of words; None for all else."""
    if not (type(first) in _PLAIN and type(second) in _PLAIN and 0 < len(first) == len(second) <= _MOST_ROWS):
        return None
    coded = _numbers(first, second) or _words(first, second)
    if coded is None:
        return None
    codes, labels = coded
    gaps = int(np.count_nonzero(codes < 0))
    return Ratings(
        columns=tuple(codes),
        raters=("A", "B"),
        scale=infer_scale(labels),
        labels=labels,
        reading=Audit(
            rows_read=len(first),
            rows_used=len(first),
            missing={"(empty)": gaps} if gaps else {},
            notes=tuple(doubts(labels)),
        ),
    )


_PLAIN = (np.ndarray, list, tuple)


def _numbers(first: Any, second: Any) -> Coded | None:
    """Whole numbers close together, NaN among them for a gap, coded in one go."""
    if not (type(first) is type(second) is np.ndarray and first.ndim == second.ndim == 1):
        return None
    if first.dtype != second.dtype or first.dtype.kind not in "iuf":
        return None
    return code_close_numbers(np.stack((first, second)).T)


def _words(first: Any, second: Any) -> Coded | None:
    """Text in which every label is a word that can only mean itself; None among them is a gap."""
    if not all(isinstance(side[0], str) and is_word(side[0]) for side in (first, second)):
        return None
    columns = factorise(first), factorise(second)
    found = dict.fromkeys([*columns[0].labels, *columns[1].labels])
    if len(found) > _MOST_WORDS or not all(type(x) is str and is_word(x) for x in found):
        return None
    labels = sorted(found, key=natural)
    place = {label: at for at, label in enumerate(labels)}
    codes: list[NDArray[np.int8]] = [
        np.array([*map(place.__getitem__, c.labels), -1], dtype=np.int8)[c.codes] for c in columns
    ]
    return np.stack(codes), label_array(labels)


#: So many codes fit into a byte.
_MOST_WORDS = 127
