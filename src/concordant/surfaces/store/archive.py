"""Writing projects to an archive and loading them from one."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from sqlalchemy import Connection

from ...errors import OptionError
from ...quote import quote
from ...report.write_file import explain_write_errors, replaced_file, shown
from .add_round import differing, put_whole
from .archive_format import HEAD, ArchiveEntry, ArchiveFile, carried, head_bytes
from .connection import StoreConnection
from .errors import unknown_project
from .records import Loaded, StoredRound
from .repository import id_of, kept_rounds, locked_projects, next_place, project_facts
from .rows import get_pieces
from .sqlite_file import files_of


def write_file(opened: StoreConnection, path: Path, project: str | None, *, force: bool) -> Path:
    """Write rounds with all their generations to one file, whole or not at all."""
    target = Path(os.path.realpath(path))
    _check_target(opened, target, path, force=force)
    with explain_write_errors(path), opened.reading() as connection:
        rounds = kept_rounds(connection, project)
        if not rounds and project is not None:
            known = [one.name for one in project_facts(connection)]
            raise unknown_project(project, known, opened.where.shown)
        if not rounds:
            raise OptionError(f"The store {opened.where.shown} has no rounds: there is nothing to export.")
        with replaced_file(target) as file:
            _write(connection, rounds, file)
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
            entries.append(ArchiveEntry(kept=kept, **sums))
        _put(packed, HEAD, head_bytes(entries))


def _put(packed: ZipFile, name: str, data: bytes) -> None:
    info = ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.create_system, info.external_attr = 3, (stat.S_IFREG | 0o644) << 16
    packed.writestr(info, data)


def load_file(opened: StoreConnection, path: Path) -> Loaded:
    """Add the rounds of a file in its order, behind those that are here; known ones stay as they are."""
    with carried(path) as file, opened.writing() as connection:
        keys = locked_projects(connection, (entry.kept.project for entry in file.entries))
        there = {(k.project, k.name, k.generation): k for name in keys for k in kept_rounds(connection, name)}
        added, known = [], []
        for number, entry in enumerate(file.entries):
            if (same := there.get(_key(entry.kept))) is not None:
                _check_same(same, entry.kept)
                known.append(same)
            else:
                kept = _insert(connection, keys[entry.kept.project], file, number, there)
                there[_key(kept)] = kept
                added.append(kept)
    return Loaded(added=tuple(added), known=tuple(known))


def _key(kept: StoredRound) -> tuple[str, str, int]:
    return kept.project, kept.name, kept.generation


def _check_same(there: StoredRound, new: StoredRound) -> None:
    if others := differing(there, new):
        raise OptionError(
            f"Round {quote(new.name)} of project {quote(new.project)} is already in the store, "
            f"but differs in its {others}. Nothing was loaded."
        )


def _insert(
    connection: Connection,
    project_id: int,
    file: ArchiveFile,
    number: int,
    there: dict[tuple[str, str, int], StoredRound],
) -> StoredRound:
    """A generation stands at the place of the one before it, a new round behind the last."""
    one = file.ready(number)
    before = there.get((one.kept.project, one.kept.name, one.kept.generation - 1))
    place = next_place(connection, project_id) if before is None else before.place
    kept = replace(one.kept, place=place)
    put_whole(connection, project_id, kept, one)
    return kept
