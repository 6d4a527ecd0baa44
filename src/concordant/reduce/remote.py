"""Moments of measurements that stay where they are: sums by pattern of gaps, and by slice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..engines.relation import Relation
from ..engines.sums import PatternSums, pattern_sums
from ..engines.turning import Records, items_by_rater, meaning, overview, rated
from ..errors import InputError, OptionError
from ..ratings.audit import Audit
from ..ratings.look import look
from ..ratings.observed import Missing, in_order
from ..ratings.read import Opened
from ..ratings.remote_long import People, settled
from ..ratings.rows import sliced
from .moments import Moments
from .sums import Sums
from .weighing import Floats

#: More different values than this among the first rows are measurements, not categories.
_MANY = 50


def are_measurements(opened: Opened) -> bool:
    """Whether the ratings are numbers of which hardly two are equal."""
    roles = opened.roles
    if roles.shape not in ("long", "wide", "pairs"):
        return False
    columns = [str(roles.value)] if roles.shape == "long" else list(roles.raters)
    looks = [look(opened.grid.head(name)) for name in columns]
    return all(seen.kind == "numbers" for seen in looks) and any(len(seen.distinct) > _MANY for seen in looks)


def moments_elsewhere(opened: Opened, by: Sequence[str] = ()) -> dict[tuple[Any, ...], Moments]:
    """The moments of each slice (of all data: the key is empty), in one pass."""
    roles = opened.roles
    for name in by:
        if name not in roles.slices:
            raise OptionError(f"There is no column {name!r} to slice by; there are {sorted(roles.slices)}.")
    for role in ("dimension", "repeat", "round", "clusters", "case_weights"):
        if getattr(roles, role):
            raise OptionError(
                f"Sums of measurements that stay where they are know nothing of {role}: leave it out, name "
                "the column in slices=[…], or pass engine='memory'."
            )
    measured = [str(roles.value)] if roles.shape == "long" else list(roles.raters)
    relation = _numbers(opened, measured)
    if roles.shape == "long":
        return _from_records(opened, relation, by)
    reading = Audit(source=relation.source, roles=roles.said(), notes=(*relation.notes, *roles.notes()))
    found = pattern_sums(
        relation, relation.frame, [relation.place(c) for c in measured], [relation.place(s) for s in by]
    )
    return _by_slice(found, relation, by, tuple(measured), reading)


def _numbers(opened: Opened, names: Sequence[str]) -> Relation:
    """The relation with these columns as numbers; text that is neither a number nor a gap is refused."""
    r: Any = opened.relation
    gaps = Missing(opened.missing)
    text = [name for name in names if r.kinds[name] != "numbers"]
    if text and r.measured is None:
        raise InputError(f"The column {text[0]!r} of {r.source} holds text: give measurements as numbers.")
    if text and r.measured is not None:
        r, strange = r.measured(text)
        for cell in strange:
            if cell not in gaps:
                raise InputError(
                    f"{cell!r} in {r.source} is not a number: correct it, or pass missing=[{cell!r}] if it "
                    "means no rating."
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


def _from_records(opened: Opened, r: Relation, by: Sequence[str]) -> dict[tuple[Any, ...], Moments]:
    """One rating a row: items are put together first."""
    roles = opened.roles
    seen = overview(r, str(roles.item), str(roles.rater), None, roles.rater_kind)
    people = People.seen(r, roles, seen, opened.asked["raters"])
    records = Records(
        relation=r, item=str(roles.item), rater=str(roles.rater), value=str(roles.value),
        raters=[people.written[name] for name in people.names], codes=None, slices=tuple(by),
    )  # fmt: skip
    columns = [f"v{j}" for j in range(len(people.names))]
    sides = [f"s{j}" for j in range(len(by))]
    found = pattern_sums(r, items_by_rater(records), columns, sides)
    reading = people.told(
        Audit(source=r.source, roles=roles.said(), notes=(*r.notes, *roles.notes())), seen, str(roles.rater)
    )
    places = int((found.n * found.present.sum(axis=1)).sum())
    reading = settled(records, _ratings(records), places, {}, reading)
    return _by_slice(found, r, by, tuple(people.names), reading)


def _ratings(records: Records) -> int:
    """How many ratings there are, those of a rater who rated an item twice included."""
    import narwhals.stable.v2 as nw

    found = records.relation.run(rated(records).select(nw.col("code").count().alias("n")))
    return int(found["n"][0])


def _by_slice(
    found: PatternSums, r: Relation, by: Sequence[str], raters: tuple[str, ...], reading: Audit
) -> dict[tuple[Any, ...], Moments]:
    labels = [sliced(meaning(r, name, cells)).tolist() for name, cells in zip(by, found.slices, strict=True)]
    keys = list(zip(*labels, strict=True)) if by else [()] * len(found.n)
    rows: dict[tuple[Any, ...], list[int]] = {}
    for row, key in enumerate(keys):
        rows.setdefault(key, []).append(row)
    order = sorted(rows, key=lambda key: tuple(map(in_order, key)))
    return {key: _moments(found, np.array(rows[key]), raters, reading) for key in order}


def _moments(found: PatternSums, rows: Any, raters: tuple[str, ...], reading: Audit) -> Moments:
    rows = rows[found.present[rows].any(axis=1)]  # an item without a rating says nothing
    order = rows[np.lexsort(found.present[rows].T)]
    present, n = found.present[order], found.n[order]
    raw = Sums.of_raw(n, found.first[order], found.second[order])
    sums = Sums(raw.n, raw.mean, raw.cross, _apart(found.apart[order], n, raw.mean, present))
    total = int(found.n.sum())
    return Moments(
        raters=raters, occasions=("",), present=present, centre=found.centre, counts=np.zeros(0), stated=sums,
        audit=reading.but(
            rows_read=reading.rows_read or total, rows_used=reading.rows_used or total, n_items=int(n.sum()),
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
