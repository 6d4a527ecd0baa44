"""What one application holds while it runs: its settings, its store and its studies."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any

from fastapi import Depends, Request

from ...errors import ConcordantError
from ..api.study_result import Study
from ..store.records import StoredRound
from ..store.store import Store
from .actions.goals import project_goal
from .actions.jobs import Job
from .actions.limits import ServerLimits, server_limits, set_limits
from .actions.next_step import NextStep, next_step
from .actions.recognise import Recognised
from .actions.recognise_job import awaited_recognition, recognised
from .actions.studies import Studies, StudyFilter, fingerprint
from .actions.study_job import awaited_study, study_at
from .actions.uploads import Upload
from .settings import WebLimits, WebSettings

#: Limits may have been set by another process of the server so many seconds ago.
_LIMITS_HOLD = 5.0


@dataclass
class WebState:
    """`services` holds what other parts of the application start with it, by name (see `app.SERVICES`)."""

    settings: WebSettings
    services: dict[str, Any] = field(default_factory=dict)
    _held: ServerLimits | None = None
    _read_at: float = 0.0

    @cached_property
    def store(self) -> Store:
        """The store of rounds, open as long as the application runs."""
        return Store(self.settings.store)

    @cached_property
    def studies(self) -> Studies:
        """Studies of stored rounds, the last ones held."""
        return Studies(self.store)

    @property
    def limits(self) -> WebLimits:
        """The limits that hold now, as they were last read."""
        return self.settings.limits if self._held is None else self._held.limits

    def read_limits(self) -> None:
        """Look at times whether an owner has set other limits; without a database the last ones hold."""
        if time.monotonic() - self._read_at > _LIMITS_HOLD or self._held is None:
            self._read_at = time.monotonic()
            try:
                self._held = server_limits(self.store, self.settings.limits)
            except ConcordantError:
                return

    def set_limits(self, who: str, given: Mapping[str, Any], version: int) -> ServerLimits:
        """Set some limits, which hold here at once and elsewhere within seconds."""
        self._held = set_limits(self.store, who, self.settings.limits, given, version)
        return self._held

    def study_of(self, kept: StoredRound, chosen: StudyFilter) -> Study:
        """The study of a round under the goal of its project."""
        return study_at(self.studies, kept, chosen, project_goal(self.store, kept.project).goal)

    def next_step(self, kept: StoredRound, chosen: StudyFilter, judge: str = "") -> NextStep | None:
        """What to rate next for a comparison of a whole round (the main one unless named)."""
        if not chosen.empty:
            return None

        def found() -> NextStep | None:
            study = self.study_of(kept, chosen)
            one = study.comparison(judge) if judge else study.main
            return next_step(study, one, self.studies.ratings(kept))

        goal = project_goal(self.store, kept.project).goal
        return self.studies.cache.get("step", f"{fingerprint(kept, chosen, goal)} {judge}", found)

    def awaited(self, who: str, kept: StoredRound, chosen: StudyFilter) -> Job | None:
        """The job that makes the study of a large round under a filter; None where nobody has to wait."""
        if "jobs" not in self.services:
            return None
        goal = project_goal(self.store, kept.project).goal
        most = self.limits.jobs_queued
        return awaited_study(self.studies, who, kept, chosen, goal, most_queued=most)

    def recognised(self, upload: Upload) -> Recognised:
        """How a file is read."""
        return recognised(self.studies.cache, self.store, upload)

    def awaited_upload(self, who: str, upload: Upload) -> Job | None:
        """The job that looks at a large file; None where nobody has to wait."""
        if "jobs" not in self.services:
            return None
        most = self.limits.jobs_queued
        return awaited_recognition(self.studies.cache, self.store, who, upload, most_queued=most)

    def close(self) -> None:
        """Let go of the store."""
        if "store" in self.__dict__:
            self.store.close()


def web_state(request: Request) -> WebState:
    """The state of the application that answers."""
    found: WebState = request.app.state.web
    return found


#: What a route asks for by `web: Web`.
Web = Annotated[WebState, Depends(web_state)]
