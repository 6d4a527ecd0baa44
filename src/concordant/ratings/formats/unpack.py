"""Files and what is inside of them: plain, gzip, Zstandard, and zip archives with any of these."""

from __future__ import annotations

import gzip
import io
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from importlib import import_module
from typing import Any, BinaryIO

from ...errors import ConcordantError, InputError, MissingLibrary
from ..reading import has_suffix

ZIP, GZIP, ZSTD = b"PK\x03\x04", b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_ZSTD_METHOD = 93
_DAMAGED = "{source} could not be unpacked: the zip file is damaged or cut short."
#: What an archive may unpack to, in all.
MOST_BYTES = 20_000_000_000
_OFFICE = ("[Content_Types].xml", "mimetype", "xl/*", "content.xml")


@dataclass(frozen=True)
class Part:
    """A file, or a member of an archive: its name, and how to open it unpacked."""

    name: str
    open: Callable[[], Any]

    @property
    def stem(self) -> str:
        """The name without folders and endings."""
        base = os.path.basename(self.name)
        for ending in (".gz", ".zst", ".zip"):
            base = base.removesuffix(ending)
        return os.path.splitext(base)[0]


@dataclass(frozen=True)
class Archive:
    """The parts of a file; `names` are those of all members where it is a zip."""

    parts: tuple[Part, ...]
    names: tuple[str, ...] = ()

    def holds(self, pattern: str) -> bool:
        """Whether a member is named so."""
        return any(fnmatch(name, pattern) for name in self.names)

    @property
    def is_inspect(self) -> bool:
        """Whether it is a log of Inspect, which is a zip with a header and a file for each sample."""
        samples = ("samples/*.json", "summaries.json", "_journal/summaries/*.json")
        return self.holds("header.json") and any(map(self.holds, samples))


def archive_of(path: str) -> Archive | None:
    """What is inside of a file; None for a workbook, which is a zip too."""
    with open(path, "rb") as file:
        start = file.read(4)
    source = os.path.basename(path)
    if start == ZIP:
        return _zip(path, source)
    if start[:2] == GZIP:
        return Archive((Part(path, lambda: _checked(gzip.open(path, "rb"), source)),))
    if start == ZSTD:
        return Archive((Part(path, lambda: _checked(_unpacked_zstd(open(path, "rb"), source), source)),))
    return Archive((Part(path, lambda: open(path, "rb")),))


def _zip(path: str, source: str) -> Archive | None:
    try:
        with zipfile.ZipFile(path) as held:
            members = [info for info in held.infolist() if not info.is_dir()]
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        if has_suffix(source, ".xlsx", ".xlsm", ".xlsb", ".ods"):
            return None
        raise InputError(_DAMAGED.format(source=source)) from None
    names = tuple(info.filename for info in members)
    if any(fnmatch(name, pattern) for name in names for pattern in _OFFICE):
        return None
    if sum(info.file_size for info in members) > MOST_BYTES:
        raise InputError(f"{source} unpacks to more than {MOST_BYTES:,} bytes: split it.")
    kept = [info for info in members if not _is_hidden(info.filename)]
    return Archive(tuple(Part(info.filename, _opener(path, info, source)) for info in kept), names)


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in name.split("/"))


def _opener(path: str, info: zipfile.ZipInfo, source: str) -> Callable[[], Any]:
    def opened() -> Any:
        if info.flag_bits & 1:
            raise InputError(f"{source} is protected by a password: unpack it first.")
        try:
            if info.compress_type == _ZSTD_METHOD:
                return _checked(_zstd_member(path, info, source), source)
            return _checked(_KeepOpen(path, info.filename), source)
        except ConcordantError:
            raise
        except (zipfile.BadZipFile, OSError, ValueError):  # places in the file that are not there
            raise InputError(_DAMAGED.format(source=source)) from None
        except NotImplementedError:
            raise InputError(
                f"{info.filename} in {source} is compressed by a method that Python cannot read: zip it "
                "again."
            ) from None

    return opened


class _KeepOpen(io.RawIOBase):
    """A member of a zip that closes the archive when it is closed itself."""

    def __init__(self, path: str, member: str) -> None:
        self._archive = zipfile.ZipFile(path)
        try:
            self._member = self._archive.open(member)
        except BaseException:
            self._archive.close()
            raise

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The next bytes."""
        block = self._member.read(len(buffer))
        buffer[: len(block)] = block
        return len(block)

    def close(self) -> None:
        """Close the member and its archive."""
        self._member.close()
        self._archive.close()
        super().close()


def _zstd_member(path: str, info: zipfile.ZipInfo, source: str) -> Any:
    """A member packed with method 93, which zipfile knows from Python 3.14 on."""
    file = open(path, "rb")  # noqa: SIM115 - closed with what is returned
    file.seek(info.header_offset)
    header = file.read(30)
    if len(header) < 30:
        file.close()
        raise InputError(_DAMAGED.format(source=source))
    name, extra = struct.unpack("<HH", header[26:30])
    file.seek(info.header_offset + 30 + name + extra)
    return _unpacked_zstd(io.BufferedReader(_Window(file, info.compress_size)), source)


class _Window(io.RawIOBase):
    """The next bytes of a file, up to a number of them."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file, self._left = file, size

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The next bytes, none after the last."""
        block = self._file.read(min(len(buffer), self._left))
        self._left -= len(block)
        buffer[: len(block)] = block
        return len(block)

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()


def _unpacked_zstd(file: Any, source: str) -> Any:
    """The file unpacked, and closed with what is returned; Python does it from 3.14 on."""
    for module in ("compression.zstd", "backports.zstd"):
        try:
            library = import_module(module)
        except ImportError:
            continue
        return _closing(library.ZstdFile, file)
    file.close()
    raise MissingLibrary(
        f"{source} is compressed with Zstandard, which Python can read only from version 3.14: pip "
        "install 'concordant[zstd]'."
    )


def _closing(kind: Any, file: Any) -> Any:
    """A reader of this kind that closes the file that it reads."""

    class Closing(kind):  # type: ignore[misc]
        def close(self) -> None:
            super().close()
            file.close()

    return Closing(file)


def _checked(file: Any, source: str) -> Any:
    return io.BufferedReader(_Explained(file, source), 1 << 16)


class _Explained(io.RawIOBase):
    """A packed file whose damage is told in one sentence, and that does not unpack without end."""

    def __init__(self, file: Any, source: str) -> None:
        self._file, self._source, self._size = file, source, 0

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The next bytes."""
        with damage_explained(self._source):
            block = self._file.read(len(buffer))
        self._size += len(block)
        if self._size > MOST_BYTES:
            raise InputError(f"{self._source} unpacks to more than {MOST_BYTES:,} bytes: split it.")
        buffer[: len(block)] = block
        return len(block)

    def close(self) -> None:
        """Close what is read from."""
        if not self.closed:
            self._file.close()
        super().close()


@contextmanager
def damage_explained(source: str) -> Iterator[None]:
    """One sentence for whatever a library says about a damaged archive."""
    try:
        yield
    except InputError:
        raise
    except (EOFError, zlib.error, zipfile.BadZipFile, OSError, ValueError, RuntimeError):
        raise InputError(f"{source} could not be unpacked: the file is damaged or cut short.") from None
    except Exception as problem:  # each library of Zstandard has an error of its own
        if "zst" not in type(problem).__name__.lower():
            raise
        raise InputError(f"{source} could not be unpacked: the file is damaged or cut short.") from None
