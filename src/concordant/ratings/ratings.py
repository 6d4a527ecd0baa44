"""Ratings: who gave which rating to which item; checked once and never changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_arguments, check_arguments_and, kind_of
from ..errors import OptionError, choose
from ..frame import rows_kept
from ..quote import quote, shorten
from ..result import Note
from .audit import Audit, audit_of, remarks_on
from .check_ratings import check_ratings
from .factorise import CodedColumn, Codes, factorise, number_rows
from .phrases import many
from .scale import Scale
from .texts import Written

if TYPE_CHECKING:
    from .remote import ItemSource


@dataclass(frozen=True, eq=False, kw_only=True)
class Ratings:
    """Who gave which rating to which item; one row for each thing rated, one column for each rater.

    A row is an item, or an item in one dimension, repeat and round where those are given. Ratings are
    made by `concordant.read` and `concordant.as_ratings`, and never changed.

    Attributes
    ----------
    columns : tuple of arrays
        One array of codes for each rater; -1 is a gap.
    raters : tuple of str
        Names of the raters.
    scale : Scale
        Level and categories.
    labels : array
        What the codes point to.
    items : array or None
        Names of the items, by row; `numbered` means that they are only row numbers.
    rater_kinds : tuple of str
        "human", "judge", "code", "gold" or "" for each rater.
    dimension, repeat, round : array or None
        Of each row.
    slices : mapping
        Columns to break results down by.
    weights : array or None
        For how many equal rows a row stands (`copies`). Weights that are not whole are those of a
        sample, and a row is then one item.
    clusters : array or None
        What varies together, by row; `cluster_copies` is the number of equal clusters a row's
        cluster represents, or of equal items where an item's rows vary together.
    times : tuple of arrays or None
        When a rating was given, by rater and row: seconds since 1970 or a number for the order, nan
        where unknown.
    texts : mapping
        What an item is, by row; only shown.
    comments : tuple or None
        What was written with a rating, by rater and row; only shown.
    anonymous : bool
        Whether columns are places, not people, so that who gave which rating is not known.
    item_source : ItemSource or None
        The way to the items where an engine counted them and only the distinct rows are here.
    reading : Audit
        What was read; `audit` adds what was inferred and excluded.
    """

    columns: tuple[Codes, ...]
    raters: tuple[str, ...]
    scale: Scale
    labels: NDArray[Any]
    items: NDArray[Any] | None = None
    rater_kinds: tuple[str, ...] = ()
    dimension: NDArray[Any] | None = None
    repeat: NDArray[Any] | None = None
    round: NDArray[Any] | None = None
    slices: Mapping[str, CodedColumn] = field(default_factory=dict)
    weights: NDArray[np.float64] | None = None
    clusters: NDArray[Any] | None = None
    cluster_copies: NDArray[np.float64] | None = None
    times: tuple[NDArray[np.float64] | None, ...] | None = None
    texts: Mapping[str, Written] = field(default_factory=dict)
    comments: tuple[Written | None, ...] | None = None
    anonymous: bool = False
    copies: bool = True
    numbered: bool = False
    item_source: ItemSource | None = None
    reading: Audit = field(default_factory=Audit)
    #: The same object in all ratings that have the same rows (see `select`).
    same_rows: object = field(default_factory=object, repr=False)

    def __post_init__(self) -> None:
        check_ratings(self)
        if not self.rater_kinds:
            object.__setattr__(self, "rater_kinds", ("",) * len(self.raters))
        for column in self.columns:
            column.setflags(write=False)

    # --- size and shape ---

    def __len__(self) -> int:
        return len(self.columns[0])

    @property
    def n_raters(self) -> int:
        """How many raters there are."""
        return len(self.raters)

    @property
    def item_labels(self) -> NDArray[Any]:
        """A label for each row's item; its number, from 1, where none was given."""
        return np.arange(1, len(self) + 1) if self.items is None else self.items

    @cached_property
    def n_items(self) -> int:
        """How many items there are; one may have a row for each dimension, repeat and round."""
        several = self.dimension is not None or self.repeat is not None or self.round is not None
        if several and self.items is not None:
            if self.cluster_copies is None or self.clusters is not None:
                return self._n_item_labels
            stands_for = dict(zip(self.items.tolist(), self.cluster_copies.tolist(), strict=True))
            return round(sum(stands_for.values()))
        return self.weighed(1)

    @cached_property
    def _n_item_labels(self) -> int:
        """How many items are told apart; without dimensions and the like each row is one."""
        return len(set(self.item_labels.tolist()))

    @property
    def item_weights(self) -> NDArray[np.float64]:
        """The number of items each row represents; 1 unless weights were given."""
        return np.ones(len(self)) if self.weights is None else self.weights

    @cached_property
    def clusters_in_force(self) -> NDArray[Any] | None:
        """What varies together: the clusters given, else an item's rows, else a row that is sampled."""
        if self.clusters is not None:
            return self.clusters
        several = self.dimension is not None or self.repeat is not None or self.round is not None
        if several and self.items is not None and self._n_item_labels < len(self):
            return self.items
        return None if self.copies else self.item_labels

    @cached_property
    def matrix(self) -> Codes:
        """Codes as one matrix, rows × raters."""
        return np.stack(self.columns, axis=1)

    @cached_property
    def values(self) -> NDArray[np.float64] | None:
        """The number each code stands for, or None where labels are only names."""
        if self.scale.values is not None:
            return np.array(self.scale.values, dtype=float)
        if self.scale.categories is None:
            return self.labels.astype(float)
        return None

    # --- parts ---

    @check_arguments_and({"raters": kind_of(str | Sequence[str] | None)})
    def select(self, raters: Sequence[str] | None) -> Ratings:
        """The ratings of these raters only, in this order."""
        if raters is None or tuple(raters) == self.raters:
            return self
        if isinstance(raters, str):
            raters = [raters]
        if self.anonymous:
            raise OptionError("Counts do not record who gave each rating, so raters cannot be chosen.")
        places = [self.place_of(name) for name in raters]
        return replace(
            self,
            columns=tuple(self.columns[p] for p in places),
            raters=tuple(self.raters[p] for p in places),
            rater_kinds=tuple(self.rater_kinds[p] for p in places),
            times=None if self.times is None else tuple(self.times[p] for p in places),
            comments=None if self.comments is None else tuple(self.comments[p] for p in places),
        )

    @check_arguments
    def place_of(self, rater: str) -> int:
        """Which column is this rater's."""
        place = self._places.get(str(rater))
        if place is None:
            choose("a rater", str(rater), self.raters)
        return self._places[str(rater)]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.raters)}

    def rows(self, keep: NDArray[Any]) -> Ratings:
        """Only the rows marked True, or the rows with these numbers."""
        keep = rows_kept(keep, len(self))

        def part(values: NDArray[Any] | None) -> NDArray[Any] | None:
            return None if values is None else values[keep]

        def written(text: Written | None) -> Written | None:
            return None if text is None else text[keep]

        return replace(
            self,
            columns=tuple(c[keep] for c in self.columns),
            items=self.item_labels[keep],
            numbered=self.numbered or self.items is None,
            dimension=part(self.dimension),
            repeat=part(self.repeat),
            round=part(self.round),
            slices={name: values[keep] for name, values in self.slices.items()},
            weights=part(self.weights),
            clusters=part(self.clusters),
            cluster_copies=part(self.cluster_copies),
            times=None if self.times is None else tuple(map(part, self.times)),
            texts={name: text[keep] for name, text in self.texts.items()},
            comments=None if self.comments is None else tuple(map(written, self.comments)),
            item_source=None if self.item_source is None else self.item_source.rows(keep),
            same_rows=object(),
        )

    @check_arguments
    def column_of(self, name: str) -> NDArray[Any]:
        """The values by row of `dimension`, `repeat`, `round` or a slice column."""
        column = self.part_column(name)
        return np.asarray(column.labels, dtype=None if isinstance(column.labels, np.ndarray) else object)[
            column.codes
        ]

    @check_arguments
    def part_column(self, name: str) -> CodedColumn:
        """The values by row of `dimension`, `repeat`, `round` or a slice column, as codes."""
        known = [*(n for n in ("dimension", "repeat", "round") if getattr(self, n) is not None), *self.slices]
        if name not in known:
            raise OptionError(
                f"There is no column {quote(name)} to slice by; there are {quote(sorted(known))}."
            )
        return self.slices[name] if name in self.slices else factorise(getattr(self, name))

    def where(self, /, **conditions: Any) -> Ratings:
        """Rows in which each named column has the given value: `where(round="v2")`."""
        keep = np.ones(len(self), dtype=bool)
        for name, value in conditions.items():
            column = self.column_of(name)
            if not isinstance(value, (str, int, float, date, np.generic)):
                raise OptionError(
                    f"{shorten(name)} must be compared with a single value, got {quote(value)}."
                )
            hit = np.broadcast_to(column == value, column.shape)
            if not hit.any():
                hit = column.astype(str) == str(value)  # 2 and "2" are the same round
            keep &= hit
            if not hit.any():
                seen = list(dict.fromkeys(column.tolist()))[:8]
                raise OptionError(
                    f"No row has {shorten(name)} = {quote(value)}; its values are {quote(seen)}."
                )
        return self.rows(keep)

    def by(self, *names: str) -> Iterator[tuple[Any, Ratings]]:
        """The parts that share a value of a column, or of several (a tuple), in order of first occurrence."""
        columns = [self.part_column(name) for name in names]
        key, count = number_rows(columns)
        order = np.argsort(key, kind="stable")
        ends = np.searchsorted(key[order], np.arange(count + 1))
        parts = [order[ends[part] : ends[part + 1]] for part in range(count)]
        for rows in sorted(parts, key=lambda rows: int(rows[0])):
            values = tuple(column.label(int(rows[0])) for column in columns)
            yield values if len(names) > 1 else values[0], self.rows(rows)

    # --- what was read ---

    @cached_property
    def audit(self) -> Audit:
        """What was read, used and left out, and what the data look like."""
        return audit_of(self)

    @cached_property
    def remarks(self) -> tuple[Note, ...]:
        """What every result says about the data it rests on, one short sentence each."""
        return remarks_on(self)

    @cached_property
    def unrated(self) -> int:
        """How many items none of the raters rated."""
        for column in self.columns:
            if column.min(initial=0) >= 0:
                return 0
        return self.weighed(np.logical_and.reduce([column < 0 for column in self.columns]))

    def weighed(self, per_row: Any) -> int:
        """How many there are, a row that stands for several counted as often."""
        if self.weights is not None:
            return round(float((self.weights * per_row).sum()))
        return int(per_row.sum()) if np.ndim(per_row) else per_row * len(self)

    def __repr__(self) -> str:
        scale = f"{self.scale.level} scale with {many(len(self.labels), 'value')}"
        rows = many(len(self), "row")
        if self.item_source is not None:
            rows = f"{many(self.n_items, 'item')} in {many(len(self), 'distinct row')}"
        return f"Ratings({rows}, {many(self.n_raters, 'rater')}, {scale})"
