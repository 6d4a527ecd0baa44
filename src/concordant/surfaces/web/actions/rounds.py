"""Rounds: an upload becomes a round of a project, studied and stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ....errors import OptionError
from ...store.records import StoredRound
from ...store.store import Store
from ...track.project import Project
from .events import record
from .goals import given_goal
from .jobs import Job, submit_job
from .recognise import ratings_source
from .uploads import Upload, get_upload


def add_round(
    store: Store,
    upload: Upload,
    project: str,
    name: str | None,
    *,
    who: str,
    goal: str | Mapping[str, Any] | None = None,
    tell: Callable[..., Any] | None = None,
    **options: Any,
) -> tuple[StoredRound, ...]:
    """Study an upload and keep it; the rounds that were added, several where a column names them."""
    if not project.strip():
        raise OptionError("Name the project.")
    source, reading = ratings_source(upload.path, upload.options)
    given = {key: value for key, value in options.items() if value not in (None, "", [])}
    if "prompt" in given:  # its text: with the end of a line it names no file of this machine
        given["prompt"] = f"{str(given['prompt']).rstrip()}\n"
    more: dict[str, Any] = {} if tell is None else {"tell": tell}
    added = Project(project.strip(), store).add(
        source, round=name or None, who=who, goal=given_goal(goal), **given, **reading, **more
    )
    with store.writing() as connection:
        for one in added:
            record(connection, who, "round.added", one.name, project=one.project, generation=one.generation)
    return added


def submit_round(
    store: Store,
    upload: Upload,
    project: str,
    name: str | None,
    *,
    who: str,
    request_key: str | None = None,
    most_queued: int = 10,
    **options: Any,
) -> Job:
    """Queue the study of an upload; the same upload, roles, project and round are the same job."""
    if not project.strip():
        raise OptionError("Name the project.")
    given = {key: value for key, value in options.items() if value not in (None, "", [])}
    given_goal(given.get("goal"))  # what is no goal is refused now
    payload = {
        "upload": upload.id, "version": upload.version, "folder": str(upload.path.parents[1]), "who": who,
        "project": project.strip(), "round": name, "options": given,
    }  # fmt: skip
    return submit_job(store, who, "add-round", payload, request_key=request_key, most_queued=most_queued)


def add_round_of_job(
    store: Store, payload: Mapping[str, Any], tell: Callable[[str, float], None]
) -> dict[str, str]:
    """What a worker does with such a job: the project and the last of its new rounds."""
    upload = get_upload(store, Path(payload["folder"]), payload["upload"])
    if upload is None:
        raise OptionError("The upload is no longer available: upload the file again.")
    added = add_round(
        store, upload, payload["project"], payload["round"], who=payload["who"],
        tell=lambda step, share, *_: tell(str(step), float(share)), **payload["options"],
    )  # fmt: skip
    return {"project": added[-1].project, "round": added[-1].name}


def next_round(store: Store, project: str) -> str:
    """What the next round of a project would be called."""
    return f"v{len(store.rounds(project)) + 1}"
