"""What judge methods add to a study: corrected means, errors by kind, panels, soft labels, preferences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...interpret.judge_reports import judge_sections
from ...interpret.study import Study
from ...language.message import Message
from .table import PageTable, page_table
from .text_helpers import Panel, PanelView


@dataclass(frozen=True)
class JudgeSectionView(PanelView):
    """Sentences, then tables."""

    sentences: tuple[Message, ...]
    tables: tuple[PageTable, ...]

    @property
    def gist(self) -> Message | None:
        """What is read before it is opened."""
        return next(iter(self.sentences), None)


def judge_panels(study: Study) -> Iterator[Panel]:
    """A folded panel for each part that the data call for."""
    for part in judge_sections(study.judge_reports):
        tables = tuple(page_table(table, None, *table.notes) for table in part.tables)
        view = JudgeSectionView(part.sentences, tables)
        yield Panel(
            "judge_section", part.title, view, f"{part.key}-", folded=True, gist=view.gist, contents=part.key
        )
