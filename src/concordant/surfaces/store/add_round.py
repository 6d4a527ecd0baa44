"""Adding a round in a transaction: what is there already stays, what is new gets the next place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import Connection

from ...errors import OptionError
from ...interpret.rounds import MARKS
from ...quote import quote
from ...ratings.phrases import listed
from .prepare import Ready
from .records import StoredRound
from .repository import kept_rounds, newest, next_place, put_round
from .rows import put_pieces, put_result_rows


def added(
    connection: Connection, project_id: int, one: Ready, *, again: bool, ratings_only: bool = False
) -> StoredRound:
    """The round as it is kept: as it was there, or written now, at the next place or as a new generation."""
    known = {kept.name: kept for kept in newest(kept_rounds(connection, one.kept.project))}
    there = known.get(one.kept.name)
    if there is not None and ratings_only and there.content == one.kept.content:
        return there
    if there is not None and not (others := differing(there, one.kept)):
        return there
    if there is not None and not again:
        raise OptionError(
            f"Round {quote(there.name)} of project {quote(there.project)} is already in the store, "
            f"but differs in its {others}: choose another name, or replace it (replace=True)."
        )
    kept = replace(
        one.kept,
        place=next_place(connection, project_id) if there is None else there.place,
        generation=1 if there is None else there.generation + 1,
    )
    put_whole(connection, project_id, kept, one)
    return kept


def put_whole(connection: Connection, project_id: int, kept: StoredRound, one: Ready) -> None:
    """Write a round with all that it holds."""
    key = put_round(connection, project_id, kept)
    put_pieces(connection, key, "ratings", one.ratings)
    put_pieces(connection, key, "study", one.study)
    put_result_rows(connection, key, one.made)


def differing(there: StoredRound, new: StoredRound) -> str:
    """What two rounds of one name differ in, in words; empty where they are the same."""
    others = [
        *(["ratings"] if there.content != new.content else []),
        *_other_marks(there, new),
        *_other_options(there, new),
        *(["goal"] if there.goal != new.goal else []),
    ]
    return listed(others, " and ")


def _other_marks(there: StoredRound, new: StoredRound) -> Iterator[str]:
    """Each mark that is another, whatever its file is called; that of the data are the ratings."""
    for what in MARKS:
        before, after = (one.about.marks.get(what) for one in (there, new))
        if (before and before.fingerprint) != (after and after.fingerprint):
            names = ["none" if mark is None else mark.name for mark in (before, after)]
            yield what if names[0] == names[1] else f"{what} ({', now '.join(names)})"


def _other_options(there: StoredRound, new: StoredRound) -> Iterator[str]:
    names = dict.fromkeys((*there.options, *new.options))
    if differ := [name for name in names if there.options.get(name) != new.options.get(name)]:
        yield f"options ({listed(differ)})"
