"""What goes back to a tool: items to look at again, agreed answers, or every rating."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from ...digits import order_key
from ...errors import InputError, choose
from ...ratings.ratings import Ratings

What = Literal["disputed", "gold", "scores"]
WHAT: tuple[str, ...] = get_args(What)


@dataclass(frozen=True)
class Proposal:
    """One value for an item in a dimension: whose it is, and how many of the raters gave it."""

    item: str
    dimension: str
    value: Any = None
    rater: str = ""
    kind: str = ""
    repeat: int = 1
    share: float = math.nan
    said: Mapping[str, Any] = field(default_factory=dict)
    """Every rater's value; what a rater said again stands under their name with a number."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """What the item is: its prompt and response, and the like."""
    slices: Mapping[str, Any] = field(default_factory=dict)

    @property
    def data(self) -> dict[str, Any]:
        """Texts and slices of the item."""
        return {**self.texts, **self.slices}


@dataclass(frozen=True)
class Proposals:
    """What is proposed, and how many items had no answer to propose."""

    what: What
    found: tuple[Proposal, ...]
    undecided: int = 0
    options: tuple[Any, ...] = ()
    """The categories that raters choose from, where there are categories."""

    @property
    def items(self) -> list[str]:
        """The items, each once, in order."""
        return list(dict.fromkeys(one.item for one in self.found))

    def by_item(self) -> Iterator[tuple[str, list[Proposal]]]:
        """The items with what is proposed for each."""
        held: dict[str, list[Proposal]] = {}
        for one in self.found:
            held.setdefault(one.item, []).append(one)
        return iter(held.items())


def proposals(ratings: Ratings, what: What, *, top: int | None = None) -> Proposals:
    """What to write back; of disputed items at most `top`, the most disputed first."""
    choose("what", what, WHAT)
    if ratings.anonymous or ratings.item_source is not None:
        raise InputError(
            "Writing back needs every rating with its item and rater, but only counts are available here: "
            "read "
            "the file with engine='memory'."
        )
    rows = _rows(ratings)
    options = () if ratings.scale.level in ("interval", "ratio") else tuple(ratings.labels.tolist())
    if what == "scores":
        return Proposals(what, tuple(_scores(rows)), options=options)
    if what == "disputed":
        return Proposals(what, tuple(_disputed(ratings, rows, top)), options=options)
    found = [_gold(ratings, row) for row in rows if row.ratings]
    agreed = tuple(one for one in found if one is not None)
    return Proposals(what, agreed, len(found) - len(agreed), options)


@dataclass(frozen=True)
class _Said:
    """One rating: whose it is, and the how many-th of the same item and dimension."""

    rater: str
    kind: str
    value: Any
    repeat: int = 1

    @property
    def name(self) -> str:
        return self.rater if self.repeat == 1 else f"{self.rater} #{self.repeat}"


@dataclass
class _Row:
    """An item in one dimension, with all that was said of it in any round or repeat."""

    item: str
    dimension: str
    about: dict[str, Any]
    ratings: list[_Said] = field(default_factory=list)

    @property
    def said(self) -> dict[str, Any]:
        return {one.name: one.value for one in self.ratings}

    def add(self, rater: str, kind: str, value: Any) -> None:
        before = sum(one.rater == rater for one in self.ratings)
        self.ratings.append(_Said(rater, kind, value, before + 1))


def _rows(ratings: Ratings) -> list[_Row]:
    labels = ratings.labels.tolist()
    slices = {name: ratings.column_of(name).tolist() for name in ratings.slices}
    found: dict[tuple[str, str], _Row] = {}
    named = [str(note.facts["dimension"]) for note in ratings.reading.notes if note.code == "only-dimension"]
    for row, item in enumerate(ratings.item_labels.tolist()):
        dimension = str(ratings.dimension[row]) if ratings.dimension is not None else [*named, "rating"][0]
        key = (str(item), dimension)
        if key not in found:
            texts = {n: shown for n, text in ratings.texts.items() if (shown := text.text(row)) is not None}
            own = {name: values[row] for name, values in slices.items()}
            found[key] = _Row(*key, {"texts": texts, "slices": own})
        for rater, kind, column in zip(ratings.raters, ratings.rater_kinds, ratings.columns, strict=True):
            if column[row] >= 0:
                found[key].add(rater, kind, labels[column[row]])
    return list(found.values())


