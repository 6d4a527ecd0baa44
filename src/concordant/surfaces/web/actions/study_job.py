"""Studies of large rounds under a filter, which a worker makes: the study is the result of its job."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from ....interpret.goals import Goal
from ....ratings.ratings import Ratings
from ...api.study_result import Study
from ...store.records import StoredRound
from ...store.rows import study_bytes, study_of
from ...store.store import Store
from ...track.stored_rounds import one_of, rounds_in
from .jobs import Job, done_job, job_result, submit_job
from .refusal import WebRefusal
from .studies import Studies, StudyFilter, fingerprint, part_of

KIND = "study"
#: Parts of a round with more ratings or raters are studied by a worker, which makes its exports, too.
AT_ONCE, RATERS_AT_ONCE = 20_000, 50


def awaited_study(
    studies: Studies, who: str, kept: StoredRound, chosen: StudyFilter, goal: Goal | None, *, most_queued: int
) -> Job | None:
    """The job that makes a study; None where it is there, or is made sooner than a worker starts."""
    if chosen.empty or studies.holds(kept, chosen, goal):
        return None
    ratings = studies.ratings(kept)
    if not takes_long(ratings):
        return None
    part_of(ratings, chosen)  # what does not exist is refused now
    job = submit_job(studies.store, who, KIND, _payload(kept, chosen, goal), most_queued=most_queued)
    return None if job.state == "done" else job


def takes_long(ratings: Ratings) -> bool:
    """Whether what is made of all these ratings takes longer than a worker to start."""
    return len(ratings) * len(ratings.raters) > AT_ONCE or len(ratings.raters) > RATERS_AT_ONCE


def study_at(studies: Studies, kept: StoredRound, chosen: StudyFilter, goal: Goal | None) -> Study:
    """The study that is held, or that a worker has made, or that is made now."""

    def of_job() -> Study | None:
        done = None if chosen.empty else done_job(studies.store, KIND, _payload(kept, chosen, goal))
        return None if done is None else _study_in(job_result(studies.store, done))

    return studies.of(kept, chosen, goal, made_before=of_job)


def _payload(kept: StoredRound, chosen: StudyFilter, goal: Goal | None) -> dict[str, Any]:
    return {
        "project": kept.project, "round": kept.name, "filter": asdict(chosen),
        "goal": None if goal is None else goal.to_dict(), "study": fingerprint(kept, chosen, goal),
    }  # fmt: skip


def study_of_job(
    store: Store, payload: Mapping[str, Any], tell: Callable[[str, float], None]
) -> dict[str, Any]:
    """What a worker does with such a job: the study, and where it is looked at."""
    tell("study", 0.1)
    kept = one_of(rounds_in(store, payload["project"]), payload["round"])
    chosen = filter_from(payload["filter"])
    goal = None if payload["goal"] is None else Goal.from_dict(payload["goal"])
    if fingerprint(kept, chosen, goal) != payload["study"]:
        raise WebRefusal(409, "round-replaced")
    made = Studies(store).of(kept, chosen, goal)
    packed = base64.b64encode(study_bytes(made)).decode()
    return {"project": kept.project, "round": kept.name, "filter": payload["filter"], "study": packed}


def _study_in(result: Mapping[str, Any]) -> Study:
    """The study that the result of a job holds."""
    return Study.of(study_of(base64.b64decode(result["study"])))


def filter_from(kept: Mapping[str, Any]) -> StudyFilter:
    """A filter as it was before it was written as JSON."""
    return StudyFilter(
        raters=tuple(kept["raters"]),
        dimension=kept["dimension"],
        slices=tuple((column, value) for column, value in kept["slices"]),
        weights=kept["weights"],
        reference=tuple(kept["reference"]),
        preset=kept["preset"],
    )
