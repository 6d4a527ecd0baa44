"""Measurements: how far apart they lie, whose variance it is, and how large an error is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isclose

from ...interpret.compare import MeasureReport
from ...interpret.notes import note_message
from ...interpret.study import ComparisonReport, RoundedReport, rounded_table
from ...interpret.table_cells import amount, count, name_of, percent, within, word
from ...interpret.trust import Components
from ...language.message import Message
from ...language.render import topic
from ...result import Result
from ..figures.axis_labels import names_in
from ..figures.drawing import ends
from .bland_altman_plot import bland_altman_plot
from .plots import Plot
from .table import Cell, Look, PageTable, Row, of_all, page_table, row, table
from .text_helpers import PanelView, sentence


@dataclass(frozen=True)
class VariancePart:
    """A component of variance: what it is of, and its share as a width in percent."""

    name: Message
    share: float
    width: float


@dataclass(frozen=True)
class MeasuredView(PanelView):
    """Limits of agreement, reliability with its reason, rounded scores, and components of variance."""

    limits: PageTable | None
    limits_notes: tuple[Message, ...]
    plot: Plot | None
    reliability: PageTable | None
    why: tuple[Message, ...]
    rounded: PageTable | None
    components: PageTable | None
    parts: tuple[VariancePart, ...]
    components_notes: tuple[Message, ...]


def measurements(one: ComparisonReport) -> MeasuredView | None:
    """What is shown of measurements; None of categories."""
    limits = one.measure("bland_altman")
    held = one.components
    if limits is None and held is None and one.rounded is None:
        return None
    known = limits is not None and limits.result.defined
    variances = None if held is None or not held.variances.defined else held.variances
    return MeasuredView(
        limits=_limits(one, limits) if limits is not None and known else None,
        limits_notes=() if limits is None else _notes(limits.result),
        plot=_plot(one, limits),
        reliability=_reliability(one),
        why=tuple(_why(one)),
        rounded=None if one.rounded is None else _rounded(one, one.rounded),
        components=None if held is None else _components(one, held),
        parts=() if variances is None else tuple(_parts(variances)),
        components_notes=() if held is None else _notes(held.variances),
    )


def _notes(result: Result) -> tuple[Message, ...]:
    return tuple(note_message(note) for note in result.notes)


# --- limits of agreement ------------------------------------------------------------------------


def _limits(one: ComparisonReport, m: MeasureReport) -> PageTable:
    result = m.result
    lower, upper = result.parts
    first, second = names_in(one, one.raters[:2])
    rows = [
        row(sentence("bias", first=first, second=second), of_all(within(result))),
        row(sentence("lower-limit"), of_all(within(lower))),
        row(sentence("upper-limit"), of_all(within(upper))),
        row(sentence("sd-differences"), of_all(amount("bland_altman", result.details["sd_differences"]))),
    ]
    if "slope_on_size_p" in result.details:
        rows.append(_slope(result))
    share = result.details["agreement"]
    return table(
        sentence("limits", share=share, n=result.n_items, level=_level(result)),
        (sentence("what"), word("head-estimate")), rows, sentence("limits-note", share=share),
    )  # fmt: skip


def _level(result: Result) -> float:
    return float("nan") if result.interval is None else result.interval.level


def _slope(result: Result) -> Row:
    """Whether differences grow with what is measured."""
    slope, p = result.details["slope_on_size"], result.details["slope_on_size_p"]
    return row(sentence("slope"), of_all(sentence("slope-value", x=slope, p=p)))


def _plot(one: ComparisonReport, limits: MeasureReport | None) -> Plot | None:
    if one.scatter is None or limits is None:
        return None
    names = names_in(one, (one.scatter.first, one.scatter.second))
    return bland_altman_plot(one.scatter, limits.result, names)


# --- reliability and variance -------------------------------------------------------------------

_RELIABILITY = ("icc", "ccc", "krippendorff_alpha", "mean_absolute_error")


def _shown(one: ComparisonReport) -> Iterator[MeasureReport]:
    return (m for m in one.measures if m.measure in _RELIABILITY)


def _reliability(one: ComparisonReport) -> PageTable | None:
    rows = [
        row(name_of(m.measure, m.options), of_all(within(m.result)), _counted(one, m.result))
        for m in _shown(one)
    ]
    heads = (word("head-measure"), word("head-estimate"), word("head-items"))
    return table(sentence("reliability"), heads, rows) if rows else None


def _counted(one: ComparisonReport, result: Result) -> Cell:
    """How many items; plain where there are more ratings of them, each of which a list would show."""
    listed = one.ledger is not None and isclose(one.ledger.n_items, result.n_items)
    return of_all(count(result.n_items)) if listed else Cell(count(result.n_items))


def _why(one: ComparisonReport) -> Iterator[Message]:
    for m in _shown(one):
        because = {lang: m.why.text(lang) for lang in ("en", "zh")}
        yield Message("study.because", {"m": [m.measure, dict(m.options)], "why": because})


def _rounded(one: ComparisonReport, found: RoundedReport) -> PageTable:
    """Every measure of the scores as ordered categories."""
    declared = rounded_table(one, found)
    looks: dict[str, Look] = {"result": lambda m, _, cell: of_all(cell) if m.result.defined else cell}
    return page_table(declared, None, *declared.notes, looks=looks)


def _components(one: ComparisonReport, held: Components) -> PageTable | None:
    if not held.variances.defined:
        return None
    rows = [
        row(_of(part), of_all(within(part)), of_all(percent(part.details.get("share", float("nan")))))
        for part in held.variances.parts
    ]
    rows += [
        row(name_of(error.measure, error.options), of_all(within(error)), percent(float("nan")))
        for error in (held.error, held.detectable)
        if error.defined
    ]
    heads = (sentence("source"), word("head-estimate"), sentence("share"))
    notes = [
        sentence("components-note"),
        *([sentence("components-below")] if _any_below(held.variances) else []),
    ]
    return table(sentence("components", names=names_in(one, one.raters)), heads, rows, *notes)


def _any_below(variances: Result) -> bool:
    """Whether a variance, or an end of its interval, came out below 0."""
    return any(end < 0 for part in variances.parts for end in (part.estimate, *ends(part)))


def _of(part: Result) -> Message:
    return sentence("variance-of", of=dict(topic("terms")[str(part.category)]))


def _shares(variances: Result) -> bool:
    return all("share" in part.details for part in variances.parts)


def _parts(variances: Result) -> Iterator[VariancePart]:
    """Shares as widths; what came out below 0 has none."""
    if not _shares(variances):
        return
    above = [max(part.details["share"], 0.0) for part in variances.parts]
    for part, share in zip(variances.parts, above, strict=True):
        yield VariancePart(_of(part), part.details["share"], 100 * share / sum(above))
