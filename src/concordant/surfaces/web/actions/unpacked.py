"""How much a packed file would unpack to, found without unpacking more than is allowed."""

from __future__ import annotations

import glob
import math
import zipfile
import zlib
from pathlib import Path

from ....errors import ConcordantError, InputError
from ....ratings.formats import GZIP, ZIP, ZSTD, archive_of

_PIECE, _PARQUET = 1 << 20, b"PAR1"
#: A small file may be packed as tightly as it likes.
_HARMLESS = 10 * _PIECE


def check_unpacked(path: Path, name: str, ratio: float, largest: float = math.inf) -> None:
    """Complain of a file that unpacks to more than `ratio` times its size, or more than may be uploaded."""
    most = int(max(_HARMLESS, min(ratio * path.stat().st_size, largest)))
    with path.open("rb") as file:
        start = file.read(4)
    try:
        if start == ZIP:
            too_large = _zip_is_larger(path, most)
        elif start == _PARQUET:
            too_large = _parquet_is_larger(path, most)
        else:
            too_large = (start[:2] == GZIP or start == ZSTD) and _stream_is_larger(path, most)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        NotImplementedError,
        RuntimeError,
        ConcordantError,
    ):
        return  # reading it says what is wrong
    if too_large:
        raise InputError(
            f"{name} unpacks to more than {most / _PIECE:.0f} MB, which is over the limit for a "
            "file of its size."
        )


def _zip_is_larger(path: Path, most: int) -> bool:
    """What the members state, and what they turn out to be."""
    with zipfile.ZipFile(path) as held:
        members = held.infolist()
        if sum(info.file_size for info in members) > most:
            return True
        left = most
        for info in members:
            if info.flag_bits & 1 or info.is_dir():
                continue
            with held.open(info) as member:
                while piece := member.read(_PIECE):
                    left -= len(piece)
                    if left < 0:
                        return True
    return False


def _parquet_is_larger(path: Path, most: int) -> bool:
    """A column of equal values takes a few bytes for millions of rows; read, each cell takes one at least."""
    import duckdb

    with duckdb.connect() as connection:
        stated = "SELECT sum(num_values) FROM parquet_metadata(?)"
        try:
            row = connection.execute(stated, [glob.escape(str(path))]).fetchone()
        except duckdb.Error:
            return False
    return row is not None and (row[0] or 0) > most


def _stream_is_larger(path: Path, most: int) -> bool:
    """What gzip and Zstandard unpack to; without a library for the latter reading it names the extra."""
    archive = archive_of(str(path))
    if archive is None:
        return False
    with archive.parts[0].open() as file:
        while piece := file.read(_PIECE):
            most -= len(piece)
            if most < 0:
                return True
    return False
