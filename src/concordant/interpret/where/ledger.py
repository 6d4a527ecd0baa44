"""The ledger: disagreement split exactly over items, raters, categories and slices, so that parts add up.

With 1 − θ = D_o/D_e an item's part is its own disagreement over D_e and the number of items.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...digits import tied
from ...inference.influential_items import scored_items
from ...inference.measure import Measure
from ...language.message import Message
from ...ratings.factorise import CodedColumn
from ...ratings.observed import in_order
from ...reduce.item_weights import Floats, weight_by_code
from ..compare import Comparison
from ..record import Record
from .ledger_sums import DisagreementForm, LedgerSums, disagreement_sums, form_of
from .ledger_words import sentences

#: Columns with more values than this are labels of items rather than slices.
MOST_VALUES = 200
#: Pairs of categories that are listed; the matrix holds all.
_LISTED = 10


@dataclass(frozen=True, kw_only=True)
class LedgerEntry(Record):
    """What one part adds: `amount` in units of the total, `share` of it, and its `size` as a share of all.

    `ratio` is share over size: 2 means twice as much disagreement as its size would give. `bias` is the part
    of the amount that is a difference of levels.
    """

    name: tuple[Any, ...]
    amount: float
    share: float
    size: float = math.nan
    ratio: float = math.nan
    bias: float = math.nan


@dataclass(frozen=True, kw_only=True)
class LedgerItem(Record):
    """An item, what everybody said of it, its share of the disagreement, and the share up to here."""

    said: Mapping[str, Any]
    amount: float
    share: float
    cumulative: float


@dataclass(frozen=True, kw_only=True)
class Ledger(Record):
    """`what` is split: "one-minus" the coefficient, the "distance", the mean "squared" difference, or "none".

    `categories` is the matrix of amounts in the order of the scale: rows are the first rater's categories
    where two are compared; with more raters a pair stands half on either side. `category_pairs` lists the
    largest. `raters` have half of each of their pairs. `half_items` is the smallest number of items that
    makes up half of the disagreement. `bias` is the share of the total that is raters' different levels,
    where disagreement is a squared difference.
    """

    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    what: str
    total: float
    n_items: float
    labels: tuple[Any, ...] = ()
    categories: tuple[tuple[float, ...], ...] = ()
    category_pairs: tuple[LedgerEntry, ...] = ()
    raters: tuple[LedgerEntry, ...] = ()
    rater_pairs: tuple[LedgerEntry, ...] = ()
    slices: Mapping[str, tuple[LedgerEntry, ...]] = field(default_factory=dict)
    items: tuple[LedgerItem, ...] = ()
    half_items: float = math.nan
    bias: float = math.nan
    said: tuple[Message, ...] = ()

    @property
    def tied(self) -> bool:
        """Whether the items listed weigh the same, so that none of them comes first."""
        shares = [item.share for item in self.items]
        return len(shares) > 1 and max(shares) - min(shares) <= 1e-9


def ledger(compared: Comparison, k: int = 20) -> Ledger:
    """Where the disagreement lies that keeps the main coefficient from its best value."""
    name, options = compared.main
    form = form_of(name, options, compared.ratings)
    if form is None:
        nothing = Message("ledger.no-form", {"m": [name, _stated(options)]})
        return Ledger(
            measure=name, options=_stated(options), what="none", total=math.nan, n_items=0, said=(nothing,)
        )
    sums = disagreement_sums(compared.ratings, compared.weights, form)
    found = _Found(compared, form, sums, _total(compared, form, sums))
    book = Ledger(
        measure=name,
        options=_stated(options),
        what=form.what,
        total=found.total,
        n_items=float(sums.weights.sum()),
        **(found.parts(k) if sums.total > 0 and not math.isnan(found.total) else {}),
    )
    return replace(book, said=sentences(book, compared))


def _stated(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as JSON has them."""
    return {n: v.tolist() if isinstance(v, np.ndarray) else v for n, v in options.items() if v is not None}


def _total(compared: Comparison, form: DisagreementForm, sums: LedgerSums) -> float:
    """What is to be split; nan where it is not defined."""
    n = float(sums.weights.sum())
    if form.what == "squared" or n == 0:
        return sums.total / n if n > 0 else math.nan
    name, options = compared.main
    measure = Measure(BY_NAME[name], compared.ratings, dict(options))
    estimate = measure.estimate(measure.reduce())
    if estimate.undefined is not None:
        return math.nan
    return float(estimate.value) if form.what == "distance" else 1 - float(estimate.value)


