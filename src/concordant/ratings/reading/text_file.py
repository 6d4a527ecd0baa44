"""Text files as grids: in memory when small, by DuckDB when large; packed or not, in any encoding."""

from __future__ import annotations

import codecs
import gzip
import json
import os
import re
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ...engines.json_values import json_value
from ...errors import InputError, OptionError
from ...quote import quote
from ...result import Note
from ..grid import HEAD, Grid
from .csv import Decimal, lay_out, refuse_open_quote, text_grid
from .json_file import json_grid, jsonl_lines, records_grid

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


#: A text file larger than this is read by DuckDB, a smaller one by Python at once.
SMALL = 4_000_000
#: A packed file may unpack to this many bytes; beyond the second number, to so many times its size.
MOST_BYTES, MUCH, MOST_TIMES = 50_000_000_000, 1_000_000_000, 200
#: What DuckDB cannot read, such as one JSON document, is held in memory up to this many bytes.
MOST_IN_MEMORY = 2_000_000_000

#: What was said of a table: its delimiter, whether it has a header, and what separates decimals.
_Said = tuple[str | None, bool | None, Decimal | None]

_SNIFF = 1_000_000
_TABLES = (".csv", ".tsv", ".tab", ".txt")
_LINES = (".jsonl", ".ndjson")


def text_file_grid(
    name: str,
    suffix: str,
    *,
    packed: bool,
    encoding: str | None,
    delimiter: str | None,
    decimal: Decimal | None,
    header: bool | None,
) -> Grid:
    """CSV, JSON or JSONL: the name decides if it says so, else the first character."""
    source = os.path.basename(name)
    raw = _read(name, packed, source, max(SMALL, _SNIFF) + 1)
    said = (delimiter, header, decimal)
    if len(raw) <= SMALL:
        return _in_memory(raw, suffix, source, encoding, said)
    import duckdb

    found = encoding or guess(raw[:_SNIFF], source)
    try:
        grid = _large(name, raw[:_SNIFF], suffix, source, found, packed, said)
    except duckdb.OutOfMemoryException:
        raise InputError(
            f"{source} does not fit in memory: write it as Parquet, or as several files."
        ) from None
    except (duckdb.Error, UnicodeError):
        grid = None  # Python reads it slowly, or says what is wrong and on which line
    if grid is None:
        everything = _read(name, packed, source, MOST_IN_MEMORY + 1)
        if len(everything) > MOST_IN_MEMORY:
            raise InputError(
                f"{source} is larger than {MOST_IN_MEMORY:,} bytes and cannot be read in parts: write it as "
                "Parquet, as CSV in UTF-8, or as one JSON object per line."
            )
        return _in_memory(everything, suffix, source, encoding, said)
    return grid if encoding else _note_encoding(grid, found)


def _in_memory(raw: bytes, suffix: str, source: str, encoding: str | None, said: _Said) -> Grid:
    text, found = decode(raw, source, encoding)
    if not text.strip():
        raise InputError(f"There are no ratings in {source}: the file is empty.")
    kind = _kind(text, suffix)
    if kind == "json":
        return json_grid(text, source)
    if kind == "jsonl":
        return records_grid(jsonl_lines(text.split("\n"), source), source)
    refuse_open_quote(text, said[0], source)
    grid = text_grid(text, lay_out(text, source, *said), source)
    return grid if encoding else _note_encoding(grid, found)


def _large(
    name: str,
    start: bytes,
    suffix: str,
    source: str,
    encoding: str,
    packed: bool,
    said: _Said,
) -> Grid | None:
    """By DuckDB, or None for what only Python can read."""
    from .large_files import csv_grid, jsonl_grid

    text = codecs.getincrementaldecoder(encoding)().decode(start)
    text = text[: text.rfind("\n") + 1].removeprefix("\ufeff")
    refuse_null(text, source)
    kind = _kind(text, suffix)
    if kind == "json" or not text:
        return None
    with _plain_copy(name, encoding, packed, source) as path:
        if kind == "table":
            return csv_grid(path, lay_out(text, source, *said), source)
        records = jsonl_lines(text.split("\n")[:HEAD], source)
        return jsonl_grid(path, list(dict.fromkeys(key for record in records for key in record)), source)


def read_start(name: str, packed: bool) -> bytes:
    """The first bytes of a file, unpacked."""
    return _read(name, packed, os.path.basename(name), _SNIFF)


def text_kind(text: str, name: str) -> str:
    """What a file of text is: "table", "json" or "jsonl"."""
    return _kind(text, os.path.splitext(name.lower().removesuffix(".gz"))[1])


def _kind(text: str, suffix: str) -> str:
    if suffix in _TABLES or (not text.lstrip().startswith(("[", "{")) and suffix not in (*_LINES, ".json")):
        return "table"
    if suffix in _LINES:
        return "jsonl"
    first, _, rest = text.strip().partition("\n")
    return "jsonl" if rest and _is_object(first) else "json"


