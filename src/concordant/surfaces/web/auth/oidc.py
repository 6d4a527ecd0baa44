"""Signing in at an identity provider: authorization code with PKCE by authlib, the ID token by joserfc.

What has to be remembered between both requests is kept in the store under the hash of the state, for ten
minutes and one use, and is bound to the browser by a cookie.
"""

from __future__ import annotations

import json
import secrets
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import delete, insert, select

from ....errors import MissingLibrary
from ...store.store import Store
from ...store.web_schema import setting
from ..actions.identity import after, hash_of, new_secret, now
from ..actions.refusal import WebRefusal
from ..settings import OidcSettings

_SCOPE = "login"
_MINUTES = 10
#: Signatures by a key that only the provider has.
_ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA", "Ed25519")
#: Claims that name a person; the first that there is counts.
NAMES = ("email", "preferred_username", "sub")


def begin_login(store: Store, oidc: OidcSettings, redirect: str, following: str) -> tuple[str, str]:
    """The address of the provider to go to, and the state that the browser keeps in a cookie."""
    state, verifier, nonce = new_secret(), secrets.token_urlsafe(48), new_secret()
    facts = {"verifier": verifier, "nonce": nonce, "next": following, "redirect": redirect}
    with _one_refusal(), _client(oidc, redirect) as client:
        address, _ = client.create_authorization_url(
            _metadata(client, oidc)["authorization_endpoint"],
            state=state,
            code_verifier=verifier,
            nonce=nonce,
        )
    with store.writing() as connection:
        connection.execute(
            delete(setting).where(setting.c.scope == _SCOPE, setting.c.changed < after(minutes=-_MINUTES))
        )
        row = {
            "scope": _SCOPE,
            "name": hash_of(state),
            "value": json.dumps(facts),
            "changed": now(),
            "version": 1,
        }
        connection.execute(insert(setting), row)
    return address, state


def end_login(store: Store, oidc: OidcSettings, state: str, kept: str, code: str) -> tuple[str, str]:
    """The name of the person whom the provider vouches for, and where they wanted to go."""
    facts = _remembered(store, state) if state and secrets.compare_digest(state, kept) else None
    if facts is None or not code:
        raise WebRefusal(403, "provider")
    with _one_refusal(), _client(oidc, facts["redirect"]) as client:
        known = _metadata(client, oidc)
        token = client.fetch_token(
            known["token_endpoint"],
            grant_type="authorization_code",
            code=code,
            code_verifier=facts["verifier"],
        )
        claims = _claims(client, known, oidc, token["id_token"], facts["nonce"])
    name = next((str(claims[one]) for one in NAMES if claims.get(one) and _is_vouched(one, claims)), "")
    if not name:
        raise WebRefusal(403, "provider")
    return name, facts["next"]


def _is_vouched(claim: str, claims: Mapping[str, Any]) -> bool:
    """An address that the provider did not verify names nobody: anybody could have typed it."""
    return claim != "email" or claims.get("email_verified") is True


def _remembered(store: Store, state: str) -> dict[str, str] | None:
    """What was remembered under a state, once."""
    own = setting.c.scope == _SCOPE, setting.c.name == hash_of(state)
    with store.writing() as connection:
        row = connection.execute(select(setting.c.value, setting.c.changed).where(*own)).first()
        connection.execute(delete(setting).where(*own))
    if row is None or row.changed < after(minutes=-_MINUTES):
        return None
    found: dict[str, str] = json.loads(row.value)
    return found


def _claims(
    client: Any, known: Mapping[str, Any], oidc: OidcSettings, text: str, nonce: str
) -> Mapping[str, Any]:
    """What the ID token says, once its signature, issuer, audience, nonce and time are right."""
    from joserfc.jwk import KeySet
    from joserfc.jwt import JWTClaimsRegistry, decode

    keys = client.request("GET", known["jwks_uri"], withhold_token=True).raise_for_status().json()
    rules = JWTClaimsRegistry(
        now=int(time.time()),
        leeway=60,
        iss={"essential": True, "value": known["issuer"]},
        aud={"essential": True, "value": oidc.client},
        nonce={"essential": True, "value": nonce},
        exp={"essential": True},
        sub={"essential": True},
    )
    claims = decode(text, KeySet.import_key_set(keys), algorithms=_ALGORITHMS).claims
    rules.validate(claims)
    return claims


def _metadata(client: Any, oidc: OidcSettings) -> Mapping[str, Any]:
    address = f"{oidc.issuer.rstrip('/')}/.well-known/openid-configuration"
    found: Mapping[str, Any] = client.request("GET", address, withhold_token=True).raise_for_status().json()
    if found["issuer"].rstrip("/") != oidc.issuer.rstrip("/"):
        raise ValueError("another issuer")
    return found


def _client(oidc: OidcSettings, redirect: str) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # authlib names a successor of httpx
            from authlib.integrations.httpx_client import OAuth2Client  # type: ignore[import-untyped]
        import joserfc  # noqa: F401
    except ImportError:
        raise MissingLibrary(
            "Signing in at an identity provider needs authlib, joserfc and httpx: "
            "pip install 'concordant[web-oidc]'."
        ) from None
    return OAuth2Client(
        oidc.client, oidc.secret or None, scope="openid email profile", redirect_uri=redirect,
        code_challenge_method="S256", timeout=10,
        token_endpoint_auth_method="client_secret_basic" if oidc.secret else "none",
    )  # fmt: skip


@contextmanager
def _one_refusal() -> Iterator[None]:
    """Whatever goes wrong with the provider is one refusal, without what the provider said."""
    try:
        yield
    except (WebRefusal, MissingLibrary):
        raise
    except Exception:
        raise WebRefusal(502, "provider") from None
