"""The panels of the page in reading order: those of each comparison, and those of the study as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...interpret.study import ComparisonReport, Study
from ...language.message import Message
from .cuts import cuts, cuts_title
from .data import data
from .findings import findings_view
from .flips import rounds_sentence
from .goals import goals
from .items import items_view
from .judge_sections import judge_panels
from .leaderboard import leaderboard
from .ledger import ledger
from .matrix import matrix
from .measurements import measurements
from .measures import measures_view
from .methods import methods
from .names import beginning, view_of, whose
from .paper import paper_panel
from .progress import progress
from .raters import raters
from .slices import slices
from .text_helpers import Panel, sentence
from .trust import trust
from .verdict import verdict

__all__ = ["ComparisonView", "PageContents", "Panel", "cells_of", "contents_of", "panels_of"]


@dataclass(frozen=True)
class ComparisonView:
    """One comparison with its panels: the page shows one view at a time; `at` begins all its ids.

    `answer` is the panel that comes before all else, `panels` those that follow.
    """

    id: str
    at: str
    name: Any
    answer: Panel
    panels: tuple[Panel, ...]

    @property
    def all(self) -> tuple[Panel, ...]:
        """The answer and what follows."""
        return (self.answer, *self.panels)


@dataclass(frozen=True)
class PageContents:
    """The views, the main one first; the leaderboard, where several judges are compared; and the rest."""

    views: tuple[ComparisonView, ...]
    leaderboard: Panel | None
    whole: tuple[Panel, ...]

    @property
    def first(self) -> tuple[Panel, ...]:
        """What the page shows when it is opened, in reading order."""
        main = self.views[0]
        board = () if self.leaderboard is None else (self.leaderboard,)
        return (main.answer, *board, *main.panels, *self.whole)


def contents_of(study: Study) -> PageContents:
    """All panels of a study; a panel that has nothing to show is left out."""
    main = study.main
    others = sorted(
        (one for one in study.comparisons if one is not main), key=lambda one: one.kind != "judge"
    )
    board = Panel("leaderboard", Message("page.leaderboard"), leaderboard(study))
    return PageContents(
        (_view(study, main), *(_view(study, one) for one in others)),
        None if board.view is None else board,
        tuple(panel for panel in _whole(study) if panel.view is not None),
    )


def panels_of(study: Study) -> tuple[Panel, ...]:
    """What the page shows of a study when it is opened."""
    return contents_of(study).first


def cells_of(contents: PageContents) -> tuple[str, ...]:
    """The ids of the lists of items, by which the open cell is marked where scripts are off."""
    found = (panel for view in contents.views for panel in view.panels if panel.key == "matrix")
    return tuple(items.id for panel in found for items in panel.view.lists)[:_MOST_MARKED]


#: So many cells can be marked: a rule for each takes room in the page.
_MOST_MARKED = 200


def _view(study: Study, one: ComparisonReport | None) -> ComparisonView:
    at = "" if one is None or one is study.main else beginning(one.name)
    found = (panel for panel in _of(study, one, at) if panel.view is not None)
    panels = tuple(replace(panel, at=at, about=whose(study, one)) for panel in found)
    answer = Panel("verdict", Message("page.first"), verdict(study, one, at), at, whose(study, one))
    return ComparisonView(view_of(study, one), at, whose(study, one), answer, panels)


def _of(study: Study, one: ComparisonReport | None, at: str) -> Iterator[Panel]:
    """What there is to show of a comparison, evidence before robustness."""
    if one is None:
        return
    yield Panel("findings", Message("page.findings"), findings_view(study, one, at))
    yield Panel("matrix", Message("page.matrix"), matrix(study, one, at))
    yield Panel("measures", Message("page.measures"), measures_view(one))
    yield Panel("measurements", sentence("measured"), measurements(one))
    yield Panel("slices", sentence("slices"), slices(study, one))
    yield Panel("progress", rounds_sentence("title"), progress(one))
    title = cuts_title(one)
    yield replace(_folded("cuts", title, cuts(study, one)), word=title.code.partition(".cuts-")[2])
    yield _folded("goals", sentence("goals"), goals(one))
    yield _folded("ledger", sentence("ledger"), ledger(study, one))
    yield _folded("trust", sentence("believe"), trust(one))


def _whole(study: Study) -> Iterator[Panel]:
    """What is about the study, whatever it compares."""
    if study.main is not None:
        yield Panel("raters", sentence("raters"), raters(study))
        yield from judge_panels(study)
    yield _folded("items", Message("page.items"), items_view(study))
    yield _folded("data", sentence("data"), data(study))
    yield _folded("methods", sentence("methods"), methods(study))
    paper = paper_panel(study)
    if paper is not None:
        yield replace(paper, folded=True)


def _folded(key: str, title: Message, view: Any) -> Panel:
    """A panel that is opened by a click; its gist is read beside the title."""
    return Panel(key, title, view, folded=True, gist=getattr(view, "gist", None))
