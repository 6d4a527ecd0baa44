"""Exports that a worker makes: the file is the result of its job, and is downloaded from there."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ....errors import choose
from ....language.render import LANGUAGES, Language
from ...store.records import StoredRound
from ...store.store import Store
from ...track.stored_rounds import one_of, rounds_in
from .exports import FORMATS, ExportFile, check_tool, items_file, study_file, tool_file
from .goals import project_goal
from .jobs import Job, submit_job
from .studies import Studies, StudyFilter, fingerprint
from .study_job import filter_from, study_at

#: What can be asked for: the formats of a study, the items as a table, and a file for another tool.
EXPORTS = (*FORMATS, "items", "tool")


@dataclass(frozen=True, kw_only=True)
class ExportRequest:
    """What is exported of a round, in which format and language; `tool` states where to, and what."""

    format: str
    lang: Language = "en"
    chosen: StudyFilter = field(default_factory=StudyFilter)
    tool: tuple[str, str] = ("", "")

    def check(self) -> None:
        """Complain of what there is not."""
        choose("format", self.format, EXPORTS)
        choose("lang", self.lang, LANGUAGES)
        if self.format == "tool":
            check_tool(*self.tool)


def submit_export(
    store: Store, who: str, kept: StoredRound, asked: ExportRequest, *, most_queued: int = 10
) -> Job:
    """Queue the export of a round; the same round, goal, part, format and language are the same job."""
    asked.check()
    payload = {
        "project": kept.project, "round": kept.name, "asked": asdict(asked),
        "study": fingerprint(kept, asked.chosen, project_goal(store, kept.project).goal),
    }  # fmt: skip
    return submit_job(store, who, "export", payload, most_queued=most_queued)


def export_of_job(
    store: Store, payload: Mapping[str, Any], tell: Callable[[str, float], None]
) -> dict[str, str]:
    """What a worker does with such a job: the name, the kind and the bytes of the file."""
    tell("export", 0.1)
    kept, asked = one_of(rounds_in(store, payload["project"]), payload["round"]), payload["asked"]
    chosen = filter_from(asked["chosen"])
    request = ExportRequest(
        format=asked["format"], lang=asked["lang"], chosen=chosen, tool=(asked["tool"][0], asked["tool"][1])
    )
    made = export_file(Studies(store), kept, request)
    return {"file": made.name, "kind": made.kind, "content": base64.b64encode(made.content).decode()}


def export_file(studies: Studies, kept: StoredRound, asked: ExportRequest) -> ExportFile:
    """The file, made now."""
    asked.check()
    name = f"{kept.project}-{kept.name}"
    if asked.format == "items":
        return items_file(studies.ratings(kept, asked.chosen), name)
    if asked.format == "tool":
        return tool_file(studies.ratings(kept, asked.chosen), name, *asked.tool)
    study = study_at(studies, kept, asked.chosen, project_goal(studies.store, kept.project).goal)
    return study_file(study, name, asked.format, asked.lang)


def file_of(result: Mapping[str, Any] | None) -> ExportFile | None:
    """The file that the result of a job holds; None where it holds none."""
    if result is None or "content" not in result:
        return None
    return ExportFile(result["file"], base64.b64decode(result["content"]), result["kind"])
