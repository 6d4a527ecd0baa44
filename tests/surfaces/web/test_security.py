"""What every request passes: names of the host, own pages, few requests, small bodies, and headers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from concordant.errors import OptionError
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
