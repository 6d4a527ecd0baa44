"""Loading rounds from a file: those that are not here yet, all of them or none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sqlalchemy import Connection

from ...errors import OptionError
from ...quote import quote
from .add_round import differing, put_whole
from .archive_format import Carried, carried
from .connection import StoreConnection
from .records import Loaded, StoredRound
from .repository import kept_rounds, locked_projects, next_place


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
                kept = _put(connection, keys[entry.kept.project], file, number, there)
                there[_key(kept)] = kept
                added.append(kept)
    return Loaded(added=tuple(added), known=tuple(known))


def _key(kept: StoredRound) -> tuple[str, str, int]:
    return kept.project, kept.name, kept.generation


def _check_same(there: StoredRound, new: StoredRound) -> None:
    if others := differing(there, new):
        raise OptionError(
            f"Round {quote(new.name)} of project {quote(new.project)} is in the store already, with other "
            f"{others}. Nothing was loaded."
        )


def _put(
    connection: Connection,
    project_id: int,
    file: Carried,
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
