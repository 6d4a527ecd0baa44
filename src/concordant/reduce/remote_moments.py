"""Moments of measurements that stay where they are: sums by pattern of gaps, and by slice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..engines.counting import Distinct
from ..engines.items import equals, farthest_apart
from ..engines.pivot_long import LongRecords, items_by_rater, meaning, overview, rated, varying
from ..engines.relation import Relation, as_list
from ..engines.sums import PatternSums, pattern_sums, refuse_infinite
from ..errors import InputError, OptionError
from ..quote import quote
from ..ratings.audit import Audit
from ..ratings.observed import Missing, in_order
from ..ratings.reading import look
from ..ratings.remote import People, UnreadData, all_rows, items_once, settled
from ..ratings.rows import rater_kinds, sliced
from .item_weights import Floats
from .moments import Moments
from .sums import Sums

#: More different values than this among the first rows are measurements, not categories.
_MANY = 50


def are_measurements(opened: UnreadData) -> bool:
    """Whether the ratings are numbers of which hardly two are equal, and nothing else was said of them."""
    roles, given = opened.roles, opened.given
    if roles.shape not in ("long", "wide", "pairs") or opened.several_columns:
        return False
    if given["categories"] is not None or given["scale"] not in (None, "interval", "ratio"):
        return False
    columns = [str(roles.value)] if roles.shape == "long" else list(roles.raters)
    looks = [look(opened.grid.head(name)) for name in columns]
    return all(seen.kind == "numbers" for seen in looks) and any(len(seen.distinct) > _MANY for seen in looks)


def moments_elsewhere(opened: UnreadData, by: Sequence[str] = ()) -> dict[tuple[Any, ...], Moments]:
    """The moments of each slice (of all data: the key is empty), in one pass."""
    roles, untimed = opened.roles.untimed()
    for name in by:
        if name not in roles.slices:
            raise OptionError(
                f"There is no column {quote(name)} to slice by; there are {quote(sorted(roles.slices))}."
            )
    for role in ("dimension", "repeat", "round", "clusters", "case_weights"):
        if getattr(roles, role):
            raise OptionError(
                f"Measurements that are not read into memory can be summed only without {role}: omit it, "
                "name "
                "the column in slices=[…], or pass engine='memory'."
            )
    if opened.given["duplicates"] in ("first", "last", "repeat"):
        raise OptionError(f"duplicates={opened.given['duplicates']!r} needs the rows: pass engine='memory'.")
    measured = [str(roles.value)] if roles.shape == "long" else list(roles.raters)
    relation = _numbers(opened, measured)
    notes = (*relation.notes, *roles.notes(), *untimed)
    reading = Audit(source=relation.source, roles=roles.descriptions(), notes=notes)
    if roles.shape == "long":
        return _from_records(opened, relation, by, reading)
    refuse_infinite(relation, relation.frame, {relation.place(name): name for name in measured})
    once = replace(roles, slices=tuple(by))
    frame, reading = items_once(relation, once, reading, opened.given["duplicates"])
    places = [relation.place(name) for name in measured], [relation.place(name) for name in by]
    found = _sums(relation, frame, *places)
    reading = all_rows(reading, int(sum(part.n.sum() for part in found)))
    return _by_slice(found, relation, by, tuple(measured), reading, _kinds(opened, measured))


def _sums(r: Relation, frame: Any, columns: Sequence[str], slices: Sequence[str]) -> list[PatternSums]:
    """Sums by slice; slices that lie so far from the common centre that digits are lost are summed again.

    Σ(y − c)² = Σ(y − m)² + n(m − c)², so what is lost is seen by how much larger the left side is.
    """
    found = pattern_sums(r, frame, columns, slices)
    if not slices:
        return [found]
    keys = list(zip(*(as_list(cells) for cells in found.slices), strict=True))
    again = [key for key, gone in zip(dict.fromkeys(keys), _lost(found, keys), strict=True) if gone]
    own = [
        pattern_sums(r, frame.filter(equals(dict(zip(slices, key, strict=True)))), columns, slices)
        for key in again
    ]
    gone = set(again)
    return [found.only(np.array([key not in gone for key in keys], dtype=bool)), *own]


def _lost(found: PatternSums, keys: Sequence[Any]) -> list[bool]:
    """For each slice, patterns of gaps added up: whether little is left of some column's squares."""
    place = {key: at for at, key in enumerate(dict.fromkeys(keys))}
    at = np.array([place[key] for key in keys], dtype=np.int64)
    n, first, second = (np.zeros((len(place), found.present.shape[1])) for _ in range(3))
    np.add.at(n, at, found.n[:, None] * found.present)
    np.add.at(first, at, found.first)
    np.add.at(second, at, np.diagonal(found.second, axis1=1, axis2=2))
    spread = second - first**2 / np.maximum(n, 1)
    few = (n > 1) & (spread < _LOST * second)
    return [any(row) for row in few.tolist()]


