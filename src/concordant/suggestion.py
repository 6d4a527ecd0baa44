"""What was probably meant: the known name that is nearest to one that is not known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

#: Letters that make a beginning recognisable: "quad" is "quadratic", "in" may be anything.
_BEGINNING = 3
_IDEOGRAPHS = re.compile("[\u3400-\u9fff]+")
#: Longer names are not compared letter by letter.
_LONGEST = 100


def nearest(name: object, known: Iterable[object]) -> str | None:
    """The known name that differs from this one by a slip of the keyboard, or that it begins; else None.

    A slip is another case or separator, or one letter in four that is wrong, missing, extra or swapped with
    its neighbour, three at most: names of three letters have no slips. A character of Chinese is a word of
    its own, so one in two may be wrong, and one is a beginning. Of names as near as each other the one
    that begins alike for longer is meant: "round 31" is "round 3", not "round 1".
    """
    wanted = _plain(str(name))
    if not wanted or len(wanted) > _LONGEST:
        return None
    best: tuple[tuple[int, int, int], str] | None = None
    for other in map(str, known):
        plain = _plain(other)
        distance = _distance(wanted, plain)
        if distance is None:
            continue
        rank = distance, -_alike(wanted, plain), len(other)
        if best is None or rank < best[0]:
            best = rank, other
    return None if best is None else best[1]


def hint(name: object, known: Iterable[object], *, quotes: bool = True) -> str:
    """` Did you mean 'linear'?`, or nothing."""
    near = nearest(name, known)
    return "" if near is None else f" Did you mean {near!r}?" if quotes else f" Did you mean {near}?"


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name).casefold()


def _alike(a: str, b: str) -> int:
    """How many letters two names have in common before the first that differs."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))


def _distance(wanted: str, other: str) -> int | None:
    """How many slips lie between two names; None where there are too many."""
    if wanted == other:
        return 0
    longer = max(len(wanted), len(other))
    if longer > _LONGEST:
        return None
    most = min(3, longer // (2 if _IDEOGRAPHS.search(wanted) else 4))
    slips = edits(wanted, other) if abs(len(wanted) - len(other)) <= most else most + 1
    if slips <= most:
        return slips
    begins = len(wanted) >= (1 if _IDEOGRAPHS.fullmatch(wanted) else _BEGINNING) and other.startswith(wanted)
    return most + 1 if begins else None


def edits(a: str, b: str) -> int:
    """Letters to replace, insert, delete, or swap with their neighbour, to make one text of the other."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        before, last, row = row, before, [i]
        for j, y in enumerate(b, start=1):
            steps = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                steps = min(steps, last[j - 2] + 1)
            row.append(steps)
    return row[-1]
