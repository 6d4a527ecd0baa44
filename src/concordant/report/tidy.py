"""The numbers of a study as tidy tables: a row for each thing, every number in full, in a column of its own.

Tables of comparisons have the comparison in their first column, so that their names never depend on the data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from ..coefficients.catalogue import BY_NAME
from ..frame import Frame
from ..interpret.study.comparison_report import ComparisonReport
from ..interpret.study.study import Study
from ..language.message import Message
from ..language.render import Language, topic
from ..result import Result
from . import tidy_comparison as of
from . import tidy_rounds as of_rounds
from .tidy_cells import Row, measure, number, term, whole

#: What is made of each comparison, in reading order.
_OF_COMPARISONS: tuple[tuple[str, Callable[[ComparisonReport], Iterator[Row]]], ...] = (
    ("measures", of.measures),
    ("limits", of.limits),
    ("confusion", of.confusion),
    ("slices", of.slices),
    ("grid", of.grid),
    ("categories", of.categories),
    ("category-agreement", of.category_agreement),
    ("cuts", of.cuts),
    ("strata", of.strata),
    ("sensitivity", of.sensitivity),
    ("goals", of.goals),
    ("ledger", of.ledger),
    ("adjudicate", of.adjudicate),
    ("rounds", of_rounds.rounds),
    ("changes", of_rounds.changes),
    ("flips", of_rounds.flips),
)


def tidy_tables(study: Study, lang: Language = "en") -> dict[str, Frame]:
    """Every table that has rows, by name."""
    tables = {name: list(_of_all(study, rows)) for name, rows in _OF_COMPARISONS}
    tables |= {name: list(rows(study)) for name, rows in _OF_THE_STUDY}
    return {name: _frame(name, rows, lang) for name, rows in tables.items() if rows}


def _of_all(study: Study, rows: Callable[[ComparisonReport], Iterator[Row]]) -> Iterator[Row]:
    for one in study.comparisons:
        yield from ({"comparison": _called(one), **row} for row in rows(one))


def _called(one: ComparisonReport) -> Any:
    return one.name if one.kind == "judge" else dict(topic("terms")[one.kind])


def _frame(name: str, rows: list[Row], lang: Language) -> Frame:
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


def _findings(study: Study) -> Iterator[Row]:
    compared = {one.name: _called(one) for one in study.comparisons}
    for place, finding in enumerate(study.findings, start=1):
        gain = finding.headroom
        said = {part: _in_each(getattr(finding, part)) for part in ("text", "cause", "fix")}
        yield {
            "place": place, "comparison": compared[finding.about["comparison"]], "code": finding.code,
            **_about(finding.about),
            "problem": said["text"], "cause": said["cause"], "fix": said["fix"],
            **whole(finding.evidence), "q_value": finding.q_value,
            "gain_measure": None if gain is None else gain.measure,
            "now": float("nan") if gain is None else gain.now,
            "repaired": float("nan") if gain is None else gain.repaired,
            "gain": float("nan") if gain is None else gain.gain,
            "examples": _APART.join(str(next(iter(item.values()))) for item in finding.examples),
        }  # fmt: skip


#: What stands between the names in one cell.
_APART = "; "


def _about(about: Mapping[str, Any]) -> Row:
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


def _in_each(said: Callable[[Language], str]) -> dict[str, str]:
    return {"en": said("en"), "zh": said("zh")}


def _raters(study: Study) -> Iterator[Row]:
    for p in study.profiles:
        yield {
            "rater": p.rater, "kind": term(p.kind), "n_items": p.n_items, "n_shared": p.n_shared,
            "mean": p.mean, "others_mean": p.others_mean, "sd": p.sd, "others_sd": p.others_sd,
            **number(p.severity, "severity_"), **number(p.spread, "spread_"), **number(p.exact, "exact_"),
            **measure(p.main.measure, _own(p.main)), **number(p.main),
        }  # fmt: skip


def _own(result: Result) -> dict[str, Any]:
    """The options of the coefficient, without those of the interval."""
    return {name: result.options[name] for name in BY_NAME[result.measure].options if name in result.options}


def _pairs(study: Study) -> Iterator[Row]:
    matrix = study.matrix
    if matrix is None or not matrix.overlap:
        return
    for g, first in enumerate(matrix.raters):
        for h in range(g + 1, len(matrix.raters)):
            yield {
                "first": first, "second": matrix.raters[h], "n_items": matrix.overlap[g][h],
                "exact_estimate": matrix.exact[g][h] if matrix.exact else float("nan"),
                **measure(matrix.measure, matrix.options), "estimate": matrix.main[g][h],
            }  # fmt: skip


def _repeats(study: Study) -> Iterator[Row]:
    for within in study.within:
        for result in (within.again, within.main):
            for part in (result, *result.parts):
                rater = Message("report.all-together") if part is result else part.category
                yield {"kind": term(within.kind), "rater": rater, "measure": result.measure, **whole(part)}


def _truth(study: Study) -> Iterator[Row]:
    for validity in study.validity:
        for part in validity.result.parts:
            told = {name: part.details.get(name) for name in ("bias", "error_variance", "reliability")}
            yield {"truth": validity.truth, "rater": part.category, "mse": part.estimate, **told}


def _data(study: Study) -> Iterator[Row]:
    sentences: Iterable[Message] = (*study.audit, *study.who.notes, study.design.said)
    yield from ({"sentence": said} for said in sentences)


_OF_THE_STUDY: tuple[tuple[str, Callable[[Study], Iterator[Row]]], ...] = (
    ("findings", _findings),
    ("raters", _raters),
    ("rater-pairs", _pairs),
    ("repeats", _repeats),
    ("truth", _truth),
    ("data", _data),
)

#: Every table there may be.
TABLES: tuple[str, ...] = tuple(name for name, _ in (*_OF_COMPARISONS, *_OF_THE_STUDY))
