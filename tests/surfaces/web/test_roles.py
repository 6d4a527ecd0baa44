"""Routes × roles: what each route needs, stated apart from the table in the code."""

from __future__ import annotations

import re
from typing import Any

import pytest

from concordant.surfaces.web.actions.tokens import ROLES, Role
from concordant.surfaces.web.app import ROUTERS
from concordant.surfaces.web.auth.policy import may, need_of
from tests.surfaces.web.material import PROJECT

#: Least role of every route; None where an own key is in the address or body, or where nothing is anybody's.
#: A route without an entry fails the tests.
NEEDED: dict[str, Role | None] = {
    "GET /": "viewer", "GET /api/v1/healthz": None, "GET /api/v1/readyz": None, "GET /api/v1/me": "viewer",
    "PUT /api/v1/uploads/{name}": "editor", "POST /uploads": "editor", "POST /examples/{name}": "editor",
    "GET /uploads/{key}": "viewer", "POST /uploads/{key}": "editor", "GET /api/v1/uploads/{key}": "viewer",
    "PATCH /api/v1/uploads/{key}/roles": "editor", "POST /uploads/{key}/round": "editor",
    "POST /api/v1/projects/{project}/rounds": "editor",
    "GET /p/{project}/r/{round}": "viewer", "GET /p/{project}/r/{round}/items": "viewer",
    "GET /api/v1/projects/{project}/rounds/{round}/study": "viewer",
    "GET /api/v1/projects/{project}/rounds/{round}/items": "viewer",
    "GET /p/{project}/export": "viewer", "GET /p/{project}/r/{round}/export": "viewer",
    "GET /p/{project}/r/{round}/export/{kind}": "viewer",
    "GET /api/v1/projects/{project}/rounds/{round}/exports/{kind}": "viewer",
    "POST /api/v1/projects/{project}/exports": "editor",
    "GET /jobs/{job}/file": "viewer", "GET /api/v1/jobs/{job}/file": "viewer",
    "GET /p/{project}": "viewer", "GET /p/{project}/compare": "viewer", "GET /p/{project}/goals": "viewer",
    "POST /p/{project}/goals": "editor", "GET /p/{project}/plan": "viewer", "GET /api/v1/projects": "viewer",
    "POST /api/v1/projects": "editor", "GET /api/v1/projects/{project}": "viewer",
    "GET /api/v1/projects/{project}/compare": "viewer", "GET /api/v1/projects/{project}/goal": "viewer",
    "PUT /api/v1/projects/{project}/goal": "editor", "POST /api/v1/plan": "viewer",
    "GET /p/{project}/items/{item}": "viewer", "POST /p/{project}/items/{item}/decision": "editor",
    "GET /api/v1/projects/{project}/items/{item}": "viewer",
    "PUT /api/v1/projects/{project}/items/{item}/decision": "editor",
    "GET /p/{project}/queues": "viewer", "POST /p/{project}/queues": "editor",
    "GET /p/{project}/queues/{queue}": "viewer", "POST /p/{project}/queues/{queue}/links": "editor",
    "GET /p/{project}/queues/{queue}/file.csv": "viewer", "POST /p/{project}/queues/{queue}/close": "editor",
    "GET /api/v1/projects/{project}/queues": "viewer", "POST /api/v1/projects/{project}/queues": "editor",
    "GET /api/v1/projects/{project}/queues/{queue}": "viewer",
    "POST /api/v1/projects/{project}/queues/{queue}/close": "editor",
    "GET /rate/{token}": None, "POST /rate/{token}": None, "GET /api/v1/queues/{queue}/next": None,
    "POST /api/v1/queues/{queue}/ratings": None, "GET /p/{project}/queues/{queue}/adjudicate": "viewer",
    "POST /p/{project}/queues/{queue}/adjudicate": "editor",
    "GET /jobs": "viewer", "GET /jobs/{job}": "viewer", "POST /jobs/{job}/cancel": "editor",
    "POST /jobs/{job}/again": "editor", "GET /jobs/{job}/events": "viewer", "GET /api/v1/jobs": "viewer",
    "GET /api/v1/jobs/{job}": "viewer", "DELETE /api/v1/jobs/{job}": "editor",
    "GET /api/v1/jobs/{job}/events": "viewer",
    "GET /p/{project}/shares": "editor", "POST /p/{project}/shares": "editor",
    "POST /p/{project}/shares/{share}/revoke": "editor", "GET /s/{token}": None,
    "GET /api/v1/shares": "editor",
    "POST /api/v1/shares": "editor", "DELETE /api/v1/shares/{share}": "editor",
    "GET /settings": "owner", "POST /settings/tokens": "owner",
    "POST /settings/tokens/{token}/revoke": "owner",
    "POST /settings/people": "owner", "POST /settings/limits": "owner", "GET /api/v1/tokens": "owner",
    "POST /api/v1/tokens": "owner", "DELETE /api/v1/tokens/{token}": "owner", "GET /api/v1/people": "owner",
    "PUT /api/v1/people/{name}": "owner", "GET /api/v1/limits": "owner", "PUT /api/v1/limits": "owner",
    "GET /api/v1/events": "owner",
    "GET /sign-in": None, "GET /sign-in/{secret}": None, "POST /sign-out": None, "GET /auth/login": None,
    "GET /auth/callback": None,
}  # fmt: skip
ORDER: tuple[Role, ...] = ("rater", "viewer", "editor", "owner")


