"""The goal of a project: one of ours or one's own, kept with a version, over the goals of single rounds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select, update

from ....errors import choose
from ....interpret.goals import GOALS, Goal, read_goals
from ...store.rows import storable, strict_json
from ...store.store import Store
from ...store.web_schema import setting
from .events import record
from .identity import now
from .uploads import StaleVersion


@dataclass(frozen=True)
class ProjectGoal:
    """The goal as it stands; version 0 and no goal where none was set."""

    goal: Goal | None = None
    version: int = 0


def project_goal(store: Store, project: str) -> ProjectGoal:
    """The goal of a project."""
    wanted = select(setting.c.value, setting.c.version).where(*_key(project))
    with store.reading() as connection:
        row = connection.execute(wanted).first()
    if row is None:
        return ProjectGoal()
    value = json.loads(row.value)
    return ProjectGoal(None if value is None else Goal.from_dict(value), row.version)


def given_goal(given: str | Mapping[str, Any] | None) -> Goal | None:
    """The goal that a request states: one of ours by its name, or targets; never a file of this machine."""
    if not given:
        return None
    if isinstance(given, str):
        names = [name for goal in GOALS for name in (goal.key, *goal.name.values())]
        choose("goal", given, names)
    return read_goals(given)


def set_goal(
    store: Store, who: str, project: str, given: str | Mapping[str, Any] | None, version: int
) -> ProjectGoal:
    """Set the goal, or take it away; `StaleVersion` where somebody else changed it since."""
    goal = given_goal(given)
    value = strict_json(None if goal is None else goal.to_dict())
    with store.writing() as connection:
        current = connection.execute(select(setting.c.version).where(*_key(project))).scalar() or 0
        if current != version:
            raise StaleVersion(current)
        row = {"value": value, "changed": now(), "version": version + 1}
        if current:
            connection.execute(update(setting).where(*_key(project)).values(row))
        else:
            connection.execute(insert(setting), {"scope": _scope(project), "name": "goal", **row})
        record(connection, who, "goal.set", project, project=project, version=version + 1)
    return ProjectGoal(goal, version + 1)


def _scope(project: str) -> str:
    return storable(f"project:{project}")


def _key(project: str) -> Any:
    return setting.c.scope == _scope(project), setting.c.name == "goal"
