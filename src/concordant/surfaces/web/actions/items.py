"""The items behind a number: those of a cell, a slice or a finding, searched, sorted and paged."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....errors import OptionError, choose
from ....interpret.compare import Comparison, judged, together, usable_rows
from ....interpret.study import ComparisonReport
from ....interpret.where import CutCounts, ItemFacts, in_item_order, item_facts
from ....ratings.ratings import Ratings
from ....ratings.texts import Written
from ...api.study_result import Study

SORTS = ("item", "spread", "-item")
PAGE = 50

Rows = NDArray[np.int64]


@dataclass(frozen=True)
class ItemChoice:
    """Which items are listed.

    `cell` is a row and a column, from 1, of a comparison's table, where 0 stands for all of them; `cut` the
    place of a boundary of the scale, from 1, that the ratings lie on both sides of; `finding` a place among
    the findings, from 1; `compared` leaves those that a comparison rests on, `slices` those with these
    values, `pair` those that both raters rated, `shared` those that `rater` and any other of those it is
    compared with rated, `again` those that `rater` rated more than once, `both` those to which somebody gave
    the one and somebody the other of two values, `kinds` those that a pair of raters of these kinds rated,
    `differ` those on which raters differ, `search` those with a text in them.
    """

    comparison: str = ""
    cell: tuple[int, int] | None = None
    finding: int | None = None
    slices: tuple[tuple[str, str], ...] = ()
    pair: tuple[str, ...] = ()
    rater: str = ""
    value: str = ""
    differ: bool = False
    compared: bool = False
    cut: int | None = None
    shared: bool = False
    again: bool = False
    both: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    item: str = ""
    search: str = ""
    sort: str = "item"

    @property
    def of_study(self) -> bool:
        """Whether these are items behind a number of the study, so that it has to be there."""
        of_comparison = self.cell is not None or self.cut is not None or self.compared
        return of_comparison or self.finding is not None or self.shared or bool(self.kinds)


@dataclass(frozen=True)
class ItemPage:
    """A page of items: `n` are listed in all, and `counted` is what they count in the table.

    `after` names the last row of this page, where there are more.
    """

    items: tuple[ItemFacts, ...]
    rows: tuple[int, ...]
    n: int
    counted: float
    after: int | None


def items_page(
    ratings: Ratings,
    study: Callable[[], Study],
    chosen: ItemChoice,
    after: int | None = None,
    limit: int = PAGE,
) -> ItemPage:
    """One page of the items that a filter leaves; `after` is the last row of the page before.

    `study` is made only where the choice is about one of its numbers.
    """
    rows, shares = matching(ratings, study, chosen)
    order = _sorted(ratings, rows, chosen.sort)
    start = 0
    if after is not None:
        found = np.flatnonzero(order == after)
        start = int(found[0]) + 1 if len(found) else 0
    shown = [int(row) for row in order[start : start + limit]]
    more = start + limit < len(order)
    return ItemPage(
        tuple(item_facts(ratings, shown)),
        tuple(shown),
        len(order),
        math.fsum(shares),
        shown[-1] if more else None,
    )


def matching(ratings: Ratings, study: Callable[[], Study], chosen: ItemChoice) -> tuple[Rows, list[float]]:
    """The rows that a filter leaves, and what each counts in the table that it comes from."""
    shares = _weights(ratings)
    keep = np.ones(len(ratings), dtype=bool)
    if chosen.cell is not None:
        shares = cell_shares(ratings, comparison_named(study(), chosen.comparison), chosen.cell)
        keep &= shares > 0
    if chosen.cut is not None:
        shares = cut_shares(ratings, comparison_named(study(), chosen.comparison), chosen.cut)
        keep &= shares > 0
    if chosen.compared:
        keep &= usable_rows(_compared(ratings, comparison_named(study(), chosen.comparison)))
    for column, value in chosen.slices:
        keep &= ratings.column_of(column).astype(str) == value
    if chosen.finding is not None:
        keep &= _basis(ratings, study(), chosen.finding)
    for name in chosen.pair:
        keep &= ratings.columns[ratings.place_of(name)] >= 0
    for value in (*chosen.both, *([] if chosen.rater or not chosen.value else [chosen.value])):
        names = (
            _raters_of(comparison_named(study(), chosen.comparison)) if chosen.compared else ratings.raters
        )
        keep &= np.any([_has_value(ratings, name, value) for name in names], axis=0)
    if chosen.kinds:
        keep &= _rated_by_kinds(ratings, study(), chosen.kinds)
    if chosen.rater:
        own = ratings.columns[ratings.place_of(chosen.rater)]
        keep &= own >= 0
        if chosen.value:
            keep &= _has_value(ratings, chosen.rater, chosen.value)
        if chosen.shared:
            keep &= _rated_by_others(ratings, chosen.rater, study().who.reference)
        if chosen.again:
            keep &= _rated_again(ratings, own)
    if chosen.item:
        keep &= np.array([str(name) == chosen.item for name in ratings.item_labels.tolist()])
    if chosen.differ:
        keep &= spread_of(ratings) > 0
    if chosen.search:
        keep &= _holds(ratings, np.flatnonzero(keep), chosen.search)
    rows = np.flatnonzero(keep)
    return rows, shares[rows].tolist()


def _raters_of(one: ComparisonReport) -> Sequence[str]:
    """Everybody whose ratings a comparison rests on."""
    return (*one.reference, one.name) if one.kind == "judge" else one.raters


def _has_value(ratings: Ratings, rater: str, value: str) -> NDArray[np.bool_]:
    """The rows to which a rater gave a value."""
    labels = np.array([*map(str, ratings.labels.tolist()), ""])
    return np.asarray(labels[ratings.columns[ratings.place_of(rater)]] == value)


def comparison_named(study: Study, name: str) -> ComparisonReport:
    """The comparison of this name, or the main one."""
    if name:
        return study.comparison(name)
    if study.main is None:
        raise OptionError("Nothing is compared in this study.")
    return study.main


def cell_shares(ratings: Ratings, one: ComparisonReport, cell: tuple[int, int]) -> NDArray[np.float64]:
    """How much each row counts in a cell of a comparison's table: its share where several people rated it."""
    compared = _compared(ratings, one)
    if not compared.pair or ratings.anonymous:
        raise OptionError(f"The comparison {one.name} has no table of two raters.")
    source = compared.source
    people = one.reference or one.raters[:1]
    second = source.columns[source.place_of(compared.ratings.raters[1])]
    given = np.stack([source.columns[source.place_of(name)] for name in people])
    met = (given >= 0) & (second >= 0)
    here = met & _in_category(given, cell[0]) & _in_category(second, cell[1])
    return np.asarray(_weights(source) * here.sum(axis=0) / np.maximum(met.sum(axis=0), 1))


