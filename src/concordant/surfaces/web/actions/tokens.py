"""Tokens: a one-time address to sign in, the session of a browser, a program's key, a rater's link.

Only hashes are kept, so that who reads the database cannot sign in. A wrong, expired or revoked secret gives
nothing, without saying which it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from sqlalchemy import ColumnElement, Connection, insert, or_, select, update

from ....errors import choose
from ...store.rows import storable
from ...store.store import Store
from ...store.web_schema import person, token
from .events import record
from .identity import after, hash_of, new_name, new_secret, now
from .refusal import WebRefusal, not_found

TokenKind = Literal["once", "session", "key", "rate"]
Role = Literal["owner", "editor", "rater", "viewer"]
ROLES: tuple[Role, ...] = get_args(Role)
#: How many days each kind lasts; None is until it is revoked.
DAYS: dict[TokenKind, float | None] = {"once": 1, "session": 30, "key": None, "rate": 90}


@dataclass(frozen=True, kw_only=True)
class Token:
    """A token as it may be shown: everything but the secret."""

    id: str
    kind: TokenKind
    person: str
    role: Role
    label: str
    queue_id: str | None
    created: str
    expires: str | None
    used: str | None
    revoked: str | None

    @property
    def valid(self) -> bool:
        """Whether it opens anything now."""
        spent = self.kind == "once" and self.used is not None
        return self.revoked is None and not spent and (self.expires is None or self.expires > now())


def make_token(
    store: Store, who: str, kind: TokenKind, *, name: str, role: Role, label: str = ""
) -> tuple[str, Token]:
    """A new secret, shown this once, and its token."""
    with store.writing() as connection:
        return put_token(connection, who, kind, name=name, role=role, label=label)


def put_token(
    connection: Connection, who: str, kind: TokenKind, *, name: str, role: Role, label: str = "",
    queue: str | None = None,
) -> tuple[str, Token]:  # fmt: skip
    """Write a new token in an open transaction; its secret and the token."""
    choose("role", role, ROLES)
    secret, days = new_secret(), DAYS[kind]
    made = Token(
        id=new_name(), kind=kind, person=checked_person(name), role=role, label=storable(label)[:200],
        queue_id=queue, created=now(), expires=None if days is None else after(days=days), used=None,
        revoked=None,
    )  # fmt: skip
    connection.execute(insert(token), {**vars(made), "hash": hash_of(secret)})
    record(connection, who, "token.made", made.id, kind=kind, person=made.person, role=role)
    return secret, made


def checked_person(name: str) -> str:
    """The name of a person, as it can be kept and shown."""
    text = storable(name).strip()
    if not text or len(text) > 200 or not text.isprintable():
        raise WebRefusal(422, "person-name")
    return text


def find_token(store: Store, secret: str, kind: TokenKind) -> Token | None:
    """The token that a secret opens, if any; its use is not recorded."""
    if not secret or len(secret) > 200:
        return None
    with store.reading() as connection:
        found = _of_hash(connection, secret, kind)
    return found if found is not None and found.valid else None


def _of_hash(connection: Connection, secret: str, kind: TokenKind) -> Token | None:
    wanted = select(token).where(token.c.hash == hash_of(secret), token.c.kind == kind)
    row = connection.execute(wanted).mappings().first()
    return None if row is None else Token(**{name: row[name] for name in row if name != "hash"})


def exchange(store: Store, secret: str) -> tuple[str, Token] | None:
    """A one-time secret against that of a session; the second time, nothing."""
    if not secret or len(secret) > 200:
        return None
    with store.writing() as connection:
        once = _of_hash(connection, secret, "once")
        if once is None or not once.valid:
            return None
        spent = update(token).where(token.c.id == once.id, token.c.used.is_(None)).values(used=now())
        if connection.execute(spent).rowcount != 1:
            return None
        return put_token(connection, once.person, "session", name=once.person, role=once.role)


def tokens(store: Store, kind: TokenKind | None = None) -> tuple[Token, ...]:
    """Every token that still opens something, the newest first."""
    wanted = select(token).where(token.c.revoked.is_(None)).order_by(token.c.created.desc())
    if kind is not None:
        wanted = wanted.where(token.c.kind == kind)
    with store.reading() as connection:
        rows = connection.execute(wanted.where(_alive())).mappings().all()
    found = (Token(**{name: row[name] for name in row if name != "hash"}) for row in rows)
    return tuple(one for one in found if one.valid)


def _alive() -> ColumnElement[bool]:
    return or_(token.c.expires.is_(None), token.c.expires > now())


def revoke_token(store: Store, who: str, key: str) -> None:
    """Close a token at once."""
    with store.writing() as connection:
        closed = update(token).where(token.c.id == key, token.c.revoked.is_(None)).values(revoked=now())
        if connection.execute(closed).rowcount != 1:
            raise not_found("token")
        record(connection, who, "token.revoked", key)


# --- people -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Person:
    """Somebody who may sign in, and their role."""

    name: str
    role: Role
    created: str


def people(store: Store) -> tuple[Person, ...]:
    """Everybody, by name."""
    with store.reading() as connection:
        rows = connection.execute(select(person).order_by(person.c.name)).mappings().all()
    return tuple(Person(**row) for row in rows)


def role_of(store: Store, name: str) -> Role | None:
    """The role of a person; None of one who is not known."""
    with store.reading() as connection:
        found: Role | None = connection.scalar(select(person.c.role).where(person.c.name == storable(name)))
    return found


def set_role(store: Store, who: str, name: str, role: Role) -> None:
    """Give a person a role; sessions and keys of theirs follow at once."""
    choose("role", role, ROLES)
    name = checked_person(name)
    with store.writing() as connection:
        changed = update(person).where(person.c.name == name).values(role=role)
        if connection.execute(changed).rowcount == 0:
            connection.execute(insert(person), {"name": name, "role": role, "created": now()})
        own = token.c.kind.in_(("session", "key", "once"))
        connection.execute(update(token).where(token.c.person == name, own).values(role=role))
        record(connection, who, "person.role", name, role=role)
