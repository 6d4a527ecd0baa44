"""The panels of the page in reading order; a panel that has nothing to show is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...interpret.study import ComparisonReport, Study, title_of
from ...language.message import Message
from .cuts import cuts, cuts_title
from .data import data
from .flips import rounds_sentence
from .goals import goals
from .items import left_over
from .ledger import ledger
from .matrix import matrix
from .measurements import measurements
from .methods import methods
from .names import beginning, whose
from .paper import paper_panel
from .problems import problems
from .progress import progress
from .raters import raters
from .slices import slices
from .text_helpers import Panel, sentence
from .tiles import tiles
from .trust import trust
from .verdict import verdict

__all__ = ["ComparisonPanels", "Panel", "blocks_of", "cells_of", "panels_of"]


@dataclass(frozen=True)
class ComparisonPanels:
    """The panels of a comparison that is not the main one; `at` begins all its ids."""

    at: str
    title: Message
    panels: tuple[Panel, ...]


def panels_of(study: Study) -> tuple[Panel, ...]:
    """What there is to show of the main comparison, and of the study as a whole, in order."""
    return tuple(panel for panel in _panels(study) if panel.view is not None)


def blocks_of(study: Study) -> tuple[ComparisonPanels, ...]:
    """Every other comparison with panels of its own."""
    others = [one for one in study.comparisons if one is not study.main]
    return tuple(_block(study, one) for one in others)


def cells_of(panels: Sequence[Panel], blocks: Sequence[ComparisonPanels]) -> tuple[str, ...]:
    """The ids of the lists of items, by which the open cell is marked where scripts are off."""
    found = (*panels, *(panel for block in blocks for panel in block.panels))
    ids = [items.id for panel in found if panel.key == "matrix" for items in panel.view.lists]
    return tuple(ids[:_MOST_MARKED])


#: So many cells can be marked: a rule for each takes room in the page.
_MOST_MARKED = 200


def _panels(study: Study) -> Iterator[Panel]:
    main = study.main
    yield Panel("verdict", Message("page.first"), verdict(study))
    if main is not None:
        yield from _of(study, main)
        yield Panel("problems", Message("page.problems"), problems(study))
    yield from detail_panels(study, main)
    paper = paper_panel(study)
    if paper is not None:
        yield paper
    yield Panel("items", Message("page.items"), left_over(study))


def _of(study: Study, one: ComparisonReport, at: str = "") -> Iterator[Panel]:
    about, main = whose(study, one), one is study.main
    yield Panel("tiles", Message("page.tiles"), tiles(one), about=about)
    yield Panel("measurements", sentence("measured"), measurements(one, pictures=main), about=about)
    yield Panel("matrix", Message("page.matrix"), matrix(study, one, at), about=about)


def _block(study: Study, one: ComparisonReport) -> ComparisonPanels:
    at = beginning(one.name)
    found = (*_of(study, one, at), *detail_panels(study, one))
    panels = tuple(replace(panel, at=at, about=None) for panel in found if panel.view is not None)
    return ComparisonPanels(at, title_of(one), panels)


def detail_panels(study: Study, comparison: ComparisonReport | None) -> Iterator[Panel]:
    """What a comparison shows below; with the main one stands what is about the study as a whole."""
    whole = comparison is study.main
    found: dict[str, Any] = {}
    if comparison is not None:
        found = {
            "slices": slices(study, comparison, pictures=whole),
            "progress": progress(comparison, pictures=whole),
            "cuts": cuts(comparison, pictures=whole),
            "trust": trust(comparison, pictures=whole),
            "ledger": ledger(comparison),
            "goals": goals(comparison),
        }
    if whole:
        found |= {"raters": raters(study), "data": data(study), "methods": methods(study)}
    for key in _ORDER:
        if found.get(key) is not None:
            about = None if key in _OF_ALL else whose(study, comparison)
            yield Panel(key, _title(key, comparison), found[key], about=about)


def _title(key: str, comparison: ComparisonReport | None) -> Message:
    if key == "cuts" and comparison is not None:
        return cuts_title(comparison)
    return rounds_sentence("title") if key == "progress" else sentence(_CODES.get(key, key))


#: Titles whose code in `page_lower` is not the key of the panel.
_CODES = {"trust": "believe"}
_ORDER = ("slices", "raters", "progress", "cuts", "trust", "ledger", "goals", "data", "methods")
#: About the study as a whole, whatever it compares.
_OF_ALL = ("raters", "data", "methods")
