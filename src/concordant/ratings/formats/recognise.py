"""Which format an export has, by what is in it and not by its name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import InputError, OptionError
from ...quote import quote
from ...suggestion import hint
from ..reading import PARQUET, first_bytes, is_frame, is_records
from .content import (
    Content,
    content_of_frame,
    content_of_parquet,
    content_of_records,
    contents_of,
    wrapped_records,
)
from .declaration import ExportFormat, RefusedFormat, format_named, formats, refusals
from .path import is_list, steps_of, unfold, walk
from .unpack import ZIP, ZSTD, Archive, archive_of

#: What says that a file is to be read as the table it is.
TABLE = "table"


@dataclass(frozen=True)
class Export:
    """An export that was recognised, and not read yet."""

    format: ExportFormat
    contents: tuple[Content, ...]
    source: str
    passed_over: tuple[str, ...] = ()
    """Files that hold nothing of the format."""


def known_names() -> list[str]:
    """The names of formats that can be asked for."""
    return [TABLE, *(known.name for known in formats() if not known.ordinary)]


def find_export(source: Any, called: str, asked: str | None = None) -> Export | None:
    """The export that files or data in memory are; None for an ordinary table."""
    if asked == TABLE:
        return None
    wanted = None if asked is None else _asked(asked)
    if isinstance(source, list) and source and all(isinstance(one, str) for one in source):
        return _of_files(source, called, wanted)
    if is_records(source):
        return _matched([content_of_records(source, "the records")], "the records", wanted)
    return _matched([content_of_frame(source)], "the frame", wanted) if is_frame(source) else None


def _asked(name: str) -> ExportFormat:
    known = format_named(name)
    if known is None or known.ordinary:
        names = known_names()
        raise OptionError(
            f"input_format must be one of {quote(names)}, got {quote(name)}.{hint(name, names)}"
        )
    return known


def _of_files(paths: Sequence[str], called: str, wanted: ExportFormat | None) -> Export | None:
    contents: list[Content] = []
    for number, path in enumerate(paths):
        found = list(_contents(path))
        if number == 0 and wanted is None and not _looks_right(found):
            _refuse_packed(path, found)
            return None  # one look is enough at a folder of tables
        contents += found
    return _matched(contents, called, wanted)


def _refuse_packed(path: str, contents: Sequence[Content]) -> None:
    """The ordinary reader takes no archives: say what to do with one that holds no export."""
    if contents and first_bytes(path).startswith((ZIP, ZSTD)):
        raise InputError(
            f"{os.path.basename(path)} contains no export of a known tool: unpack it and name the table "
            "in it. concordant formats lists the known exports."
        )


def _contents(path: str) -> Iterator[Content]:
    source = os.path.basename(path)
    if first_bytes(path).startswith(PARQUET):
        yield content_of_parquet(path, source)
        return
    archive = archive_of(path)
    if archive is not None:
        _refuse_archive(archive, source)
        yield from contents_of(archive, source)


def _looks_right(contents: Sequence[Content]) -> bool:
    """Whether the parts of a file are anything to ask the formats about."""
    several = _are_dictionaries(contents)
    return several or any(_format_of(one) is not None or _refusal_of(one) for one in contents)


def _matched(contents: Sequence[Content], called: str, wanted: ExportFormat | None) -> Export | None:
    if wanted is None and _is_alt_test(contents):
        wanted = format_named("alt-test")
    pairs = [(one, wanted if wanted is not None else _format_of(one)) for one in contents]
    known = next((found for _, found in pairs if found is not None), None)
    if known is None:
        for content in contents:
            if refusal := _refusal_of(content):
                raise InputError(f"{content.name} {refusal.message}.")
        return None
    others = {found.platform for _, found in pairs if found is not None} - {known.platform}
    if others:
        raise InputError(
            f"{called} contains exports of several tools, {known.platform} and {sorted(others)[0]}: read "
            "them "
            "one at a time, and write each with concordant import."
        )
    kept = [_unwrapped(one, found) for one, found in pairs if found is not None]
    lost = tuple(one.name for one, found in pairs if found is None)
    return Export(known, tuple(kept), called, lost)


def _unwrapped(content: Content, known: ExportFormat) -> Content:
    """The records of an object that holds a list of them, for a format of records."""
    if content.kind == "document" and "records" in known.container:
        return wrapped_records(content)
    return content


def _format_of(content: Content) -> ExportFormat | None:
    """The first format that what is there fits."""
    candidates = [content, *([wrapped_records(content)] if content.kind == "document" else [])]
    for known in formats():
        for candidate in candidates:
            if known.sniff and candidate.kind in known.container and fits(known, candidate):
                return known
    return None


def _refusal_of(content: Content) -> RefusedFormat | None:
    candidates = [content, *([wrapped_records(content)] if content.kind == "document" else [])]
    for refusal in refusals():
        for candidate in candidates:
            kinds = (candidate.kind, "text") if candidate.kind == "csv" else (candidate.kind,)
            if set(kinds) & set(refusal.container) and fits(refusal, candidate):
                return refusal
    return None


def _refuse_archive(archive: Archive, source: str) -> None:
    for refusal in refusals():
        if "zip" in refusal.container and archive.names and all(map(archive.holds, refusal.sniff)):
            raise InputError(f"{source} {refusal.message}.")


def fits(known: ExportFormat | RefusedFormat, content: Content) -> bool:
    """Whether at least half of the first records have what the format asks for."""
    if known.sniff[0].startswith("~"):
        return any(part in content.text for part in known.sniff[0][1:].split("|"))
    few = 3 if content.kind in ("csv", "frame") else len(content.sample)  # rows of a table have the same keys
    records = [record for record in content.sample[:few] if isinstance(record, Mapping)]
    hits = sum(_fits(known, record) for record in records)
    return hits > 0 and 2 * hits >= len(records)


def _fits(known: ExportFormat | RefusedFormat, record: Mapping[str, Any]) -> bool:
    wanted = all(any(has(record, way) for way in one.split("|")) for one in known.sniff)
    return wanted and not any(has(record, way) for one in known.unless for way in one.split("|"))


_TYPES: dict[str, Any] = {"list": (list, tuple), "dict": Mapping, "str": str}


def has(record: Mapping[str, Any], way: str) -> bool:
    """Whether a record has a path, which may end in the type that it leads to."""
    path, _, kind = way.partition(":")
    if path.startswith("*."):
        return any(str(key).endswith(path[1:]) for key in record)
    if path.startswith("*["):
        return any(walk(value, steps_of(path[1:])) is not None for value in record.values() if is_list(value))
    if path.endswith(".*"):
        inner = record.get(path[:-2])
        return any(str(key).startswith(path[:-1]) for key in record) or isinstance(inner, Mapping)
    if path in record and not kind:
        return True
    found = walk(record, steps_of(path))
    if kind == "list":
        return is_list(unfold(found))
    return found is not None and (not kind or isinstance(unfold(found), _TYPES[kind]))


def _are_dictionaries(contents: Sequence[Content]) -> bool:
    """Whether each part is {rater: {item: score}}."""
    return bool(contents) and all(
        one.kind == "document"
        and bool(one.document)
        and all(
            isinstance(scores, Mapping)
            and scores
            and not any(isinstance(x, (Mapping, list)) for x in scores.values())
            for scores in one.document.values()
        )
        for one in contents
    )


def _is_alt_test(contents: Sequence[Content]) -> bool:
    """Dictionaries in several files, or in one where all items end in the name of a dimension."""
    if not _are_dictionaries(contents):
        return False
    items = [str(item) for one in contents for scores in one.document.values() for item in scores]
    return len(contents) > 1 or all("__" in item for item in items)
