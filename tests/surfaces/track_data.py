"""A project of three rounds on forty items, small enough to count by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

N = 40
#: Items on which the judge says what the person says: 20, 26 (8 more and 2 fewer) and 30 of 40.
AGREED = {
    "v1": set(range(20)),
    "v2": set(range(2, 28)),
    "v3": set(range(2, 32)),
}


def human(item: int) -> int:
    """What the person says of an item."""
    return item % 4 + 1


def judge(item: int, agreed: Iterable[int]) -> int:
    """What the judge says: the same, or one point off."""
    said = human(item)
    return said if item in set(agreed) else (said + 1 if said < 4 else said - 1)


def rows(name: str, items: Sequence[int] = range(N), prefix: str = "a") -> list[tuple[str, str, int, int]]:
    """Item, kind, person and judge of one round."""
    kind = ("chat", "code")
    return [(f"{prefix}{i:02}", kind[i % 2], human(i), judge(i, AGREED[name])) for i in items]


def write(path: Path, name: str, items: Sequence[int] = range(N), prefix: str = "a") -> Path:
    """A round as a file."""
    lines = [",".join(map(str, row)) for row in rows(name, items, prefix)]
    path.write_text("\n".join(["id,kind,human,judge", *lines]) + "\n", encoding="utf-8")
    return path


def write_all(path: Path, names: Sequence[str] = tuple(AGREED)) -> Path:
    """All rounds in one file, with a column that names them."""
    lines = [",".join([*map(str, row), name]) for name in names for row in rows(name)]
    path.write_text("\n".join(["id,kind,human,judge,round", *lines]) + "\n", encoding="utf-8")
    return path
