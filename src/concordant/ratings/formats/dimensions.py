"""Which dimensions of an export are read together: those on one scale, or those that were asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import OptionError
from ...quote import quote
from ...result import Note
from ...suggestion import hint
from ..factorise import CodedColumn
from ..phrases import listed
from .canonical import CanonicalTable
from .declaration import DIMENSION, ITEM, KIND, RATER, REPEAT, ROUND, SCORE

#: Dimensions to read: some of them, or several names of each.
Dimensions = Sequence[str] | Mapping[str, Sequence[str]] | None


def with_dimensions(table: CanonicalTable, asked: Dimensions) -> CanonicalTable:
    """The dimensions that were asked for, under one name each; else those on the commonest scale."""
    if asked is not None:
        return _chosen(table, asked)
    found = _scales(table)
    shared = [one for one in found if one.shared]
    considered = shared or found
    best = max(
        _groups(considered),
        key=lambda g: (any(d.judged for d in g), sum(d.shared for d in g), sum(d.rows for d in g)),
        default=(),
    )
    names = {one.name for one in best}
    left = [one for one in found if one.name not in names]
    if not shared and (pair := _could_be_one(table, found)):
        table = replace(table, notes=(*table.notes, _names_apart(found, pair)))
    if not left:
        return table
    alone = [one.name for one in left if not one.shared and shared]
    other = [one.name for one in left if one.name not in alone]
    for names_left, why in ((other, "other-scale"), (alone, "not-shared")):
        if names_left:
            table = table.only(~_is_among(table, names_left), why)
    return replace(table, notes=(*table.notes, *_notes(other, alone, sorted(names))))


def _could_be_one(table: CanonicalTable, found: Sequence[_Scale]) -> list[str]:
    """Two dimensions that people or judges rated, each of them others, and for which an item is the same."""
    kind = table.columns.get(KIND)
    code = [] if kind is None else [c for c, label in enumerate(kind.labels) if label == "code"]
    by_name = {}
    for one in sorted(found, key=lambda scale: str(scale.name)):
        rows = _is_among(table, [one.name])
        if kind is not None:
            rows &= ~np.isin(kind.codes, code)
        items, raters = (set(table.columns[name].codes[rows].tolist()) for name in (ITEM, RATER))
        by_name[str(one.name)] = items, raters
    for (a, (items, raters)), (b, (other_items, other_raters)) in combinations(by_name.items(), 2):
        if items & other_items and raters and other_raters and raters != other_raters:
            return [a, b]
    return []


def _names_apart(found: Sequence[_Scale], pair: Sequence[str]) -> Note:
    """That no dimension has two raters, and how to say which names mean the same."""
    names = sorted(str(one.name) for one in found)
    same = {pair[0]: list(pair)}
    option = f"dimensions={same!r}"
    text = (
        f"No dimension was rated by two raters: {listed(names)}. Pass dimensions=… to state which names mean "
        f"the same, such as {option}."
    )
    return Note("names-apart", text, {"names": names, "option": option})


def _notes(other: list[str], alone: list[str], kept: list[str]) -> list[Note]:
    found = []
    if other:
        option = f"dimensions={[str(min(other, key=str))]!r}"
        text = (
            f"Dimensions read: {listed(kept)}. Dimensions excluded because they are on another scale: "
            f"{listed(sorted(other))}. To read another, pass {option}."
        )
        found.append(Note("other-scales", text, {"kept": kept, "left": sorted(other), "option": option}))
    if alone:
        text = (
            f"Dimensions excluded because they have only one rater: {listed(sorted(alone))}. To choose, pass "
            "dimensions=[…]."
        )
        found.append(Note("one-rater-dimensions", text, {"left": sorted(alone)}))
    return found


def _is_among(table: CanonicalTable, names: Sequence[Any]) -> NDArray[np.bool_]:
    column = table.columns[DIMENSION]
    hits = [code for code, label in enumerate(column.labels) if label in names]
    return np.isin(column.codes, hits)


def _chosen(table: CanonicalTable, asked: Sequence[str] | Mapping[str, Sequence[str]]) -> CanonicalTable:
    given = {str(n): [str(n)] for n in asked} if not isinstance(asked, Mapping) else {
        str(name): [own] if isinstance(own, str) else [str(one) for one in own] for name, own in asked.items()
    }  # fmt: skip
    column = table.columns[DIMENSION]
    known = [str(label) for label in column.labels]
    new = {}
    for name, own in given.items():
        for one in own:
            if one not in known:
                raise OptionError(
                    f"There is no dimension {quote(one)}; the dimensions are "
                    f"{quote(known)}.{hint(one, known)}"
                )
            new[one] = name
    labels = list(dict.fromkeys(new.values()))
    place = np.array([*(labels.index(new[name]) if name in new else -1 for name in known), -1])
    renamed = replace(table, columns={**table.columns, DIMENSION: CodedColumn(place[column.codes], labels)})
    return renamed.only(renamed.columns[DIMENSION].codes >= 0, "not-chosen")


@dataclass(frozen=True)
class _Scale:
    """The values of one dimension; `shared` is how many items several raters rated in it.

    `judged` says that both people and judges rated in it.
    """

    name: Any
    rows: int
    shared: int
    judged: bool
    values: frozenset[Any]
    kind: str


def _scales(table: CanonicalTable) -> list[_Scale]:
    dimension, score = table.columns[DIMENSION], table.columns[SCORE]
    shared = _shared(table)
    found = []
    for code, name in enumerate(dimension.labels):
        rows = np.flatnonzero(dimension.codes == code)
        if not rows.size:
            continue
        values = frozenset(score.labels[c] for c in np.unique(score.codes[rows]).tolist() if c >= 0)
        truth = {c for c in values if isinstance(c, bool)}
        kind = _kind(values, bool(truth), len(rows))
        found.append(_Scale(name, len(rows), shared[code], _is_judged(table, rows), values, kind))
    return found


def _is_judged(table: CanonicalTable, rows: NDArray[np.int64]) -> bool:
    column = table.columns.get(KIND)
    if column is None:
        return False
    return {"human", "judge"} <= {column.labels[c] for c in np.unique(column.codes[rows]).tolist() if c >= 0}


def _shared(table: CanonicalTable) -> dict[int, int]:
    """For each dimension how many of its items have ratings by two raters or more."""
    rows, count = table.same_in(ITEM, DIMENSION, REPEAT, ROUND)
    rater = table.columns[RATER].codes
    low = np.full(count, np.iinfo(np.int64).max)
    high = np.full(count, -1)
    np.minimum.at(low, rows, rater)
    np.maximum.at(high, rows, rater)
    of_row = np.full(count, -1)
    of_row[rows] = table.columns[DIMENSION].codes
    counts: dict[int, int] = defaultdict(int)
    for code in of_row[low < high].tolist():
        counts[code] += 1
    return counts


def _kind(values: frozenset[Any], truth: bool, rows: int) -> str:
    if truth:
        return "truth" if all(isinstance(v, bool) for v in values) else "words"
    if all(isinstance(v, (int, float)) for v in values):
        if values <= {0, 1}:
            return "binary"
        low, high = min(values), max(values)
        if low >= 0 and high <= 1:
            return "unit"
        return (
            "numbers to 10"
            if max(abs(low), abs(high)) <= 10
            else "numbers to 100"
            if max(abs(low), abs(high)) <= 100
            else "numbers"
        )
    return "free text" if len(values) > 30 and 3 * len(values) > rows else "words"


def _groups(scales: Sequence[_Scale]) -> list[list[_Scale]]:
    """Dimensions that may be pooled: numbers of one size, or words of which some are the same."""
    unit = any(one.kind == "unit" for one in scales)
    groups: list[tuple[str, set[Any], list[_Scale]]] = []
    for one in scales:
        kind = "unit" if unit and one.kind == "binary" else one.kind
        for name, values, members in groups:
            if name == kind and (kind != "words" or values & one.values):
                values |= one.values
                members.append(one)
                break
        else:
            groups.append((kind, set(one.values), [one]))
    ranked = [members for name, _, members in groups if name != "free text"]
    return ranked or [members for _, _, members in groups]
