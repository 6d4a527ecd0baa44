"""The items behind a number: where raters differ most, what moves a coefficient most, what lies in a cell.

Distinct rows are ranked, and only the items of the first of them are asked for, so that a table that is
kept elsewhere is never collected.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coefficients.catalogue import BY_NAME
from ..digits import tied
from ..errors import OptionError, choose, is_count
from ..frame import Frame
from ..quote import quote, shorten
from ..ratings.audit import INFERRED
from ..ratings.factorise import CodedColumn
from ..ratings.ratings import Ratings
from ..reduce.distinct_rows import distinct
from ..reduce.item_weights import Floats
from ..reduce.patterns import Patterns, number_of_rows, row_keys
from ..reduce.profiles import profiles
from ..result import Note
from .measure import Measure, as_statistic

#: What items are ranked by unless it is a coefficient.
DISAGREEMENT = "disagreement"


def top_items(
    ratings: Ratings, k: int, by: str, where: Mapping[str, Any], options: Mapping[str, Any]
) -> Frame:
    """At most k items, the most telling first; `where` gives a value of slices or of raters."""
    check_ranking(k, by, options)
    rows = ratings if ratings.item_source is not None else _countable(ratings, where)
    score = _disagreement(rows) if by == DISAGREEMENT else _pull(rows, by, options)
    score, keep = tied(score), _chosen(rows, where)
    looked = keep if where else keep & (score > 0)
    unneeded = [name for name in rows.slices if name not in where]
    columns, scores = _items(ratings, rows, looked, score, k, unneeded)
    matching = float(rows.item_weights[looked].sum())
    return influence_frame(columns, scores, by, matching)


def influence_frame(
    columns: Mapping[str, Any], scores: Sequence[float], by: str, matching: float | None = None
) -> Frame:
    """Items with their columns, the score of each, and what it is; `matching` is how many there are."""
    what = "disagreement" if by == DISAGREEMENT else f"influence on {by}"
    among = "" if matching is None else f"of {matching:,.0f} "
    of_items = not {"dimension", "repeat", "round"} & set(columns)
    total = {"of": matching} if of_items else {"of_ratings": matching}
    facts = {"shown": len(scores), **total, "by": by}
    note = Note(
        "items", f"{len(scores)} {among}{'items' if of_items else 'ratings'} shown, by {what}.", facts
    )
    called = "score" if "score" not in columns else "score of the item"
    held = {name: _objects(column) for name, column in columns.items()}
    return Frame({**held, called: np.array(scores)}, "Items to review first", (note,))


def check_ranking(k: int, by: str, options: Mapping[str, Any]) -> None:
    """Complain of what cannot be asked of items."""
    if not is_count(k):
        raise OptionError(f"k must be a whole number, 1 or more, got {quote(k)}.")
    if by != DISAGREEMENT:
        choose("by", by, [DISAGREEMENT, *BY_NAME])
    for name in options if by == DISAGREEMENT else ():
        raise OptionError(f"{quote(name)} is not an option when items are ranked by disagreement.")


def influential_items(
    ratings: Ratings, rows: Ratings, score: Floats, k: int
) -> tuple[Mapping[str, Any], ...]:
    """At most k items with the highest scores above 0, each with what raters said of it.

    `rows` are distinct rows of the ratings (or the ratings themselves), `score` is theirs.
    """
    return tuple(item for item, _ in scored_items(ratings, rows, score, k))


def scored_items(
    ratings: Ratings, rows: Ratings, score: Floats, k: int
) -> tuple[tuple[Mapping[str, Any], float], ...]:
    """At most k items with the highest scores above 0, each with its score."""
    score = tied(score)
    columns, scores = _items(ratings, rows, score > 0, score, k, _that_do_not_matter(rows, score))
    columns = {name: column for name, column in columns.items() if name not in _only_shown(rows)}
    held = [_objects(column).tolist() for column in columns.values()]
    items = (dict(zip(columns, cells, strict=True)) for cells in zip(*held, strict=True))
    return tuple(zip(items, scores, strict=True))


def _only_shown(rows: Ratings) -> set[str]:
    """Columns of texts and comments, which an engine hands over with all the others."""
    roles = None if rows.item_source is None else rows.item_source.roles
    return set() if roles is None else {*roles.text, *roles.comment.values()}


def _that_do_not_matter(rows: Ratings, score: Floats) -> list[str]:
    """The slices, where rows that raters rated alike score alike: fewer kinds of rows to look for then."""
    if rows.item_source is None or not rows.slices:
        return []
    _, kind = number_of_rows(rows.columns, [len(rows.labels)] * rows.n_raters)
    highest, lowest = (np.full(int(kind.max(initial=0)) + 1, end) for end in (-np.inf, np.inf))
    np.maximum.at(highest, kind, score)
    np.minimum.at(lowest, kind, score)
    return list(rows.slices) if bool((highest[kind] == lowest[kind]).all()) else []


def _items(
    ratings: Ratings,
    rows: Ratings,
    looked: NDArray[np.bool_],
    score: Floats,
    k: int,
    unneeded: Sequence[str],
) -> tuple[dict[str, Any], list[float]]:
    if rows.item_source is not None and rows.cluster_copies is not None:
        looked = looked & _first_of_each(rows.item_source.at)
    at = _enough(rows, looked, score, k)
    if rows.item_source is None:
        return _in_memory(ratings, rows, at, score, k)
    if not at.size:
        return {}, []
    answer, scores = rows.item_source.first(at.tolist(), score[at].tolist(), k, unneeded)
    return dict(answer), scores


def _first_of_each(kinds: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Of rows of one kind, which several clusters have, the first."""
    first = np.zeros(len(kinds), dtype=bool)
    first[np.unique(kinds, return_index=True)[1]] = True
    return first


