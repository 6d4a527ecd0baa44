"""One rating a row, turned by the engine that holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...engines.counting import Distinct
from ...engines.pivot_long import (
    MOST_COLUMNS,
    LongRecords,
    PivotedItems,
    by_category,
    by_rater,
    items_by_category,
    items_by_rater,
    meaning,
    overview,
    twice,
)
from ...engines.relation import Relation, as_list
from ...errors import InputError, choose
from ...quote import quote
from ..audit import Audit
from ..factorise import CodedColumn, factorise
from ..labels import Encoded, encode
from ..native import library_of, plain
from ..observed import Origin, natural
from ..phrases import many
from ..ratings import Ratings
from ..reading import Roles, assemble, from_counts, too_many
from ..rows import keys, labels_of, rater_kinds, sliced, varies_note
from .item_source import ItemSource
from .keyed_rows import shown

#: More categories than this cannot be counted for each item.
_MOST_CATEGORIES = 1000


def from_records(
    r: Relation,
    roles: Roles,
    reading: Audit,
    *,
    rater_kind: Mapping[Any, str] | None,
    raters: Sequence[str] | None,
    **scale: Any,
) -> Ratings:
    """A row for each distinct item; a column for each rater, or places where raters are too many."""
    seen = overview(r, str(roles.item), str(roles.rater), str(roles.value), roles.rater_kind)
    encoded, codes = _coded(r, roles, seen, scale)
    people = People.seen(r, roles, seen, raters)
    records = LongRecords(
        relation=r, item=str(roles.item), rater=str(roles.rater), value=str(roles.value),
        raters=[people.written[name] for name in people.names], codes=codes, slices=roles.slices,
        weights=roles.case_weights, clusters=roles.clusters,
    )  # fmt: skip
    reading = people.with_dropped_rows(reading, seen, str(roles.rater))
    if rater_kind is None and roles.rater_kind:
        rater_kind = _kinds(r, roles, seen, people)
    if len(people.names) > MOST_COLUMNS:
        return _anonymous(records, encoded, reading, people)
    turned = by_rater(records)
    given = np.stack([_codes(column) for column in turned.columns], axis=1)
    filled = int((turned.counts * (given >= 0).sum(axis=1)).sum())
    reading = settled(records, turned.ratings, filled, turned.varying, reading)
    kinds, kind_notes = rater_kinds(people.names, rater_kind, people.everyone)
    columns = tuple(np.ascontiguousarray(column) for column in given.T.astype(encoded.columns[0].dtype))
    return assemble(
        replace(encoded, columns=columns),
        people.names,
        weights=turned.counts.astype(float) if turned.weights is None else turned.weights,
        slices=_slices(records, turned),
        rater_kinds=kinds,
        item_source=replace(
            _door(records, turned, items_by_rater(records), _places(people.names), encoded.labels),
            roles=roles,
        ),
        reading=reading.but(notes=(*reading.notes, *kind_notes)),
    )


def _coded(
    r: Relation, roles: Roles, seen: Distinct, scale: dict[str, Any]
) -> tuple[Encoded, dict[Any, int]]:
    """The scale of the values, and the code of each as it is written."""
    value = factorise(r.spelled(seen.written[str(roles.value)]))
    encoded = encode([value], origin=Origin([str(roles.value)], copies=seen.counts), **scale)
    if len(encoded.labels) > _MOST_CATEGORIES:
        raise InputError(
            f"{r.source} has {len(encoded.labels):,} different ratings: these are measurements. Give the "
            "data to the coefficient itself (icc, ccc, bland_altman, …), which needs sums only, or pass "
            "engine='memory'."
        )
    codes: dict[Any, int] = {}
    for written, code in zip(
        as_list(seen.written[str(roles.value)]), encoded.columns[0].tolist(), strict=True
    ):
        if code >= 0:
            codes[written] = code
    return encoded, codes


class People:
    """The raters: how each is written, and which are asked for."""

    def __init__(self, names: list[str], everyone: list[str], written: Mapping[str, list[Any]]) -> None:
        self.names, self.everyone, self.written = names, everyone, written

    @classmethod
    def seen(cls, r: Relation, roles: Roles, seen: Distinct, raters: Sequence[str] | None) -> People:
        """Raters as asked for, else in an order that does not depend on that of rows."""
        cells_of = seen.written[str(roles.rater)]
        who = keys(r.spelled(cells_of))
        labels = [str(x) for x in labels_of(CodedColumn(np.arange(len(who.labels)), who.labels)).tolist()]
        written: dict[str, list[Any]] = {name: [] for name in labels}
        blank = np.array(as_list(seen.written["no item"]), dtype=bool)
        for cell, code, lost in zip(as_list(cells_of), who.codes.tolist(), blank, strict=True):
            if code >= 0 and not lost and cell not in written[labels[code]]:
                written[labels[code]].append(cell)
        everyone = sorted((name for name in labels if written[name]), key=natural)
        for name in raters or ():
            choose("a rater", str(name), everyone)
        names = everyone if raters is None else list(map(str, raters))
        if not names:
            raise InputError(f"There are no ratings in {r.source}: no row names both an item and a rater.")
        return cls(names, everyone, written)

    def with_dropped_rows(self, reading: Audit, seen: Distinct, rater: str) -> Audit:
        """How many rows name no item, no rater, or a rater who is not asked for."""
        chosen = {cell for name in self.names for cell in self.written[name]}
        known = {cell for own in self.written.values() for cell in own}
        lost = {
            "rows without an item": 0,
            "rows without a rater": 0,
            "rows of raters that were not selected": 0,
        }
        no_item, no_rater, not_chosen = lost
        for cell, blank, n in zip(
            as_list(seen.written[rater]), as_list(seen.written["no item"]), seen.counts.tolist(), strict=True
        ):
            if blank:
                lost[no_item] += n
            elif cell not in known:
                lost[no_rater] += n
            elif cell not in chosen:
                lost[not_chosen] += n
        dropped = {why: count for why, count in lost.items() if count}
        return reading.but(
            rows_read=seen.n_rows, rows_used=seen.n_rows - sum(dropped.values()), dropped=dropped
        )


def _kinds(r: Relation, roles: Roles, seen: Distinct, people: People) -> dict[str, str]:
    """The kind that stands beside a rater most often."""
    kinds = labels_of(keys(r.spelled(seen.written[str(roles.rater_kind)])), "").tolist()
    raters = as_list(seen.written[str(roles.rater)])
    stated: dict[str, str] = {}
    for name in people.names:
        weight: dict[str, int] = {}
        for kind, cell, n in zip(kinds, raters, seen.counts.tolist(), strict=True):
            if cell in people.written[name]:
                weight[str(kind)] = weight.get(str(kind), 0) + n
        stated[name] = max(sorted(weight), key=weight.__getitem__)
    return stated


def _places(names: Sequence[str]) -> dict[str, str]:
    return {f"v{j}": name for j, name in enumerate(names)}


def _slices(records: LongRecords, turned: PivotedItems) -> dict[str, CodedColumn]:
    return {name: sliced(meaning(records.relation, name, cells)) for name, cells in turned.slices.items()}


def _codes(column: Any) -> NDArray[np.int64]:
    """Codes as the engine hands them over, -1 for a gap."""
    if isinstance(column, list):
        return np.array([-1 if code is None else code for code in column], dtype=np.int64)
    array = np.ma.masked_invalid(plain(column) if library_of(column) else column)
    return np.ma.filled(array, -1).astype(np.int64)


def settled(
    records: LongRecords, ratings: int, places: int, varying: Mapping[str, int], reading: Audit
) -> Audit:
    """What is said of raters who rated an item twice, and of slices that vary within items."""
    notes = [varies_note(name, count, "smallest") for name, count in varying.items() if count]
    reading = reading.but(notes=(*reading.notes, *notes))
    again = ratings - places
    if not again:
        return reading
    count, first = twice(records)
    if count:
        r = records.relation
        item, rater = (as_list(r.spelled(first[name]))[0] for name in ("item", "who"))
        item = shown(item)
        raise InputError(
            f"{quote(rater)} rated item {quote(item)} more than once, with different values; this happens "
            f"{many(count, 'time')}. Pass duplicates='first', 'last' or 'repeat', for which the rows are "
            "read into memory, or name the column that distinguishes them with dimension=, repeat= or round=."
        )
    return reading.but(
        duplicates=again, duplicate_rule="identical, one kept", rows_used=reading.rows_used - again
    )


def _anonymous(records: LongRecords, encoded: Encoded, reading: Audit, people: People) -> Ratings:
    """Raters as places: how many chose each category is all that is kept of an item."""
    turned = by_category(records, len(encoded.labels))
    matrix = np.stack([np.maximum(_codes(column), 0) for column in turned.columns], axis=1)
    reading = settled(
        records, turned.ratings, int((turned.counts * matrix.sum(axis=1)).sum()), turned.varying, reading
    )
    made = (
        from_counts(matrix, scale=encoded.scale) if encoded.scale.categories else _by_place(matrix, encoded)
    )
    places = {f"k{place}": f"chose {label}" for place, label in enumerate(encoded.labels.tolist())}
    note = too_many(len(people.names), int(turned.counts.sum()))
    return replace(
        made,
        weights=turned.counts.astype(float) if turned.weights is None else turned.weights,
        slices=_slices(records, turned),
        item_source=_door(records, turned, items_by_category(records, len(places)), places),
        reading=reading.but(
            missing=encoded.missing, out_of_scale=encoded.out_of_scale,
            notes=(*reading.notes, *encoded.notes, note),
        ),
    )  # fmt: skip


def _by_place(matrix: NDArray[np.int64], encoded: Encoded) -> Ratings:
    made = from_counts(matrix)
    return replace(made, scale=encoded.scale, labels=encoded.labels)


def _door(
    records: LongRecords, turned: PivotedItems, frame: Any, places: Mapping[str, str], labels: Any = None
) -> ItemSource:
    """Items with what is known of each: what raters said (codes are turned back to labels), or counts."""
    sides = {f"s{j}": name for j, name in enumerate(records.slices)}
    return ItemSource(
        relation=records.relation,
        frame=frame,
        written={
            **dict(zip(places, turned.columns, strict=True)),
            **{place: turned.slices[name] for place, name in sides.items()},
        },
        at=np.arange(len(turned.counts)),
        names={"item": records.item, **places, **sides},
        item="item",
        labels={} if labels is None else dict.fromkeys(places, labels),
    )
