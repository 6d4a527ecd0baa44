"""A first look at a column, to tell raters from identifiers, slices and everything else."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

import numpy as np

from ..grade_words import folded
from ..observed import Missing, key, number_in, spelling
from ..scale import FEW

_GAPS = Missing()


@dataclass(frozen=True)
class ColumnProfile:
    """What the first rows of a column hold.

    `kind` is what most values are, and `values` are those; `strays` are the few that are something
    else, each with its row.
    """

    values: tuple[Any, ...]
    kind: str  # "numbers", "text", "truth", "nested" or "empty"
    distinct: frozenset[Any]
    strays: tuple[tuple[int, Any], ...] = ()

    @property
    def unique(self) -> bool:
        """No value occurs twice, and there is more than one."""
        strays = {value for _, value in self.strays}
        return len(self.distinct) + len(strays) == len(self.values) + len(self.strays) > 1

    @property
    def whole(self) -> bool:
        """Every value is a whole number."""
        return (
            self.kind == "numbers" and not self.strays and all(float(x).is_integer() for x in self.distinct)
        )

    @property
    def few(self) -> bool:
        """As few values as a rating scale has."""
        return len(self.distinct) <= FEW

    @property
    def counting(self) -> bool:
        """Row numbers: 1, 2, 3, … or 0, 1, 2, …"""
        steps = (after - before for before, after in pairwise(self.values))
        return self.whole and len(self.values) > 1 and all(step == 1 for step in steps)

    def mostly_in(self, labels: Collection[Any]) -> bool:
        """Whether more than half of what the column holds is among these labels."""
        hits = sum(value in labels for value in self.values)
        return 2 * hits > len(self.values) + len(self.strays)


def look(values: list[Any]) -> ColumnProfile:
    """Gaps left out; text that spells numbers is numbers, and TRUE is true."""
    held = [(row, x) for row, x in enumerate(values, start=1) if x not in _GAPS]
    if not held:
        return ColumnProfile((), "empty", frozenset())
    if any(type(x).__hash__ is None for _, x in held):
        shown = tuple(repr(x) for _, x in held)
        return ColumnProfile(shown, "nested", frozenset(shown))
    known = {(type(x), x): x for _, x in held}
    for kind, meaning in (("truth", _truth_in), ("numbers", _number_in)):
        meanings = {one: meaning(x) for one, x in known.items()}
        meant = [meanings[type(x), x] for _, x in held]
        found = tuple(x for x in meant if x is not None)
        if 2 * len(found) > len(held):
            strays = tuple(pair for pair, x in zip(held, meant, strict=True) if x is None)
            return ColumnProfile(found, kind, frozenset(found), strays)
    words = tuple(str(x).strip() for _, x in held)
    return ColumnProfile(words, "text", frozenset(words))


def _truth_in(value: Any) -> bool | None:
    one = key(value)
    return one[1] if isinstance(one, tuple) and one[0] == "truth" else None


def _number_in(value: Any) -> float | None:
    return None if isinstance(value, (bool, np.bool_)) else number_in(str(value))


def all_differ(*columns: list[Any]) -> bool:
    """Whether no two rows are the same in all these columns; rows with a gap in the first do not count."""
    rows = [tuple(map(str, row)) for row in zip(*columns, strict=True) if row[0] not in _GAPS]
    return len(set(rows)) == len(rows) > 0


def alike(a: ColumnProfile, b: ColumnProfile) -> bool:
    """Whether two columns seem to be ratings on one scale, a few stray values aside."""
    if a.kind != b.kind or a.kind in ("empty", "nested"):
        return False
    if a.kind == "truth" or (a.mostly_in(b.distinct) and b.mostly_in(a.distinct)):
        return True
    if a.kind == "text":
        return a.few and b.few and not _folded(a).isdisjoint(_folded(b))
    if a.few != b.few and (a.whole and b.whole) and len(a.values) > FEW:
        return False
    low, high = max(min(a.distinct), min(b.distinct)), min(max(a.distinct), max(b.distinct))
    return bool(low <= high) and 0.1 <= _reach(a) / _reach(b) <= 10


def _folded(a: ColumnProfile) -> frozenset[str]:
    """Its words without case: “Yes” and “yes” are one label spelled twice."""
    return frozenset(folded(str(word)) for word in a.distinct)


def _reach(a: ColumnProfile) -> float:
    return float(max(a.distinct) - min(a.distinct)) or 1.0


def on_scale(looks: dict[str, ColumnProfile], categories: Collection[Any]) -> list[str]:
    """The columns that hold mostly declared categories."""
    declared = frozenset(spelling(x) if _truth_in(x) is None else _truth_in(x) for x in categories)
    return [name for name, seen in looks.items() if seen.mostly_in(declared)]


def mixture(values: list[Any]) -> tuple[tuple[int, Any], tuple[int, Any]] | None:
    """The first number and the first word of a column that has both, each with its row."""
    held = [(row, x) for row, x in enumerate(values, start=1) if x not in _GAPS]
    number = next((pair for pair in held if _number_in(pair[1]) is not None), None)
    word = next((pair for pair in held if _number_in(pair[1]) is None), None)
    return (number, word) if number and word else None


def largest_group(looks: dict[str, ColumnProfile]) -> list[str]:
    """The most columns that are alike, in their own order; where none are, the columns of numbers."""
    groups: list[list[str]] = []
    for name, seen in looks.items():
        homes = [any(_belong(other, looks[other], name, seen) for other in g) for g in groups]
        joined = [g for g, home in zip(groups, homes, strict=True) if home]
        whole = joined[0] if joined else []
        whole += [*chain.from_iterable(joined[1:]), name]
        groups = [*(g for g, home in zip(groups, homes, strict=True) if not home), whole]
    best = max(groups, key=len, default=[])
    if len(best) > 1:
        held = set(best)
        return [name for name in looks if name in held]
    return [name for name, seen in looks.items() if seen.kind == "numbers"]


def _belong(name: str, seen: ColumnProfile, other: str, there: ColumnProfile) -> bool:
    """Columns on one scale, or numbers in columns that are numbered through: J1, J2, …"""
    series = _stem(name) == _stem(other) != "" and seen.kind == there.kind == "numbers"
    return series or alike(seen, there)


def _stem(name: str) -> str:
    """The name without the number at its end; nothing where there is none."""
    end = len(name)
    while end and name[end - 1].isdecimal():
        end -= 1
    if end == len(name):
        return ""
    return name[: end - (name[:end].endswith((" ", "_", ".", "-")))].casefold()
