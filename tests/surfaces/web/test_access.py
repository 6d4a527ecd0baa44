"""Every way of signing in, with what it must refuse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc.jwk import RSAKey

from concordant.errors import OptionError
from concordant.surfaces.store.store import Store
from concordant.surfaces.web.actions.queues import QueueRequest, make_queue
from concordant.surfaces.web.actions.shares import make_share, revoke_share
from concordant.surfaces.web.actions.tokens import make_token, revoke_token, set_role, tokens
from concordant.surfaces.web.settings import OidcSettings, WebSettings
from tests.surfaces.web.material import PROJECT
from tests.surfaces.web.provider import Provider, provider, signed, signed_by_hand


def test_a_write_without_a_token_or_from_another_site_is_refused(team: Any) -> None:
    client, _, _ = team
    for site in ("cross-site", "same-site", "none"):
        answer = client.post("/settings/people", data={"name": "x"}, headers={"sec-fetch-site": site})
        assert answer.status_code == 403
    assert client.post("/settings/people", data={"name": "x"}).status_code == 401
    assert client.get("/api/v1/me").headers["www-authenticate"] == "Bearer"


def test_a_rater_s_link_works_where_a_browser_says_nothing_of_sites(team: Any) -> None:
    """Browsers leave Sec-Fetch-Site out where a server is reached by plain HTTP; raters have no cookie."""
    client, _, settings = team
    with Store(settings.store) as store:
        request = QueueRequest(kind="rate", project=PROJECT, name="q", raters=["cat"], per_item=1, repeats=0)
        _, links = make_queue(store, "own", request)
    page = f"/rate/{links['cat']}"
    form = {"place": "1", "client_id": "a", "value-0": "3"}
    other = client.post(page, data=form, headers={"sec-fetch-site": "cross-site"})
    assert other.status_code == 403
    del client.headers["sec-fetch-site"]
    try:
        assert client.post(page, data=form, follow_redirects=False).status_code == 303
        assert client.post("/settings/people", data={"name": "x"}).status_code == 403
    finally:
        client.headers["sec-fetch-site"] = "same-origin"


# --- token --------------------------------------------------------------------------------------


def test_a_one_time_address_signs_in_once_with_a_strict_cookie(team: Any, client_for: Any) -> None:
    _, _, settings = team
    with Store(settings.store) as store:
        secret, _ = make_token(store, "", "once", name="ann", role="editor")
    client, other = client_for(settings), client_for(settings)
    assert client.get("/", follow_redirects=False).headers["location"] == "/sign-in?next=%2F"
    answer = client.get(f"/sign-in/{secret}")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert client.get("/api/v1/me").json() == {"name": "ann", "role": "editor"}
    assert other.get(f"/sign-in/{secret}").status_code == 403
    assert other.get("/api/v1/me").status_code == 401
    assert client.post("/sign-out", follow_redirects=False).status_code == 303
    session = cookie.split("concordant=")[1].split(";")[0]
    assert other.get("/api/v1/me", headers={"cookie": f"concordant={session}"}).status_code == 401


def test_guessing_secrets_finds_nothing_and_says_nothing(team: Any) -> None:
    """A wrong, a revoked and an impossible secret get the same answer."""
    client, _, settings = team
    with Store(settings.store) as store:
        gone, _ = make_token(store, "", "key", name="gone", role="owner")
        revoke_token(store, "", next(one.id for one in tokens(store) if one.person == "gone"))
        shared, made = make_share(store, "ann", PROJECT, "v1")
        revoke_share(store, "ann", made.id)
    bearer = {
        client.get("/api/v1/me", headers={"authorization": f"Bearer {one}"}).text
        for one in (gone, "a", gone[:-1])
    }
    assert len(bearer) == 1
    for path in ("/s/", "/rate/", "/sign-in/"):
        answers = {client.get(f"{path}{one}").text for one in (shared, gone, "a", "%00", "a" * 4000)}
        codes = {client.get(f"{path}{one}").status_code for one in (shared, gone, "a", "a" * 4000)}
        assert codes == ({403} if path == "/sign-in/" else {404})
        without = {re.sub(r'href="[^"]*"', "", text) for text in answers}
        assert len(without) == 1


# --- proxy --------------------------------------------------------------------------------------


def proxied(settings_in: Any, tmp_path: Any, **more: Any) -> WebSettings:
    made: WebSettings = settings_in(tmp_path, **{
        "auth": "proxy", "trusted_proxy": ("127.0.0.1", "10.0.0.0/8"), "proxy_secret": "s3cret",
        "owners": ("boss",), **more,
    })  # fmt: skip
    return made


def test_a_proxy_is_believed_from_its_address_and_with_its_secret_alone(
    tmp_path: Any, settings_in: Any, client_for: Any
) -> None:
    settings = proxied(settings_in, tmp_path)
    near, far = (client_for(settings, client=(address, 5)) for address in ("10.1.2.3", "192.168.0.9"))
    said = {"x-forwarded-user": "boss", "x-concordant-proxy-secret": "s3cret"}
    assert near.get("/api/v1/me", headers=said).json() == {"name": "boss", "role": "owner"}
    assert far.get("/api/v1/me", headers=said).status_code == 403
    for wrong in ("", "s3cre", "s3cret2", "S3CRET"):
        answer = near.get("/api/v1/me", headers={**said, "x-concordant-proxy-secret": wrong})
        assert answer.status_code == 403
    assert near.get("/api/v1/me", headers={"x-forwarded-user": "boss"}).status_code == 403
    assert near.get("/api/v1/me", headers={**said, "x-forwarded-user": ""}).status_code == 401
    assert near.get("/rate/x", headers={"x-forwarded-user": "boss"}).status_code == 403
    assert near.get("/api/v1/readyz").status_code == 200
    assert near.get("/api/v1/me", headers={**said, "x-forwarded-user": "new"}).status_code == 403
    near.put("/api/v1/people/new", json={"role": "viewer"}, headers=said)
    assert near.get("/api/v1/me", headers={**said, "x-forwarded-user": "new"}).json()["role"] == "viewer"


@pytest.mark.parametrize("lacking", [{"proxy_secret": ""}, {"trusted_proxy": ()}])
def test_a_proxy_without_its_address_or_secret_does_not_start(
    tmp_path: Any, settings_in: Any, lacking: dict[str, Any]
) -> None:
    with pytest.raises(OptionError, match="With --auth proxy, name the proxy's address"):
        proxied(settings_in, tmp_path, **lacking)


def test_oidc_without_a_provider_and_open_doors_do_not_start(tmp_path: Any, settings_in: Any) -> None:
    with pytest.raises(OptionError, match="name the identity provider"):
        settings_in(tmp_path, auth="oidc")
    with pytest.raises(OptionError, match="can be reached from other machines"):
        settings_in(tmp_path, host="0.0.0.0")  # noqa: S104


# --- OpenID Connect -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def identity() -> Iterator[Provider]:
    with provider() as running:
        yield running


@pytest.fixture
def company(tmp_path: Any, settings_in: Any, client_for: Any, identity: Provider) -> Any:
    identity.email, identity.claims, identity.forge = "ann@example.org", {}, None
    oidc = OidcSettings(issuer=identity.address, client="concordant", secret="hush")  # noqa: S106
    settings = settings_in(tmp_path, auth="oidc", oidc=oidc)
    with Store(settings.store) as store:
        set_role(store, "", "ann@example.org", "editor")
    return client_for(settings)


def begin(client: Any, path: str = "/jobs") -> Any:
    first = client.get(path, follow_redirects=False)
    assert first.headers["location"].startswith("/auth/login?next=")
    return client.get(first.headers["location"], follow_redirects=False)


def come_back(client: Any, there: Any) -> Any:
    """What the browser does at the provider and with its answer."""
    import httpx

    back = httpx.get(there.headers["location"]).headers["location"]
    own = urlsplit(back)
    return client.get(f"{own.path}?{own.query}")


def test_somebody_known_signs_in_at_the_provider(company: Any, identity: Provider) -> None:
    there = begin(company)
    asked = {name: values[0] for name, values in parse_qs(urlsplit(there.headers["location"]).query).items()}
    assert asked["response_type"] == "code"
    assert asked["code_challenge_method"] == "S256"
    assert "samesite=lax" in there.headers["set-cookie"].lower()
    back = come_back(company, there)
    assert back.status_code == 200
    assert 'content="0;url=/jobs"' in back.text
    assert company.get("/api/v1/me").json() == {"name": "ann@example.org", "role": "editor"}
    assert "hush" not in identity.seen[-1].values()


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "another"}, {"iss": "https://evil.test"}, {"nonce": "another"}, {"exp": 1000},
        {"email": None, "preferred_username": None, "sub": ""},
    ],
    ids=["audience", "issuer", "nonce", "expired", "nobody"],
)  # fmt: skip
def test_a_wrong_token_of_the_provider_signs_nobody_in(
    company: Any, identity: Provider, claims: dict[str, Any]
) -> None:
    identity.claims = claims
    assert come_back(company, begin(company)).status_code in (403, 502)
    assert company.get("/api/v1/me").status_code == 401


def test_a_token_that_somebody_else_signed_signs_nobody_in(company: Any, identity: Provider) -> None:
    """By another key of the same name, by nobody, and with the public key taken for a shared secret."""
    public, other = identity.key.as_pem(private=False), RSAKey.generate_key(2048, {"kid": "1"})
    for forge in (
        lambda claims: signed(claims, other),
        lambda claims: signed_by_hand(claims, "none", b""),
        lambda claims: signed_by_hand(claims, "HS256", public),
    ):
        identity.forge = forge
        assert come_back(company, begin(company)).status_code == 502
    assert company.get("/api/v1/me").status_code == 401


def test_somebody_unknown_and_an_unverified_address_are_refused(company: Any, identity: Provider) -> None:
    identity.email = "eve@example.org"
    assert come_back(company, begin(company)).status_code == 403
    identity.email, identity.claims = "ann@example.org", {"email_verified": False}
    assert come_back(company, begin(company)).status_code == 403
    assert company.get("/api/v1/me").status_code == 401


def test_an_answer_for_another_browser_or_a_second_time_is_refused(
    company: Any, identity: Provider, client_for: Callable[..., Any]
) -> None:
    import httpx

    there = begin(company)
    own = urlsplit(httpx.get(there.headers["location"]).headers["location"])
    answer = f"{own.path}?{own.query}"
    company.cookies.delete("concordant_login")
    assert company.get(answer).status_code == 403
    there = begin(company)
    own = urlsplit(httpx.get(there.headers["location"]).headers["location"])
    answer = f"{own.path}?{own.query}"
    state = there.cookies["concordant_login"]
    assert company.get(answer).status_code == 200
    again = company.get(answer, headers={"cookie": f"concordant_login={state}"})
    assert again.status_code == 403
    assert company.get("/auth/callback?state=&code=").status_code == 403


def test_after_signing_in_one_stays_on_this_server() -> None:
    from concordant.surfaces.web.routes.sign_in import local_path

    assert local_path("/p/x") == "/p/x"
    for wrong in ("//evil.test", "/\\evil.test", "https://evil.test", "javascript:alert(1)", "", "/a\nb"):
        assert local_path(wrong) == "/"