#: Of rows with one and the same score at most so many kinds are looked into.
_MOST_KINDS = 2048


def _enough(rows: Ratings, looked: NDArray[np.bool_], score: Floats, k: int) -> NDArray[np.int64]:
    """The rows with the highest scores, as many as hold k items, and those that score as much as the last."""
    at = np.flatnonzero(looked)
    at = at[np.argsort(-score[at], kind="stable")]
    if not at.size:
        return at
    held = np.cumsum(rows.item_weights[at])
    last = min(int(np.searchsorted(held, k)), len(at) - 1)
    enough = at[score[at] >= score[at[last]]]
    most = max(last + 1, _MOST_KINDS) if rows.weights is not None else len(enough)
    return np.asarray(enough[:most])


def _countable(ratings: Ratings, where: Mapping[str, Any]) -> Ratings:
    slices = [name for name in where if name not in ratings.raters]
    return distinct(ratings, slices)


def _chosen(rows: Ratings, where: Mapping[str, Any]) -> NDArray[np.bool_]:
    """Rows that have these values."""
    keep = np.ones(len(rows), dtype=bool)
    for name, value in where.items():
        if name in rows.raters:
            keep &= rows.columns[rows.place_of(name)] == _code(rows, name, value)
        else:
            column = rows.column_of(name)
            hit = column.astype(str) == str(value)
            if not hit.any():
                seen = list(dict.fromkeys(column.tolist()))[:8]
                raise OptionError(
                    f"No row has {shorten(name)} = {quote(value)}; its values are {quote(seen)}."
                )
            keep &= hit
    return keep


def _code(rows: Ratings, rater: str, value: Any) -> int:
    """The code of a label, however it is written; None is a gap."""
    if value is None or value == "":
        return -1
    written = [str(label) for label in rows.labels.tolist()]
    if str(value) not in written:
        raise OptionError(
            f"{quote(value)} is not a rating by {shorten(str(rater))}; the ratings are {quote(written)}."
        )
    return written.index(str(value))


