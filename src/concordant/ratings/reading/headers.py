"""Whether a table begins with names of its columns, and which: one row, or two where names are grouped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..observed import MISSING_TEXT, number_in


def has_header(rows: list[list[str]]) -> bool:
    """Line 1 is data if it is all numbers, or if all it says is said again below."""
    first, below = rows[0], rows[1:]
    if _has_empty_corner(first, below):
        return True
    if all(cell.strip() in MISSING_TEXT or number_in(cell) is not None for cell in first):
        return False
    seen = [{row[j] for row in below if j < len(row)} for j in range(len(first))]
    return not all(cell in seen[j] for j, cell in enumerate(first)) or not below


def is_repeated_header(first: list[str], below: list[list[str]]) -> bool:
    """Whether a row of words stands above columns of which one has nothing but numbers once it is gone."""
    if not below or any(number_in(cell) is not None for cell in first) or len(set(first)) < len(first):
        return False
    columns = ([row[j].strip() for row in below if j < len(row)] for j in range(len(first)))
    return any(any(_numbers(column)) and all(_numbers(column)) for column in columns)


def _numbers(cells: Iterable[str]) -> Iterator[bool]:
    return (number_in(cell) is not None for cell in cells if cell not in MISSING_TEXT)


def two_headers(rows: list[list[str]]) -> tuple[str, ...] | None:
    """Names from two rows, the upper of which names groups of columns: "tone human", "tone judge", …

    Merged cells leave gaps behind the name of a group.
    """
    if len(rows) < 3 or len({len(row) for row in rows[:3]}) > 1:
        return None
    upper, lower, below = [x.strip() for x in rows[0]], [x.strip() for x in rows[1]], rows[2:]
    groups = _filled(upper)
    rated = [
        j
        for j in range(len(upper))
        if (held := list(_numbers(row[j] for row in below if j < len(row)))) and all(held)
    ]
    inner = [j for j in rated if lower[j]]
    whole = all(number_in(lower[j]) is None for j in inner) and all(groups[j] for j in inner)
    spans = len({groups[j] for j in inner}) < len(inner) and "" in upper[1:]
    if (
        len(inner) < 2
        or not whole
        or not spans
        or any(upper[j] and lower[j] and j not in inner for j in rated)
    ):
        return None
    names = [
        f"{group} {name}" if name and group else name or group
        for group, name in zip(groups, lower, strict=True)
    ]
    names = [upper[j] if not lower[j] and upper[j] else name for j, name in enumerate(names)]
    return tuple(names) if len(set(names)) == len(names) and all(names) else None


def _filled(cells: Sequence[str]) -> list[str]:
    """Gaps filled with what stands before them."""
    last, filled = "", []
    for cell in cells:
        last = cell or last
        filled.append(last)
    return filled


def _has_empty_corner(first: list[str], below: list[list[str]]) -> bool:
    """A table with names above and beside it, each only once, even where they are numbers."""
    above, beside = [cell.strip() for cell in first[1:]], [row[0].strip() for row in below]
    distinct = all(x and len(set(x)) == len(x) and all(x) for x in (above, beside))
    return distinct and not first[0].strip() and len(above) > 1
