"""What Python users call for exports: the list of formats, the canonical table, and the way back."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...arguments import check_arguments, check_arguments_and
from ...errors import InputError
from ...frame import Frame
from ...ratings.as_ratings import as_ratings
from ...ratings.factorise import label_array
from ...ratings.formats import CanonicalTable, find_export, read_export, without_superseded
from ...ratings.formats import formats as _formats
from ...ratings.ratings import Ratings
from ...ratings.read import READING
from ...ratings.remote import found_files, is_table
from ...report.write_back import Outgoing, Proposals, Settings, To, What, outgoing, proposals
from ...report.write_file import check_file, write_whole
from ...result import Note


def formats() -> Frame:
    """List every format of annotation and evaluation tools that is read, and what each was checked against.

    Files are recognised by their content, so a format is rarely named; `input_format` of
    `concordant.read` takes the names listed here.

    Returns
    -------
    Frame
        One row for each format: its name, the tool, its title in English and Chinese, what it was
        checked against, where its schema is, and what can be written back.

    Examples
    --------
    >>> import concordant as cc
    >>> "label-studio" in cc.formats()["format"]
    True
    """
    known = _formats()
    columns = {
        "format": [one.name for one in known],
        "tool": [one.platform for one in known],
        "title": [one.title["en"] for one in known],
        "title_zh": [one.title["zh"] for one in known],
        "checked_against": [one.seen for one in known],
        "schema": [one.schema for one in known],
        "write_back": [", ".join(one.write_back) for one in known],
    }
    return Frame({name: label_array(column) for name, column in columns.items()}, "Formats that are read")


@check_arguments
def import_table(source: Any, *, input_format: str | None = None) -> Frame:
    """Turn an export of an annotation or evaluation tool into one plain table, a row for each rating.

    Use it to check how the file was read, or to keep the ratings in a form of your own. Everything excluded
    is in the notes, with its count and reason.

    Parameters
    ----------
    source : path, list of paths, frame or list of records
        The export: a file, several, a folder, a frame or a list of dictionaries.
    input_format : str, optional
        The format, where it is not recognised by its content; `concordant.formats` lists them.

    Returns
    -------
    Frame
        The columns item_id, rater_id, rater_kind, dimension, score, round, repeat, timestamp,
        comment, seconds and cost, as far as the export has them, then what is known of the items.

    Examples
    --------
    >>> import concordant as cc
    >>> feedback = [
    ...     {"run_id": "r1", "key": "tone", "score": 4, "feedback_source": {"type": "app", "user_id": "ann"}},
    ...     {"run_id": "r1", "key": "tone", "score": 3, "feedback_source": {"type": "model"}},
    ... ]
    >>> table = cc.import_table(feedback)
    >>> table["rater_id"].tolist(), table["rater_kind"].tolist(), table["score"].tolist()
    (['ann', 'LLM judge'], ['human', 'judge'], [4, 3])
    """
    table = canonical_table(source, input_format)
    columns = {name: label_array(table.values(name)) for name in table.columns}
    left = [
        Note("left-out", f"{count} left out: {why}.", {"count": count, "why": why})
        for why, count in table.reasons.items()
    ]
    return Frame(columns, "Ratings", (*table.notes, *left))


def canonical_table(source: Any, input_format: str | None = None) -> CanonicalTable:
    """The canonical table of an export; a complaint where it is a plain table already."""
    paths = isinstance(source, (str, os.PathLike)) or (
        isinstance(source, (list, tuple)) and all(isinstance(one, (str, os.PathLike)) for one in source)
    )
    held, called = found_files(source) if paths else (source, "the data")
    export = find_export(held, called, input_format) if paths or is_table(source) else None
    if export is None:
        raise InputError(
            f"{called} is not an export of a known tool (concordant formats lists them). A plain table needs "
            "no import: use it directly."
        )
    return without_superseded(read_export(export))


@check_arguments_and(READING)
def write_back(
    data: Any,
    *,
    to: To,
    what: What = "disputed",
    path: str | Path | None = None,
    top: int | None = None,
    queue: str = "",
    object_type: str = "TRACE",
    to_name: str = "text",
    **reading: Any,
) -> Outgoing:
    """Write disputed items, agreed answers or all ratings in the form that a tool imports.

    Nothing is sent. On the command line, `concordant export --send` sends it to Langfuse, Label
    Studio or Phoenix.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings, often an export of the same tool.
    to : {"langfuse", "label-studio", "argilla", "phoenix", "promptfoo", "prodigy", "doccano"}
        The tool.
    what : {"disputed", "gold", "scores"}, default "disputed"
        "disputed" items to rate again, the most disputed first; "gold", the answer most people gave
        (the median where there is an order, nothing where they are split); "scores", every rating.
    path : str or path, optional
        The file to write.
    top : int, optional
        Maximum number of disputed items.
    queue : str, optional
        Annotation queue of Langfuse for disputed items.
    object_type : {"TRACE", "OBSERVATION", "SESSION"}, default "TRACE"
        Type of the items in Langfuse.
    to_name : str, default "text"
        The name of the object in Label Studio, if it is not in the data.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    Outgoing
        `text` is the file, `requests` are what the tool's API would be asked.

    Examples
    --------
    >>> import concordant as cc
    >>> data = {"item": ["a", "b"], "ann": [1, 3], "bob": [1, 5]}
    >>> made = cc.write_back(data, to="langfuse", what="disputed")
    >>> made.text
    '{"objectId": "b", "objectType": "TRACE"}\\n'
    """
    made, _ = proposed(data, to, what, top, Settings(queue, object_type, to_name), reading)
    if path is not None:
        check_file(path)
        write_whole(path, made.text)
    return made


def proposed(
    data: Any, to: To, what: What, top: int | None, settings: Settings, reading: Mapping[str, Any]
) -> tuple[Outgoing, Proposals]:
    """What would be written, and what it is made of."""
    ratings = data if isinstance(data, Ratings) else as_ratings(data, **reading)
    found = proposals(ratings, what, top=top)
    return outgoing(to, found, settings), found
