"""Tables in which two answers are compared: which columns name the two, as MT-Bench has them."""

from __future__ import annotations

from collections.abc import Iterable

from ..grid import Grid
from ..names import plain_name

#: What the first and the second of a comparison are called, after the same word.
_ENDS = (("_a", "_b"), ("_1", "_2"), ("a", "b"), ("1", "2"))
_NOUNS = ("model", "system", "assistant")
#: What numbers the turns of a conversation.
_TURNS = ("turn", "轮次")


def pair_columns(names: Iterable[str]) -> tuple[str, str] | None:
    """Two columns that are called like the systems of a comparison; None where there are none."""
    known = {name.casefold(): name for name in names}
    for noun in _NOUNS:
        for one, other in _ENDS:
            if noun + one in known and noun + other in known:
                return known[noun + one], known[noun + other]
    return None


def turn_column(names: Iterable[str]) -> str | None:
    """The column that numbers the turns of a conversation."""
    return next((name for name in names if plain_name(name) in _TURNS), None)


def compared_columns(grid: Grid) -> tuple[str, str] | None:
    """The two columns that name what is compared: words that differ in every row, as no two raters do."""
    found = None if grid.unnamed else pair_columns(grid.names)
    if found is None:
        return None
    rows = [(a, b) for a, b in zip(*map(grid.head, found), strict=True) if a is not None and b is not None]
    words = all(isinstance(x, str) for row in rows for x in row)
    return found if len(rows) > 1 and words and all(a != b for a, b in rows) else None