def _in_category(codes: NDArray[Any], place: int) -> NDArray[np.bool_]:
    """Whether a rating is of the category at this place, from 1; 0 is any."""
    return np.asarray(codes >= 0 if place == 0 else codes == place - 1)


def cut_shares(ratings: Ratings, one: ComparisonReport, cut: int) -> NDArray[np.float64]:
    """How much each row counts as split by a boundary: the share of its pairs of ratings on both sides."""
    if not 1 <= cut <= len(one.boundaries):
        raise OptionError(f"There is no boundary {cut}: the scale has {len(one.boundaries)}.")
    compared = _compared(ratings, one)
    source, order = compared.source, np.argsort(compared.positions, kind="stable")
    if one.kind != "judge":
        split = CutCounts(source.select(list(one.raters)), order).split(cut)
        return np.asarray(_weights(source) * split)
    above = np.isin(np.arange(len(order)), order[cut:])
    second = source.columns[source.place_of(one.name)]
    given = np.stack([source.columns[source.place_of(name)] for name in one.reference])
    met = (given >= 0) & (second >= 0)
    apart = met & (above[given] != above[second])
    return np.asarray(_weights(source) * apart.sum(axis=0) / np.maximum(met.sum(axis=0), 1))


def spread_of(ratings: Ratings) -> NDArray[np.float64]:
    """How far the ratings of each row lie apart: by value, by rank, or 1 where names differ."""
    codes = ratings.matrix
    values = ratings.values
    places = np.arange(len(ratings.labels), dtype=float) if values is None else values
    at = np.where(codes >= 0, np.append(places, np.nan)[codes], np.nan)
    known = (codes >= 0).any(axis=1)
    spread = np.zeros(len(ratings))
    spread[known] = np.nanmax(at[known], axis=1) - np.nanmin(at[known], axis=1)
    return spread if ratings.scale.ordered else (spread != 0).astype(float)


