"""Exports that a worker makes: the file is the result of its job, and is downloaded from there."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any

from ....errors import choose
from ....language.render import LANGUAGES, Language
from ...store.records import StoredRound
from ...store.store import Store
from ...track.stored_rounds import one_of, rounds_in
from .exports import FORMATS, ExportFile, items_file, study_file
from .goals import project_goal
from .jobs import Job, submit_job
from .studies import Studies, StudyFilter, fingerprint

#: What can be asked for: the formats of a study, and the items as a table.
EXPORTS = (*FORMATS, "items")


def submit_export(
    store: Store, who: str, kept: StoredRound, format_name: str, lang: str, *, most_queued: int = 10
) -> Job:
    """Queue the export of a round; the same round, goal, format and language are the same job."""
    choose("format", format_name, EXPORTS)
    choose("lang", lang, LANGUAGES)
    payload = {
        "project": kept.project, "round": kept.name, "format": format_name, "lang": lang,
        "study": fingerprint(kept, StudyFilter(), project_goal(store, kept.project).goal),
    }  # fmt: skip
    return submit_job(store, who, "export", payload, most_queued=most_queued)


def export_of_job(
    store: Store, payload: Mapping[str, Any], tell: Callable[[str, float], None]
) -> dict[str, str]:
    """What a worker does with such a job: the name, the kind and the bytes of the file."""
    tell("export", 0.1)
    kept = one_of(rounds_in(store, payload["project"]), payload["round"])
    made = _file(Studies(store), kept, payload["format"], payload["lang"])
    return {"file": made.name, "kind": made.kind, "content": base64.b64encode(made.content).decode()}


def _file(studies: Studies, kept: StoredRound, format_name: str, lang: Language) -> ExportFile:
    name = f"{kept.project}-{kept.name}"
    if format_name == "items":
        return items_file(studies.ratings(kept), name)
    study = studies.of(kept, StudyFilter(), project_goal(studies.store, kept.project).goal)
    return study_file(study, name, format_name, lang)


def file_of(result: Mapping[str, Any] | None) -> ExportFile | None:
    """The file that the result of a job holds; None where it holds none."""
    if result is None or "content" not in result:
        return None
    return ExportFile(result["file"], base64.b64decode(result["content"]), result["kind"])
