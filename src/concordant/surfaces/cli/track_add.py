"""`concordant track add`: a file as the next round of a project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import rich_click as click

from ...errors import InputError
from ...interpret.rounds import Change
from ...interpret.study import Section
from ...language.message import Message
from ...language.render import Language
from ...ratings.phrases import listed
from ...ratings.reading import HELD
from ..store.records import StoredRound
from ..track.change_sections import Slices, since_page, unmatched_messages
from ..track.next_steps import after_adding, goal_messages
from ..track.status_sections import (
    added_section,
    carried_over_messages,
    number_messages,
    same_ratings_messages,
    several_section,
)
from .coefficient import stated
from .help_text import LocalisedCommand
from .options import reading_flags
from .progress_bar import progress_shown
from .source import source_of
from .study import study_options
from .track_options import Chosen, chosen, option, show, show_options, slices_as_json, where_options

_ABOUT = ("note", "who", "when", "prompt", "rubric", "model", "round_column", "replace", "fresh")


def _run(
    file: str,
    project: str | None,
    store: str | None,
    round_name: str | None,
    lang: Language,
    as_json_too: bool,
    **given: Any,
) -> None:
    found = chosen(project, store, lang, new=True)
    reading, options = stated(given)
    before = found.project.known
    with source_of(file) as source, progress_shown(lang) as progress:
        kept = found.project.add(source, round=round_name, **options, **reading, **progress)
    with _stored_already(kept):
        changed = _changed(found, kept[-1])

        def data() -> dict[str, Any]:
            return {
                "store": found.project.where,
                "rounds": [one.to_dict() for one in kept],
                "added": [one.name for one in kept if _what(one, before) != "known"],
                "changes": [one.to_dict() for one in changed.changes],
                "slices": slices_as_json(changed.slices),
            }

        page = _page(found, kept, before, {**options, **reading}, changed)
        show(data, page, lang, as_json_too)


@contextmanager
def _stored_already(kept: Sequence[StoredRound]) -> Iterator[None]:
    """Whatever cannot be read of earlier rounds, what was added is in the store."""
    try:
        yield
    except InputError as problem:
        names = listed([repr(one.name) for one in kept])
        what, are = ("Round", "is") if len(kept) == 1 else ("Rounds", "are")
        raise InputError(
            f"{what} {names} {are} stored, but the change cannot be computed. {problem}"
        ) from None


@dataclass(frozen=True)
class _RoundChange:
    """What a round changed against the one before it; nothing of a first round."""

    changes: Sequence[Change] = ()
    slices: Slices = field(default_factory=dict)
    unmatched: Sequence[Message] = ()


def _changed(found: Chosen, last: StoredRound) -> _RoundChange:
    project = found.project
    if last.place == 1:
        return _RoundChange()
    before, now = project.pair(None, last.name)
    changes = project.compare(before.name, now.name)
    studies = [project.study(one.name, progress=False) for one in (before, now)]
    unmatched = tuple(unmatched_messages(changes, before.name, studies[0], now.name, studies[1]))
    return _RoundChange(changes, project.slices(before.name, now.name), unmatched)


def _what(kept: StoredRound, before: Sequence[StoredRound]) -> str:
    """What happened to a round."""
    there = {one.name: one.generation for one in before}
    if there.get(kept.name) == kept.generation:
        return "known"
    return "replaced" if kept.generation > 1 else "added"


def _page(
    found: Chosen,
    kept: Sequence[StoredRound],
    before: Sequence[StoredRound],
    given: Mapping[str, Any],
    changed: _RoundChange,
) -> Iterator[Section]:
    project, last, rounds = found.project, kept[-1], found.project.rounds
    study = project.study(last.name, progress=False)
    held = [
        *_held(last, before, given),
        *(messages for messages in study.audit if messages.code == f"notes.{HELD}"),
    ]
    known = [one.name for one in kept if _what(one, before) == "known"]
    same = same_ratings_messages([one for one in kept if one.name not in known], rounds)
    progress = project.progress(last.name) if len(kept) > 1 or last.goal is not None else ()
    goals = tuple(goal_messages(study, progress))
    if len(kept) == 1:
        messages = (*same, *held, *number_messages(study), *goals)
        yield added_section(last, _what(last, before), project.where, *messages)
    else:
        yield several_section(kept, known, project.where, progress, *same, *held, *goals)
    yield from since_page(changed.changes, changed.slices, *changed.unmatched)
    yield after_adding(rounds, last, found.typed)


def _held(kept: StoredRound, before: Sequence[StoredRound], given: Mapping[str, Any]) -> Iterator[Any]:
    """What holds from the round before."""
    if not before or _what(kept, before) == "known":
        return
    held = {name: value for name, value in kept.options.items() if name not in given}
    goal = kept.goal["name"] if kept.goal is not None and "goal" not in given else None
    yield from carried_over_messages(before[-1].name, held, goal)


def _about_options() -> Iterator[click.Parameter]:
    shapes = {"prompt": "FILE|TEXT", "rubric": "FILE|TEXT", "when": "DATE", "round_column": "COLUMN"}
    for name in _ABOUT:
        if name in ("replace", "fresh"):
            yield option(name, "Rounds", is_flag=True)
        else:
            yield option(name, "Rounds", metavar=shapes.get(name, "TEXT"))


command = LocalisedCommand(
    name="add",
    callback=_run,
    params=[
        click.RichArgument(["file"], metavar="FILE"),
        *where_options(),
        option("round", "Rounds", flags=["--round", "round_name"], metavar="NAME"),
        *_about_options(),
        *study_options(),
        *(one for one in reading_flags() if one.name != "round"),
        *show_options(),
    ],
)
