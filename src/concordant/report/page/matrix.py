"""The confusion matrix, and the items behind every cell."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ...frame import width
from ...interpret.study import ComparisonReport, Study, count_words, rater_name
from ...interpret.table_cells import percent
from ...interpret.where import CellItems, Confusion
from ...language.message import Message
from ...language.text_table import Cell as Words
from .items import Pointer, pointer

#: So many steps of colour.
STEPS = 10
#: A page that keeps more items of a cell than this is no page to read.
_MOST_KEPT = 1000


@dataclass(frozen=True)
class ConfusionCell:
    """How many items, which share of their row, and how strong the colour; `href` leads to the items.

    `kind` is same, near (within the band that counts as close) or far.
    """

    count: Words
    share: Words
    heat: int
    kind: str
    href: str = ""


@dataclass(frozen=True)
class ConfusionRow:
    """A category of the first, with the cells of the second."""

    label: str
    cells: tuple[ConfusionCell | None, ...]
    total: Words
    share: Words


@dataclass(frozen=True)
class Items:
    """The items of a cell: as many as are kept, and how many there are in all.

    The `worst` is the cell off the diagonal with the most items, which is open at first.
    """

    id: str
    title: Message
    shown: Message
    items: tuple[Pointer, ...]
    worst: bool = False


@dataclass(frozen=True)
class ConfusionTable:
    """The table with its margins; `within` is how far apart still counts as near, None without an order.

    `shared` says how an item counts that several people rated; None where one rater is one side. Columns are
    `numbered` where their names are long, and cells are narrow where there are `many`.
    """

    caption: Message
    shared: Message | None
    first: Words
    second: Words
    labels: tuple[str, ...]
    rows: tuple[ConfusionRow, ...]
    totals: tuple[tuple[Words, Words], ...]
    total: Words
    within: Message | None
    lists: tuple[Items, ...]

    @property
    def many(self) -> bool:
        """Whether cells must be narrow to fit on a telephone."""
        return len(self.labels) > _FEW

    @property
    def numbered(self) -> bool:
        """Whether the names of the columns would take more room than a screen has."""
        return sum(max(width(label), _NARROW) for label in self.labels) > _ROOM


#: Cells that fit on a telephone at full width; signs of the shortest head, and of all heads together.
_FEW, _NARROW, _ROOM = 5, 6, 60


def matrix(study: Study, one: ComparisonReport, at: str = "") -> ConfusionTable | None:
    """The table of a comparison of two, or None where there is none."""
    table = one.confusion
    if table is None or not table.total > 0:
        return None
    look = _Look(study, one, table, at)
    first, second = look.names
    within = _within(study, one)
    kinds = _kinds(study, table, within)
    number = look.number
    return ConfusionTable(
        caption=Message("page.matrix-caption", {"first": first, "second": second}),
        shared=Message("page.matrix-shared") if len(one.reference) > 1 else None,
        first=first,
        second=second,
        labels=table.labels,
        rows=tuple(_row(look, place, kinds[place]) for place in range(len(table.labels))),
        totals=tuple((number(n), percent(n / table.total)) for n in table.second_totals),
        total=number(table.total),
        within=None if within is None else Message("page.matrix-near", {"t": _plain(within)}),
        lists=tuple(_items(look, cell) for cell in look.held.values()),
    )


@dataclass(frozen=True)
class _Look:
    """What every part of the matrix needs: `at` begins its ids."""

    study: Study
    one: ComparisonReport
    table: Confusion
    at: str

    @property
    def worst(self) -> tuple[int, int] | None:
        """The cell with the most items on which the two differ, among those whose items are known."""
        off = [place for place in self.held if place[0] != place[1]]
        return max(
            off,
            key=lambda place: (self.table.cells[place[0]][place[1]], (-place[0], -place[1])),
            default=None,
        )

    @property
    def held(self) -> dict[tuple[int, int], CellItems]:
        """The cells whose items are known."""
        return {(cell.first, cell.second): cell for cell in self.table.items if cell.items}

    @property
    def names(self) -> tuple[Words, Words]:
        """The two sides as a reader calls them."""
        return rater_name(self.one, self.table.first), rater_name(self.one, self.table.second)

    @property
    def number(self) -> Callable[[float], Words]:
        """How counts are shown."""
        return count_words(self.table)

    def id_of(self, first: int, second: int) -> str:
        """What links to the items of a cell say."""
        return f"{self.at}cell-{first + 1}-{second + 1}"


def _row(look: _Look, place: int, kinds: Sequence[str]) -> ConfusionRow:
    table, total, held, number = look.table, look.table.first_totals[place], look.held, look.number
    cells: list[ConfusionCell | None] = []
    for other, n in enumerate(table.cells[place]):
        href = f"#{look.id_of(place, other)}" if (place, other) in held else ""
        some = n > 0
        share = n / total if some else 0.0
        cells.append(
            ConfusionCell(number(n), percent(share), _heat(share), kinds[other], href) if some else None
        )
    return ConfusionRow(table.labels[place], tuple(cells), number(total), percent(total / table.total))


def _heat(share: float) -> int:
    """The step of colour of a share; the smallest is still seen."""
    return max(1, math.ceil(STEPS * share - 1e-9))


# --- near and far -------------------------------------------------------------------------------


def _within(study: Study, one: ComparisonReport) -> float | None:
    """How far apart counts as near: what the goal or the adjacent agreement says; None without an order."""
    if study.scale.level == "nominal" or one.confusion is None or len(one.confusion.labels) < 3:
        return None
    reports = () if one.goal is None else one.goal.targets
    options = [t.target.options for t in reports if t.target.measure == "adjacent_agreement"]
    options += [m.options for m in one.measures if m.measure == "adjacent_agreement"]
    return float(options[0].get("within", 1.0)) if options else 1.0


def _kinds(study: Study, table: Confusion, within: float | None) -> list[list[str]]:
    """Every cell: the same, near, or far."""
    scale = study.scale
    known = dict(zip(scale.categories, scale.values, strict=False))
    ranks = {label: float(place) for place, label in enumerate(table.labels)}
    x = [known.get(label, ranks[label]) if known else ranks[label] for label in table.labels]
    return [[_kind(a, b, within) for b in x] for a in x]


def _kind(a: float, b: float, within: float | None) -> str:
    if a == b:
        return "same"
    return "near" if within is not None and abs(a - b) <= within + 1e-9 else "far"


def _plain(number: float) -> int | float:
    return int(number) if number.is_integer() else number


# --- the items of a cell ------------------------------------------------------------------------


def _items(look: _Look, cell: CellItems) -> Items:
    first, second = look.names
    labels = {"a": look.table.labels[cell.first], "b": look.table.labels[cell.second]}
    return Items(
        id=look.id_of(cell.first, cell.second),
        title=Message("page.cell-title", {"first": first, "second": second, **labels}),
        shown=_kept(len(cell.items), cell.n),
        items=tuple(
            pointer(look.study, place, _mine(look.study, look.one, place, labels["a"]))
            for place in cell.items
        ),
        worst=look.worst == (cell.first, cell.second),
    )


def _kept(shown: int, n: float) -> Message:
    """How many of a cell's items are here, and how to have the rest."""
    key = "cell-all" if shown >= n else "cell-shown" if n <= _MOST_KEPT else "cell-some"
    return Message(f"page.{key}", {"shown": shown, "n": math.ceil(n)})


def _mine(study: Study, one: ComparisonReport, place: int, first: str) -> Iterator[str]:
    """The judge, and of the reference those who gave the first category."""
    ratings = study.items[place].ratings
    reference = one.reference or one.raters[:1]
    yield from (name for name in reference if str(ratings.get(name)) == first)
    yield one.raters[1]
