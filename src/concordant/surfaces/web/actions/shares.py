"""Shares: a study that anybody with the link may read, until it expires or is revoked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import RowMapping, Select, insert, select, update

from ....errors import OptionError
from ...store.repository import locked_projects
from ...store.rows import strict_json
from ...store.schema import project as projects
from ...store.store import Store
from ...store.web_schema import share
from ...track.stored_rounds import one_of, rounds_in
from .events import record
from .identity import after, hash_of, new_name, new_secret, now
from .refusal import not_found


@dataclass(frozen=True, kw_only=True)
class SharedLink:
    """A round with the filters it is shown with; `texts` says whether texts and comments are shown, too."""

    id: str
    project: str
    round: str
    view: Mapping[str, str]
    texts: bool
    owner: str
    created: str
    expires: str
    revoked: str | None

    @property
    def valid(self) -> bool:
        """Whether the link opens."""
        return self.revoked is None and self.expires > now()


def make_share(
    store: Store, who: str, project: str, round_name: str | None, *, view: Mapping[str, str] | None = None,
    texts: bool = False, days: float = 30, most_days: float = 30,
) -> tuple[str, SharedLink]:  # fmt: skip
    """The secret of a new link, which is shown this once, and the share."""
    if not 0 < days <= most_days:
        raise OptionError(f"A shared link can last at most {most_days:g} days, got {days:g}.")
    kept = one_of(rounds_in(store, project), round_name)
    secret, key = new_secret(), new_name()
    with store.writing() as connection:
        row = {
            "id": key, "project_id": locked_projects(connection, [project])[project], "round": kept.name,
            "view": strict_json(dict(view or {})), "texts": texts, "owner": who, "created": now(),
            "expires": after(days=days), "hash": hash_of(secret),
        }  # fmt: skip
        connection.execute(insert(share), row)
        record(connection, who, "share.made", key, project=project, round=kept.name, texts=texts)
    (made,) = (one for one in shares_of(store, project) if one.id == key)
    return secret, made


def find_share(store: Store, secret: str) -> SharedLink:
    """The share that a link opens; one that expired or was revoked is not there."""
    with store.reading() as connection:
        row = connection.execute(_shares().where(share.c.hash == hash_of(secret))).mappings().first()
    found = None if row is None else _share(row)
    if found is None or not found.valid:
        raise not_found("share")
    return found


def shares_of(store: Store, project: str | None = None) -> tuple[SharedLink, ...]:
    """The shares of a project, or all, the newest first."""
    wanted = _shares().order_by(share.c.created.desc())
    if project is not None:
        wanted = wanted.where(projects.c.name == project)
    with store.reading() as connection:
        return tuple(_share(row) for row in connection.execute(wanted).mappings().all())


def _shares() -> Select[Any]:
    columns = [column for column in share.c if column.name not in ("hash", "project_id")]
    source = share.join(projects, share.c.project_id == projects.c.id)
    return select(*columns, projects.c.name.label("project")).select_from(source)


def _share(row: RowMapping) -> SharedLink:
    return SharedLink(**{**row, "view": json.loads(row["view"])})


def revoke_share(store: Store, who: str, key: str) -> None:
    """Close a link at once."""
    with store.writing() as connection:
        closed = update(share).where(share.c.id == key, share.c.revoked.is_(None)).values(revoked=now())
        if connection.execute(closed).rowcount != 1:
            raise not_found("share")
        record(connection, who, "share.revoked", key)
