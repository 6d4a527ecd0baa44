"""Hostile requests to every route: whatever is sent, the server refuses it or answers, and never fails."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from concordant.surfaces.web import app as web_app
from concordant.surfaces.web.actions.jobs import cancel_job, submit_job
from concordant.surfaces.web.actions.queues import QueueRequest, make_queue
from concordant.surfaces.web.actions.shares import make_share
from concordant.surfaces.web.addresses import segment
from concordant.surfaces.web.services import start_uploads
from concordant.surfaces.web.settings import WebLimits, WebSettings

from .material import PROJECT, with_round

CSV = b"id,ann,bob,note\n" + b"".join(b"%d,%d,%d,a\n" % (i, i % 3, i * 7 % 11 % 3) for i in range(12))
XSS = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}"
TEXTS = (
    "", " ", "\x00", "a\x00b", "\u202eevil\u202c", "\u2028", XSS, "=cmd|' /C calc'!A0", "../../etc/passwd",
    "..", "~", "~9",
    "%00", "%ff", "a/b\\c", "CON", "x" * 3000, "9" * 400, "-1", "1e999", "nan", "Infinity", "²", "٣",
    "0x10", "1.5",
    "true", "null", "{}", "'; DROP TABLE round; --", "\ufffe", "😀" * 50, "\r\nSet-Cookie: a=b",
)  # fmt: skip
#: Only JSON can hold these.
VALUES = (
    None, True, -1, 0, 10**30, -(2**63), 2**63, 1e308, [], {}, [[]], [None], {"a": {"b": []}}, ["x"] * 50,
    "\ud800",
    float("nan"), {"": ""}, *TEXTS,
)  # fmt: skip
BODIES = (
    b"", b"null", b"[]", b'"x"', b"1", b"{", b"\xff\xfe\x00", b'{"name": "\xff"}', b"[" * 50_000,
    b'{"a":' * 5000,
    b"NaN", b'{"value": NaN, "name": Infinity}', b"1" * 10_000,
)  # fmt: skip
FILES = (
    b"", b"\x00" * 100, b"\xff\xfe" + "a,b\n1,2\n".encode("utf-16-le"), b"PK\x03\x04garbage",
    b"\x1f\x8bgarbage",
    b"%PDF-1.4", b"{", b'[{"a": 1}, 2, null]', b"[" * 5000,
    b'"' * 1001, b",,,,\n" * 20, b"a,a,a\n1,2,3\n", b"\n" * 50,
    b"id,ann\n1," + b"9" * 5000, b"SQLite format 3\x00", b"PAR1garbagePAR1",
    b"item,rater,score\n1,\x00,2\n" * 9,
)  # fmt: skip
NAMES = (
    "a.csv",
    "a.json",
    "a.jsonl",
    "a.xlsx",
    "a.parquet",
    "a.csv.gz",
    "a.zip",
    "a.tsv",
    "a",
    "a.sav",
    "a.xml",
)


class Attack:
    """One application, what can be named in it, and requests that are drawn by a seed."""

    def __init__(self, client: Any, seed: int) -> None:
        self.client, self.draw = client, random.Random(seed)  # noqa: S311 - no secret
        self.web = client.app.app.state.web
        self.failures: list[str] = []
        self.statuses: dict[int, int] = {}
        self.known = self._material()

    def _material(self) -> dict[str, str]:
        store = self.web.store
        with_round(store, 12)
        with_round(store, 12, "v2", seed=2)
        made, links = make_queue(
            store, "o", QueueRequest(kind="rate", project=PROJECT, name="q", raters=("x", "y"))
        )
        disputed, _ = make_queue(store, "o", QueueRequest(kind="adjudicate", project=PROJECT, name="a"))
        self.queues, self.link = (made.id, disputed.id), links["x"]
        secret, shared = make_share(store, "o", PROJECT, None, texts=True, days=3, most_days=30)
        job = submit_job(store, "local", "close-queue", {})
        cancel_job(store, "local", job.id)
        upload = self.client.put("/api/v1/uploads/a.csv", content=CSV).json()["upload"]
        self.tokens = {"rate": links["x"], "s": secret, "settings": "1", "api": "1", "sign-in": "x"}
        return {
            "project": PROJECT, "round": "v1", "item": "题 1", "queue": made.id, "share": shared.id,
            "job": job.id,
            "key": upload, "upload": upload, "name": "a.csv", "kind": "rate", "secret": "x", "value": "1",
            "values": "1", "reason": "why", "version": "0", "place": "1", "client_id": "c", "role": "viewer",
            "raters": "x", "rater": "x", "dimension": "", "slice": "type:chat", "weights": "linear",
            "reference": "ann_zx", "cell": "1,2", "a": "v1", "b": "v2", "question": "raters",
            "rule": "sample",
            "n": "3", "days": "3", "goal": "own", "measure": "cohen_kappa", "bound": "at_least",
            "threshold": "0.6",
            "format": "json", "to": "csv", "what": "disputed", "action": "next", "role-0": "item",
            "kind-0": "human",
            "categories": "1,2", "scale": "ordinal", "comparison": "", "finding": "1", "sort": "spread",
            "after": "2",
        }  # fmt: skip

    # --- requests ---------------------------------------------------------------------------------

    def at(self, route: Any) -> None:
        """One request to one route."""
        method = self.draw.choice(sorted(route.methods - {"HEAD"}))
        path = re.sub(r"{(\w+)(?::\w+)?}", lambda found: self._segment(route.path, found[1]), route.path)
        named = {one.alias for one in route.dependant.query_params} | set(self.draw.sample(QUERY, 2))
        query = {name: self._text(name) for name in sorted(named) if self.draw.random() < 0.4}
        headers, body = self._body(route, method)
        self.send(method, path, query, headers, body)

    def _segment(self, path: str, name: str) -> str:
        if self.draw.random() < 0.25:
            return self.draw.choice(
                ["%ff%fe", "..%2f..%2fetc%2fpasswd", "%00", segment(self.draw.choice(TEXTS)) or "~"]
            )
        if name == "token":
            return self.tokens[path.split("/")[1]]
        if name == "queue" and self.draw.random() < 0.5:
            return self.queues[1]
        if name == "name" and "/uploads/" in path:
            return segment(self.draw.choice(NAMES))
        if name == "kind":
            return self.draw.choice(("html", "json", "csv", "latex", "items", "tool"))
        return segment(self.known.get(name, "x"))

    def _text(self, name: str) -> str:
        return self.known.get(name, "1") if self.draw.random() < 0.5 else self.draw.choice(TEXTS)

    def _body(self, route: Any, method: str) -> tuple[dict[str, str], bytes | None]:
        headers = {"authorization": f"Bearer {self.link}"} if "/queues/{queue}/" in route.path else {}
        if method == "GET":
            return headers, None
        if self.draw.random() < 0.5:
            headers["if-match"] = self.draw.choice(
                ['"0"', "0", "*", '"-1"', '"' + "9" * 30 + '"', '"²"', 'W/"1"']
            )
            headers["idempotency-key"] = self.draw.choice(["k", "x" * 5000, "é"])
        if "/uploads/{name" in route.path or route.path == "/uploads":
            return self._file(route, headers)
        if not route.path.startswith("/api/"):
            return self._form(route, headers)
        headers["content-type"] = self.draw.choice(
            ["application/json"] * 8 + ["text/plain", "", "multipart/form-data"]
        )
        if self.draw.random() < 0.3:
            return headers, self.draw.choice(BODIES)
        return headers, json.dumps(self._object(route)).encode()

    def _object(self, route: Any) -> Any:
        """A body as the schema wants it, with some of it spoiled."""
        schema = self.schema(route.path)
        made = {name: self._valid(name, one) for name, one in schema.items()}
        for name in self.draw.sample(sorted(made), min(len(made), self.draw.randrange(3))):
            made[name] = self.draw.choice(VALUES)
        if not schema or self.draw.random() < 0.2:
            made |= {str(self.draw.choice(TEXTS)): self.draw.choice(VALUES) for _ in range(2)}
            made |= {"question": self.draw.choice(PLANS), self.draw.choice(OPTIONS): self.draw.choice(VALUES)}
        return made

    def schema(self, path: str) -> dict[str, Any]:
        """The fields of the body of a path, from OpenAPI."""
        api = self.client.app.app.openapi()
        for one in api["paths"].get(re.sub(r":\w+}", "}", path), {}).values():
            content = (
                one.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            )
            if "$ref" in content:
                found: dict[str, Any] = api["components"]["schemas"][content["$ref"].split("/")[-1]][
                    "properties"
                ]
                return found
        return {}

    def _valid(self, name: str, schema: Any) -> Any:
        if "default" in schema:
            return schema["default"]
        if schema.get("type") == "integer":
            return 1
        if schema.get("type") == "array":
            return ["x", "y"]
        return self.known.get(name, "x") if schema.get("type") == "string" else None

    def _form(self, route: Any, headers: dict[str, str]) -> tuple[dict[str, str], bytes | None]:
        headers["content-type"] = "application/x-www-form-urlencoded"
        if self.draw.random() < 0.1:
            return headers, self.draw.choice(BODIES)
        fields = {one.alias for one in route.dependant.body_params} | set(self.draw.sample(FORMS, 4))
        pairs = [
            f"{quote(name)}={quote(self._text(name))}" for name in sorted(fields) if self.draw.random() < 0.8
        ]
        if self.draw.random() < 0.1:
            pairs += ["role-x=item", "kind-²=human", "name=%ff%fe", f"{quote(XSS)}=1"]
        return headers, "&".join(pairs).encode()

    def _file(self, route: Any, headers: dict[str, str]) -> tuple[dict[str, str], bytes | None]:
        data = self.draw.choice((*FILES, CSV))
        if route.path != "/uploads":
            return headers, data
        name = self.draw.choice(("a.csv", "../../x.csv", "\x00", "", XSS, ".", "..", "a" * 400)).replace(
            '"', "%22"
        )
        headers["content-type"] = "multipart/form-data; boundary=xx"
        head = f'--xx\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
        return headers, self.draw.choice([head + data + b"\r\n--xx--\r\n", head + data, data])

    def send(
        self, method: str, path: str, query: dict[str, str], headers: dict[str, str], body: bytes | None
    ) -> Any:
        """Send it; what fails is written down with what was sent."""
        address = path + ("?" + "&".join(f"{k}={quote(v)}" for k, v in query.items()) if query else "")
        raw = {name: value.encode("latin-1", "replace") for name, value in headers.items()}
        said = f"{method} {address[:200]} {headers} {(body or b'')[:300]!r}"
        try:
            answer = self.client.request(method, address, headers=raw, content=body, follow_redirects=False)
        except Exception as problem:  # what the server itself would have answered with a 500
            self.failures.append(f"{said}: {type(problem).__name__}: {problem}"[:900])
            return None
        self.statuses[answer.status_code] = self.statuses.get(answer.status_code, 0) + 1
        if answer.status_code >= 500 and answer.status_code != 501:
            self.failures.append(f"{said}: {answer.status_code}")
        if b"<script>alert(1)" in answer.content and "text/html" in answer.headers.get("content-type", ""):
            self.failures.append(f"{said}: unescaped")
        if any("set-cookie" in name for name in answer.headers) and "a=b" in answer.headers["set-cookie"]:
            self.failures.append(f"{said}: header injected")
        return answer


QUERY = (
    "raters", "dimension", "slice", "weights", "reference", "preset", "cell", "comparison", "finding",
    "rater",
    "value", "differ", "compared", "item", "q", "sort", "after", "limit", "judge", "lang", "place", "to",
    "what",
)  # fmt: skip
#: So many requests go to each route.
ROUNDS = 4
FORMS = (
    "role-0", "role-1", "kind-0", "shape", "scale", "categories", "missing", "reading", "goal", "measure",
    "bound",
    "threshold", "name", "version", "value-0", "place", "client_id", "action", "skipped", "seconds", "shown",
)  # fmt: skip
PLANS = ("items", "raters", "power", "from-data", "width", None, 3, [], {})
OPTIONS = (
    "kappa",
    "width",
    "power",
    "n_raters",
    "categories",
    "seed",
    "confidence",
    "_x",
    "self",
    "question",
)


def routes_of() -> list[Any]:
    """Every route, pages and programs alike."""
    return [one for router in web_app.ROUTERS for one in router.routes]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest) -> str:
    """Which engine keeps the store; the slower one has its turn in `./dev slow`."""
    return str(request.param)


@pytest.fixture
def attack(
    tmp_path: Any,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    settings_in: Callable[..., WebSettings],
    client_for: Callable[..., Any],
) -> Attack:
    """An application without workers: what is queued stays queued."""
    monkeypatch.setattr(web_app, "SERVICES", (start_uploads,))
    limits = WebLimits(requests_per_minute=10**6)
    return Attack(client_for(settings_in(tmp_path, store=address, limits=limits)), 22)


# Of a form that ends early starlette leaves the file to Python, which closes it.
@pytest.mark.filterwarnings("ignore:Unclosed file <tempfile.SpooledTemporaryFile:ResourceWarning")
def test_no_request_makes_the_server_fail(attack: Attack) -> None:
    for _ in range(ROUNDS):
        for route in routes_of():
            attack.at(route)
    assert attack.failures == [], "\n\n".join(attack.failures)
    assert {200, 201, 303, 404, 422} <= set(attack.statuses), attack.statuses