#: Where so little is left of a sum of squares about the common centre, half of the digits are gone.
_LOST = 1e-8


def _kinds(opened: UnreadData, names: Sequence[str]) -> tuple[str, ...]:
    """Kinds of raters that were stated; what names suggest is not needed here."""
    stated = opened.stated["rater_kind"]
    return rater_kinds(list(names), stated)[0] if isinstance(stated, Mapping) else ()


def farthest_items(opened: UnreadData, k: int) -> tuple[dict[str, Any], list[float]]:
    """The k items whose measurements lie farthest apart, with all their columns, and how far."""
    roles = opened.roles
    if roles.shape == "long":
        r, frame, raters, _ = _records(opened, _numbers(opened, [str(roles.value)]), ())
        columns = {"item": str(roles.item), **{f"v{j}": name for j, name in enumerate(raters)}}
        found, apart = farthest_apart(r, frame, list(columns)[1:], list(columns), "item", k)
        return {
            called: r.spelled(found[p]) if p == "item" else found[p] for p, called in columns.items()
        }, apart
    r = _numbers(opened, list(roles.raters))
    columns = {r.place(name): name for name in r.names if r.kinds[name] != "nested"}
    item = r.place(roles.item) if roles.item else None
    found, apart = farthest_apart(r, r.frame, [r.place(n) for n in roles.raters], list(columns), item, k)
    measured = set(roles.raters)
    return {name: found[p] if name in measured else r.spelled(found[p]) for p, name in columns.items()}, apart


def _numbers(opened: UnreadData, names: Sequence[str]) -> Relation:
    """The relation with these columns as numbers; text that is neither a number nor a gap is refused."""
    r: Any = opened.relation
    gaps = Missing(opened.given["missing"])
    text = [name for name in names if r.kinds[name] != "numbers"]
    if text and r.measured is None:
        raise InputError(
            f"The column {quote(text[0])} of {r.source} contains text: give measurements as numbers."
        )
    if text and r.measured is not None:
        r, strange = r.measured(r, text)
        for cell in strange:
            if cell not in gaps:
                raise InputError(
                    f"{quote(cell)} in {r.source} is not a number: correct it, or pass "
                    f"missing=[{quote(cell)}] if it means no rating."
                )
    return _without(r, names, gaps)


def _without(r: Relation, names: Sequence[str], gaps: Missing) -> Relation:
    """Numbers that were declared to mean "no rating" are gaps."""
    codes = [float(code) for code in gaps.declared if isinstance(code, float)]
    if not codes:
        return r
    import narwhals.stable.v2 as nw

    places = [r.place(name) for name in names]
    kept = [nw.when(~nw.col(p).is_in(codes)).then(nw.col(p)).alias(p) for p in places]
    return replace(r, frame=r.frame.with_columns(*kept))


