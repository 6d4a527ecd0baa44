"""What every request passes: names of the host, own pages, few requests, small bodies, and headers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from concordant.errors import OptionError
from concordant.language.render import topic
from concordant.surfaces.web import actions
from concordant.surfaces.web.settings import WebLimits, WebSettings


def test_every_answer_has_the_headers(client: Any) -> None:
    for path in ("/", "/api/v1/healthz", "/nowhere", "/static/app.css"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
    assert client.get("/").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", ["evil.test", "127.0.0.1.evil.test", "evil.test:8000", ""])
def test_another_name_of_the_host_is_refused(client: Any, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
def test_names_of_this_machine_are_known_with_any_port(client: Any, host: str) -> None:
    assert client.get("/", headers={"host": f"{host}:1234"}).status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_a_write_from_elsewhere_is_refused(client: Any, site: str) -> None:
    answer = client.post("/api/v1/projects", headers={"sec-fetch-site": site}, json={})
    assert answer.status_code == 403
    assert answer.json()["code"] == "not-from-here"


@pytest.mark.parametrize("cookie", ["concordant=1", "xconcordant=1", "a=concordant=1"])
def test_where_nobody_signs_in_no_cookie_makes_a_write_ours(client: Any, cookie: str) -> None:
    """Another server of this machine can set cookies for the same name of the host."""
    request = client.build_request("POST", "/examples/scores", headers={"cookie": cookie})
    del request.headers["sec-fetch-site"]
    assert client.send(request).status_code == 403


def test_a_problem_is_said_in_both_languages(client: Any) -> None:
    answer = client.get("/api/v1/nowhere")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert "nothing at this address" in answer.json()["title"]
    assert "没有" in answer.json()["title_zh"]


def test_too_many_requests_in_a_minute_are_refused(
    tmp_path: Path, settings_in: Callable[..., WebSettings], client_for: Callable[..., Any]
) -> None:
    client = client_for(settings_in(tmp_path, limits=WebLimits(requests_per_minute=3)))
    codes = [client.get("/api/v1/healthz").status_code for _ in range(7)]
    assert codes[:3] == [200, 200, 200]
    assert 429 in codes[3:]


def test_another_machine_may_not_be_served_without_signing_in(
    tmp_path: Path, settings_in: Callable[..., WebSettings]
) -> None:
    for host in ("0.0.0.0", "192.168.1.2", "::", "example.org"):  # noqa: S104 - it is refused
        with pytest.raises(OptionError, match="--auth"):
            settings_in(tmp_path, host=host)
        assert settings_in(tmp_path, host=host, auth="token").host == host
    assert settings_in(tmp_path, host="::1").host == "::1"


def test_an_owner_sets_limits_in_the_browser_and_they_hold_at_once(client: Any) -> None:
    page = client.get("/settings").text
    assert 'name="share_days" type="number"' in page
    form = {"version": "0", "upload_bytes": "1", "share_days": "2", "job_seconds": "30.5"}
    answer = client.post("/settings/limits", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    held = client.get("/api/v1/limits")
    assert (held.json()["upload_bytes"], held.json()["share_days"]) == (1 << 20, 2)
    assert held.headers["etag"] == '"1"'
    refused = client.put("/api/v1/uploads/a.csv", content=b"1,2\n" * 300_000)
    assert refused.status_code == 413
    assert "Limits set" in client.get("/settings").text
    assert client.post("/settings/limits", data=form).status_code == 412
    assert client.put("/api/v1/limits", json={"share_days": 9}).status_code == 428
    wrong = client.put("/api/v1/limits", json={"share_days": 0}, headers={"if-match": '"1"'})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "limit")


def test_a_caller_with_long_headers_takes_no_memory(client: Any) -> None:
    """Counters of requests are kept for thousands of callers, by a short name for each."""
    for n in range(5):
        client.get("/api/v1/healthz", headers={"cookie": f"{n}" * 50_000})
    assert max(map(len, client.app.calls)) <= 64


def test_every_event_has_words() -> None:
    """Settings lists events: one without words would be a page that fails."""
    source = "".join(path.read_text(encoding="utf-8") for path in Path(actions.__file__).parent.glob("*.py"))
    made = re.findall(r'record\(\s*\w+, [^,]+, "([a-z]+\.[a-z]+)"', source)
    assert len(made) >= 15
    words = topic("web_work")
    for action in (*made, "job.done", "job.failed", "job.cancelled"):
        assert f"event-{action.replace('.', '-')}" in words, action


@pytest.mark.parametrize("host", ["evil.test", "[", "a b", "evil.test:x", "<script>"])
def test_a_refusal_of_another_host_is_a_page_and_a_problem(client: Any, host: str) -> None:
    page = client.get("/", headers={"host": host})
    assert (page.status_code, '<link rel="stylesheet"' in page.text) == (421, True)
    assert "<script>&" not in page.text
    assert client.get("/api/v1/me", headers={"host": host}).json()["code"] == "unknown-host"