class _Found:
    """The sums of one comparison, said as entries."""

    def __init__(self, compared: Comparison, form: DisagreementForm, sums: LedgerSums, total: float) -> None:
        self.compared, self.form, self.sums, self.total = compared, form, sums, total
        self.of_items = weight_by_code(compared.origin, sums.rows, len(compared.items))
        self.items = weight_by_code(compared.origin, sums.weights, len(compared.items))

    def parts(self, k: int) -> dict[str, Any]:
        """All splits."""
        sums, ratings = self.sums, self.compared.ratings
        raters = () if ratings.anonymous else tuple(self._raters())
        matrix = sums.categories
        return {
            "labels": () if matrix is None else tuple(ratings.labels.tolist()),
            "categories": () if matrix is None else tuple(map(tuple, (matrix * self._unit).tolist())),
            "category_pairs": tuple(self._category_pairs()),
            "raters": raters,
            "rater_pairs": () if ratings.anonymous else tuple(self._people() or self._rater_pairs()),
            "slices": dict(self._slices()),
            "items": tuple(self._items(k)),
            "half_items": self._half(),
            "bias": _bias(sums) / sums.total,
        }

    @property
    def _unit(self) -> float:
        return self.total / self.sums.total

    def _entry(
        self, name: tuple[Any, ...], amount: float, size: float, bias: float = math.nan
    ) -> LedgerEntry:
        share = float(amount / self.sums.total)
        return LedgerEntry(
            name=name,
            amount=float(amount * self._unit),
            share=share,
            size=float(size),
            ratio=float(share / size) if size > 0 else math.nan,
            bias=float(bias * self._unit),
        )

    def _category_pairs(self) -> Iterator[LedgerEntry]:
        """The largest first; either order is one pair where raters are more than two."""
        sums, labels = self.sums, self.compared.ratings.labels.tolist()
        if sums.categories is None or sums.cells is None:
            return
        amount, cells = sums.categories, sums.cells
        if not self.compared.pair:
            amount, cells = (np.triu(x + x.T, 1) for x in (amount, cells))
        met = float(sums.cells.sum())
        order = np.argsort(-tied(amount.ravel()), kind="stable")[:_LISTED]
        for i, j in zip(*np.unravel_index(order, amount.shape), strict=True):
            if amount[i, j] > 0:
                yield self._entry((labels[i], labels[j]), amount[i, j], cells[i, j] / met)

    def _raters(self) -> Iterator[LedgerEntry]:
        ratings = self.compared.ratings
        given = np.array([self.sums.weights[c >= 0].sum() for c in ratings.columns])
        for g, name in enumerate(ratings.raters):
            yield self._entry((name,), self.sums.raters[g], given[g] / given.sum())

    def _rater_pairs(self) -> Iterator[LedgerEntry]:
        sums, names = self.sums, self.compared.ratings.raters
        if sums.pairs is None:
            return
        pairs, all_met = sums.pairs, sums.pairs.met.sum()
        for g, h in zip(*np.nonzero(pairs.met), strict=True):
            yield self._entry(
                (names[g], names[h]), pairs.apart[g, h], pairs.met[g, h] / all_met, pairs.bias[g, h]
            )

    def _people(self) -> tuple[LedgerEntry, ...]:
        """A judge with each of several people, who are one column of `ratings`."""
        compared, items = self.compared, self.compared.items
        if compared.kind != "judge" or len(compared.reference) < 2:
            return ()
        unit = np.zeros(len(items))
        unit[compared.origin] = compared.weights
        found = [
            disagreement_sums(items.select([person, compared.name]), unit, self.form)
            for person in compared.reference
        ]
        if not math.isclose(sum(s.total for s in found), self.sums.total, rel_tol=1e-9):
            return ()  # some pairs of an item were left out
        met = sum(float(s.weights.sum()) for s in found)
        return tuple(
            self._entry((person, compared.name), s.total, s.weights.sum() / met, _bias(s))
            for person, s in zip(compared.reference, found, strict=True)
        )

    def _slices(self) -> Iterator[tuple[str, tuple[LedgerEntry, ...]]]:
        items = self.compared.items
        others = (n for n in ("dimension", "round") if getattr(items, n) is not None)
        for name in (*others, *items.slices):
            column = items.part_column(name)
            if len(column.labels) <= MOST_VALUES:
                yield name, tuple(sorted(self._values(column), key=lambda entry: in_order(entry.name[0])))

    def _values(self, column: CodedColumn) -> Iterator[LedgerEntry]:
        labels = [None, *np.asarray(column.labels, dtype=object).tolist()]
        code = column.codes.astype(np.int64) + 1
        amount, size = (weight_by_code(code, x, len(labels)) for x in (self.of_items, self.items))
        for place in np.flatnonzero(size).tolist():
            yield self._entry((labels[place],), amount[place], size[place] / self.items.sum())

    def _each(self) -> Floats:
        """What one item of each row of `items` adds; a row of a sample is one item, whatever its weight."""
        if not self.compared.items.copies:
            return self.of_items
        return np.asarray(self.of_items / np.where(self.items > 0, self.items, 1.0))

    def _items(self, k: int) -> Iterator[LedgerItem]:
        """The k worth adjudicating first."""
        each = tied(self._each())
        source, rows = self.compared.source, self.compared.items
        if not rows.copies:
            source = rows = replace(rows, weights=None)
        share = 0.0
        for values, score in scored_items(source, rows, each, k):
            part = score / self.sums.total
            share += part
            yield LedgerItem(said=values, amount=part * self.total, share=part, cumulative=share)

    def _half(self) -> float:
        """The fewest items that make up half: those that add most come first."""
        each = tied(self._each())
        count = self.items if self.compared.items.copies else (self.items > 0).astype(float)
        order = np.argsort(-each, kind="stable")
        run = np.cumsum((each * count)[order])
        last = int(np.searchsorted(run, self.sums.total / 2 * (1 - 1e-12)))
        before = run[last - 1] if last else 0.0
        more = (self.sums.total / 2 - before) / each[order[last]]
        return float(count[order[:last]].sum() + math.ceil(more - 1e-9))


def _bias(sums: LedgerSums) -> float:
    return math.nan if sums.pairs is None else float(sums.pairs.bias.sum())
