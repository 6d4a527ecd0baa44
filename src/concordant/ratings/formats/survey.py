"""The first records of an export, looked at together before any is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ...result import Note

#: So many records of each file are looked at.
LOOKED_AT = 5000


@dataclass(frozen=True)
class Survey:
    """The first records of each file, with the name of the file, and the names of all files."""

    head: Sequence[tuple[str, Mapping[str, Any]]]
    stems: Sequence[str]

    def by_item(self, item: Callable[[Mapping[str, Any]], Any]) -> Iterator[list[Mapping[str, Any]]]:
        """The records of each item of which there are several."""
        found: dict[Any, list[Mapping[str, Any]]] = {}
        for _, record in self.head:
            found.setdefault(str(item(record)), []).append(record)
        return (records for records in found.values() if len(records) > 1)

    def own_part(self, stem: str) -> str:
        """The name of a file without what the names of all files begin and end with."""
        others = [name for name in self.stems if name != stem]
        if not others:
            return stem
        start = _common(self.stems)
        end = _common([name[::-1] for name in self.stems])
        cut = stem[start : len(stem) - end if len(stem) - end > start else len(stem)]
        return cut.strip("-_. ") or stem


def _common(names: Sequence[str]) -> int:
    """How many characters all names begin with."""
    return min((_shared(a, b) for a, b in combinations(sorted(set(names))[:50], 2)), default=0)


def _shared(a: str, b: str) -> int:
    count = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        count += 1
    return count


@dataclass(frozen=True)
class Reshape:
    """Records as the rules find them: `turn` takes a record, the name of its file and its document."""

    turn: Callable[[Mapping[str, Any], str, Any], Iterable[Mapping[str, Any]]]
    notes: tuple[Note, ...] = ()


Maker = Callable[[Survey], Reshape]
