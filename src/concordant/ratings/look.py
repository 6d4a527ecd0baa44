"""A first look at a column, to tell raters from identifiers, slices and everything else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .native import is_gap
from .observed import MISSING_TEXT, number_in
from .scale import FEW


@dataclass(frozen=True)
class Look:
    """What the first rows of a column hold."""

    values: tuple[Any, ...]
    kind: str  # "numbers", "text", "truth", "nested" or "empty"
    distinct: frozenset[Any]

    @property
    def unique(self) -> bool:
        """No value occurs twice, and there is more than one."""
        return len(self.distinct) == len(self.values) > 1

    @property
    def whole(self) -> bool:
        """Every value is a whole number."""
        return self.kind == "numbers" and all(float(x).is_integer() for x in self.distinct)

    @property
    def few(self) -> bool:
        """As few values as a rating scale has."""
        return len(self.distinct) <= FEW

    @property
    def counting(self) -> bool:
        """Row numbers: 1, 2, 3, … or 0, 1, 2, …"""
        return self.whole and len(self.values) > 1 and set(np.diff(self.values).tolist()) == {1.0}


def look(values: list[Any]) -> Look:
    """Gaps left out; text that spells numbers is numbers."""
    held = [x for x in values if not is_gap(x) and not (isinstance(x, str) and x.strip() in MISSING_TEXT)]
    if not held:
        return Look((), "empty", frozenset())
    if any(type(x).__hash__ is None for x in held):
        return Look(tuple(map(repr, held)), "nested", frozenset(map(repr, held)))
    if all(isinstance(x, (bool, np.bool_)) for x in held):
        return Look(tuple(held), "truth", frozenset(held))
    numbers = [number_in(str(x)) if not isinstance(x, (bool, np.bool_)) else None for x in held]
    if None not in numbers:
        return Look(tuple(numbers), "numbers", frozenset(numbers))
    words = tuple(str(x).strip() for x in held)
    return Look(words, "text", frozenset(words))


def alike(a: Look, b: Look) -> bool:
    """Whether two columns seem to be ratings on one scale."""
    if a.kind != b.kind or a.kind in ("empty", "nested"):
        return False
    if a.kind == "text":
        return a.few and b.few and bool(a.distinct & b.distinct)
    if a.kind == "truth":
        return True
    if a.few != b.few and (a.whole and b.whole) and len(a.values) > FEW:
        return False
    low, high = max(min(a.distinct), min(b.distinct)), min(max(a.distinct), max(b.distinct))
    return bool(low <= high) and 0.1 <= _reach(a) / _reach(b) <= 10


def _reach(a: Look) -> float:
    return float(max(a.distinct) - min(a.distinct)) or 1.0


def largest_group(looks: dict[str, Look]) -> list[str]:
    """The most columns that are alike, in their own order; where none are, the columns of numbers."""
    groups: list[list[str]] = []
    for name, seen in looks.items():
        home = next((g for g in groups if any(alike(looks[other], seen) for other in g)), None)
        if home is None:
            groups.append([name])
        else:
            home.append(name)
    best = max(groups, key=len, default=[])
    return best if len(best) > 1 else [name for name, seen in looks.items() if seen.kind == "numbers"]