def _is_object(line: str) -> bool:
    try:
        return isinstance(json_value(line), dict)
    except (json.JSONDecodeError, RecursionError):
        return False


def _note_encoding(grid: Grid, encoding: str) -> Grid:
    if encoding.startswith("utf"):
        return grid
    text = f"The text was read as {encoding}; if names look wrong, pass encoding=…."
    note = Note("encoding-guessed", text, {"encoding": encoding})
    return replace(grid, notes=(*grid.notes, note))


def _read(name: str, packed: bool, source: str, most: int) -> bytes:
    parts, size = [], 0
    with _damage_explained(source), _open(name, packed) as file:
        while size < most and (block := file.read(min(_SNIFF, most - size))):
            parts.append(block)
            size += len(block)
    return b"".join(parts)


def _open(name: str, packed: bool) -> Any:
    return gzip.open(name, "rb") if packed else open(name, "rb")


@contextmanager
def _damage_explained(source: str) -> Iterator[None]:
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(f"{source} could not be unpacked: the file is damaged or cut short.") from None


@contextmanager
def _plain_copy(name: str, encoding: str, packed: bool, source: str) -> Iterator[str]:
    """A path that DuckDB can read as it is: unpacked, in UTF-8, and without a wildcard in its name."""
    if not packed and encoding == "utf-8" and not set("*?[") & set(name):
        yield name
        return
    decoder = codecs.getincrementaldecoder(encoding)()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "copy")
        with _damage_explained(source), _open(name, packed) as file, open(path, "wb") as copy:
            while block := file.read(1 << 22):
                copy.write(decoder.decode(block).encode())
                _refuse_bomb(os.path.getsize(name), copy.tell(), source)
            copy.write(decoder.decode(b"", final=True).encode())
        yield path


def _refuse_bomb(packed: int, unpacked: int, source: str) -> None:
    """A small file can unpack to terabytes: stop before the disk is full."""
    if unpacked > MOST_BYTES or (unpacked > MUCH and unpacked > MOST_TIMES * packed):
        raise InputError(f"{source} unpacks to more than {unpacked:,} bytes: split it.")


def decode(raw: bytes, source: str, encoding: str | None = None) -> tuple[str, str]:
    """The text and the encoding it was in; one clear complaint where it is not text."""
    encoding = encoding or guess(raw, source)
    try:
        text = raw.decode(encoding)
    except LookupError:
        raise OptionError(
            f"The encoding {quote(encoding)} is unknown; try 'utf-8', 'gb18030' or 'latin-1'."
        ) from None
    except UnicodeDecodeError as problem:
        line = raw[: problem.start].count(b"\n") + 1
        raise InputError(f"Line {line} of {source} is not {encoding} text: name its encoding.") from None
    refuse_null(text, source)
    return text.removeprefix("\ufeff"), encoding


def refuse_null(text: str, source: str) -> None:
    """A null character is in no text: complain of the line it stands on."""
    if "\x00" in text:
        line = text[: text.index("\x00")].count("\n") + 1
        raise InputError(
            f"Line {line} of {source} contains a null character: the file is damaged or not text."
        )


def refuse_binary(start: bytes, source: str) -> None:
    """Complain of bytes that are no text in any encoding; they may end in the middle of a character."""
    found = codecs.getincrementaldecoder(guess(start, source))("replace")
    refuse_null(found.decode(start), source)


def guess(raw: bytes, source: str) -> str:
    """The likeliest encoding; the part looked at may end in the middle of a character."""
    for mark, name in _MARKS:
        if raw.startswith(mark):
            return name
    if (wide := _unmarked_utf16(raw)) is not None:
        return wide
    if _decodes(raw, "utf-8"):
        return "utf-8"
    if len(_CONTROL.findall(raw[:65536])) > 0.01 * len(raw[:65536]):
        raise InputError(f"{source} looks like a binary file: provide a text, JSON, Parquet or Excel file.")
    if _decodes(raw, "gb18030") and _looks_chinese(raw):
        return "gb18030"
    return "cp1252" if _decodes(raw, "cp1252") else "latin-1"


def _decodes(raw: bytes, encoding: str) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(raw, final=False)
    except UnicodeDecodeError:
        return False
    return True


def _unmarked_utf16(raw: bytes) -> str | None:
    """Latin text in UTF-16 has a null in every other byte."""
    part = raw[:4096]
    even, odd = part[::2].count(0), part[1::2].count(0)
    if max(even, odd) < 0.3 * len(part) / 2 or min(even, odd) > 0.01 * len(part):
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _looks_chinese(raw: bytes) -> bool:
    """Chinese characters are pairs of high bytes; accents in Latin text stand alone."""
    high = len(re.findall(rb"[\x80-\xff]", raw))
    paired = 2 * len(re.findall(rb"[\xb0-\xf7][\xa1-\xfe]|[\xa1-\xa9][\xa1-\xfe]", raw))
    return paired > 0.6 * high
