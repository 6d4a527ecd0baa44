"""The panels of the report in the application: one comparison at a time, every number a link to its items."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from markupsafe import Markup, escape

from ...interpret.study import ComparisonReport, Study
from ...language.text_table import NONE
from ...report.page.cuts import CutsView
from ...report.page.findings import FindingRow, FindingsView
from ...report.page.goals import GoalsView
from ...report.page.leaderboard import LeaderboardView
from ...report.page.ledger import LedgerView
from ...report.page.matrix import ConfusionCell, ConfusionRow, ConfusionTable
from ...report.page.measurements import MeasuredView
from ...report.page.measures import MeasureRow, MeasuresView
from ...report.page.names import view_of
from ...report.page.panels import Panel, contents_of
from ...report.page.raters import RatersView
from ...report.page.render import fragment
from ...report.page.slices import SlicesView
from ...report.page.table import Cell, ItemPart, PageTable, Row
from ...report.page.trust import TrustBlock, TrustView
from ...report.page.verdict import VerdictView

#: Makes the address of a list of items out of what is asked for.
Items = Callable[..., str]
_CARD = re.compile(r'href="#item-(\d+)"')


def study_panels(
    study: Study, name: str, items: Items, view: Callable[[str], str], item: Callable[[str], str]
) -> Iterator[tuple[Panel, Markup]]:
    """Every panel of one comparison and of the study with its markup.

    `items` makes addresses of lists of items, `view` those of comparisons, and `item` those of single items.
    """
    one = study.comparison(name) if name else study.main
    for panel in _panels(study, one):
        shown = linked(panel, study, one, items, view)
        markup = _CARD.sub(lambda found: _to_item(study, int(found[1]), item), str(fragment(shown)))
        yield shown, Markup(markup)  # noqa: S704 - the report escapes every value, and so do we


def _panels(study: Study, one: ComparisonReport | None) -> Iterator[Panel]:
    """The answer, the judges, the evidence, and what is about the study; items have a page of their own."""
    contents = contents_of(study)
    shown = view_of(study, one)
    chosen = next((view for view in contents.views if view.id == shown), contents.views[0])
    yield chosen.answer
    if contents.leaderboard is not None:
        yield contents.leaderboard
    yield from chosen.panels
    yield from (panel for panel in contents.whole if panel.key != "items")


def linked(
    panel: Panel, study: Study, one: ComparisonReport | None, items: Items, view: Callable[[str], str]
) -> Panel:
    """The panel with addresses of lists of items in place of what a page by itself shows."""
    shown = panel.view
    if isinstance(shown, ConfusionTable) and one is not None:
        return replace(panel, view=_matrix(shown, one, items))
    if isinstance(shown, LeaderboardView):
        return replace(panel, view=_leaderboard(shown, study, items, view))
    if isinstance(shown, FindingsView):
        return replace(panel, view=_findings(shown, items))
    if isinstance(shown, RatersView):
        folded = tuple(_listed(table, items) for table in shown.folded)
        return replace(panel, view=replace(shown, matrix=_listed_or_none(shown.matrix, items), folded=folded))
    if one is None:
        return panel
    of_comparison = partial(items, comparison=one.name, compared="1")
    if isinstance(shown, VerdictView):
        return replace(panel, view=_verdict(shown, one, items))
    if isinstance(shown, MeasuresView):
        first, further = (_measured(rows, one, items) for rows in (shown.first, shown.further))
        return replace(panel, view=replace(shown, first=first, further=further))
    if isinstance(shown, SlicesView):
        return replace(panel, view=_slices(shown, of_comparison))
    if isinstance(shown, GoalsView):
        return replace(panel, view=_goals(shown, items, of_comparison))
    if isinstance(shown, CutsView):
        cuts, bands = (_listed_or_none(table, of_comparison) for table in (shown.cuts, shown.bands))
        return replace(panel, view=replace(shown, cuts=cuts, bands=bands))
    if isinstance(shown, LedgerView):
        splits = tuple(_listed(table, of_comparison) for table in shown.splits)
        return replace(panel, view=replace(shown, splits=splits))
    if isinstance(shown, TrustView):
        blocks = tuple(_believed(block, of_comparison) for block in shown.blocks)
        return replace(panel, view=replace(shown, blocks=blocks))
    if isinstance(shown, MeasuredView):
        return replace(panel, view=_measurements(shown, of_comparison))
    return panel


def _measured(rows: Iterable[MeasureRow], one: ComparisonReport, items: Items) -> tuple[MeasureRow, ...]:
    """Measures that lead to the items they are measured on, the largest disagreement first."""
    address = items(comparison=one.name, compared="1", sort="spread")
    return tuple(replace(row, href=address) for row in rows)


def _verdict(view: VerdictView, one: ComparisonReport, items: Items) -> VerdictView:
    number = () if view.number is None else _measured([view.number], one, items)
    return replace(view, number=next(iter(number), None), aims=_measured(view.aims, one, items))


def _slices(view: SlicesView, items: Items) -> SlicesView:
    dots = tuple(replace(dot, href=_address(dot.about, items)) for dot in view.dots)
    blocks = tuple(replace(block, table=_listed_or_none(block.table, items)) for block in view.blocks)
    return replace(view, dots=dots, blocks=blocks, grid=_listed_or_none(view.grid, items))


def _goals(view: GoalsView, items: Items, of_comparison: Items) -> GoalsView:
    """Targets lead to the items that they are judged on, people to those that they and the judge rated."""
    groups = tuple(
        replace(
            group, aims=tuple(replace(aim, href=_address(aim.about, of_comparison)) for aim in group.aims)
        )
        for group in view.groups
    )
    return replace(view, groups=groups, stand_in=_listed_or_none(view.stand_in, items))


def _believed(block: TrustBlock, items: Items) -> TrustBlock:
    return replace(block, tables=tuple(_listed(table, items) for table in block.tables))


def _measurements(view: MeasuredView, items: Items) -> MeasuredView:
    tables = (view.limits, view.reliability, view.rounded, view.components)
    limits, reliability, rounded, components = (_listed_or_none(table, items) for table in tables)
    return replace(view, limits=limits, reliability=reliability, rounded=rounded, components=components)


def _listed_or_none(table: PageTable | None, items: Items) -> PageTable | None:
    return None if table is None else _listed(table, items)


def _listed(table: PageTable, items: Items) -> PageTable:
    """The table with an address in every cell that states which items it is about."""

    def cell(found: Cell) -> Cell:
        href = "" if found.words in (NONE, "") else _address(found.about, items)
        return replace(found, href=href) if href else found

    return replace(table, rows=tuple(replace(r, cells=tuple(map(cell, r.cells))) for r in table.rows))


def _address(part: ItemPart | None, items: Items) -> str:
    if part is None:
        return ""
    asked: dict[str, object] = {"within": [f"{column}:{value}" for column, value in part.slices]}
    asked |= {"pair": list(part.raters)} if len(part.raters) > 1 else {"rater": "".join(part.raters)}
    asked |= {"shared": "1" if part.shared else "", "again": "1" if part.again else "", "value": part.value}
    asked |= {"cell": "" if part.cell is None else "{},{}".format(*part.cell), "cut": part.cut}
    asked |= {"both": list(part.both), "kinds": list(part.kinds)}
    return items(**asked, sort="item" if part.again else "spread")


def _matrix(table: ConfusionTable, one: ComparisonReport, items: Items) -> ConfusionTable:
    def cell(found: ConfusionCell | None, row: int, column: int) -> ConfusionCell | None:
        if found is None:
            return None
        return replace(found, href=items(comparison=one.name, cell=f"{row},{column}"))

    def row(found: ConfusionRow, at: int) -> ConfusionRow:
        return replace(found, cells=tuple(cell(c, at, j) for j, c in enumerate(found.cells, 1)))

    return replace(table, rows=tuple(row(found, at) for at, found in enumerate(table.rows, 1)), lists=())


def _leaderboard(
    board: LeaderboardView, study: Study, items: Items, view: Callable[[str], str]
) -> LeaderboardView:
    """A judge's name leads to its comparison, and each of its numbers to the items it was measured on."""
    judges = [] if study.leaderboard is None else [row.judge for row in study.leaderboard.rows]

    def row(found: Row, judge: str) -> Row:
        first, *rest = found.cells
        to_items = items(comparison=judge, compared="1", sort="spread")
        cells = (replace(c, href=to_items) if c.words not in (NONE, "") else c for c in rest)
        return replace(found, cells=(replace(first, shows="", href=view(judge)), *cells))

    table: PageTable = board.judges
    rows = tuple(row(found, judge) for found, judge in zip(table.rows, judges, strict=True))
    return replace(board, judges=replace(table, rows=rows))


def _findings(view: FindingsView, items: Items) -> FindingsView:
    def row(found: FindingRow) -> FindingRow:
        return replace(found, all_items=items(finding=found.number, sort="spread"), href="")

    return replace(
        view,
        rows=tuple(map(row, view.rows)),
        slices=tuple(map(row, view.slices)),
        small=tuple(map(row, view.small)),
    )


def _to_item(study: Study, number: int, item: Callable[[str], str]) -> str:
    return f'href="{escape(item(study.items[number - 1].item))}"'
