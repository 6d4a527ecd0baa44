"""What a part of a file holds, told by its content: records, one document, a table, or text."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, TextIO

from ...engines.json_values import json_decoder
from ...engines.library_errors import library_errors
from ...errors import ConcordantError, InputError
from ..grid import first_rows
from ..reading import frame_grid, guess, lay_out, rectangular
from .declaration import named_in
from .unpack import Archive, Part

_CHUNK = 1 << 20
_BETWEEN = re.compile(r"[\s,\x1e]*")
#: A single value may take this many characters.
MOST_CHARACTERS = 2_000_000_000


#: So many records are looked at to recognise a format.
SAMPLE = 25
_START, _BLOCK = 1_000_000, 2_000
#: Keys under which an API hands over a list.
_WRAPPED = ("data", "results", "items", "records", "scores", "traces", "runs", "rows")


@dataclass(frozen=True)
class Content:
    """What a part holds: `kind` is "records", "document", "csv", "frame", "inspect-zip", "markup" or "text".

    `sample` are the first records, `text` the first characters; `records` reads all from the beginning.
    """

    kind: str
    name: str
    sample: tuple[Any, ...]
    records: Callable[[], Iterator[Any]]
    document: Any = None
    text: str = ""
    stem: str = ""


def contents_of(archive: Archive, source: str) -> Iterator[Content]:
    """The contents of a file, one for each of its parts."""
    if archive.is_inspect:
        yield _inspect_log(archive, source)
        return
    for part in archive.parts:
        if (found := content_of(part, _called(part, archive, source))) is not None:
            yield found


def _called(part: Part, archive: Archive, source: str) -> str:
    return f"{part.name} in {source}" if archive.names else source


def content_of(part: Part, source: str) -> Content | None:
    """What a part holds; None for what is empty or no text."""
    with part.open() as file:
        start = file.read(_START)
    if not start.strip() or start.startswith((b"PAR1", b"PARE")):
        return None
    try:
        encoding = guess(start, source)
        text = start.decode(encoding, "ignore").removeprefix("\ufeff")
    except (ConcordantError, LookupError):
        return None
    if "\x00" in text:
        return None
    first = text.lstrip()[:1]
    if first in ("[", "{"):
        return _json(part, encoding, source, text)
    if first == "<":
        return Content("markup", source, (), lambda: iter(()), text=text, stem=part.stem)
    return _table(part, encoding, source, text)


def _opened(part: Part, encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(part.open(), encoding=encoding, errors="replace", newline="")


def _values(part: Part, encoding: str, source: str) -> Iterator[Any]:
    with _opened(part, encoding) as text:
        yield from json_values(text, source)


def _json(part: Part, encoding: str, source: str, text: str) -> Content | None:
    encoding = "utf-8-sig" if encoding == "utf-8" else encoding

    named = named_in(text)

    def values() -> Iterator[Any]:
        try:
            yield from _values(part, encoding, source)
        except InputError as problem:
            if named is None:
                raise
            instead = named.advice or "Export it again."
            raise InputError(f"{problem} It looks like an export of {named.platform}. {instead}") from None

    in_list = text.lstrip().startswith("[")
    try:
        sample = tuple(islice(values(), SAMPLE))
    except InputError:
        if named is not None:
            raise
        return None  # the ordinary reader says what is wrong and where
    if not in_list and len(sample) == 1 and isinstance(sample[0], Mapping):
        return _document(part, source, sample[0])
    return Content("records", source, sample, values, text=text, stem=part.stem)


def _document(part: Part, source: str, document: Mapping[str, Any]) -> Content:
    """One object: a document of its own, or the answer of an API with records in it."""
    return Content(
        "document", source, (document,), lambda: iter([document]), document=document, stem=part.stem
    )


def wrapped_records(content: Content) -> Content:
    """The records that one object holds in a list, as APIs answer; else the object itself as one record."""
    lists = (content.document.get(key) for key in _WRAPPED)
    held: list[Any] = next(filter(_are_objects, lists), [content.document])
    return Content("records", content.name, tuple(held[:SAMPLE]), lambda: iter(held), stem=content.stem)


def _are_objects(held: Any) -> bool:
    return isinstance(held, list) and bool(held) and all(isinstance(one, Mapping) for one in held[:SAMPLE])


def _table(part: Part, encoding: str, source: str, text: str) -> Content:
    encoding = "utf-8-sig" if encoding == "utf-8" else encoding
    whole = text[: text.rfind("\n") + 1] or text
    try:
        layout = lay_out(whole, source)
    except ConcordantError:
        return Content("text", source, (), lambda: iter(()), text=text, stem=part.stem)

    def rows() -> Iterator[Any]:
        with _opened(part, encoding) as file:
            for row in rectangular(file, layout, source):
                yield dict(zip(layout.names, row, strict=True))

    if not layout.named:
        return Content("text", source, (), rows, text=text, stem=part.stem)
    try:
        sample = tuple(islice(rows(), SAMPLE))
    except (ConcordantError, csv.Error, UnicodeError):
        sample = (dict.fromkeys(layout.names),)
    return Content("csv", source, sample, rows, text=text, stem=part.stem)


def _inspect_log(archive: Archive, source: str) -> Content:
    """A log of Inspect: its header, and one sample at a time."""
    parts = {part.name: part for part in archive.parts}
    header = _one(parts["header.json"], source)
    names = sorted(name for name in parts if name.startswith("samples/") and name.endswith(".json"))

    def samples() -> Iterator[Any]:
        for name in names:
            yield _one(parts[name], f"{name} in {source}")
        if not names:
            for name in sorted(parts):
                if os.path.basename(name) == "summaries.json" or name.startswith("_journal/summaries/"):
                    yield from _values(parts[name], "utf-8-sig", f"{name} in {source}")

    stem = os.path.splitext(source)[0]
    return Content("inspect-zip", source, (header,), samples, document=header, stem=stem)


def _one(part: Part, source: str) -> Any:
    return next(iter(_values(part, "utf-8-sig", source)), None)


# --- data in memory ---------------------------------------------------------------------------------


def content_of_records(records: Iterable[Mapping[str, Any]], source: str) -> Content:
    """A list of dictionaries."""
    held = list(records)
    return Content("records", source, tuple(held[:SAMPLE]), lambda: iter(held), stem="records")


def content_of_frame(data: Any) -> Content:
    """The rows of a frame, as dictionaries."""
    grid = frame_grid(data)

    def rows() -> Iterator[Any]:
        columns = [first_rows(column, grid.n_rows) for column in grid.take(grid.names).values()]
        for row in zip(*columns, strict=True):
            yield dict(zip(grid.names, row, strict=True))

    held = grid.take(grid.names)
    first = [first_rows(held[name], SAMPLE) for name in grid.names]
    sample = tuple(dict(zip(grid.names, row, strict=True)) for row in zip(*first, strict=True))
    return Content("frame", grid.source, sample or (dict.fromkeys(grid.names),), rows, stem="frame")


def content_of_parquet(path: str, source: str) -> Content:
    """The rows of a Parquet file, some at a time."""
    stem = os.path.splitext(source)[0]

    def rows(most: int = 1 << 62) -> Iterator[Any]:
        import duckdb

        with library_errors(source), duckdb.connect() as connection:
            found = connection.execute("SELECT * FROM read_parquet(?) LIMIT ?", [path, most])
            names = [column[0] for column in found.description]
            while block := found.fetchmany(_BLOCK):
                yield from (dict(zip(names, row, strict=True)) for row in block)

    try:
        sample = tuple(rows(SAMPLE))
    except ConcordantError:
        sample = ()  # the ordinary reader says what is wrong
    return Content("frame", source, sample, rows, stem=stem)


def json_values(text: TextIO, source: str) -> Iterator[Any]:
    """The elements of a list, or values that stand one below another; each is held alone."""
    reader = _JsonWindow(text, source)
    in_list = reader.skip("[")
    number = 0
    while (start := reader.next_character()) is not None:
        if in_list and start == "]":
            return
        number += 1
        yield reader.value(number)
    if in_list:
        raise InputError(f"{source} is not JSON: the list at its beginning is never closed.")


class _JsonWindow:
    """A window that moves over the text; it grows while a value does not end in it."""

    def __init__(self, text: TextIO, source: str) -> None:
        self._text, self._source = text, source
        self._decode = json_decoder().raw_decode
        self._window, self._at = "", 0

    def _more(self, size: int = _CHUNK) -> bool:
        block = self._text.read(size)
        self._window, self._at = self._window[self._at :] + block, 0
        return bool(block)

    def next_character(self) -> str | None:
        """The character that the next value begins with; None at the end."""
        while True:
            found = _BETWEEN.match(self._window, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._window):
                return self._window[self._at]
            if not self._more():
                return None

    def skip(self, character: str) -> bool:
        """Whether this is the next character, which is passed over."""
        there = self.next_character() == character
        self._at += there
        return there

    def value(self, number: int) -> Any:
        """The next value."""
        size = _CHUNK
        while True:
            before = self._at
            try:
                found, end = self._decode(self._window, before)
            except json.JSONDecodeError as problem:
                if not self._may_go_on(problem) or not self._more(size):
                    raise self._complaint(number) from None
            except RecursionError:
                raise InputError(f"Record {number} of {self._source} is nested too deeply.") from None
            else:
                whole = end < len(self._window) or self._window[end - 1] in '}]"'
                if whole or not self._more(size):  # a number may go on in what was not read yet
                    self._at = end if whole else end - before
                    return found
            size = min(2 * size, 1 << 28)

    def _may_go_on(self, problem: json.JSONDecodeError) -> bool:
        """Whether the window may simply end too early: what is wrong is at its end."""
        left = len(self._window) - problem.pos
        unclosed = "Unterminated string" in problem.msg
        return (unclosed or left < 16) and len(self._window) < MOST_CHARACTERS

    def _complaint(self, number: int) -> InputError:
        return InputError(
            f"{self._source} is not JSON from record {number} on: look for a missing or misplaced bracket, "
            "comma or quotation mark there."
        )
