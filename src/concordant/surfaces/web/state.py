"""What one application holds while it runs: its settings, its store and its studies."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any

from fastapi import Depends, Request

from ..api.study_result import Study
from ..store.records import StoredRound
from ..store.store import Store
from .actions.goals import project_goal
from .actions.studies import Studies, StudyFilter
from .settings import WebSettings


@dataclass
class WebState:
    """`services` holds what other parts of the application start with it, by name (see `app.SERVICES`)."""

    settings: WebSettings
    services: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def store(self) -> Store:
        """The store of rounds, open as long as the application runs."""
        return Store(self.settings.store)

    @cached_property
    def studies(self) -> Studies:
        """Studies of stored rounds, the last ones held."""
        return Studies(self.store)

    def study_of(self, kept: StoredRound, chosen: StudyFilter) -> Study:
        """The study of a round under the goal of its project."""
        return self.studies.of(kept, chosen, project_goal(self.store, kept.project).goal)

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
