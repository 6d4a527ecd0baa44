"""Files as grids: what a file is, told by its content first and by its name second."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from ...errors import InputError, OptionError
from ...quote import LONGEST_PATH, quote, shorten
from ...suggestion import hint, nearest
from ..grid import Grid
from .csv import Decimal
from .text_file import refuse_binary, text_file_grid

#: A stream that goes on for longer than this is refused, as it may never end.
MOST_BYTES = 1_000_000_000

_BLOCK = 1 << 20


_EXCEL = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
_ZIP, _OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
PARQUET, PACKED, DATABASE = b"PAR1", b"\x1f\x8b", b"DUCK"
_ENCRYPTED = b"PARE"
#: What is no file but can be opened as one, in words.
_KINDS = (
    (stat.S_ISDIR, "a folder: name a file in it"),
    (stat.S_ISCHR, "a device, not a file: save the ratings to a file and name that file"),
    (stat.S_ISBLK, "a device, not a file: save the ratings to a file and name that file"),
    (stat.S_ISFIFO, "a pipe, which can be read only once: save its contents to a file and name that file"),
    (stat.S_ISSOCK, "a socket, not a file: save the ratings to a file and name that file"),
)


def open_grid(
    path: str | os.PathLike[str],
    *,
    sheet: str | int | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    decimal: Decimal | None = None,
    header: bool | None = None,
) -> Grid:
    """The table in a file: CSV of any delimiter and encoding, Parquet, JSON, JSONL or Excel."""
    name = os.path.abspath(os.fspath(path))
    source = os.path.basename(name)
    start = first_bytes(name)
    suffix = os.path.splitext(source.lower().removesuffix(".gz"))[1]
    excel = start.startswith((_ZIP, _OLD_EXCEL)) or suffix in _EXCEL
    if sheet is not None and not excel:
        raise OptionError(f"{source} is not an Excel workbook, so there is no sheet {quote(sheet)} in it.")
    if start.startswith(PARQUET) or suffix in (".parquet", ".pq"):
        from .large_files import parquet_grid

        _expect(start.startswith(PARQUET), source, "a Parquet file")
        return parquet_grid(name, source)
    if excel:
        from .excel import excel_grid

        _expect(start.startswith((_ZIP, _OLD_EXCEL)), source, "an Excel workbook")
        return excel_grid(name, source, sheet, header)
    packed = start.startswith(PACKED)
    return text_file_grid(
        name, suffix, packed=packed, encoding=encoding, delimiter=delimiter, decimal=decimal, header=header
    )


def has_suffix(path: str, *suffixes: str) -> bool:
    """Whether the name of a file ends so, packed or not."""
    return path.lower().removesuffix(".gz").endswith(suffixes)


def has_known_start(start: bytes) -> bool:
    """Whether a file that begins so is of a kind that is no text."""
    return start.startswith((_ZIP, _OLD_EXCEL, PARQUET, PACKED)) or start[8:12] == DATABASE


def _expect(is_so: bool, source: str, what: str) -> None:
    if not is_so:
        raise InputError(f"{source} has the file extension of {what} but is not one: correct the extension.")


def first_bytes(name: str) -> bytes:
    """The start of the file, or one sentence on why there is none."""
    shown = shorten(name, LONGEST_PATH)
    try:
        if special := _special(name):
            raise InputError(f"{shown} is {special}.")
        with open(name, "rb") as file:
            start = file.read(16)
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError(f"There is no file {shown}.{_near(name)}") from None
    except PermissionError:
        raise InputError(f"{shown} may not be read by this user: ask for read access.") from None
    except (OSError, ValueError):
        raise InputError(f"{shown} cannot be opened as a file.") from None
    if start.startswith(_ENCRYPTED):
        raise InputError(f"{shown} is an encrypted Parquet file: write it without encryption.")
    if not start:
        raise InputError(f"There are no ratings in {os.path.basename(name)}: the file is empty.")
    return start


def _special(name: str) -> str:
    """What something is that is no regular file, and what to do; nothing for a file."""
    mode = os.stat(name).st_mode
    return next((what for is_so, what in _KINDS if is_so(mode)), "")


def _near(name: str) -> str:
    try:
        others = os.listdir(os.path.dirname(name))
    except OSError:
        return ""
    stem, ending = os.path.splitext(os.path.basename(name))
    alike = [other for other in others if nearest(stem, [os.path.splitext(other)[0]]) is not None]
    return hint(f"{stem}{ending}", alike)


def copy_stream(stream: BinaryIO, path: Path, source: str) -> None:
    """Write all that comes to a file; `source` is what the stream is called in a complaint."""
    try:
        with path.open("wb") as copy:
            while block := stream.read(_BLOCK):
                _check(block, copy.tell(), source)
                copy.write(block)
    except OSError as problem:
        raise InputError(f"{source} could not be copied to a file: {problem.strerror}.") from None


def _check(block: bytes, before: int, source: str) -> None:
    """Complain of bytes that are no data, and of too many of them."""
    if not before and not has_known_start(block):
        refuse_binary(block, source)
    if before + len(block) > MOST_BYTES:
        raise InputError(
            f"{source} gave more than {MOST_BYTES:,} bytes and may never end: save the ratings to "
            "a file and name that file."
        )
