"""The panels of the page in reading order; a panel that has nothing to show is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...interpret.study import ComparisonReport, Study, title_of
from ...language.message import Message
from .detail_panels import detail_panels
from .items import left_over
from .matrix import matrix
from .measurements import measurements
from .names import beginning, whose
from .paper import paper_panel
from .problems import problems
from .text_helpers import Panel, sentence
from .tiles import tiles
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
