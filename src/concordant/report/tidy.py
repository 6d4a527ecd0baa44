"""The numbers of a study as tidy tables: a row for each thing, every number in full, in a column of its own.

Tables of comparisons have the comparison in their first column, so that their names never depend on the data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from ..frame import Frame
from ..interpret.judge_reports import judge_sections
from ..interpret.study import (
    ComparisonReport,
    Study,
    cuts_table,
    judge_pairs_table,
    leaderboard_table,
    measures_table,
    raters_table,
    stand_in_table,
    truth_table,
)
from ..interpret.table import DeclaredTable, Fields, measure_fields, result_fields, term
from ..interpret.trust import schemes_table
from ..interpret.where import strata_table
from ..language.message import Message
from ..language.render import Language, topic
from . import long_rows as of
from .ledger_tables import ledger_tables


def _records(tables: Iterable[DeclaredTable]) -> Iterator[Fields]:
    """The rows of tables as they are declared for reading too."""
    for table in tables:
        yield from table.records()


#: What is made of each comparison, in reading order.
_OF_COMPARISONS: tuple[tuple[str, Callable[[ComparisonReport], Iterator[Fields]]], ...] = (
    ("measures", lambda one: _records([measures_table(one)])),
    ("limits", of.limits),
    ("confusion", of.confusion),
    ("slices", of.slices),
    ("grid", of.grid),
    ("categories", of.categories),
    ("category-agreement", of.category_agreement),
    ("cuts", lambda one: _records([cuts_table(one)] if one.boundaries else [])),
    ("strata", lambda one: _records(map(strata_table, one.strata))),
    ("sensitivity", lambda one: _records(map(schemes_table, filter(None, [one.sensitivity])))),
    ("stand-in", lambda one: _records(map(stand_in_table, filter(None, [one.stand_in])))),
    ("goals", of.goals),
    ("ledger", lambda one: _records(ledger_tables(one))),
    ("adjudicate", of.adjudicate),
    ("rounds", of.rounds),
    ("changes", of.changes),
    ("flips", of.flips),
)


def tidy_tables(study: Study, lang: Language = "en") -> dict[str, Frame]:
    """Every table that has rows, by name."""
    tables = {name: list(_of_all(study, rows)) for name, rows in _OF_COMPARISONS}
    tables |= {name: list(rows(study)) for name, rows in _OF_THE_STUDY}
    return {name: _frame(name, rows, lang) for name, rows in tables.items() if rows}


def _of_all(study: Study, rows: Callable[[ComparisonReport], Iterator[Fields]]) -> Iterator[Fields]:
    for one in study.comparisons:
        yield from ({"comparison": _called(one), **row} for row in rows(one))


def _called(one: ComparisonReport) -> Any:
    return one.name if one.kind == "judge" else dict(topic("terms")[one.kind])


def _frame(name: str, rows: list[Fields], lang: Language) -> Frame:
    heads = list(dict.fromkeys(head for row in rows for head in row))
    columns = {head: _column([resolved(row.get(head), lang) for row in rows]) for head in heads}
    return Frame(columns, title=Message(f"report.table-{name}").text(lang))


def _column(cells: list[Any]) -> Any:
    """Numbers as numbers; anything else as it is."""
    numeric = all(isinstance(cell, (int, float)) and not isinstance(cell, bool) for cell in cells)
    column = np.empty(len(cells), dtype=float if numeric else object)
    column[:] = cells
    return column


def resolved(cell: Any, lang: Language) -> Any:
    """A cell in one language; numbers stay numbers."""
    if isinstance(cell, Message):
        return cell.text(lang)
    return cell[lang] if isinstance(cell, Mapping) else cell


def _findings(study: Study) -> Iterator[Fields]:
    compared = {one.name: _called(one) for one in study.comparisons}
    for place, finding in enumerate(study.findings, start=1):
        gain = finding.headroom
        texts = {part: _in_each(getattr(finding, part)) for part in ("text", "cause", "fix")}
        yield {
            "place": place, "comparison": compared[finding.about["comparison"]], "code": finding.code,
            **_about(finding.about),
            "problem": texts["text"], "cause": texts["cause"], "fix": texts["fix"],
            **result_fields(finding.evidence), "q_value": finding.q_value,
            "gain_measure": None if gain is None else gain.measure,
            "now": float("nan") if gain is None else gain.now,
            "repaired": float("nan") if gain is None else gain.repaired,
            "gain": float("nan") if gain is None else gain.gain,
            "examples": _APART.join(str(next(iter(item.values()))) for item in finding.examples),
        }  # fmt: skip


#: What stands between the names in one cell.
_APART = "; "


def _about(about: Mapping[str, Any]) -> Fields:
    """Of whom or what a finding speaks: raters, a slice, a cut, categories; nothing for what it does not."""
    raters = about.get("raters", [about["rater"]] if "rater" in about else [])
    categories = about.get("labels", [about["category"]] if "category" in about else [])
    return {
        "rater": _APART.join(map(str, raters)),
        "column": about.get("column"),
        "value": about.get("value"),
        "cut": about.get("cut"),
        "category": _APART.join(map(str, categories)),
    }


def _in_each(text_of: Callable[[Language], str]) -> dict[str, str]:
    return {"en": text_of("en"), "zh": text_of("zh")}


def _pairs(study: Study) -> Iterator[Fields]:
    matrix = study.matrix
    if matrix is None or not matrix.overlap:
        return
    for g, first in enumerate(matrix.raters):
        for h in range(g + 1, len(matrix.raters)):
            yield {
                "first": first, "second": matrix.raters[h], "n_items": matrix.overlap[g][h],
                "exact_estimate": matrix.exact[g][h] if matrix.exact else float("nan"),
                **measure_fields(matrix.measure, matrix.options), "estimate": matrix.main[g][h],
            }  # fmt: skip


def _repeats(study: Study) -> Iterator[Fields]:
    for within in study.within:
        for result in (within.again, within.main):
            for part in (result, *result.parts):
                rater = Message("report.all-together") if part is result else part.category
                yield {
                    "kind": term(within.kind),
                    "rater": rater,
                    "measure": result.measure,
                    **result_fields(part),
                }


def _judge_table(name: str) -> Callable[[Study], Iterator[Fields]]:
    """The rows of all tables of one name that judge methods give."""

    def rows(study: Study) -> Iterator[Fields]:
        tables = (table for part in judge_sections(study.judge_reports) for table in part.tables)
        return _records(table for table in tables if table.name == name)

    return rows


#: The tables of judge methods, in reading order.
_OF_JUDGES = (
    "preferences", "win-rates", "both-orders", "first-place", "corrected", "score-map", "binary",
    "threshold", "threshold-curve", "soft-labels", "certainty", "panel", "combined-judges", "label-panel",
    "combined-labels", "runs", "latent-truth", "latent-shares",
    "latent-confusion",
)  # fmt: skip


def _data(study: Study) -> Iterator[Fields]:
    sentences: Iterable[Message] = (*study.audit, *study.who.notes, study.design.said)
    yield from ({"sentence": message} for message in sentences)


_OF_THE_STUDY: tuple[tuple[str, Callable[[Study], Iterator[Fields]]], ...] = (
    ("leaderboard", lambda study: _records(filter(None, [leaderboard_table(study)]))),
    ("judge-pairs", lambda study: _records(map(judge_pairs_table, filter(None, [study.leaderboard])))),
    ("findings", _findings),
    ("raters", lambda study: _records([raters_table(study)] if study.profiles else [])),
    ("rater-pairs", _pairs),
    ("repeats", _repeats),
    ("truth", lambda study: _records(map(truth_table, study.validity))),
    *((name, _judge_table(name)) for name in _OF_JUDGES),
    ("data", _data),
)

#: Every table there may be.
TABLES: tuple[str, ...] = tuple(name for name, _ in (*_OF_COMPARISONS, *_OF_THE_STUDY))
