"""The file that rounds are carried in: what its head says of each, and reading it with care."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZIP_STORED, BadZipFile, ZipFile

from ...errors import InputError
from ...interpret.record import Record
from ...ratings.packed import content, unpack
from ...report.write_file import shown
from .archive_validation import check_entries, check_study
from .prepare import Ready
from .records import StoredRound
from .rows import study_of

HEAD, FORMAT, VERSION = "rounds.json", "concordant rounds", 1

#: More than this is no list of rounds.
_LARGEST_HEAD = 1 << 28


@dataclass(frozen=True, kw_only=True)
class Entry(Record):
    """One round in a file, with the sums of the bytes that belong to it."""

    kept: StoredRound
    ratings: str
    study: str


def head_bytes(entries: Sequence[Entry]) -> bytes:
    """What the file is, and what is in it."""
    told = {"format": FORMAT, "version": VERSION, "rounds": [entry.to_dict() for entry in entries]}
    return json.dumps(told, ensure_ascii=True, indent=1, allow_nan=False).encode("ascii")


class Carried:
    """A file that is open: its entries, and each of them whole."""

    def __init__(self, packed: ZipFile, path: Path) -> None:
        self._packed, self._path = packed, path
        self.entries = self._entries()

    def _entries(self) -> list[Entry]:
        told = json.loads(self._read(HEAD, _LARGEST_HEAD))
        if told["format"] != FORMAT:
            raise ValueError("another format")
        if type(told["version"]) is not int:
            raise ValueError("no version")
        if told["version"] > VERSION:
            raise _Newer(told["version"])
        entries = [Entry.from_dict(one) for one in told["rounds"]]
        check_entries([entry.kept for entry in entries])
        return entries

    def ready(self, number: int) -> Ready:
        """The round of this number, from 0, with all that it holds."""
        with _said(self._path):
            return self._ready(number)

    def _ready(self, number: int) -> Ready:
        entry = self.entries[number]
        ratings, study = (
            self._summed(f"{number + 1:06d}.{what}", getattr(entry, what)) for what in ("ratings", "study")
        )
        if content(ratings) != entry.kept.content:
            raise ValueError("other ratings")
        unpack(ratings)
        made = study_of(study)
        check_study(made, entry.kept)
        return Ready(entry.kept, ratings, study, made)

    def _summed(self, name: str, total: str) -> bytes:
        data = self._read(name)
        if hashlib.sha256(data).hexdigest() != total:
            raise ValueError("another sum")
        return data

    def _read(self, name: str, most: int | None = None) -> bytes:
        """Bytes that stand in the file as they are: none that grow when they are read."""
        info = self._packed.getinfo(name)
        size = self._path.stat().st_size if most is None else most
        if info.compress_type != ZIP_STORED or info.file_size != info.compress_size or info.file_size > size:
            raise ValueError("not as we write it")
        return self._packed.read(info)


@contextmanager
def carried(path: Path) -> Iterator[Carried]:
    """Open a file that `export` wrote."""
    with _said(path):
        packed = ZipFile(path)
    with packed:
        with _said(path):
            file = Carried(packed, path)
        yield file


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """Whatever is wrong with a file, in one sentence."""
    try:
        yield
    except _Newer as problem:
        raise InputError(
            f"{shown(path)} was made by a newer version of concordant (form {problem}, and this version "
            f"reads up to {VERSION}): update concordant. Nothing was loaded."
        ) from None
    except OSError as problem:
        raise InputError(
            f"{shown(path)} cannot be read: {problem.strerror or problem}. Nothing was loaded."
        ) from None
    except (ArithmeticError, AttributeError, BadZipFile, EOFError, LookupError, NotImplementedError,
            RecursionError, TypeError, ValueError):  # fmt: skip
        raise InputError(
            f"{shown(path)} is damaged, or is no file of rounds that concordant exported. Nothing was loaded."
        ) from None


class _Newer(Exception):
    """A form that is not known yet."""
