"""Many features of the same items by the same raters, read into one stack."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, OptionError
from ..quote import quote
from ..result import Note
from ..suggestion import hint
from .factorise import factorise, occurrence
from .numeric import real_numbers
from .phrases import listed
from .ratings import Ratings
from .read import read
from .reading import Stack, is_frame


def as_stack(
    data: Any,
    *,
    features: Sequence[str] | None = None,
    raters: Sequence[str] | None = None,
    item: str | None = None,
    rater: str | None = None,
    value: str | None = None,
    feature: str | None = None,
) -> Stack:
    """From an array, a long or wide frame or file, or ratings whose `dimension` is the feature."""
    named = {"item": item, "rater": rater, "value": value, "feature": feature}
    features = _as_names("features", features)
    raters = _as_names("raters", raters)
    if isinstance(data, (str, os.PathLike)) or is_frame(data):
        return _from_table(data, named, features, raters)
    for name in (name for name, given in named.items() if given is not None):
        raise OptionError(f"{name} names a column of a frame or a file, but the data have no columns.")
    if isinstance(data, Ratings):
        return from_ratings(data.select(raters), features)
    return _from_array(data, features, raters)


def _as_names(what: str, names: Sequence[str] | None) -> Sequence[str] | None:
    if names is None:
        return None
    if isinstance(names, str) or not hasattr(names, "__len__"):
        raise OptionError(f"{what} must be a list of names, got {quote(names)}.")
    return [str(name) for name in names]


# --- arrays ---------------------------------------------------------------------------------------


def _from_array(data: Any, features: Sequence[str] | None, raters: Sequence[str] | None) -> Stack:
    values = _numbers(data)
    if values.ndim != 3:
        raise InputError(
            f"An array of features must have three dimensions, items × raters × features, got {values.ndim}"
            + (": for a single feature (items × raters), use icc()." if values.ndim == 2 else ".")
        )
    _, k, width = values.shape
    return Stack(
        values=values,
        raters=tuple(raters or (f"rater {j + 1}" for j in range(k))),
        features=tuple(features or (f"feature {f + 1}" for f in range(width))),
        source="the array",
    )


def _numbers(data: Any) -> NDArray[Any]:
    """The array as it is, if it holds numbers; what a mask covers is a gap."""
    try:
        values = np.asanyarray(data)
        if values.dtype.kind == "O":
            values = real_numbers(values)
    except (TypeError, ValueError):
        raise InputError(
            "Features must be numbers in an array of items × raters × features, with nan for a gap: "
            "every item "
            "needs the same number of raters and every rater the same number of features, without text."
        ) from None
    if isinstance(values, np.ma.MaskedArray):
        values = np.ma.filled(values.astype(float), np.nan)
    if values.dtype.kind not in "iuf":
        raise InputError(f"Features must be numbers, but the array contains {values.dtype.name}.")
    return np.asarray(values)


# --- tables ---------------------------------------------------------------------------------------


def _from_table(
    data: Any, named: dict[str, str | None], features: Sequence[str] | None, raters: Sequence[str] | None
) -> Stack:
    """One value a row where a column names the feature, else a column for each feature."""
    from .reading import feature_column, find_names, from_feature_columns, grid_of

    grid = grid_of(data)
    column = feature_column(grid, named.pop("feature"), named["value"])
    if column is None:
        return from_feature_columns(grid, named["item"], named["rater"], features, raters)
    options: dict[str, Any] = {**named, "raters": raters, "dimension": column}
    if raters is None or named["rater"] or named["value"]:
        options |= find_names(grid, named["item"], named["rater"])
    return from_ratings(read(grid, **options, scale="interval"), features)


# --- ratings --------------------------------------------------------------------------------------


def from_ratings(ratings: Ratings, features: Sequence[str] | None = None) -> Stack:
    """Ratings whose `dimension` says which feature a row is about; items need no names."""
    _refuse(ratings)
    number = np.append(np.asarray(_values(ratings), dtype=float), np.nan)
    feature = factorise([str(x) for x in np.asarray(ratings.dimension).tolist()])
    names = [str(label) for label in feature.labels]
    if ratings.items is None or ratings.numbered:
        item = occurrence(feature.codes.astype(np.int64))
    else:
        item = factorise(ratings.items).codes.astype(np.int64)
    shape = (int(item.max()) + 1, ratings.n_raters, len(names))
    values = np.full(shape, np.nan)
    for place, codes in enumerate(ratings.columns):
        values[item, place, feature.codes] = number[codes]
    chosen = names if features is None else _chosen(names, features)
    places = [names.index(name) for name in chosen]
    return Stack(
        values=values if chosen == names else values[:, :, places],
        raters=ratings.raters,
        features=tuple(chosen),
        source=ratings.reading.source,
        notes=_notes(ratings),
    )


def _chosen(names: Sequence[str], features: Sequence[str]) -> list[str]:
    known = set(names)
    for name in features:
        if name not in known:
            there = listed(map(quote, names))
            raise OptionError(
                f"There is no feature {quote(name)}; the features are {there}.{hint(name, names)}"
            )
    return list(features)


def _notes(ratings: Ratings) -> tuple[Note, ...]:
    """What was read, without advice on options that features do not have."""
    roles = {
        "feature" if role == "dimension" else role: column for role, column in ratings.reading.roles.items()
    }
    text = "; ".join(f"{role} = {column}" for role, column in roles.items())
    other = tuple(n for n in ratings.reading.notes if n.code not in ("roles-guessed", "kinds-guessed"))
    return (*([Note("roles", f"Columns: {text}.", {"roles": roles})] if text else []), *other)


def _values(ratings: Ratings) -> NDArray[np.float64]:
    if ratings.values is None:
        shown = ", ".join(map(repr, ratings.labels[:3].tolist()))
        raise InputError(f"Features must be measurements, but these are names ({shown}).")
    return ratings.values


def _refuse(ratings: Ratings) -> None:
    """What a stack has no place for."""
    if ratings.dimension is None:
        raise OptionError("The feature of each row is not known: name that column with feature=….")
    for what in ("repeat", "round"):
        column = getattr(ratings, what)
        if column is not None and len(set(column.tolist())) > 1:
            raise OptionError(f"Features are compared within one {what}: choose one with where({what}=…).")
    if ratings.anonymous or ratings.weights is not None:
        raise OptionError("Features need raters with names, and one row for each item: no counts or weights.")