def _from_records(
    opened: UnreadData, r: Relation, by: Sequence[str], reading: Audit
) -> dict[tuple[Any, ...], Moments]:
    """One rating a row: items are put together first."""
    rater = str(opened.roles.rater)
    r, frame, raters, (records, people, seen) = _records(opened, r, by)
    found = _sums(r, frame, [f"v{j}" for j in range(len(raters))], [f"s{j}" for j in range(len(by))])
    places = int(sum((part.n * part.present.sum(axis=1)).sum() for part in found))
    reading = people.with_dropped_rows(reading, seen, rater)
    reading = settled(records, _ratings(records), places, varying(records, frame), reading)
    return _by_slice(found, r, by, tuple(raters), reading, _kinds(opened, raters))


def _records(
    opened: UnreadData, r: Relation, by: Sequence[str]
) -> tuple[Relation, Any, list[str], tuple[LongRecords, People, Distinct]]:
    """Items with a column for each rater, and what was seen on the way."""
    roles = opened.roles
    refuse_infinite(r, r.frame, {r.place(str(roles.value)): str(roles.value)})
    seen = overview(r, str(roles.item), str(roles.rater), None, roles.rater_kind)
    people = People.seen(r, roles, seen, opened.stated["raters"])
    records = LongRecords(
        relation=r, item=str(roles.item), rater=str(roles.rater), value=str(roles.value),
        raters=[people.written[name] for name in people.names], codes=None, slices=tuple(by),
    )  # fmt: skip
    return r, items_by_rater(records), people.names, (records, people, seen)


def _ratings(records: LongRecords) -> int:
    """How many ratings there are, those of a rater who rated an item twice included."""
    import narwhals.stable.v2 as nw

    found = records.relation.run(rated(records).select(nw.col("code").count().alias("n")))
    return int(found["n"][0])


def _by_slice(
    parts: Sequence[PatternSums],
    r: Relation,
    by: Sequence[str],
    raters: tuple[str, ...],
    reading: Audit,
    kinds: tuple[str, ...],
) -> dict[tuple[Any, ...], Moments]:
    found: dict[tuple[Any, ...], Moments] = {}
    for part in parts:
        labels = [
            sliced(meaning(r, name, cells)).tolist() for name, cells in zip(by, part.slices, strict=True)
        ]
        keys = list(zip(*labels, strict=True)) if by else [()] * len(part.n)
        rows: dict[tuple[Any, ...], list[int]] = {}
        for row, key in enumerate(keys):
            rows.setdefault(key, []).append(row)
        for key, own in rows.items():
            found[key] = replace(_moments(part, np.array(own), raters, reading), kinds=kinds)
    return {key: found[key] for key in sorted(found, key=lambda key: tuple(map(in_order, key)))}


def _moments(found: PatternSums, rows: Any, raters: tuple[str, ...], reading: Audit) -> Moments:
    rows = rows[found.present[rows].any(axis=1)]  # an item without a rating says nothing
    order = rows[np.lexsort(found.present[rows].T)]
    present, n = found.present[order], found.n[order]
    raw = Sums.of_raw(n, found.first[order], found.second[order])
    sums = Sums(raw.n, raw.mean, raw.cross, _apart(found.apart[order], n, raw.mean, present))
    return Moments(
        raters=raters, occasions=("",), present=present, centre=found.centre, counts=np.zeros(0), stated=sums,
        audit=reading.but(
            n_items=int(n.sum()),
            n_raters=len(raters), n_ratings=int((n * present.sum(axis=1)).sum()),
            n_gaps=int((n * (~present).sum(axis=1)).sum()),
        ),
    )  # fmt: skip


def _apart(squares: Floats, n: Floats, mean: Floats, present: Any) -> Floats:
    """Σ(y_j − y_b)(y_l − y_b) = ½(Q_jb + Q_lb − Q_jl), Q the squares of differences about their mean."""
    away = mean[:, :, None] - mean[:, None, :]
    q = squares - n[:, None, None] * away**2
    base = present.argmax(axis=1)
    to_base = np.take_along_axis(q, base[:, None, None], axis=2)[:, :, 0]
    apart = (to_base[:, :, None] + to_base[:, None, :] - q) / 2
    both = present[:, :, None] & present[:, None, :]
    return np.asarray(np.where(both, apart, 0.0))
