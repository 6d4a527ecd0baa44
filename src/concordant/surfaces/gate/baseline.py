"""What a check is compared with: a round of the same data, a file, a table, or a round that is stored."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import OptionError, choose
from ...interpret.gate import UNNAMED
from ...interpret.rounds import ComparedRound
from ...quote import quote
from ...ratings.phrases import listed
from ...ratings.ratings import Ratings
from ..api.breakdowns import names_of
from ..api.study import ratings_to_study
from ..track.add_rounds import STUDY_OPTIONS, RoundRequest, ratings_of, round_parts, round_request
from ..track.stored_rounds import one_of, place_of, round_of, rounds_in, store_at

if TYPE_CHECKING:
    from ..store.records import StoredRound
    from ..store.store import Store
    from ..track.stored_rounds import Place

#: The newest round that is stored.
LAST = "last"
#: What names a file rather than a round: a folder, a pattern, an address, or an ending of files we read.
_FILE = re.compile(
    r"[/\\*?]|://|\.(csv|tsv|txt|parquet|pq|json|jsonl|ndjson|xlsx|xls|db|duckdb|sqlite)(\.gz)?$",
    re.IGNORECASE,
)


def judged_and_baseline(
    data: Any, baseline: Any, options: Mapping[str, Any], project: str | None, store: Place
) -> tuple[ComparedRound, ComparedRound | None]:
    """The ratings that are judged, of several rounds the last; and what they are compared with."""
    if baseline is None:
        return _last(data, round_request(options, None), by_item=False)[0], None
    if isinstance(baseline, ComparedRound):
        return _last(data, round_request(options, None))[0], baseline
    if not _is_name(baseline, project):
        held = round_request(options, None)
        return _last(data, held)[0], _from_data(baseline, held)
    if project is None:
        now, rounds = _last(data, round_request(options, None))
        if str(baseline) in rounds:
            return now, _other(now, rounds[str(baseline)])
    return _stored(data, str(baseline), options, project, store)


def _is_name(baseline: Any, project: str | None) -> bool:
    """Whether it names a round; with a project any text does, else what is no file."""
    if not isinstance(baseline, (str, int)) or isinstance(baseline, bool):
        return False
    text = str(baseline)
    return project is not None or not (os.path.exists(text) or _FILE.search(text))


def _last(
    data: Any, request: RoundRequest, *, by_item: bool = True
) -> tuple[ComparedRound, dict[str, ComparedRound]]:
    """The round that is judged, and all rounds by name where the data have several."""
    ratings = ratings_of(data, request) if by_item else _wherever(data, request.given)
    ratings, reference = _sliced(ratings, request.given.get("by")), request.all.get("reference")
    if ratings.round is None:
        return ComparedRound(name="", ratings=ratings, reference=reference), {}
    rounds = {
        name: ComparedRound(name=name, ratings=part, reference=reference)
        for name, part in round_parts(ratings, None)
    }
    look = len(rounds) if len(rounds) > 1 else None
    return replace(list(rounds.values())[-1], look=look), rounds


def _sliced(ratings: Ratings, by: str | Sequence[str] | None) -> Ratings:
    """The ratings with these slice columns only."""
    if by is None:
        return ratings
    names = names_of(by)
    for name in names:
        choose("by", name, [*ratings.slices, *(["dimension"] if ratings.dimension is not None else [])])
    kept = {name: column for name, column in ratings.slices.items() if name in names}
    return replace(ratings, slices=kept)


def _wherever(data: Any, given: Mapping[str, Any]) -> Ratings:
    """The ratings, counted where they are if they are many: a goal asks for no item."""
    reading = {name: value for name, value in given.items() if name not in STUDY_OPTIONS}
    return ratings_to_study(data, None, given.get("by"), reading)


def _other(now: ComparedRound, found: ComparedRound) -> ComparedRound:
    if found.name == now.name:
        raise OptionError(f"The baseline {quote(now.name)} is the round being checked: name an earlier one.")
    return found


def _from_data(baseline: Any, request: RoundRequest) -> ComparedRound:
    """A baseline that is data itself, called by its file."""
    found, rounds = _last(baseline, request)
    path = isinstance(baseline, (str, Path))
    name = Path(str(baseline)).name if path else UNNAMED
    called = f"{name}, {found.name}" if len(rounds) > 1 else name
    return ComparedRound(name=called, ratings=found.ratings, reference=found.reference)


def _stored(
    data: Any, name: str, options: Mapping[str, Any], project: str | None, store: Place
) -> tuple[ComparedRound, ComparedRound]:
    """A stored round, and the data read as the project is used to."""
    place = place_of(store) if store is None or isinstance(store, (str, Path)) else ""
    if project is None and place and "://" not in str(place) and not os.path.exists(place):
        raise OptionError(
            f"The baseline {quote(name)} is neither a file nor a round of these data, and there "
            f"is no store {quote(str(place))} in which to look for it."
        )
    with store_at(store) as there:
        kept = _kept(there, project, name)
        held = round_request(options, kept)
        return _last(data, held)[0], round_of(there, kept)


def _kept(store: Store, project: str | None, name: str) -> StoredRound:
    names = [one.name for one in store.projects()]
    if project is None:
        if len(names) != 1:
            known = f"one of {listed([repr(each) for each in names])}" if names else "there is none yet"
            raise OptionError(f"The baseline {quote(name)} is a round of a project: pass project=…, {known}.")
        project = names[0]
    rounds = rounds_in(store, project)
    newest = name == LAST and LAST not in {one.name for one in rounds}
    return one_of(rounds, None if newest else name)