def _weights(ratings: Ratings) -> NDArray[np.float64]:
    return ratings.item_weights


def _rated_by_others(ratings: Ratings, rater: str, references: Sequence[str]) -> NDArray[np.bool_]:
    """The rows that one of the references, or of all raters where there are none, rated beside this rater."""
    others = [name for name in references or ratings.raters if name != rater]
    rated = np.zeros(len(ratings), dtype=bool)
    for name in others:
        rated |= ratings.columns[ratings.place_of(name)] >= 0
    return rated


def _rated_by_kinds(ratings: Ratings, study: Study, kinds: tuple[str, ...]) -> NDArray[np.bool_]:
    """The rows that a pair of raters rated, one of each kind."""
    if len(kinds) != 2 or study.matrix is None:
        raise OptionError("kinds must name the two kinds of a pair of raters.")
    given = {kind: np.zeros(len(ratings), dtype=np.int64) for kind in kinds}
    for name, kind in zip(study.matrix.raters, study.matrix.kinds, strict=True):
        if kind in given:
            given[kind] += ratings.columns[ratings.place_of(name)] >= 0
    first, second = kinds
    return given[first] > 1 if first == second else (given[first] > 0) & (given[second] > 0)


def _rated_again(ratings: Ratings, own: NDArray[Any]) -> NDArray[np.bool_]:
    """The rows of an item, in a dimension, to which a rater gave several ratings."""
    names = [*map(str, ratings.item_labels.tolist())]
    parts = [""] * len(names) if ratings.dimension is None else [*map(str, ratings.dimension.tolist())]
    keys = list(zip(names, parts, strict=True))
    times = Counter(key for key, code in zip(keys, own.tolist(), strict=True) if code >= 0)
    return np.array([times[key] > 1 for key in keys], dtype=bool)


def _sorted(ratings: Ratings, rows: Rows, sort: str) -> Rows:
    choose("sort", sort, SORTS)
    by_item = in_item_order(ratings, rows)
    if sort == "spread":
        return np.asarray(by_item[np.argsort(-spread_of(ratings)[by_item], kind="stable")])
    return by_item[::-1] if sort == "-item" else by_item


def _basis(ratings: Ratings, study: Study, place: int) -> NDArray[np.bool_]:
    """The rows that a finding was found in: of its slice and its rater, with something to compare."""
    findings = (*study.findings, *study.small_findings)
    if not 1 <= place <= len(findings):
        raise OptionError(f"There is no finding {place}: the study has {len(findings)}.")
    about = findings[place - 1].about
    one = next((c for c in study.comparisons if c.name == about.get("comparison")), None)
    keep = np.ones(len(ratings), dtype=bool) if one is None else usable_rows(_compared(ratings, one))
    if about.get("column") in ratings.slices:
        keep &= ratings.column_of(about["column"]).astype(str) == str(about["value"])
    if about.get("rater") in ratings.raters:
        keep &= ratings.columns[ratings.place_of(about["rater"])] >= 0
    return np.asarray(keep)


def _compared(ratings: Ratings, one: ComparisonReport) -> Comparison:
    """Who is compared with whom, on the ratings themselves."""
    if one.kind == "judge":
        return judged(ratings, one.reference, one.name)
    return together(ratings, one.raters, "raters")


def _holds(ratings: Ratings, rows: Rows, search: str) -> NDArray[np.bool_]:
    """The rows whose item, texts or comments hold a text, in letters of any case."""
    sought = search.casefold()
    columns: Sequence[Written | None] = (*ratings.texts.values(), *(ratings.comments or ()))
    keep = np.zeros(len(ratings), dtype=bool)
    labels: Any = ratings.item_labels
    for row in rows.tolist():
        texts = (str(labels[row]), *(column.text(row) for column in columns if column is not None))
        keep[row] = any(text is not None and sought in text.casefold() for text in texts)
    return keep