def routes() -> list[str]:
    """Every method and path of the application, pages and programs alike."""
    return [
        f"{method} {re.sub(r':[a-z]+}', '}', route.path)}"
        for router in ROUTERS
        for route in router.routes
        for method in route.methods - {"HEAD"}
    ]


def test_every_route_states_the_role_it_needs(team: Any) -> None:
    client, keys, _ = team
    assert sorted(NEEDED) == sorted(routes())
    found = client.get("/api/v1/openapi.json", headers={"authorization": f"Bearer {keys['owner']}"}).json()
    named = {f"{method.upper()} {path}" for path, methods in found["paths"].items() for method in methods}
    assert named == {one for one in NEEDED if " /api/" in one}


@pytest.mark.parametrize("role", [*ROLES, None])
def test_every_route_by_every_role(team: Any, role: Role | None) -> None:
    client, keys, _ = team
    client.cookies.clear()
    wrong = []
    for route, least in NEEDED.items():
        if least is None:
            continue
        method, path = route.split()
        address = re.sub(r"{\w+}", "x", path)
        headers = {"authorization": f"Bearer {keys[role]}"} if role else {}
        body = {"json": {}} if "/api/" in path else {"data": {}}
        answer = client.request(method, address, headers=headers, follow_redirects=False, **body)
        refused = answer.status_code in (401, 403) or "/sign-in" in answer.headers.get("location", "")
        if refused == (role is not None and ORDER.index(role) >= ORDER.index(least)):
            wrong.append((route, role, answer.status_code))
        assert answer.status_code < 500, (route, role, answer.status_code)
    assert wrong == []


def test_what_is_open_shows_nothing_without_its_key(team: Any) -> None:
    """Routes without a role refuse a wrong key, or say nothing of anybody."""
    client, _, _ = team
    client.cookies.clear()
    for route in (one for one, least in NEEDED.items() if least is None):
        method, path = route.split()
        answer = client.request(method, re.sub(r"{\w+}", "x", path), json={}, follow_redirects=False)
        if "{" in path:
            assert answer.status_code in (401, 403, 404, 422), route
        assert PROJECT not in answer.text, route


def test_the_table_has_no_role_that_reaches_more_than_one_above_it() -> None:
    for method, path in (
        ("GET", "/p/x"),
        ("POST", "/p/x"),
        ("POST", "/settings/tokens"),
        ("GET", "/whatever"),
    ):
        able = [may(role, need_of(method, path)) for role in ("viewer", "editor", "owner")]
        assert able == sorted(able)
        assert not may("rater", need_of(method, path))


def test_who_may_not_is_told_so_on_a_page_of_ours_in_their_language(team: Any) -> None:
    client, keys, _ = team
    client.cookies.clear()
    headers = {"authorization": f"Bearer {keys['viewer']}", "accept-language": "en"}
    refused = client.get("/settings", headers=headers)
    assert "Your role (Viewer) does not allow this." in refused.text
    assert '<link rel="stylesheet"' in refused.text
    chinese = client.get("/settings?lang=zh", headers=headers).text
    assert "您的角色（查看者）无权进行此操作。" in chinese
    client.cookies.clear()
