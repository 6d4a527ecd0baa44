"""Whether to believe the number: prevalence, weights, margins, correlation, and strata."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...interpret.study import ComparisonReport
from ...interpret.table_cells import amount, name_of, percent, percent_within, within, word
from ...interpret.trust import Paradox, Sensitivity, Shortfall, margins_messages, margins_table, schemes_table
from ...interpret.where import Confusion, ExplainedStrata, strata_table
from ...language.message import Message
from ...language.render import Language
from ...result import Result
from ..figure import Figure
from ..figures.axis_labels import names_in
from ..figures.prevalence import Prevalence
from .table import PageTable, page_table, row, table
from .text_helpers import PanelView, Picture, sentence


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
    picture: Picture | None = None
    folded: tuple[Picture, ...] = ()


@dataclass(frozen=True)
class TrustView(PanelView):
    """Blocks in reading order."""

    blocks: tuple[TrustBlock, ...]


def trust(one: ComparisonReport, *, pictures: bool = True) -> TrustView | None:
    """What tells whether to believe the number; None where there is nothing to tell."""
    blocks = tuple(b for b in _blocks(one) if b.sentences or b.tables)
    if not pictures:
        blocks = tuple(replace(b, picture=None, folded=()) for b in blocks)
    return TrustView(blocks) if blocks else None


def _blocks(one: ComparisonReport) -> Iterator[TrustBlock]:
    if one.paradox is not None:
        yield _paradox(one, one.paradox)
        yield _margins(one.paradox)
    if one.sensitivity is not None:
        yield _weights(one.sensitivity)
    yield TrustBlock(sentence("correlation"), one.correlation)
    for strata in one.strata:
        yield _strata(strata)


# --- prevalence and bias ------------------------------------------------------------------------


def _paradox(one: ComparisonReport, found: Paradox) -> TrustBlock:
    def curve(lang: Language) -> Figure:
        from ..figures.paradox_curve import paradox_curve

        return paradox_curve(found, lang=lang)

    return TrustBlock(
        sentence("prevalence"),
        found.sentences,
        (_numbers(found),),
        () if found.shortfall is None else tuple(_lacks(found, found.shortfall)),
        Picture(sentence("prevalence-curve"), curve) if Prevalence(found).drawable else None,
        _chart(one, one.confusion),
    )


def _chart(one: ComparisonReport, confusion: Confusion | None) -> tuple[Picture, ...]:
    """Bangdiwala's chart, where the two have an item in common."""
    if confusion is None or not confusion.total > 0:
        return ()

    def chart(lang: Language) -> Figure:
        from ..figures.bangdiwala import bangdiwala

        near = {} if one.boundaries else {"within": 0}  # categories without an order have no near misses
        return bangdiwala(
            confusion, names=names_in(one, (confusion.first, confusion.second)), lang=lang, **near
        )

    return (Picture(sentence("agreement-chart"), chart),)


def _numbers(found: Paradox) -> PageTable:
    rows = [
        row(name_of("exact_agreement", {}), percent_within(found.agreement)),
        row(sentence("observed"), percent(found.observed)),
        row(sentence("by-chance"), percent(found.expected)),
    ]
    results = (found.kappa, found.pooled, found.even, found.gwet, found.kappa_max, found.prevalence_index)
    seen: list[Result] = []
    for result in (*results, found.bias_index):
        if result is not None and all(result.measure != other.measure for other in seen):
            seen.append(result)
            rows.append(row(name_of(result.measure, _chosen(result)), within(result)))
    rows += [
        row(sentence(f"standard-{s.margins}"), amount("cohen_kappa", s.estimate), kind="")
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
    def curve(lang: Language) -> Figure:
        from ..figures.sensitivity import sensitivity_curve

        return sensitivity_curve(found, lang=lang)

    tables = (page_table(schemes_table(found)),) if found.schemes else ()
    known = bool(found.curve) and any(point.estimate == point.estimate for point in found.curve)
    return TrustBlock(
        sentence("weights"),
        found.sentences,
        tables,
        picture=Picture(sentence("weights-curve"), curve) if known else None,
    )


# --- strata -------------------------------------------------------------------------------------


def _strata(found: ExplainedStrata) -> TrustBlock:
    def forest(lang: Language) -> Figure:
        from ..figures.forest import forest_strata

        return forest_strata(found, lang=lang)

    whole = found.pooled_table
    caption = Message("strata.title", {"m": [whole.measure, _chosen(whole)], "column": found.column})
    shown = page_table(
        strata_table(found), caption,
        row_kind=lambda line: "total" if line.combined else "",
    )  # fmt: skip
    picture = (
        Picture(sentence("forest-strata"), forest) if any(s.result.defined for s in found.strata) else None
    )
    return TrustBlock(
        sentence("strata", column=found.column), found.said, (shown,),
        folded=() if picture is None else (picture,),
    )  # fmt: skip
