"""The door for anything that holds ratings: sequences and arrays, or whatever `read` takes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_options
from ..errors import InputError, OptionError, choose
from ..quote import quote
from .factorise import number_array
from .ratings import Ratings
from .read import DEFAULTS, READING, read
from .reading import (
    from_matrix,
    from_plain_arrays,
    from_sequences,
    is_frame,
)
from .remote import (
    described,
    is_table,
)
from .repeats import stacked
from .rows import sliced
from .scale import declare


def as_ratings(first: Any, second: Any = None, **options: Any) -> Ratings:
    """Ratings from any source: two sequences, a matrix, a frame, a file, or ratings.

    Every coefficient reads its data this way. Call it to read once and measure often.

    Parameters
    ----------
    first : sequence, matrix, frame, path or Ratings
        One rater's ratings, item by item, if `second` contains the other's. Otherwise all ratings.
    second : sequence, optional
        The other rater's ratings of the same items.
    **options
        The options of `concordant.read`. For sequences and matrices, `case_weights` and
        `clusters` are arrays with one entry for each item, `slices` a dictionary of such arrays.

    Returns
    -------
    Ratings
        The ratings, checked. `ratings.audit` lists what was read, inferred and excluded.

    Examples
    --------
    >>> import concordant as cc
    >>> ratings = cc.as_ratings([[1, 2], [2, 2], [3, None]], raters=["human", "judge"])
    >>> ratings
    Ratings(3 rows, 2 raters, ordinal scale with 3 values)
    >>> cc.exact_agreement(ratings).estimate
    0.5
    """
    if options:
        options = _checked(options)
    if second is not None:
        first, second = number_array(first), number_array(second)
        if not options and (plain := from_plain_arrays(first, second)) is not None:
            return plain
        return _from_two(first, second, options)
    if isinstance(first, Ratings):
        return _from_ratings(first, options)
    if is_table(first):
        return read(first, **options)
    matrix = np.asanyarray(first) if hasattr(first, "__array__") else _matrix_rows(first)
    if isinstance(matrix, np.ndarray) and matrix.ndim == 1:
        raise InputError(_ONE_SEQUENCE)
    if isinstance(matrix, np.ndarray) and matrix.ndim == 3:
        return _repeated(matrix, options)
    return from_matrix(matrix, raters=options.get("raters"), **_array_options(options))


def _checked(options: Mapping[str, Any]) -> dict[str, Any]:
    for name in options:
        if name not in DEFAULTS:
            choose("an option of as_ratings", name, DEFAULTS)
    return check_options(READING, options)


def _repeated(matrix: NDArray[Any], options: dict[str, Any]) -> Ratings:
    """Items × raters × occasions."""
    _, raters, times = matrix.shape
    names = list(options.get("raters") or [f"rater {g + 1}" for g in range(raters)])
    columns = {name: [f"{name}, {t + 1}" for t in range(times)] for name in names}
    flat = matrix.reshape(len(matrix), -1)
    every = [column for own in columns.values() for column in own]
    return stacked(from_matrix(flat, raters=every, **_array_options(options)), columns)


_ONE_SEQUENCE = (
    "One sequence contains one rater's ratings, and agreement needs two: give a second sequence, or a matrix "
    "with a row for each item and a column for each rater."
)


def _from_two(first: Any, second: Any, options: dict[str, Any]) -> Ratings:
    for side in (first, second):
        strange = isinstance(side, (str, bytes, os.PathLike, Ratings)) or is_frame(side)
        if strange or not hasattr(side, "__len__") or getattr(side, "shape", None) == ():
            raise InputError(
                "The ratings of two raters must be two sequences with one rating for each item, got "
                f"{described(side)}: give a list, an array or a column for each rater."
            )
    raters = options.get("raters") or _series_names(first, second)
    return from_sequences(first, second, raters=raters, **_array_options(options))


def _series_names(first: Any, second: Any) -> tuple[str, str]:
    """Two columns of a frame bring their names along; other sequences are A and B."""
    a, b = (getattr(side, "name", None) for side in (first, second))
    named = isinstance(a, str) and isinstance(b, str) and a != b and bool(a.strip()) and bool(b.strip())
    return (str(a), str(b)) if named else ("A", "B")


def _from_ratings(ratings: Ratings, options: dict[str, Any]) -> Ratings:
    for name, value in options.items():
        default = value is None or (isinstance(value, str) and value == DEFAULTS[name])
        if name != "raters" and not default:
            raise OptionError(
                f"{name} cannot be changed after ratings are read: read them again with the new setting."
            )
    if isinstance(options.get("raters"), Mapping):
        raise OptionError(
            "raters={rater: [columns]} applies only while data are read: once they are read, "
            "choose raters by name."
        )
    return ratings.select(options.get("raters"))


def _matrix_rows(data: Any) -> list[Any]:
    if not isinstance(data, (list, tuple)):
        raise InputError(
            "Ratings must be two sequences, a matrix of items × raters, a frame or a file, got "
            f"{described(data)}."
        )
    if data and not all(isinstance(row, (list, tuple, np.ndarray)) for row in data):
        raise InputError(_ONE_SEQUENCE)
    return list(data)


def _one_for_each(values: Any, name: str) -> NDArray[Any]:
    """One entry for each item, as an array."""
    try:
        held = np.asarray(values)
    except ValueError:
        held = np.zeros((0, 0))
    if held.ndim != 1 or held.dtype.kind in "cV":
        raise OptionError(f"{name} needs one entry for each item, got {quote(values)}.")
    return np.char.decode(held, "utf-8", "replace") if held.dtype.kind == "S" else held


def _array_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options that arrays can take; a column's name means nothing to them."""
    if not options:
        return {}
    given = {k: v for k, v in options.items() if v is not DEFAULTS[k] and k not in ("raters", "duplicates")}
    kept: dict[str, Any] = {k: given.pop(k) for k in ("missing", "out_of_scale") if k in given}
    kept["scale"], kept["level"] = declare(given.pop("scale", None), given.pop("categories", None))
    if "case_weights" in given:
        kept["weights"] = given.pop("case_weights")
    if "clusters" in given:
        kept["clusters"] = _one_for_each(given.pop("clusters"), "clusters")
    if isinstance(given.get("slices"), Mapping):
        kept["slices"] = {str(name): sliced(values) for name, values in given.pop("slices").items()}
    for name in given:
        raise OptionError(f"{name} names a column of a frame or a file, but plain sequences have no columns.")
    return kept
