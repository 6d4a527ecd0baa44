"""A table with a row for each item and rater and a column for each feature, as radiomics has them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, OptionError, choose
from ...quote import quote
from ...result import Note
from ...suggestion import hint
from ..factorise import CodedColumn, factorise, occurrence
from ..grid import Grid
from ..names import ALIASES, NEVER_RATINGS, find_roles, plain_name
from ..native import library_of, plain
from ..observed import Missing, natural, number_in
from ..phrases import listed, many
from ..rows import keys, labels_of
from .column_profile import look
from .frames import frame_grid

Floats = NDArray[np.float64]

_FEATURE_NAMES = ("feature", "feature_name", "feature_id", "variable", "特征", "特征名", "特征名称")
#: What else items and raters are called where features are measured.
_MORE = {
    role: tuple(words.split())
    for role, words in {
        "item": "patient patient_id patientid lesion lesion_id roi scan scan_id image image_id 患者 病例",
        "rater": "operator segmentation session 阅片者 阅片人 勾画者",
    }.items()
}
#: Row numbers that were written along with the table.
_ROW_NUMBERS = ("", "index", "unnamed_0")
_GAPS = Missing()
_LOOK = 200


def grid_of(data: Any) -> Grid:
    """The columns of a frame or a file."""
    if isinstance(data, (str, os.PathLike)):
        from .files import open_grid

        return open_grid(data)
    return frame_grid(data)


def feature_column(grid: Grid, feature: str | None, value: str | None) -> str | None:
    """The column that names the feature of a row, where there is also one that holds its value."""
    if feature is not None:
        return _check(grid, feature, "feature")
    names = (*_FEATURE_NAMES, *ALIASES["dimension"])
    hits = [name for name in grid.names if plain_name(name) in names]
    if value is not None and not hits:
        raise OptionError(
            f"The feature of each row of {grid.source} is not known: name that column with feature=…."
        )
    held = value or find_roles([name for name in grid.names if name not in hits], ("value",))
    return hits[0] if hits and held else None


def _check(grid: Grid, name: str, role: str) -> str:
    """Complain unless there is such a column; there may be too many to name them all."""
    if str(name) in grid.names:
        return str(name)
    raise OptionError(
        f"There is no column {quote(str(name))} for {role} in {grid.source}; the columns are "
        f"{listed(map(quote, grid.names))}.{hint(name, grid.names)}"
    )


def from_feature_columns(
    grid: Grid,
    item: str | None,
    rater: str | None,
    features: Sequence[str] | None,
    raters: Sequence[str] | None,
) -> Stack:
    """Rows are item and rater; features are the columns named, else all others that hold numbers."""
    roles = _roles(grid, item, rater)
    chosen = [_check(grid, name, "features") for name in features] if features else None
    rest = [name for name in grid.names if name not in roles.values()]
    ready = grid.numbers(chosen or rest)
    columns = {**ready, **grid.take([x for x in (*roles.values(), *(chosen or rest)) if x not in ready])}
    what, who = keys(columns[roles["item"]]), keys(columns[roles["rater"]])
    measured, unused = _measured({name: columns[name] for name in chosen or rest}, grid.source, chosen)
    if not measured:
        raise InputError(f"No column of {grid.source} other than {listed(roles.values())} contains numbers.")
    order, names = _raters(who, raters)
    place = np.append(order, -1)[who.codes]
    keep = (what.codes >= 0) & (place >= 0)
    if not keep.any():
        raise InputError(f"There are no ratings in {grid.source}: no row names both an item and a rater.")
    _refuse_twice(what, who, keep, grid.source)
    n, k = len(what.labels), len(names)
    values = np.full((n * k, len(measured)), np.nan)
    rows = what.codes[keep].astype(np.int64) * k + place[keep]
    values[rows] = np.stack([y[keep] for y in measured.values()], axis=1)
    return Stack(
        values=values.reshape(n, k, len(measured)),
        raters=names,
        features=tuple(measured),
        source=grid.source,
        notes=(
            *grid.notes,
            *_notes(roles, unused, int(np.count_nonzero((what.codes < 0) | (who.codes < 0)))),
        ),
    )


def find_names(grid: Grid, item: str | None, rater: str | None) -> dict[str, str]:
    """The columns of items and raters, as declared or as they are usually called."""
    declared = {"item": item, "rater": rater}
    found = {role: _check(grid, name, role) for role, name in declared.items() if name is not None}
    free = [name for name in grid.names if name not in found.values()]
    found = {**find_roles(free, [role for role in declared if role not in found]), **found}
    for role in declared:
        hits = [name for name in free if plain_name(name) in _MORE[role] and name not in found.values()]
        if role not in found and hits:
            found[role] = hits[0]
    return found


def _roles(grid: Grid, item: str | None, rater: str | None) -> dict[str, str]:
    found = find_names(grid, item, rater)
    for role in ("item", "rater"):
        if role not in found:
            raise InputError(
                f"No column of {grid.source} could be identified as {role}: name it with {role}=…. "
                "A table of "
                "features has a row for each item and rater and a column for each feature, or a column "
                "with the feature (feature=…) and one with its value (value=…)."
            )
    return found


# --- numbers ----------------------------------------------------------------------------------------


def _measured(
    columns: dict[str, Any], source: str, chosen: Sequence[str] | None
) -> tuple[dict[str, Floats], list[str]]:
    """The columns as numbers, and those that hold none; one that was asked for has to."""
    found: dict[str, Floats] = {}
    unused = []
    for name, column in columns.items():
        if chosen is None and plain_name(name) in (*NEVER_RATINGS, *_ROW_NUMBERS):
            unused.append(name)
            continue
        numbers = _numbers(column)
        if numbers is None:
            held = factorise(column)
            numbers = _spelled(held, name, source) if chosen or _mostly_numbers(held) else None
        if numbers is None:
            unused.append(name)
        else:
            found[name] = numbers
    return found, unused


def _numbers(column: Any) -> Floats | None:
    """A column that is held as numbers already."""
    if isinstance(column, CodedColumn):
        return _looked_up(column)
    if isinstance(column, (list, tuple)):
        return None
    array = plain(column) if library_of(column) else np.asanyarray(column)
    if array.dtype.kind not in "iuf":
        return None
    return np.asarray(np.ma.filled(array.astype(float), np.nan))


def _looked_up(column: CodedColumn) -> Floats | None:
    """A coded column, if all its labels are numbers."""
    if not all(type(x) in (int, float) for x in _list(column.labels)):
        return None
    return np.asarray(np.append(np.array(column.labels, dtype=float), np.nan)[column.codes])


def _list(labels: Any) -> list[Any]:
    return list(labels.tolist() if isinstance(labels, np.ndarray) else labels)


def _mostly_numbers(held: CodedColumn) -> bool:
    return look(_list(held.labels[:_LOOK])).kind == "numbers"


def _spelled(held: CodedColumn, name: str, source: str) -> Floats:
    """The number that each label spells; a word among them is complained about."""
    numbers = np.full(len(held.labels) + 1, np.nan)
    for place, label in enumerate(_list(held.labels)):
        if label in _GAPS:
            continue
        number = None if isinstance(label, (bool, np.bool_)) else number_in(str(label))
        if number is None:
            row = int(np.argmax(held.codes == place)) + 1
            raise InputError(
                f"Row {row} of column {quote(name)} in {source} contains {quote(label)}, but a feature "
                "must be a number: correct it, or leave it blank."
            )
        numbers[place] = number
    return np.asarray(numbers[held.codes])


# --- who -------------------------------------------------------------------------------------------


def _raters(who: CodedColumn, chosen: Sequence[str] | None) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """For each label of the rater column its place among the raters, -1 for one not asked for."""
    everyone = [str(x) for x in labels_of(CodedColumn(np.arange(len(who.labels)), who.labels)).tolist()]
    there = [name for name, seen in zip(everyone, who.present().tolist(), strict=True) if seen]
    known = sorted(there, key=natural)
    for name in chosen or ():
        choose("a rater", name, known)
    names = tuple(chosen or known)
    return np.array([names.index(x) if x in names else -1 for x in everyone], dtype=np.int64), names


def _refuse_twice(what: CodedColumn, who: CodedColumn, keep: NDArray[np.bool_], source: str) -> None:
    both = what.codes.astype(np.int64) * len(who.labels) + who.codes
    again = np.flatnonzero(keep)[occurrence(both[keep]) > 0]
    if again.size:
        row = again[:1]
        item, rater = (labels_of(CodedColumn(c.codes[row], c.labels)).tolist()[0] for c in (what, who))
        raise InputError(
            f"{source} has more than one row of item {quote(item)} by rater {quote(str(rater))} (row "
            f"{row[0] + 1}); this happens {many(len(again), 'time')}: keep one row for each item and rater."
        )


def _notes(roles: dict[str, str], unused: Sequence[str], nameless: int) -> tuple[Note, ...]:
    columns_text = "; ".join(f"{role} = {roles[role]}" for role in sorted(roles))
    notes = [Note("roles", f"Columns: {columns_text}.", {"roles": dict(sorted(roles.items()))})]
    if unused:
        text = f"Not used as features: {listed(map(repr, unused))}. To change this, pass features=[…]."
        notes.append(Note("unused-columns", text, {"columns": list(unused)}))
    if nameless:
        text = f"Excluded: {many(nameless, 'row')} without an item or a rater."
        notes.append(Note("nameless-rows", text, {"rows": nameless}))
    return tuple(notes)


@dataclass(frozen=True, eq=False, kw_only=True)
class Stack:
    """`values[i, j, f]` is what rater j measured of feature f on item i; nan is a gap."""

    values: NDArray[Any]
    raters: tuple[str, ...]
    features: tuple[str, ...]
    source: str = ""
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        n, k, width = self.values.shape
        for what, names, length in (("rater", self.raters, k), ("feature", self.features, width)):
            if len(names) != length:
                raise OptionError(
                    f"{many(len(names), f'name of a {what}', f'names of {what}s')} for "
                    f"{many(length, what)}: give each one name."
                )
            if len(set(names)) < length:
                twice = next(name for name in names if names.count(name) > 1)
                raise OptionError(f"The {what} {quote(twice)} is named twice: give each a unique name.")
        if not width:
            raise InputError("The data contain no features.")
        if k < 2:
            raise InputError("Features are compared between raters, but there is only one rater.")
        if n < 2:
            raise InputError(
                "Features are compared over items, but there is only one item: at least two are needed."
            )
