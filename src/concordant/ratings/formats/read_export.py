"""An export read: its canonical table, and the grid with known roles that the reader takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import numpy as np

from ...errors import InputError
from ...number_text import show_count
from ...result import Note
from ..grid import Grid, memory_grid
from ..phrases import listed
from .canonical import CanonicalBuilder, CanonicalTable, without_superseded
from .choices import with_numbers, with_single_choices
from .content import Content
from .declaration import (
    COMMENT,
    COST,
    DIMENSION,
    ITEM,
    KIND,
    RATER,
    REPEAT,
    ROUND,
    SCORE,
    SECONDS,
    TIME,
    ExportFormat,
)
from .dimensions import Dimensions, with_dimensions
from .path import Scope, each_of
from .read_records import read_records
from .recognise import Export
from .survey import LOOKED_AT, Maker, Reshape, Survey


@cache
def _makers() -> dict[str, Maker]:
    """The reshapes that formats.toml names; their modules are imported for an export alone."""
    from . import annotation_tools, crowd_work, evaluation_tools, langfuse, promptfoo

    makers: tuple[Maker, ...] = (
        annotation_tools.label_studio_flat,
        annotation_tools.doccano,
        annotation_tools.doccano_old,
        annotation_tools.prodigy,
        annotation_tools.argilla_flat,
        annotation_tools.inception,
        crowd_work.mturk,
        crowd_work.appen,
        evaluation_tools.inspect,
        promptfoo.promptfoo,
        evaluation_tools.ragas,
        evaluation_tools.mt_bench_pairs,
        evaluation_tools.langsmith_experiment,
        evaluation_tools.weave,
        evaluation_tools.alt_test,
        langfuse.langfuse,
    )
    return {maker.__name__: maker for maker in makers}


#: What people mark or write instead of rating an item as a whole: exporting it again changes nothing.
_NO_RATINGS = {"region", "free-text", "no-value", "ignored"}

#: Roles that a column of the canonical table has where it holds more than one value.
_VARIED = {"dimension": DIMENSION, "repeat": REPEAT, "round": ROUND}
_IF_THERE = {"rater_kind": KIND, "time": TIME, "comment": COMMENT, "seconds": SECONDS, "cost": COST}


def read_export(export: Export) -> CanonicalTable:
    """All ratings of an export as the canonical table; what is no rating is counted with its reason."""
    known = export.format
    reshape = _reshape(known, export.contents)
    builder = CanonicalBuilder()
    for content in export.contents:
        document = content.document if content.kind in ("document", "inspect-zip") else None
        records: Iterable[Any] = _records(known, content)
        if reshape is not None:
            records = _turned(reshape, records, content.stem, document)
        read_records(known, records, builder, file=content.stem, document=document)
    table = builder.finish()
    if not table.n_rows:
        raise InputError(_nothing(export, table))
    table = with_numbers(with_single_choices(table)).without_gone()
    return replace(table, notes=(*table.notes, *_notes(export, table, reshape)))


def _records(known: ExportFormat, content: Content) -> Iterator[Any]:
    if content.kind == "document" and known.records:
        paths = known.records.split("&")
        return (value for path in paths for _, value in each_of(path.strip())(Scope(content.document)))
    return content.records()


def _reshape(known: ExportFormat, contents: Iterable[Content]) -> Reshape | None:
    if not known.reshape:
        return None
    held = list(contents)
    head = [
        (content.stem, record)
        for content in held
        for record in islice(_records(known, content), max(200, LOOKED_AT // len(held)))
        if isinstance(record, Mapping)
    ]
    return _makers()[known.reshape](Survey(head, [content.stem for content in held]))


def _turned(reshape: Reshape, records: Iterable[Any], stem: str, document: Any) -> Iterator[Any]:
    for record in records:
        if isinstance(record, Mapping):
            yield from reshape.turn(record, stem, document)
        else:
            yield record


def _nothing(export: Export, table: CanonicalTable) -> str:
    """That there is no rating, what there is instead, and what to do."""
    why = "; ".join(f"{reason} ({show_count(count)})" for reason, count in table.reasons.items())
    lost = {reason for reason, count in table.dropped.items() if count}
    advice = export.format.advice or "Export it again once there are ratings."
    if lost and lost <= _NO_RATINGS:
        advice = "Ratings of whole items can be read: choices, numbers and stars."
    what = f"{export.source} is an export of {export.format.platform} ({export.format.title['en']})"
    return f"{what}, but it contains no rating{f': {why}' if why else ''}. {advice}"


def _notes(export: Export, table: CanonicalTable, reshape: Reshape | None) -> Iterator[Note]:
    name, title = export.format.name, export.format.title["en"]
    text = f"Read as {title}. To read it as a plain table, pass input_format='table'."
    yield Note("export-format", text, {"format": name, "title": dict(export.format.title)})
    yield from reshape.notes if reshape else ()
    if "argilla-drafts" in export.format.ask:
        yield Note(
            "argilla-drafts",
            "This Argilla export does not mark drafts: all responses are treated as submitted.",
        )
    if export.passed_over:
        text = f"Files in another format, not read: {listed(export.passed_over)}."
        yield Note("files-passed-over", text, {"files": list(export.passed_over)})
    if table.failed:
        shown = [f"{rater} {count}" for rater, count in sorted(table.failed.items())]
        text = f"Ratings that failed or could not be parsed, by rater: {listed(shown)}."
        yield Note("failed-ratings", text, {"raters": shown})
    yield from _log_status(export)


def _log_status(export: Export) -> Iterator[Note]:
    """Logs of Inspect that did not end well."""
    if "inspect-status" not in export.format.ask:
        return
    for content in export.contents:
        status = content.document.get("status") if isinstance(content.document, Mapping) else None
        if status not in (None, "success"):
            text = f"The run of {content.name} did not finish (status: {status})."
            yield Note("unfinished-log", text, {"name": content.name, "status": str(status)})


def export_grid(
    export: Export, table: CanonicalTable, *, dimensions: Dimensions = None, latest: bool = True
) -> tuple[Grid, dict[str, Any]]:
    """The ratings that are read together, as a grid, and the roles of its columns.

    `latest` says that of several ratings of an item by a rater the latest counts.
    """
    table = with_dimensions(table, dimensions)
    table = without_superseded(table) if latest else table
    roles: dict[str, Any] = {"shape": "long", "item": ITEM, "rater": RATER, "value": SCORE}
    roles |= {r: n for r, n in _VARIED.items() if n in table.columns and _varies(table, n)}
    roles |= {r: n for r, n in _IF_THERE.items() if n in table.columns}
    if texts := _texts(table):
        roles["text"] = texts
    unused = {n for n in (DIMENSION, REPEAT, ROUND) if n in table.columns and n not in roles.values()}
    columns = {name: column for name, column in table.columns.items() if name not in unused}
    grid = memory_grid(columns, export.source, notes=(*table.notes, *_only_dimension(table, roles)))
    return replace(grid, left_out=table.reasons, roles_known=True), roles


def _only_dimension(table: CanonicalTable, roles: Mapping[str, Any]) -> Iterator[Note]:
    """What all ratings are about, where that is one thing: the way back needs its name."""
    if DIMENSION not in table.columns or "dimension" in roles or not table.n_rows:
        return
    column = table.columns[DIMENSION]
    name = str(column.labels[column.codes[0]]) if column.codes[0] >= 0 else ""
    if name:
        yield Note("only-dimension", f"All ratings are about {name}.", {"dimension": name})


def _texts(table: CanonicalTable) -> list[str]:
    """The data that say what an item is: words that are another for at least every second item."""
    items = len(np.unique(table.columns[ITEM].codes))
    found = []
    for name in table.data_names:
        column = table.columns[name]
        distinct = np.unique(column.codes)
        words = any(isinstance(column.labels[code], str) for code in distinct[distinct >= 0][:50].tolist())
        stored = bool((distinct < -1).any())
        if (words or stored) and len(distinct) >= max(3, items / 2):
            found.append(name)
    return found


def _varies(table: CanonicalTable, name: str) -> bool:
    codes = table.columns[name].codes
    return bool(codes.size) and bool((codes != codes[0]).any())
