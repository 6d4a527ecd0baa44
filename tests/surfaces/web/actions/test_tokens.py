"""Tokens and shares: once, until revoked or expired, and nothing of a secret in the database."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select, update

from concordant.errors import OptionError
from concordant.surfaces.store.store import Store
from concordant.surfaces.store.web_schema import event, share, token
from concordant.surfaces.web.actions import shares
from concordant.surfaces.web.actions.refusal import WebRefusal
from concordant.surfaces.web.actions.tokens import (
    exchange,
    find_token,
    make_token,
    people,
    revoke_token,
    role_of,
    set_role,
    tokens,
)
from tests.surfaces.store.material import new_round


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with Store(address) as opened:
        yield opened


def test_a_one_time_secret_opens_one_session(store: Store) -> None:
    secret, _ = make_token(store, "", "once", name="ann", role="owner")
    with ThreadPoolExecutor(4) as pool:
        sessions = [one for one in pool.map(lambda _: exchange(store, secret), range(4)) if one is not None]
    assert len(sessions) == 1
    found = find_token(store, sessions[0][0], "session")
    assert found is not None
    assert (found.person, found.role) == ("ann", "owner")
    assert find_token(store, sessions[0][0], "key") is None
    assert find_token(store, secret, "session") is None


def test_no_secret_is_in_the_database(store: Store) -> None:
    secret, _ = make_token(store, "", "key", name="ann", role="editor")
    with store.reading() as connection:
        held = [*connection.execute(select(token)).all(), *connection.execute(select(event)).all()]
    assert secret not in str(held)


@pytest.mark.parametrize("wrong", ["", "x", "a" * 5000, "\0", "' OR 1=1 --", "\ud800"])
def test_a_wrong_secret_opens_nothing(store: Store, wrong: str) -> None:
    assert find_token(store, wrong, "session") is None
    assert exchange(store, wrong) is None


def test_a_revoked_or_expired_token_opens_nothing(store: Store) -> None:
    secret, made = make_token(store, "", "key", name="ann", role="editor")
    other, _ = make_token(store, "", "key", name="bob", role="viewer")
    assert [one.person for one in tokens(store, "key")] == ["bob", "ann"]
    revoke_token(store, "own", made.id)
    assert find_token(store, secret, "key") is None
    with pytest.raises(WebRefusal, match="404 no-token"):
        revoke_token(store, "own", made.id)
    with store.writing() as connection:
        connection.execute(update(token).values(expires="2020-01-01T00:00:00"))
    assert find_token(store, other, "key") is None
    assert tokens(store) == ()


def test_a_role_follows_the_person(store: Store) -> None:
    assert role_of(store, "ann") is None
    set_role(store, "own", "ann", "viewer")
    secret, _ = make_token(store, "", "key", name="ann", role="viewer")
    set_role(store, "own", "ann", "editor")
    assert role_of(store, "ann") == "editor"
    assert [(one.name, one.role) for one in people(store)] == [("ann", "editor")]
    found = find_token(store, secret, "key")
    assert found is not None
    assert found.role == "editor"
    with pytest.raises(OptionError, match="role must be one of"):
        set_role(store, "own", "ann", "king")  # type: ignore[arg-type]
    with pytest.raises(WebRefusal, match="person-name"):
        set_role(store, "own", " \n", "viewer")


def test_a_share_opens_until_it_is_revoked_or_expires(store: Store) -> None:
    store.add([new_round("v1", "p"), new_round("v2", "p", seed=2)])
    secret, made = shares.make_share(store, "ann", "p", "v1", view={"raters": "a,b"}, texts=True)
    assert shares.find_share(store, secret) == made
    assert (made.round, made.view, made.texts) == ("v1", {"raters": "a,b"}, True)
    with store.reading() as connection:
        assert secret not in str(connection.execute(select(share)).all())
    shares.revoke_share(store, "ann", made.id)
    for wrong in (secret, secret[:-1], ""):
        with pytest.raises(WebRefusal, match="404 no-share"):
            shares.find_share(store, wrong)
    again, _ = shares.make_share(store, "ann", "p", None)
    assert shares.find_share(store, again).round == "v2"
    with store.writing() as connection:
        connection.execute(update(share).values(expires="2020-01-01T00:00:00"))
    with pytest.raises(WebRefusal, match="404 no-share"):
        shares.find_share(store, again)
    with pytest.raises(OptionError, match="A shared link can last at most 30 days"):
        shares.make_share(store, "ann", "p", None, days=31)
