"""The way back to the items: reduced ratings know where their items are kept, and fetch a few of them."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...engines.items import first_matching, smallest, with_names
from ...engines.relation import Answer, Relation, as_list, picked
from ..reading import Roles


@dataclass(frozen=True, eq=False, kw_only=True)
class ItemSource:
    """`written` holds the cells that make each distinct row, by column of `frame`; `at` which rows are meant.

    `names` says what each column of an answer is called, `item` the column the items are named in, where
    there is one, and `labels` what codes mean where a column holds codes. `told` are the columns of the
    relation that name the item, say what it is, and hold comments (see `Roles`).
    """

    relation: Relation
    frame: Any
    written: Mapping[str, Any]
    at: NDArray[np.int64]
    names: Mapping[str, str]
    item: str | None = None
    labels: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    roles: Roles | None = None
    lock: Any = field(default_factory=threading.Lock)
    #: The first items, once they have been asked for.
    near: list[FirstItems] = field(default_factory=list)

    def rows(self, keep: NDArray[Any]) -> ItemSource:
        """The source of some of the distinct rows, given by a mask or by number."""
        return replace(self, at=self.at[keep])

    def first(
        self, rows: Sequence[int], scores: Sequence[float], count: int, without: Sequence[str] = ()
    ) -> tuple[Answer, list[float]]:
        """At most so many items of these distinct rows, higher scores first, and the score of each.

        Columns called in `without` need not be those of the row, only those that the score depends on.
        """
        places = self.at[list(rows)]
        columns = {
            place: as_list(picked(cells, places))
            for place, cells in self.written.items()
            if self.names[place] not in without
        }
        wanted: dict[tuple[Any, ...], float] = {}
        for cells, score in zip(zip(*columns.values(), strict=True), scores, strict=True):
            wanted.setdefault(cells, score)
        kinds = [(dict(zip(columns, cells, strict=True)), score) for cells, score in wanted.items()]
        with self.lock:  # a connection answers one at a time
            found, of = self._matching(kinds, count)
        return {called: self._spelled(place, found[place]) for place, called in self.names.items()}, of

    def _matching(self, wanted: Sequence[Wanted], count: int) -> tuple[Answer, list[float]]:
        """From the first items of the table, and from all of it where these are not enough."""
        columns = list(self.names)
        if self.item is None:
            return first_matching(self.relation, self.frame, wanted, columns, None, count)
        if not self.near:
            rows = smallest(self.relation, self.frame, columns, self.item, MANY)
            self.near.append(FirstItems(rows, whole=len(rows[self.item]) < MANY))
        near = self.near[0]
        places, scores, open_ = near.first(wanted, count)
        found = {column: [near.rows[column][place] for place in places] for column in columns}
        if open_:
            more, of = first_matching(
                self.relation, self.frame, open_, columns, self.item, count - len(places)
            )
            found = {column: [*found[column], *more[column]] for column in columns}
            scores += of
        return found, scores

    def smallest(self, count: int, match: Any = None) -> Answer:
        """The first rows by item, of those that match, each cell as it is written."""
        columns = list(dict.fromkeys([*([self.item] if self.item else []), *self.written]))
        with self.lock:
            return smallest(self.relation, self.frame, columns, self.item, count, match)

    def beside(self, items: Sequence[Any], names: Sequence[str]) -> Answer:
        """What columns of the relation say in the rows of these items, and under "item" which it is."""
        r = self.relation
        places = {name: r.place(name) for name in names}
        with self.lock:
            found = with_names(r, str(self.roles and self.roles.item), items, list(places.values()))
        return {"item": found["item"], **{name: r.spelled(found[place]) for name, place in places.items()}}

    def _spelled(self, place: str, cells: list[Any]) -> Any:
        if place in self.labels:
            return [None if code is None else self.labels[place][int(code)] for code in cells]
        return self.relation.spelled(cells)


#: So many items are fetched.
MANY = 10_000

#: Rows that are looked for: the cells of some columns, and the score of such a row.
Wanted = tuple[Mapping[str, Any], float]


@dataclass(frozen=True, eq=False)
class FirstItems:
    """`rows` are the first of the table by item, all of it where `whole`."""

    rows: Answer
    whole: bool

    def first(self, wanted: Sequence[Wanted], count: int) -> tuple[list[int], list[float], list[Wanted]]:
        """Places of rows that are wanted, higher scores first, their scores, and what is still to look for.

        Rows of one score are taken from here only where enough of them are, as those that are not here come
        later by item; so the answer is the one that the whole table would give.
        """
        places: list[int] = []
        scores: list[float] = []
        levels = sorted({score for _, score in wanted}, reverse=True)
        for level in levels:
            kinds = [cells for cells, score in wanted if score == level]
            found = self._places(kinds)[: count - len(places)]
            if len(places) + len(found) < count and not self.whole:
                return places, scores, [one for one in wanted if one[1] <= level]
            places += found
            scores += [level] * len(found)
            if len(places) == count:
                break
        return places, scores, []

    def _places(self, kinds: Sequence[Mapping[str, Any]]) -> list[int]:
        columns = list(kinds[0])
        looked = {tuple(map(_same, cells.values())) for cells in kinds}
        here = zip(*(map(_same, self.rows[column]) for column in columns), strict=True)
        return [place for place, cells in enumerate(here) if cells in looked]


def _same(cell: Any) -> Any:
    """A cell as it is compared: NaN is equal to NaN."""
    return "NaN" if cell != cell else cell
