"""Ratings from a long table: one rating a row, turned by integer codes, without a join."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, OptionError, choose
from ...quote import quote
from ...result import Note
from ..audit import Audit
from ..factorise import CodedColumn, number_rows, occurrence
from ..labels import encode
from ..observed import Origin, natural
from ..phrases import many
from ..ratings import Ratings
from ..rows import first_in_row, keys, labels_of, rater_kinds, sliced, varies, varies_note, weights_of
from ..texts import TextColumn, Written, by_records
from ..times import Effort, Times, effort_by_rater, effort_notes, times_of
from .arrays import assemble
from .pivot import Duplicates, Placed, Records, spread
from .roles import Roles

#: Of more raters nobody looks at seconds and costs one by one.
MOST_WITH_EFFORT = 5000
_KEYS = ("item", "dimension", "repeat", "round")


def from_long(
    columns: Mapping[str, Any],
    roles: Roles,
    *,
    reading: Audit,
    duplicates: Duplicates = "error",
    rater_kind: Mapping[Any, str] | None = None,
    raters: Sequence[str] | None = None,
    take: Callable[[str], Any],
    **scale: Any,
) -> Ratings:
    """A row for each distinct item, dimension, repeat and round; a column for each rater (asked for).

    `take` hands over a column of texts when one of them is looked at.
    """
    choose("duplicates", duplicates, get_args(Duplicates))
    encoded = encode([columns[str(roles.value)]], origin=Origin([str(roles.value)]), **scale)
    named = {role: keys(columns[name]) for role in (*_KEYS, "rater") if (name := getattr(roles, role))}
    everyone = _names(named["rater"])
    keep, dropped = _complete(named, _of_chosen_raters(named["rater"], everyone, raters), reading.source)
    named = {role: CodedColumn(c.codes[keep], c.labels) for role, c in named.items()}
    who, names = _in_order(named.pop("rater"), everyone, raters)
    codes = encoded.columns[0][keep]
    if duplicates == "repeat":
        named = _number_repeats(named, who, codes)
    rows, n_rows = number_rows(list(named.values()))
    first = first_in_row(rows, n_rows)
    times, untimed = _times(columns, roles, keep)
    records = Records(rows, who, codes, n_rows, len(names), times, _comments(take, roles, keep))
    placed = _placed(records, duplicates, named, names, encoded.labels)
    facts, notes = _facts(columns, roles, keep, rows, first)
    notes += [] if raters is not None else _left_out_alone(columns, roles, keep)
    if rater_kind is None and roles.rater_kind:
        rater_kind = _kinds_column(columns[roles.rater_kind], keep, who, names)
    kinds, kind_notes = rater_kinds(names, rater_kind, everyone)
    if placed.anonymous:
        kinds, kind_notes = (), (too_many(len(names), n_rows),)
        names = [f"place {place + 1}" for place in range(len(placed.columns))]
    effort = {} if placed.anonymous else _effort(columns, roles, keep, who, names)
    facts |= {role: labels_of(CodedColumn(c.codes[first], c.labels)) for role, c in named.items()}
    return assemble(
        replace(encoded, columns=placed.columns), names, items=facts.pop("item"), **facts,
        rater_kinds=kinds, anonymous=placed.anonymous, times=placed.times, comments=placed.comments,
        texts={name: by_records(partial(take, name), np.flatnonzero(keep), rows) for name in roles.text},
        reading=_audited(reading, placed, keep, duplicates).but(
            dropped={**reading.dropped, **dropped}, effort=effort,
            notes=(*reading.notes, *notes, *kind_notes, *untimed, *effort_notes(effort)),
        ),
    )  # fmt: skip


def _audited(reading: Audit, placed: Placed, keep: NDArray[np.bool_], duplicates: Duplicates) -> Audit:
    """How many records were used, and what was done about duplicates."""
    twice = 0 if duplicates == "repeat" else placed.repeated
    return reading.but(
        rows_used=int(keep.sum()) - twice, duplicates=placed.repeated, duplicate_rule=placed.rule
    )


def _complete(
    named: dict[str, CodedColumn], chosen: NDArray[np.bool_], source: str
) -> tuple[NDArray[np.bool_], dict[str, int]]:
    """Records that name an item and a rater that was asked for, and how many do not."""
    item, rater = named["item"].codes >= 0, named["rater"].codes >= 0
    keep = item & rater & chosen
    if not keep.any():
        raise InputError(f"There are no ratings in {source}: no row names both an item and a rater.")
    lost = {
        "rows without an item": int(np.count_nonzero(~item)),
        "rows without a rater": int(np.count_nonzero(item & ~rater)),
        "rows of raters that were not selected": int(np.count_nonzero(item & rater & ~chosen)),
    }
    return keep, {why: count for why, count in lost.items() if count}


def _left_out_alone(columns: Mapping[str, Any], roles: Roles, keep: NDArray[np.bool_]) -> list[Note]:
    """That every row with some value of a column was left out, as where a judge has no name."""
    notes = []
    for name in roles.slices if not keep.all() else ():
        column = keys(columns[name])
        lost = np.setdiff1d(column.codes[~keep], np.append(column.codes[keep], -1))
        for code in lost.tolist():
            count = int(np.count_nonzero(column.codes == code))
            value = str(labels_of(CodedColumn(np.array([code]), column.labels)).tolist()[0])
            text = f"All rows with {name} = {value} were excluded ({many(count, 'row')})."
            notes.append(Note("rows-dropped-alone", text, {"column": name, "value": value, "count": count}))
    return notes


def _names(column: CodedColumn) -> list[str]:
    """Each label as the name of a rater."""
    return [str(x) for x in labels_of(CodedColumn(np.arange(len(column.labels)), column.labels)).tolist()]


def _of_chosen_raters(
    column: CodedColumn, everyone: list[str], raters: Sequence[str] | None
) -> NDArray[np.bool_]:
    """Which records are of raters that were asked for."""
    if raters is None:
        return np.ones(len(column), dtype=bool)
    known = sorted(everyone, key=natural)
    for name in raters:
        choose("a rater", str(name), known)
    return np.isin(column.codes, [everyone.index(str(name)) for name in raters])


def _in_order(
    column: CodedColumn, everyone: list[str], raters: Sequence[str] | None
) -> tuple[NDArray[np.int64], list[str]]:
    """Raters as asked for, else in an order that does not depend on that of rows; those dropped are gone."""
    there = np.flatnonzero(column.present()).tolist()
    chosen = None if raters is None else list(map(str, raters))
    order = sorted(there, key=lambda p: natural(everyone[p]) if chosen is None else chosen.index(everyone[p]))
    table = np.zeros(len(everyone) + 1, dtype=np.int64)
    table[order] = np.arange(len(order))
    return table[column.codes], [everyone[place] for place in order]


def _number_repeats(
    named: dict[str, CodedColumn], who: NDArray[np.int64], codes: NDArray[Any]
) -> dict[str, CodedColumn]:
    """The first rating of an item by a rater is repeat 1, the next repeat 2, as they come."""
    if "repeat" in named:
        raise OptionError("duplicates='repeat' numbers the repeats, but there is a repeat column already.")
    rows, _ = number_rows([*named.values(), CodedColumn(who, list(range(int(who.max()) + 1)))])
    numbers = np.zeros(len(codes), dtype=np.int64)
    rated = codes >= 0
    numbers[rated] = occurrence(rows[rated])
    return {**named, "repeat": CodedColumn(numbers, np.arange(1, int(numbers.max()) + 2))}


def _placed(
    records: Records,
    duplicates: Duplicates,
    named: dict[str, CodedColumn],
    raters: list[str],
    labels: NDArray[Any],
) -> Placed:
    """The records in their columns, with repeats told as what was done about duplicates."""
    placed = spread(
        records, duplicates, lambda record: _name(named, raters[records.who[record]], record), labels
    )
    again = int(np.count_nonzero(named["repeat"].codes)) if duplicates == "repeat" else 0
    return replace(placed, repeated=again, rule="numbered as repeats") if again else placed


def _name(named: dict[str, CodedColumn], rater: str, record: int) -> str:
    """Who rated what, for a complaint about one record."""
    parts = {
        role: labels_of(CodedColumn(c.codes[[record]], c.labels)).tolist()[0] for role, c in named.items()
    }
    rest = "".join(f", {role} {quote(parts[role])}" for role in parts if role != "item")
    return f"{quote(rater)} rated item {quote(parts['item'])}{rest}"


def _times(
    columns: Mapping[str, Any], roles: Roles, keep: NDArray[np.bool_]
) -> tuple[Times | None, tuple[Note, ...]]:
    """When each record that is kept was made."""
    if roles.time is None:
        return None, ()
    times, notes = times_of(columns[roles.time], roles.time, declared="time" not in roles.guessed)
    return None if times is None else times[keep], notes


def _effort(
    columns: Mapping[str, Any],
    roles: Roles,
    keep: NDArray[np.bool_],
    who: NDArray[np.int64],
    names: Sequence[str],
) -> dict[str, Effort]:
    """What each rater's records took; places that stand for many raters have none."""
    seconds, cost = (columns[name] if name else None for name in (roles.seconds, roles.cost))
    if (seconds is None and cost is None) or len(names) > MOST_WITH_EFFORT:
        return {}
    return effort_by_rater(seconds, cost, keep, who, names)


