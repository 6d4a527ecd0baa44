"""Some items of ratings that are kept elsewhere, brought into memory as ratings of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, time
from functools import cached_property
from typing import Any

import numpy as np

from ...engines.items import among, in_cells
from ...engines.relation import Answer, as_list, picked
from ..factorise import CodedColumn, Codes, factorise, label_array
from ..ratings import Ratings
from ..reading import Roles
from ..texts import Written, by_row
from .item_source import ItemSource


@dataclass(frozen=True, eq=False)
class _Meaning:
    """What cells of a column mean: `code` by cell, `gap` for none; `forms` are the cells of a code."""

    code: Mapping[Any, int]
    gap: int
    forms: Mapping[int, list[Any]]

    def codes(self, cells: Sequence[Any]) -> Codes:
        """The code of each cell."""
        found = (self.gap if _is_gap(cell) else self.code.get(_key(cell), -1) for cell in cells)
        return np.fromiter(found, dtype=np.int64, count=len(cells))


def _is_gap(cell: Any) -> bool:
    return cell is None or cell != cell


def _key(cell: Any) -> Any:
    """A cell as `factorise` labels it."""
    return str(cell) if isinstance(cell, (date, time)) else cell


def _meaning(cells: Any, codes: Codes) -> _Meaning:
    """From distinct rows: a cell of each, and its code there."""
    held = factorise(cells)
    kinds, first = np.unique(held.codes, return_index=True)
    gap = -1
    code: dict[Any, int] = {}
    forms: dict[int, list[Any]] = {}
    for kind, row, cell in zip(kinds.tolist(), first.tolist(), as_list(picked(cells, first)), strict=True):
        coded = int(codes[row])
        if kind < 0:
            gap = coded
        else:
            code[_key(cell)] = coded
            forms.setdefault(coded, []).append(cell)
    return _Meaning(code, gap, forms)


@dataclass(frozen=True, eq=False)
class RemoteItems:
    """Ratings whose items an engine keeps."""

    ratings: Ratings

    @property
    def item_source(self) -> ItemSource:
        """The way to the items."""
        item_source = self.ratings.item_source
        if item_source is None:
            raise ValueError("These ratings are in memory.")
        return item_source

    @property
    def named(self) -> bool:
        """Whether items have names, so that one can be asked for again."""
        return self.item_source.item is not None

    def smallest(
        self, count: int, cells: Mapping[tuple[int, int], Sequence[tuple[int, int]]] | None = None
    ) -> Ratings:
        """The first items by name; or of those that lie in some cells of two raters' tables.

        `cells` gives for two raters, by their places, the cells (code of the first, code of the second).
        """
        match = None if cells is None else in_cells(list(self._forms(cells)))
        return self._as_ratings(self.item_source.smallest(count, match))

    def called(self, names: Sequence[Any]) -> Ratings:
        """The items of these names, those that are there."""
        place = str(self.item_source.item)
        cells = [str(x) for x in names] if self._item_is_text else list(names)
        return self._as_ratings(self.item_source.smallest(len(cells), among(place, cells)))

    def with_texts(self, part: Ratings) -> Ratings:
        """The items with their texts and what stands beside their ratings."""
        roles = self.item_source.roles
        if not self.named or roles is None or not (roles.text or roles.comment) or part.items is None:
            return part
        long = [roles.rater] if roles.shape == "long" and roles.comment else []
        names = list(dict.fromkeys([*roles.text, *roles.comment.values(), *map(str, long)]))
        items = [str(x) for x in part.items.tolist()] if self._item_is_text else part.items.tolist()
        found = self.item_source.beside(items, names)
        place = {name: row for row, name in enumerate(items)}
        rows = np.array([place[name] for name in found["item"]], dtype=np.int64)
        return replace(
            part,
            texts={name: _by_item(found[name], rows, len(part)) for name in roles.text},
            comments=tuple(self._comments(roles, found, rows, len(part))) if roles.comment else None,
        )

    def _comments(self, roles: Roles, found: Answer, rows: Codes, n: int) -> Iterator[Written | None]:
        """For each rater what they wrote about each item."""
        if roles.shape != "long":
            for rater in self.ratings.raters:
                name = roles.comment.get(rater)
                yield None if name is None else _by_item(found[name], rows, n)
            return
        who = [str(x).strip() for x in as_list(found[str(roles.rater)])]
        comments = as_list(found[roles.comment[""]])
        for rater in self.ratings.raters:
            own = [text if name == rater else None for name, text in zip(who, comments, strict=True)]
            yield _by_item(own, rows, n)

    @property
    def _item_is_text(self) -> bool:
        roles = self.item_source.roles
        return roles is not None and self.item_source.relation.kinds[str(roles.item)] == "text"

    @cached_property
    def _meanings(self) -> dict[str, _Meaning]:
        """What the cells of each column mean, raters first."""
        item_source, ratings = self.item_source, self.ratings
        codes = [*ratings.columns, *(column.codes for column in ratings.slices.values())]
        return {
            place: _meaning(picked(item_source.written[place], item_source.at), own)
            for place, own in zip(self._places, codes, strict=True)
        }

    @cached_property
    def _places(self) -> list[str]:
        """The columns of the frame, of raters and then of slices, which may have a rater's name."""
        called = [(place, self.item_source.names[place]) for place in self.item_source.written]
        first = {name: place for place, name in reversed(called)}
        last = {name: place for place, name in called}
        return [*(first[name] for name in self.ratings.raters), *(last[name] for name in self.ratings.slices)]

    def _forms(
        self, cells: Mapping[tuple[int, int], Sequence[tuple[int, int]]]
    ) -> Iterator[tuple[str, list[Any], str, list[Any]]]:
        """For each first code the cells that mean it, and those that mean one of its second codes."""
        for (a, b), pairs in cells.items():
            first, second = self._places[a], self._places[b]
            rows: dict[int, list[Any]] = {}
            for i, j in pairs:
                rows.setdefault(i, []).extend(self._meanings[second].forms[j])
            for i, right in rows.items():
                yield first, self._meanings[first].forms[i], second, right

    def _as_ratings(self, answer: Answer) -> Ratings:
        item_source, ratings = self.item_source, self.ratings
        codes = [self._meanings[place].codes(answer[place]) for place in self._places]
        width = ratings.n_raters
        items = None
        if item_source.item is not None:
            items = label_array(as_list(item_source.relation.spelled(answer[item_source.item])))
        return Ratings(
            columns=tuple(own.astype(c.dtype) for own, c in zip(codes[:width], ratings.columns, strict=True)),
            raters=ratings.raters,
            scale=ratings.scale,
            labels=ratings.labels,
            items=items,
            rater_kinds=ratings.rater_kinds,
            slices={
                name: CodedColumn(own, column.labels)
                for own, (name, column) in zip(codes[width:], ratings.slices.items(), strict=True)
            },
            reading=ratings.reading,
        )


def _by_item(cells: Any, rows: Codes, n: int) -> Written:
    """One text of each item: the smallest, as engines hand rows over in any order."""
    texts = as_list(cells)
    first = [""] * n
    for row, text in zip(rows.tolist(), texts, strict=True):
        if not _is_gap(text) and str(text).strip() and (not first[row] or str(text) < first[row]):
            first[row] = str(text)
    return by_row(lambda: first, None, n)


def one_below_another(parts: Sequence[Ratings], *, named: bool) -> Ratings:
    """Rows that were fetched at several times, with their names where they have any."""
    first = parts[0]
    items = label_array([name for part in parts for name in part.item_labels.tolist()])
    return replace(
        first,
        columns=tuple(np.concatenate(own) for own in zip(*(part.columns for part in parts), strict=True)),
        items=items if named else None,
        numbered=False,
        slices={
            name: CodedColumn(np.concatenate([part.slices[name].codes for part in parts]), column.labels)
            for name, column in first.slices.items()
        },
        same_rows=object(),
    )
