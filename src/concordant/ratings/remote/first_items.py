"""The first items by name, fetched once: most questions about a few items are answered from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...engines.relation import Answer

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
