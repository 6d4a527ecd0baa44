"""Carrying rounds from one store to another, in one file: the same rounds give the same bytes."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from sqlalchemy import Connection

from ...errors import OptionError
from ...report.write_file import beside_of, keep_rights, said_if_not_written, shown
from .archive_format import HEAD, Entry, head_bytes
from .connection import StoreConnection
from .not_found import unknown_project
from .records import StoredRound
from .repository import id_of, kept_rounds, project_facts
from .rows import get_pieces
from .sqlite_file import files_of


def write_file(opened: StoreConnection, path: Path, project: str | None, *, force: bool) -> Path:
    """Write rounds with all their generations to one file, whole or not at all."""
    target = Path(os.path.realpath(path))
    _check_target(opened, target, path, force=force)
    with said_if_not_written(path), opened.reading() as connection:
        rounds = kept_rounds(connection, project)
        if not rounds and project is not None:
            known = [one.name for one in project_facts(connection)]
            raise unknown_project(project, known, opened.where.shown)
        if not rounds:
            raise OptionError(f"The store {opened.where.shown} has no rounds: there is nothing to export.")
        _beside_and_there(connection, rounds, target)
    return path


def _check_target(opened: StoreConnection, target: Path, path: Path, *, force: bool) -> None:
    if target.is_dir():
        raise OptionError(f"{shown(path)} is a folder: name a file in it.")
    if any(_same(target, own) for own in files_of(opened.where)):
        raise OptionError(f"{shown(path)} is the store itself, or belongs to it: choose another name.")
    if target.exists() and not force:
        raise OptionError(f"{shown(path)} exists: choose another name, or pass force=True to replace it.")


def _same(target: Path, own: Path) -> bool:
    there = target.exists() and own.exists()
    return target.samefile(own) if there else target == Path(os.path.realpath(own))


def _beside_and_there(connection: Connection, rounds: tuple[StoredRound, ...], target: Path) -> None:
    beside = beside_of(target)
    try:
        with beside.open("xb") as file:
            _write(connection, rounds, file)
            file.flush()
            os.fsync(file.fileno())
        keep_rights(target, beside)
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)


def _write(connection: Connection, rounds: tuple[StoredRound, ...], file: BinaryIO) -> None:
    """Nothing is compressed: what is large is so already, and others may compress otherwise."""
    with ZipFile(file, "w", ZIP_STORED) as packed:
        entries = []
        for number, kept in enumerate(rounds, 1):
            key = id_of(connection, kept)
            sums = {}
            for what in ("ratings", "study"):
                data = get_pieces(connection, key or 0, what)
                sums[what] = hashlib.sha256(data).hexdigest()
                _put(packed, f"{number:06d}.{what}", data)
            entries.append(Entry(kept=kept, **sums))
        _put(packed, HEAD, head_bytes(entries))


def _put(packed: ZipFile, name: str, data: bytes) -> None:
    info = ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.create_system, info.external_attr = 3, (stat.S_IFREG | 0o644) << 16
    packed.writestr(info, data)
