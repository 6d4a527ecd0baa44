"""Ratings from a relation: equal rows are counted where they are, and only the distinct ones are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...engines.counting import Distinct, distinct
from ...engines.deduplicate import once, unchecked
from ...engines.relation import Relation
from ...errors import InputError, OptionError
from ...quote import quote
from ...result import Note
from ..audit import Audit
from ..factorise import CodedColumn, label_array
from ..grid import HEAD, Grid, first_rows
from ..observed import in_order
from ..phrases import many
from ..ratings import Ratings
from ..reading import BY_ORDER, Cells, Duplicates, Roles, as_labels, from_columns, from_counts, numbers
from ..rows import rater_kinds, sliced, varies_note
from .clusters import in_clusters
from .item_source import ItemSource
from .keyed_rows import KEYS, are_countable, keyed, keys_of, shown, with_keys
from .long import from_records

#: The most rows that are read into memory where counting equal ones is not enough.
MOST_IN_MEMORY = 50_000_000


def grid_of(r: Relation) -> Grid:
    """What the first rows look like; `n_rows` is how many were looked at."""
    names = [name for name in r.names if r.kinds[name] != "nested"]
    held = r.first(names, HEAD) if names else {}
    heads = {name: first_rows(column) for name, column in held.items()}
    heads |= {name: [[]] for name in r.names if name not in heads}
    return Grid(
        source=r.source,
        names=r.names,
        n_rows=max(map(len, heads.values()), default=0),
        head=heads.__getitem__,
        take=r.whole,
        unnamed=r.unnamed,
        notes=r.notes,
    )


def why_items(
    r: Relation, roles: Roles, duplicates: Duplicates, *, several_columns: bool, one_number: bool = False
) -> str:
    """Why the rows themselves are needed and not just how often each occurs; nothing if they are not.

    For `one_number` the rows of an item in its dimensions and repeats are counted as a cluster.
    """
    if several_columns:
        return "raters have several columns each"
    if roles.shape == "table":
        return "it is a contingency table"
    counted = KEYS if one_number and are_countable(roles) else ()
    for role in ("dimension", "repeat", "round", *(["clusters"] if roles.shape == "counts" else [])):
        if role not in counted and (column := getattr(roles, role)) is not None:
            return f"column {quote(column)} gives the {role}, so the rows of an item belong together"
    if duplicates in BY_ORDER and (roles.item or roles.shape == "long"):
        return f"duplicates={duplicates!r} depends on the order of rows"
    if roles.case_weights and not _whole(r, roles.case_weights):
        return "the weights are not whole numbers"
    return ""


def rows_in_memory(r: Relation, why: str, memory_limit: str | None) -> int:
    """How many rows are read into memory; complain if they would not fit, or were not to be."""
    if memory_limit is not None:
        raise OptionError(
            f"The rows of {r.source} must be read into memory, because {why}, and memory_limit "
            "does not apply there: omit it, or name such a column in slices=[…]."
        )
    rows = r.n_rows()
    if rows > MOST_IN_MEMORY:
        raise InputError(
            f"{r.source} has {rows:,} rows, too many to be read into memory, which is needed because {why}: "
            "name such a column in slices=[…] instead, choose a part of the data, or leave the option out."
        )
    return rows


def _whole(r: Relation, weights: str) -> bool:
    """Whether every weight is a whole number, 0 or more; what is not a number is refused."""
    import narwhals.stable.v2 as nw

    if r.kinds[weights] != "numbers":
        return False
    w = nw.col(r.place(weights)).cast(nw.Float64)
    whole = ((w - w) == 0) & (w >= 0) & (w == w.floor())
    odd = nw.when(whole).then(nw.lit(0)).otherwise(nw.lit(1))
    found = r.run(r.frame.select(odd.alias("odd")).select(nw.col("odd").sum()))
    return int(found["odd"][0] or 0) == 0


def reduced(
    r: Relation,
    roles: Roles,
    *,
    rater_kind: Mapping[Any, str] | None,
    raters: Sequence[str] | None,
    **scale: Any,
) -> Ratings:
    """The distinct rows as ratings, each with its number of copies."""
    roles, untimed = roles.untimed()
    for name in roles.used():
        if r.kinds[name] == "nested":
            raise InputError(
                f"The column {quote(name)} of {r.source} contains lists, records or bytes, not single values."
            )
    reading = Audit(source=r.source, roles=roles.descriptions(), notes=(*r.notes, *roles.notes(), *untimed))
    if keys_of(roles):
        wider, rows = keyed(r, roles)
        found = _reduced(wider, rows, reading, rater_kind=rater_kind, raters=raters, **scale)
        return with_keys(found, roles)
    return _reduced(r, roles, reading, rater_kind=rater_kind, raters=raters, **scale)


def _reduced(
    r: Relation,
    roles: Roles,
    reading: Audit,
    *,
    rater_kind: Mapping[Any, str] | None,
    raters: Sequence[str] | None,
    duplicates: Duplicates,
    **scale: Any,
) -> Ratings:
    if roles.shape == "long":
        found = from_records(r, roles, reading, rater_kind=rater_kind, raters=raters, **scale)
    elif roles.shape == "counts":
        found = _from_counts(r, roles, reading, scale)
    else:
        found = _from_wide(r, roles, reading, rater_kind, scale, duplicates)
    found = _in_order(found)
    if roles.clusters is None or found.item_source is None:
        return found
    long = roles.shape == "long"
    weight = None if roles.case_weights is None else "w" if long else r.place(roles.case_weights)
    fact = [*roles.slices, roles.clusters].index(roles.clusters)
    place = f"s{fact}" if long else r.place(roles.clusters)
    return in_clusters(found, found.item_source, roles.clusters, place, weight)


def _in_order(ratings: Ratings) -> Ratings:
    """Rows by their slices and then by what raters said: engines hand them over as they come."""
    slices = {name: _sorted_labels(column) for name, column in ratings.slices.items()}
    order = np.lexsort([*reversed(ratings.columns), *(c.codes for c in reversed(slices.values()))])
    return replace(replace(ratings, slices=slices).rows(order), items=None, numbered=False)


def _sorted_labels(column: CodedColumn) -> CodedColumn:
    """The column with its labels in order: numbers by size, text with the numbers in it by size."""
    labels = column.labels.tolist() if isinstance(column.labels, np.ndarray) else column.labels
    order = sorted(range(len(labels)), key=lambda place: in_order(labels[place]))
    table = np.empty(len(labels), dtype=np.int64)
    table[order] = np.arange(len(labels))
    return CodedColumn(table[column.codes], label_array([labels[place] for place in order]))


def _from_wide(
    r: Relation,
    roles: Roles,
    reading: Audit,
    rater_kind: Mapping[Any, str] | None,
    scale: dict[str, Any],
    duplicates: Duplicates,
) -> Ratings:
    names = [*roles.raters, *roles.slices]
    frame, reading = items_once(r, roles, reading, duplicates)
    found = distinct(r, names, weights=roles.case_weights, frame=frame)
    if not found.n_rows:
        raise InputError(f"There are no ratings in {r.source}: it has columns but no rows.")
    kinds, notes = rater_kinds(list(roles.raters), rater_kind)
    return from_columns(
        [found.columns[name] for name in roles.raters],
        roles.raters,
        weights=found.counts.astype(float) if found.weights is None else found.weights,
        copies=found.counts,
        slices={name: sliced(found.columns[name]) for name in roles.slices},
        rater_kinds=kinds,
        item_source=_door(r, roles, frame, found),
        reading=all_rows(reading, found.n_rows).but(notes=(*reading.notes, *notes)),
        **scale,
    )


def all_rows(reading: Audit, used: int) -> Audit:
    """The audit with so many rows used, and those read beside them that were left out."""
    return reading.but(rows_read=used + sum(reading.dropped.values()) + reading.duplicates, rows_used=used)


def _door(r: Relation, roles: Roles, frame: Any, found: Distinct) -> ItemSource:
    held = set(frame.collect_schema().names())
    names = dict.fromkeys(
        [*([roles.item] if roles.item else []), *r.names]
    )  # what is shown begins with the item
    shown = [name for name in names if r.kinds[name] != "nested" and r.place(name) in held]
    return ItemSource(
        relation=r,
        frame=frame,
        written={r.place(name): column for name, column in found.written.items()},
        at=np.arange(len(found.counts)),
        names={r.place(name): name for name in shown},
        item=r.place(roles.item) if roles.item else None,
        roles=roles,
    )


def items_once(r: Relation, roles: Roles, reading: Audit, duplicates: Duplicates) -> tuple[Any, Audit]:
    """The frame with one row for each item, and the audit with what was left out for it."""
    if not roles.item:
        return r.frame, reading
    others = [*roles.slices, *filter(None, (roles.clusters, roles.case_weights))]
    if duplicates == "unchecked":
        found = unchecked(r, roles.item)
    else:
        found = once(r, roles.item, roles.raters, others, every=duplicates == "checked")
    if found.clashes:
        guessed = (
            f"The item column was inferred to be {quote(roles.item)}; pass item=… if another column "
            "names items. "
            if "item" in roles.guessed and (roles.unused or roles.text)
            else ""
        )
        raise InputError(
            f"Item {quote(shown(found.first))} has several rows with different ratings; this happens with "
            f"{many(found.clashes, 'item')}. {guessed}Remove them, or pass duplicates='first', 'last' or "
            "'repeat', for which the rows are read into memory, or name the column that distinguishes them "
            "with dimension=, repeat= or round=."
        )
    notes = [varies_note(", ".join(others), found.varying, "smallest")] if found.varying else []
    if found.looked:
        notes.append(_share_note(found.looked))
    return found.frame, reading.but(
        dropped={"rows without an item": found.nameless} if found.nameless else {},
        duplicates=found.again,
        duplicate_rule="identical, one kept" if found.again else "",
        notes=(*reading.notes, *notes),
    )


def _share_note(looked: int) -> Note:
    """That duplicates were looked for among some of the items."""
    text = (
        f"Duplicates were looked for in a sample of {looked:,} items, and none were found. To check every "
        "item, pass duplicates='checked'."
    )
    return Note("duplicates-sampled", text, {"items": looked})


def _from_counts(r: Relation, roles: Roles, reading: Audit, scale: Mapping[str, Any]) -> Ratings:
    """Rows are items, columns categories: equal rows of counts are counted."""
    found = distinct(r, [*roles.raters, *roles.slices])
    names = None if r.unnamed else as_labels(list(roles.raters))
    matrix = numbers({name: found.columns[name] for name in roles.raters})
    made = from_counts(Cells(matrix, None, names), scale=scale["scale"] or scale["level"])
    return replace(
        made,
        weights=found.counts.astype(float),
        slices={name: sliced(found.columns[name]) for name in roles.slices},
        item_source=_door(r, replace(roles, item=None), r.frame, found),
        reading=reading.but(
            rows_read=found.n_rows, rows_used=found.n_rows, notes=(*reading.notes, *made.reading.notes)
        ),
    )