def _comments(take: Callable[[str], Any], roles: Roles, keep: NDArray[np.bool_]) -> Written | None:
    """What was written beside each record that is kept."""
    if not roles.comment:
        return None
    return Written(TextColumn(partial(take, roles.comment[""])), np.flatnonzero(keep))


def _facts(
    columns: Mapping[str, Any],
    roles: Roles,
    keep: NDArray[np.bool_],
    rows: NDArray[np.int64],
    first: NDArray[np.int64],
) -> tuple[dict[str, Any], list[Note]]:
    """Slices, clusters and weights by row; where a row's records differ the first is taken, and said."""
    notes: list[Note] = []
    facts: dict[str, CodedColumn] = {}
    for name in [*roles.slices, *filter(None, [roles.clusters])]:
        column = keys(columns[name])
        codes = column.codes[keep]
        if count := varies(codes, rows, first):
            notes.append(varies_note(name, count))
        facts[name] = CodedColumn(codes[first], column.labels)
    found: dict[str, Any] = {"slices": {name: sliced(facts[name]) for name in roles.slices}}
    if roles.clusters:
        found["clusters"] = labels_of(facts[roles.clusters])
    if roles.case_weights:
        weights = weights_of(columns[roles.case_weights], roles.case_weights)[keep]
        if count := varies(weights, rows, first):
            notes.append(varies_note(roles.case_weights, count))
        found["weights"] = weights[first]
    return found, notes


def _kinds_column(
    column: Any, keep: NDArray[np.bool_], who: NDArray[np.int64], raters: list[str]
) -> dict[Any, str]:
    """The kind that the rater's first record states."""
    kinds = keys(column)
    stated = labels_of(CodedColumn(kinds.codes[keep][first_in_row(who, len(raters))], kinds.labels), "")
    return dict(zip(raters, map(str, stated.tolist()), strict=True))


def too_many(n_raters: int, n_rows: int) -> Note:
    """Said where raters are not kept apart."""
    return Note(
        "too-many-raters",
        f"{n_raters} raters and {n_rows} items are too many to keep raters apart, so raters are treated "
        "as interchangeable; choose some with raters=[…].",
        {"raters": n_raters, "items": n_rows},
    )
