"""Rounds that are kept: where, by the environment or as given, and how they are compared."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ...arguments import is_path
from ...errors import OptionError
from ...interpret.goals import Goal
from ...interpret.rounds import ComparedRound, Progress
from ...quote import quote
from ..store.address import check_file_name, is_address
from ..store.records import goal_from_before

if TYPE_CHECKING:
    from ..store.records import StoredRound
    from ..store.store import Store

    Place: TypeAlias = str | Path | Store | None

#: The environment's word for it, and the file where nothing is said.
VARIABLE, USUAL = "CONCORDANT_STORE", "concordant.db"


def rounds_in(store: Store, project: str) -> tuple[StoredRound, ...]:
    """The rounds of a project that is there."""
    if found := store.rounds(project):
        return found
    from ..store.errors import unknown_project

    raise unknown_project(project, [one.name for one in store.projects()], store.where)


def one_of(kept: Sequence[StoredRound], name: str | None) -> StoredRound:
    """A round by its name, the newest without one."""
    if not kept:
        raise OptionError("The project has no rounds yet.")
    if name is None:
        return kept[-1]
    known = {one.name: one for one in kept}
    if str(name) not in known:
        from ..store.errors import unknown_round

        raise unknown_round(str(name), list(known), kept[0].project)
    return known[str(name)]


def before(kept: Sequence[StoredRound], later: StoredRound) -> StoredRound:
    """The round before this one."""
    place = kept.index(later)
    if not place:
        raise OptionError(
            f"There is no round before {quote(later.name)} to compare it with: add another round."
        )
    return kept[place - 1]


def round_of(store: Store, kept: StoredRound) -> ComparedRound:
    """One round with its ratings."""
    return ComparedRound(
        name=kept.name,
        ratings=store.ratings(kept),
        reference=kept.options.get("reference"),
        about=kept.about,
    )


def rounds_upto(store: Store, kept: Sequence[StoredRound], last: StoredRound) -> list[ComparedRound]:
    """All rounds up to one."""
    return [round_of(store, one) for one in kept[: kept.index(last) + 1]]


def measuring(options: Mapping[str, Any]) -> dict[str, Any]:
    """Which coefficients and at which level, where that was said."""
    return {name: options[name] for name in ("preset", "level") if options.get(name) is not None}


def progress_at(rounds: Sequence[ComparedRound], last: StoredRound) -> tuple[Progress, ...]:
    """Progress as the last of the rounds is measured, towards its goal."""
    return progress_over(rounds, last.options, goal_from_before(last.goal))


def progress_over(
    rounds: Sequence[ComparedRound], options: Mapping[str, Any], goal: Goal | None
) -> tuple[Progress, ...]:
    """Every comparison over these rounds."""
    from ...interpret.rounds.progress import progress

    return progress(rounds, goal=goal, **measuring(options))


def place_of(given: str | Path | None) -> str | Path:
    """The file or the address of a database."""
    if given is not None and not is_path(given):
        raise OptionError(f"store must be a file, an address or an open store, got {quote(given)}.")
    place = given or os.environ.get(VARIABLE) or USUAL
    if not is_address(place):
        check_file_name(place)
    return place


def is_there(given: Place) -> bool:
    """Whether there may be rounds: no file, no rounds; an address has to be asked."""
    if not isinstance(given, str | Path | None):
        return True
    place = place_of(given)
    return is_address(place) or Path(place).expanduser().exists()


def typed_again(given: str | None) -> str:
    """What says the store in a command, quoted; an address with a password is left to the environment."""
    if not given:
        return ""
    from ..store.location import whereabouts

    again = f'"${VARIABLE}"' if whereabouts(given).secrets else shlex.quote(given)
    return f" --store {again}"


@contextmanager
def store_at(given: Place, *, create: bool = False) -> Iterator[Store]:
    """The store, open as long as it is needed; one that is open already stays so."""
    from ..store.store import Store

    if isinstance(given, Store):
        yield given
        return
    with Store(place_of(given), create=create) as found:
        yield found
