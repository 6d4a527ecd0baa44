"""Decisions: what holds for a disputed item, with a reason; a stale one is refused, and both are shown."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import Connection, insert, select

from ...store.repository import lock_name, locked_projects
from ...store.rows import storable
from ...store.schema import project as projects
from ...store.store import Store
from ...store.web_schema import decision
from .events import record
from .identity import now
from .refusal import WebRefusal

#: How long a reason may be.
LONGEST_REASON = 5000
_SHOWN = [column for column in decision.c if column.name not in ("id", "project_id")]


@dataclass(frozen=True, kw_only=True)
class Decision:
    """A value with its reason; `version` counts the decisions on the item and dimension."""

    item: str
    dimension: str
    value: str
    reason: str
    who: str
    created: str
    version: int
    queue_id: str | None = None


def decisions_of(store: Store, project: str, item: str | None = None) -> tuple[Decision, ...]:
    """Every decision of a project, or on one item, the oldest first."""
    with store.reading() as connection:
        return _decisions(connection, project, item)


def _decisions(connection: Connection, project: str, item: str | None) -> tuple[Decision, ...]:
    source = decision.join(projects, decision.c.project_id == projects.c.id)
    wanted = select(*_SHOWN).select_from(source).where(projects.c.name == storable(project))
    if item is not None:
        wanted = wanted.where(decision.c.item == storable(item))
    rows = connection.execute(wanted.order_by(decision.c.id)).mappings().all()
    return tuple(Decision(**row) for row in rows)


def newest_decisions(store: Store, project: str) -> dict[tuple[str, str], Decision]:
    """The decision that holds, by item and dimension."""
    return {(one.item, one.dimension): one for one in decisions_of(store, project)}


def decide(
    store: Store,
    who: str,
    project: str,
    item: str,
    *,
    value: str,
    reason: str,
    version: int,
    dimension: str = "",
    queue: str | None = None,
) -> Decision:
    """Add a decision to those before it, if `version` is that of the last one; else both are handed back."""
    if not value.strip() or not reason.strip():
        raise WebRefusal(422, "reason-required")
    given = Decision(
        item=storable(item), dimension=storable(dimension), value=storable(value.strip()),
        reason=storable(reason.strip())[:LONGEST_REASON], who=who, created=now(), version=version + 1,
        queue_id=queue,
    )  # fmt: skip
    with store.writing() as connection:
        lock_name(connection, f"decision {project}")
        key = locked_projects(connection, [project])[project]
        before = {(one.dimension): one for one in _decisions(connection, project, item)}.get(given.dimension)
        if (0 if before is None else before.version) != version:
            if before is not None and _same(before, given):
                return before
            raise stale(before, given)
        connection.execute(insert(decision), {**asdict(given), "project_id": key})
        facts = {"dimension": given.dimension, "version": given.version}
        record(connection, who, "decision.made", given.item, project=project, **facts)
    return given


def _same(before: Decision, given: Decision) -> bool:
    """Whether this is the same request once more, of the same person."""
    facts = [(one.value, one.reason, one.who, one.version) for one in (before, given)]
    return facts[0] == facts[1]


def stale(current: Decision | None, given: Decision) -> WebRefusal:
    """The refusal of a decision that was made on an older state: it has both."""
    both = {"current": None if current is None else asdict(current), "given": asdict(given)}
    return WebRefusal(412, "stale", {"who": "" if current is None else current.who}, both)
