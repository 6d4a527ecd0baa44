"""A part of a study about judges: its title, what is said, and its tables, as every surface shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ...language.message import Message
from ...language.render import Language
from ...language.text_table import Cell
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Ints
from ...result import Result
from ..table import RESULT, ColumnKind, DeclaredTable
from ..table_cells import amount


@dataclass(frozen=True)
class JudgeSection:
    """`key` names it on the page and in files."""

    key: str
    sentences: tuple[Message, ...]
    tables: tuple[DeclaredTable, ...]

    @property
    def title(self) -> Message:
        """What it is about."""
        return judge_message(f"title-{self.key}")


def judge_message(key: str, **facts: Any) -> Message:
    """A sentence, a head or a cell of these sections."""
    return Message(f"judge_reports.{key}", facts)


def rated_things(ratings: Ratings) -> tuple[Ints, Ints]:
    """The number of what was rated (an item in a dimension) for each row, and the cluster of each."""
    keys = [ratings.item_labels.tolist()]
    keys += [own.tolist() for own in (ratings.dimension,) if own is not None]
    places: dict[tuple[object, ...], int] = {}
    row = np.array([places.setdefault(key, len(places)) for key in zip(*keys, strict=True)], dtype=np.int64)
    together = ratings.clusters if ratings.clusters is not None else ratings.item_labels
    units = np.zeros(len(places), dtype=np.int64)
    units[row] = np.unique(together.astype(str), return_inverse=True)[1]
    return row, units


def _like(measure: str) -> ColumnKind:
    """A result with its interval, its numbers written as those of another measure."""

    def shown(make: Any, result: Result) -> Any:
        return make(result if not result.defined else _renamed(result, measure))

    return ColumnKind(partial(shown, RESULT.in_words), partial(shown, RESULT.in_parts), RESULT.fields)


def _renamed(result: Result, measure: str) -> Result:
    return Result(measure=measure, title="", estimate=result.estimate, interval=result.interval)


def _number(x: float) -> Cell:
    return amount("mean_absolute_error", x)


#: Results in units of the scale, and in numbers with two decimals; a number in units without an interval.
UNITS_RESULT, NUMBER_RESULT = _like("mean_absolute_error"), _like("cohen_kappa")
NUMBER = ColumnKind(_number)


def section_text(section: JudgeSection, lang: Language = "en") -> str:
    """Title, sentences and tables as text."""
    lines = [section.title.text(lang), *(f"  {one.text(lang)}" for one in section.sentences)]
    for table in section.tables:
        words = table.in_words()
        lines += ["", words.title.text(lang), *words.lines(lang), *(one.text(lang) for one in words.notes)]
    return "\n".join(lines)
