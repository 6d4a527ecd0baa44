"""The raters: everybody with everybody, each alone, each again, and each with the truth."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from ...digits import order_key, rounded
from ...interpret.compare import SelfAgreement
from ...interpret.raters import RaterMatrix
from ...interpret.study import (
    LISTED,
    MOST,
    Study,
    pairs_table,
    rater_messages,
    raters_table,
    shown_measure,
    shows_exact,
    truth_tables,
)
from ...interpret.table import DeclaredTable
from ...interpret.table_cells import amount, chance, count, name_of, percent, within, word
from ...language.message import Message, fact
from ...language.render import topic
from ...language.text_table import NONE
from .table import Axis, Cell, IntervalBar, ItemPart, Look, PageTable, axis_of, named, page_table, row, table
from .text_helpers import PanelView, sentence

#: More raters than this make no matrix that can be read.
MOST_IN_MATRIX = 40
#: With fewer items in common the agreement of two says little.
FEW = 10


@dataclass(frozen=True)
class RatersView(PanelView):
    """Sentences beside everybody with everybody; the other tables are opened one by one.

    A matrix of many raters has numbers for heads.
    """

    sentences: tuple[Message, ...]
    matrix: PageTable | None
    folded: tuple[PageTable, ...]


def raters(study: Study) -> RatersView | None:
    """What there is to say of raters."""
    profiles = (_profiles(study),) if study.profiles else ()
    among = tuple(_among(study))
    folded = (*profiles, *among[1:], *_alone(study))
    messages = tuple(rater_messages(study))
    matrix = next(iter(among), None)
    return RatersView(messages, matrix, folded) if matrix or folded or messages else None


def _among(study: Study) -> Iterator[PageTable]:
    if study.matrix is not None and len(study.matrix.raters) > 2:
        yield from _matrix(study.matrix, exact=shows_exact(study))


def _alone(study: Study) -> Iterator[PageTable]:
    for repeated in study.within:
        yield _within(repeated)
    yield from map(_with_truth, truth_tables(study))


# --- everybody with everybody -------------------------------------------------------------------


def _matrix(matrix: RaterMatrix, *, exact: bool) -> Iterator[PageTable]:
    if matrix.overlap and len(matrix.raters) <= MOST_IN_MATRIX:
        yield _every_two(matrix, exact=exact)
    else:
        yield _with_all_others(matrix, exact=exact)
    if len(matrix.groups) > 1:
        yield _by_kind(matrix, exact=exact)


def _every_two(matrix: RaterMatrix, *, exact: bool) -> PageTable:
    """Agreement above the diagonal, below it how many items both rated; many raters are numbered."""
    many = len(matrix.raters) > MOST
    values = matrix.exact if exact else matrix.main
    notes = [sentence("matrix-note"), *_about_matrix(matrix)]
    notes += [sentence("matrix-hundredths"), sentence("matrix-numbers")] if many else []
    measure, options = shown_measure(matrix, exact=exact)
    shown = page_table(
        pairs_table(matrix, exact=exact), sentence("matrix", m=[measure, options]), *notes,
        looks={
            "rater": lambda g, _, cell: _numbered(matrix, g, cell, many=many),
            "": lambda _, pair, cell: _two(matrix, values, cell, *pair),
        },
        row_kind=lambda g: "group" if g and matrix.kinds[g] != matrix.kinds[g - 1] else "",
        kind="heat matrix" + (" many" if many else ""),
    )  # fmt: skip
    if not many:
        return shown
    return replace(shown, heads=(shown.heads[0], *(Cell(str(g + 1)) for g in range(len(matrix.raters)))))


def _about_matrix(matrix: RaterMatrix) -> Iterator[Message]:
    """What lines and grey mean, where there are any."""
    if len(set(matrix.kinds)) > 1:
        yield sentence("matrix-kinds")
    pairs = combinations(range(len(matrix.raters)), 2)
    if any(0 < matrix.overlap[g][h] < FEW for g, h in pairs):
        yield sentence("matrix-few", n=FEW)


def _numbered(matrix: RaterMatrix, g: int, cell: Cell, *, many: bool) -> Cell:
    name = f"{g + 1} {matrix.raters[g]}" if many else cell.words
    return replace(cell, words=name, aside=kind_of(matrix.kinds[g]))


def kind_of(kind: str) -> Any:
    """What a kind of rater is called; nothing where it is not known."""
    return dict(topic("terms")[kind]) if kind in topic("terms") else None


def _two(matrix: RaterMatrix, values: Any, cell: Cell, g: int, h: int) -> Cell:
    """The cell of two raters: agreement by colour, in hundredths where raters are many."""
    if g == h:
        return replace(cell, kind="self")
    cell = replace(cell, about=ItemPart(raters=(matrix.raters[g], matrix.raters[h])))
    if g > h:
        return replace(cell, kind="overlap")
    value, few = values[g][h], matrix.overlap[g][h] < FEW
    place = Axis(0.0, 1.0).place(value)
    if len(matrix.raters) > MOST and not math.isnan(value):
        cell = replace(cell, words=sentence("hundredths", x=100 * value))
    if few and cell.words != NONE:
        return replace(cell, kind="small", label=sentence("few"))
    return replace(cell, heat=None if place is None else place / 100)


def _with_all_others(matrix: RaterMatrix, *, exact: bool) -> PageTable:
    """Of many raters, what each has with all others: the mean, and the least and the most."""
    measure, options = shown_measure(matrix, exact=exact)
    part = "exact" if exact else "main"
    listed = sorted(matrix.rows, key=lambda r: _low_first(getattr(r, part)))[:LISTED]
    heads = (
        word("head-rater"), word("head-items"), sentence("others"), sentence("mean-of-pairs"),
        sentence("least"), sentence("most"),
    )  # fmt: skip
    rows = [
        row(
            Cell(r.rater, data=True, aside=kind_of(r.kind)),
            Cell(count(r.n_items), about=ItemPart(raters=(r.rater,))),
            count(r.others),
            *(
                _of_rater(Cell(amount(measure, getattr(r, f"{part}{end}"))), r.rater)
                for end in ("", "_least", "_most")
            ),
        )
        for r in listed
    ]
    left = len(matrix.rows) - len(listed)
    notes = [word("profiles-left", n=left)] if left else []
    return table(sentence("with-all", m=[measure, options]), heads, rows, *notes)


def _low_first(value: float) -> float:
    return float("inf") if value != value else order_key(value)


def _by_kind(matrix: RaterMatrix, *, exact: bool) -> PageTable:
    heads = (
        sentence("kinds"),
        sentence("pairs"),
        name_of("exact_agreement", {}) if exact else NONE,
        name_of(matrix.measure, matrix.options),
    )
    rows = [
        row(
            sentence("kind-with-kind", first=kind_word(g.kinds[0]), second=kind_word(g.kinds[1])),
            count(g.pairs),
            Cell(percent(g.exact) if exact else NONE, about=ItemPart(kinds=g.kinds)),
            Cell(amount(matrix.measure, g.main), about=ItemPart(kinds=g.kinds)),
        )
        for g in matrix.groups
    ]
    return table(sentence("by-kind"), heads, rows)


def kind_word(kind: str) -> Any:
    """What raters of a kind are called; raters where it is not known."""
    return kind_of(kind) or dict(topic("terms")["raters"])


# --- each alone ---------------------------------------------------------------------------


def _profiles(study: Study) -> PageTable:
    declared = raters_table(study)
    known = any(p.severity is not None or p.spread is not None for p in declared.read)
    note = sentence("profile-note" if study.scale.categories else "profile-note-measured")
    looks: dict[str, Look] = {
        "": lambda p, _, cell: _of_rater(cell, p.rater) if p.n_shared else cell,
        "rater": lambda p, _, cell: replace(cell, aside=kind_of(p.kind)),
        "severity": lambda p, _, cell: _of_rater(_with_q(cell, p.q_values.get("severity")), p.rater),
        "drift": lambda p, _, cell: _of_rater(_with_q(cell, p.q_values.get("severity_drift")), p.rater),
        "never": lambda _p, _v, cell: cell,
    }
    bars = {"severity": _bars(declared.read, "severity", 0.0), "spread": _bars(declared.read, "spread", 1.0)}
    notes = [*([note] if known else []), *declared.notes]
    return page_table(declared, None, *notes, looks=looks, bars=bars, kind="profiles")


def _bars(rows: Sequence[Any], field: str, none: float) -> Callable[[Any], IntervalBar | None]:
    """Bars of a column around the value that means no difference, which is marked in the middle."""
    known = [result for one in rows if (result := getattr(one, field)) is not None and result.defined]
    ends = [end for result in known if result.interval for end in (result.interval.low, result.interval.high)]
    numbers = [*ends, *(result.estimate for result in known)]
    reach = max((abs(rounded(x) - none) for x in numbers if math.isfinite(x)), default=1.0) or 1.0
    axis = Axis(none - reach, none + reach)
    return lambda one: axis.bar(getattr(one, field), none)


def _of_rater(cell: Cell, rater: str) -> Cell:
    """A number about a rater and the others, on the items that both rated."""
    return replace(cell, about=ItemPart(raters=(rater,), shared=True))


def _with_q(cell: Cell, q: float | None) -> Cell:
    """A difference with its q-value behind the interval."""
    if q is None or math.isnan(q) or cell.aside is None:
        return cell
    return replace(cell, aside=sentence("and-q", ends=fact(cell.aside), q=chance(q)))


# --- each again, and each with the truth --------------------------------------------------------


def _within(repeated: SelfAgreement) -> PageTable:
    options = {k: v for k, v in repeated.main.options.items() if k in ("weights", "metric", "form")}
    by_name = {part.category: part for part in repeated.main.parts}
    measure = next((part.measure for part in repeated.main.parts), repeated.main.measure)
    heads = [
        word("head-rater"),
        word("head-items"),
        name_of(next((part.measure for part in repeated.again.parts), "exact_agreement"), {}),
        "",
        _called(measure, options),
    ]
    axis = axis_of(repeated.again.parts)
    rows = [
        row(
            named(part.category), _repeated(count(part.n_items), part), _repeated(within(part), part),
            Cell("", bar=axis.bar(part), kind="drawn"), _repeated(within(by_name.get(part.category)), part),
        )
        for part in repeated.again.parts
    ]  # fmt: skip
    measured = any(part.measure == "mean_absolute_error" for part in repeated.again.parts)
    return table(sentence("again-measured" if measured else "again", kind=repeated.kind), heads, rows)


def _repeated(words: Any, part: Any) -> Cell:
    """A number about what a rater rated more than once."""
    again = ItemPart(raters=(str(part.category),), again=True)
    return Cell(words, about=again if part.n_items else None)


def _called(measure: str, options: dict[str, Any]) -> Any:
    from ...coefficients.catalogue import BY_NAME

    return name_of(measure, options) if measure in BY_NAME else NONE


def _with_truth(declared: DeclaredTable) -> PageTable:
    truth = str(declared.title.facts["truth"])

    def rated(part: Any, _: Any, cell: Cell) -> Cell:
        return replace(cell, about=ItemPart(raters=(str(part.category), truth)))

    return page_table(
        declared, None, *declared.notes, looks={"": rated, "rater": lambda _part, _value, cell: cell}
    )