def _scores(rows: Sequence[_Row]) -> Iterator[Proposal]:
    for row in rows:
        for one in row.ratings:
            yield Proposal(
                row.item,
                row.dimension,
                one.value,
                one.rater,
                one.kind,
                one.repeat,
                said=row.said,
                **row.about,
            )


def _disputed(ratings: Ratings, rows: Sequence[_Row], top: int | None) -> Iterator[Proposal]:
    """Items on which raters differ; an item counts by the dimension in which they differ most."""
    numbers = ratings.values if ratings.scale.ordered else None
    place = dict(zip(ratings.labels.tolist(), numbers.tolist(), strict=True)) if numbers is not None else {}
    apart: dict[str, float] = {}
    for row in rows:
        apart[row.item] = max(apart.get(row.item, 0.0), _apart([place.get(x, x) for x in row.said.values()]))
    order = sorted((item for item in apart if apart[item] > 0), key=lambda item: -order_key(apart[item]))
    chosen = {item: number for number, item in enumerate(order[:top])}
    for row in sorted((row for row in rows if row.item in chosen), key=lambda row: chosen[row.item]):
        yield Proposal(row.item, row.dimension, said=row.said, share=_share(row.said), **row.about)


def _apart(values: Sequence[Any]) -> float:
    """The mean difference of two raters; of names, the share of pairs that differ."""
    pairs = [(a, b) for i, a in enumerate(values) for b in values[i + 1 :]]
    if not pairs:
        return 0.0
    numbers = all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in values)
    return sum(abs(a - b) if numbers else float(a != b) for a, b in pairs) / len(pairs)


def _share(said: Mapping[str, Any]) -> float:
    """The share of raters who gave the commonest value."""
    counts = Counter(map(str, said.values()))
    return max(counts.values()) / counts.total() if counts else math.nan


def _gold(ratings: Ratings, row: _Row) -> Proposal | None:
    """The known truth, else what most people say: the median of ordered values; None where they are split."""
    truth = [one.value for one in row.ratings if one.kind == "gold"]
    people = _people(row.ratings)
    about: dict[str, Any] = {"said": people, **row.about}
    if truth:
        return Proposal(row.item, row.dimension, truth[0], "gold", "gold", share=1.0, **about)
    value = _consensus(list(people.values()), ordered=ratings.scale.ordered, labels=ratings.labels.tolist())
    if value is None:
        return None
    share = sum(v == value for v in people.values()) / len(people)
    return Proposal(row.item, row.dimension, value, "consensus", "gold", share=share, **about)


def _people(ratings: Sequence[_Said]) -> dict[str, Any]:
    """What people said; without any, those whose kind nobody knows; judges only among themselves."""
    for kinds in (("human",), ("",)):
        if own := {one.name: one.value for one in ratings if one.kind in kinds}:
            return own
    return {one.name: one.value for one in ratings}


def _consensus(values: Sequence[Any], *, ordered: bool, labels: list[Any]) -> Any:
    if not values:
        return None
    if ordered:
        places = sorted(labels.index(value) for value in values)
        low, high = places[(len(places) - 1) // 2], places[len(places) // 2]
        return labels[low] if low == high else None
    (first, count), *others = Counter(values).most_common(2)
    return None if others and others[0][1] == count else first


def plain_value(value: Any) -> Any:
    """A value as JSON has it."""
    return value.item() if isinstance(value, np.generic) else value
