"""How much a packed file would unpack to, found without unpacking more than is allowed."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

from ....errors import ConcordantError, InputError
from ....ratings.formats import GZIP, ZIP, ZSTD, archive_of

_PIECE = 1 << 20
#: A small file may be packed as tightly as it likes.
_HARMLESS = 10 * _PIECE


def check_unpacked(path: Path, name: str, ratio: float) -> None:
    """Complain of a file that unpacks to more than `ratio` times its size."""
    most = max(_HARMLESS, int(ratio * path.stat().st_size))
    with path.open("rb") as file:
        start = file.read(4)
    try:
        if start == ZIP:
            too_large = _zip_is_larger(path, most)
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
            f"{name} unpacks to more than {ratio:g} times its size, which no table of ratings does."
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