def _disagreement(rows: Ratings) -> Floats:
    """The mean over pairs of ratings of an item: whether they differ, or by how much if there is an order."""
    if rows.scale.level == "nominal":
        return profiles(_as_patterns(rows), keep_rows=True).mean_over_pairs(
            lambda a, b: (a != b).astype(float)
        )
    value = rows.values if rows.values is not None else np.arange(len(rows.labels), dtype=float)
    return profiles(_as_patterns(rows), keep_rows=True).mean_over_pairs(
        lambda a, b: np.abs(value[a] - value[b])
    )


def _as_patterns(rows: Ratings) -> Patterns:
    """A pattern for each row, equal ones apart."""
    weights = rows.item_weights
    return Patterns(
        rows.matrix.astype(np.int32), weights, rows.labels, rows.scale, rows.raters, None, rows.anonymous,
        kinds=rows.rater_kinds,
    )  # fmt: skip


def _pull(rows: Ratings, name: str, options: Mapping[str, Any]) -> Floats:
    """How far one more such item moves the coefficient away from its best value."""
    c = BY_NAME[name]
    measure = Measure(c, rows, dict(options))
    estimate = measure.estimate(as_statistic(c.statistic, _as_patterns(rows), keep_rows=True))
    slope = estimate.value.slope
    if estimate.undefined is not None or slope is None or math.isnan(c.best):
        why = (
            estimate.undefined.text if estimate.undefined else "it has no best value, or no influence values."
        )
        raise OptionError(f"Items cannot be ranked by {name}: {why}")
    above = float(estimate.value) > c.best
    return np.asarray(slope if above else -slope, dtype=float)


def _in_memory(
    ratings: Ratings, rows: Ratings, at: NDArray[np.int64], score: Floats, k: int
) -> tuple[dict[str, NDArray[Any]], list[float]]:
    """The items of the first distinct rows, found by comparing columns; equal scores go by item."""
    if rows is ratings:
        found = [(float(score[row]), row) for row in at.tolist()]
    else:
        found = [(float(score[row]), place) for row, place in _equal_rows(ratings, rows, at)]
    named = ratings.item_labels
    found.sort(key=lambda one: (-one[0], isinstance(named[one[1]], str), named[one[1]]))
    places = np.array([place for _, place in found[:k]], dtype=np.int64)
    labels = [*ratings.labels.tolist(), None]
    called = ratings.reading.roles.get("item", "item").removesuffix(INFERRED)
    columns = {
        called if called not in ratings.raters else f"{called} (item)": _objects(named[places].tolist()),
        **{
            name: _objects(getattr(ratings, name)[places].tolist())
            for name in ("dimension", "repeat", "round")
            if getattr(ratings, name) is not None and name not in ratings.raters
        },
        **{
            rater: _objects([labels[code] for code in column[places]])
            for rater, column in zip(ratings.raters, ratings.columns, strict=True)
        },
        **{name: _objects(column[places].tolist()) for name, column in ratings.slices.items()},
    }
    return columns, [one for one, _ in found[:k]]


def _equal_rows(ratings: Ratings, rows: Ratings, at: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Some of the distinct rows, each with the rows of the ratings that it stands for."""
    own = [*ratings.columns, *(ratings.part_column(name).codes for name in rows.slices)]
    counted = [*rows.columns, *(column.codes for column in rows.slices.values())]
    columns = [np.concatenate([one, other[at]]) for one, other in zip(own, counted, strict=True)]
    keys = row_keys(columns, [int(column.max(initial=0)) + 1 for column in columns])
    keys, wanted = keys[: len(ratings)], keys[len(ratings) :]
    places = np.flatnonzero(np.isin(keys, wanted))
    order = np.argsort(wanted, kind="stable")
    which = at[order][np.searchsorted(wanted[order], keys[places])]
    return zip(which.tolist(), places.tolist(), strict=True)


def _objects(values: Any) -> NDArray[Any]:
    cells = values.tolist() if isinstance(values, CodedColumn) else list(values)
    held = np.empty(len(cells), dtype=object)
    held[:] = cells
    return held
