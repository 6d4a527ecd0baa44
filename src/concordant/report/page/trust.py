"""Whether to believe the number: prevalence, weights, margins, correlation, and strata."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isclose
from typing import Any

from ...interpret.study import ComparisonReport
from ...interpret.table_cells import amount, name_of, percent, percent_within, within, word
from ...interpret.trust import Paradox, Sensitivity, Shortfall, margins_messages, margins_table, schemes_table
from ...interpret.where import ExplainedStrata, strata_table
from ...language.message import Message
from ...result import Result
from .curves import Curve, prevalence_curve, weights_curve
from .table import Cell, ItemPart, Look, PageTable, axis_of, of_all, page_table, row, table
from .text_helpers import PanelView, sentence


@dataclass(frozen=True)
class Lack:
    """One part of what kappa lacks: its size, and its width in percent of all that lowers it."""

    kind: str
    name: Message
    size: Any
    width: float


@dataclass(frozen=True)
class TrustBlock:
    """One reason to doubt or to trust: what is said, shown and drawn."""

    title: Message
    sentences: tuple[Message, ...]
    tables: tuple[PageTable, ...] = ()
    parts: tuple[Lack, ...] = ()
    curve: Curve | None = None


@dataclass(frozen=True)
class TrustView(PanelView):
    """Blocks in reading order."""

    blocks: tuple[TrustBlock, ...]

    @property
    def gist(self) -> Message | None:
        """What is read before it is opened."""
        return next((block.sentences[0] for block in self.blocks if block.sentences), None)


def trust(one: ComparisonReport) -> TrustView | None:
    """What tells whether to believe the number; None where there is nothing to tell."""
    blocks = tuple(b for b in _blocks(one) if b.sentences or b.tables)
    return TrustView(blocks) if blocks else None


def _blocks(one: ComparisonReport) -> Iterator[TrustBlock]:
    if one.paradox is not None:
        yield _paradox(one.paradox)
        yield _margins(one.paradox)
    if one.sensitivity is not None:
        yield _weights(one.sensitivity)
    yield TrustBlock(sentence("correlation"), one.correlation)
    for strata in one.strata:
        yield _strata(strata)


# --- prevalence and bias ------------------------------------------------------------------------


def _paradox(found: Paradox) -> TrustBlock:
    return TrustBlock(
        sentence("prevalence"),
        found.sentences,
        (_numbers(found),),
        () if found.shortfall is None else tuple(_lacks(found, found.shortfall)),
        prevalence_curve(found),
    )


def _numbers(found: Paradox) -> PageTable:
    rows = [
        row(name_of("exact_agreement", {}), of_all(percent_within(found.agreement))),
        row(sentence("observed"), of_all(percent(found.observed))),
        row(sentence("by-chance"), of_all(percent(found.expected))),
    ]
    results = (found.kappa, found.pooled, found.even, found.gwet, found.kappa_max, found.prevalence_index)
    seen: list[Result] = []
    for result in (*results, found.bias_index):
        if result is not None and all(result.measure != other.measure for other in seen):
            seen.append(result)
            rows.append(row(name_of(result.measure, _chosen(result)), of_all(within(result))))
    rows += [
        row(sentence(f"standard-{s.margins}"), of_all(amount("cohen_kappa", s.estimate)))
        for s in found.standardised
    ]
    heads = (word("head-measure"), word("head-estimate"))
    return table(sentence("kappa-beside"), heads, rows, sentence("chance-note"))


def _chosen(result: Result) -> dict[str, Any]:
    return {name: value for name, value in result.options.items() if name in ("weights", "metric")}


#: A part that rounds to 0.00 neither lowers nor raises.
_NOTHING = 0.005


def _lacks(found: Paradox, short: Shortfall) -> Iterator[Lack]:
    """The parts that lower kappa; one that raises it has no width."""
    parts = (("disagreement", short.disagreement), ("prevalence", short.prevalence), ("bias", short.bias))
    known = [(name, size) for name, size in parts if size == size]
    whole = sum(max(size, 0.0) for _, size in known)
    if whole <= 0:
        return
    for name, size in known:
        message = (
            sentence("lack-raises", x=-size) if size <= -_NOTHING else sentence("lack-size", x=max(size, 0.0))
        )
        yield Lack(name, sentence(f"lack-{name}"), message, 100 * max(size, 0.0) / whole)


def _margins(found: Paradox) -> TrustBlock:
    tests = [test for test in found.homogeneity if test.defined]
    tables = (page_table(margins_table(tests), sentence("margins-tests")),) if tests else ()
    return TrustBlock(sentence("margins"), margins_messages(found.homogeneity), tables)


# --- weights ------------------------------------------------------------------------------------


def _weights(found: Sensitivity) -> TrustBlock:
    looks: dict[str, Look] = {"result": lambda _scheme, _result, cell: of_all(cell)}
    tables = (page_table(schemes_table(found), looks=looks),) if found.schemes else ()
    return TrustBlock(sentence("weights"), found.sentences, tables, curve=weights_curve(found))


# --- strata -------------------------------------------------------------------------------------


def _strata(found: ExplainedStrata) -> TrustBlock:
    whole = found.pooled_table
    caption = Message("strata.title", {"m": [whole.measure, _chosen(whole)], "column": found.column})
    declared = strata_table(found)
    axis = axis_of([line.result for line in declared.read])

    def look(line: Any, _: Any, cell: Cell) -> Cell:
        if line.combined:  # a stratum without a number may be left out
            return of_all(cell) if isclose(line.result.n_items, whole.n_items) else cell
        return replace(cell, about=ItemPart(slices=((found.column, line.name),)))

    shown = page_table(
        declared, caption,
        looks={"n_items": look, "result": look},
        bars={"result": lambda line: axis.bar(line.result)},
        row_kind=lambda line: "total" if line.combined else "",
    )  # fmt: skip
    return TrustBlock(sentence("strata", column=found.column), found.said, (shown,))
