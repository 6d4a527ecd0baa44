"""What is sent, to servers that check it as the official schemas say and answer as they do."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from concordant.errors import InputError, OptionError
from concordant.report.write_back import ApiRequest
from concordant.surfaces.cli.main import main
from concordant.surfaces.send import send
from tests.ratings.formats.test_golden import put
from tests.ratings.formats.writers import WRITERS

_TEXT, _OBJECT = {"type": "string"}, {"type": "object"}
#: From the API definition of Langfuse (fern/apis/server/definition/scores.yml, annotation-queues.yml).
_SCORE = {
    "type": "object",
    "required": ["name", "value"],
    "additionalProperties": False,
    "properties": {
        "id": _TEXT,
        "traceId": _TEXT,
        "sessionId": _TEXT,
        "observationId": _TEXT,
        "datasetRunId": _TEXT,
        "name": _TEXT,
        "value": {"type": ["number", "string"]},
        "comment": _TEXT,
        "metadata": _OBJECT,
        "environment": _TEXT,
        "queueId": _TEXT,
        "dataType": {"enum": ["NUMERIC", "BOOLEAN", "CATEGORICAL"]},
        "configId": _TEXT,
    },
}
_QUEUE_ITEM = {
    "type": "object",
    "required": ["objectId", "objectType"],
    "additionalProperties": False,
    "properties": {
        "objectId": _TEXT,
        "objectType": {"enum": ["TRACE", "OBSERVATION", "SESSION"]},
        "status": {"enum": ["PENDING", "COMPLETED"]},
    },
}
#: From the API reference of Label Studio (create prediction, create annotation).
_RESULT = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["from_name", "to_name", "type", "value"],
        "properties": {"value": _OBJECT},
    },
}
_PREDICTION = {
    "type": "object",
    "required": ["task", "result"],
    "properties": {
        "task": {"type": "integer"},
        "model_version": _TEXT,
        "score": {"type": "number"},
        "result": _RESULT,
    },
}
_ANNOTATION = {
    "type": "object",
    "required": ["result"],
    "properties": {"result": _RESULT, "ground_truth": {"type": "boolean"}},
}
#: From the REST reference of Phoenix (SpanAnnotationData).
_SPANS = {
    "type": "object",
    "required": ["data"],
    "properties": {
        "data": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["span_id", "name", "annotator_kind"],
                "additionalProperties": False,
                "properties": {
                    "span_id": _TEXT,
                    "name": _TEXT,
                    "annotator_kind": {"enum": ["LLM", "CODE", "HUMAN"]},
                    "identifier": _TEXT,
                    "metadata": _OBJECT,
                    "result": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"label": _TEXT, "score": {"type": "number"}, "explanation": _TEXT},
                    },
                },
            },
        }
    },
}
_BASIC = "Basic " + base64.b64encode(b"pk:sk").decode()


class _Api(BaseHTTPRequestHandler):
    """The endpoints that are written to: the token first, then the body, then the answer of the schema."""

    server: Any

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.server.busy:
            self.server.busy -= 1
            return self._answer(503, {"message": "busy"}, {"Retry-After": "0"})
        if self.path == "/api/token/refresh":
            return (
                self._answer(200, {"access": "short"})
                if body == {"refresh": "a.b.c"}
                else self._answer(401, {})
            )
        schema, token, status = self._endpoint()
        if schema is None:
            return self._answer(404, {"message": "no such path"})
        if self.headers.get("Authorization") not in token:
            return self._answer(401, {"message": "invalid credentials"})
        try:
            jsonschema.validate(body, schema)
        except jsonschema.ValidationError as problem:
            return self._answer(400, {"message": problem.message})
        self.server.seen.append((self.path, body))
        return self._answer(status, {"id": f"{len(self.server.seen)}"})

    def _endpoint(self) -> tuple[Any, Any, int]:
        if self.path == "/api/public/scores":
            return _SCORE, [_BASIC], 200
        if self.path == "/api/public/annotation-queues/q1/items":
            return _QUEUE_ITEM, [_BASIC], 200
        if self.path == "/api/predictions/":
            return _PREDICTION, ["Token secret", "Bearer short"], 201
        if self.path.startswith("/api/tasks/") and self.path.endswith("/annotations/"):
            return _ANNOTATION, ["Token secret", "Bearer short"], 201
        if self.path == "/v1/span_annotations":
            return _SPANS, [None, "Bearer px"], 200
        return None, [], 404

    def _answer(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        raw = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {
            "Content-Type": "application/json",
            "Content-Length": str(len(raw)),
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_: Any) -> None:
        return


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    server: Any = HTTPServer(("127.0.0.1", 0), _Api)
    server.seen, server.busy = [], 0
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    for name in ("LANGFUSE_BASE_URL", "LABEL_STUDIO_URL", "PHOENIX_BASE_URL"):
        monkeypatch.setenv(name, address)
    for name in ("LANGFUSE_HOST", "PHOENIX_COLLECTOR_ENDPOINT", "PHOENIX_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {
        "LANGFUSE_PUBLIC_KEY": "pk",
        "LANGFUSE_SECRET_KEY": "sk",
        "LABEL_STUDIO_API_KEY": "secret",
    }.items():
        monkeypatch.setenv(name, value)
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, ["export", *arguments], standalone_mode=True)


@pytest.mark.parametrize(
    ("to", "what", "more", "count"),
    [
        ("langfuse", "gold", (), 21),
        ("langfuse", "scores", (), 90),
        ("langfuse", "disputed", ("--queue", "q1", "--top", "5"), 5),
        ("label-studio", "gold", (), 11),
        ("label-studio", "scores", (), 45),
        ("phoenix", "gold", (), 1),
        ("phoenix", "scores", (), 1),
        ("phoenix", "disputed", (), 1),
    ],
)
def test_what_is_sent_is_what_the_api_takes(to, what, more, count, api, tmp_path):
    path = put(WRITERS["label-studio"](), tmp_path)[0]
    done = run(path, "--to", to, "--what", what, *more, "--send")
    assert done.exit_code == 0, done.output
    assert len(api.seen) == count
    assert f"{count} request" in done.output
    assert "secret" not in done.output


def test_a_dry_run_shows_everything_and_sends_nothing(api, tmp_path):
    path = put(WRITERS["langfuse"](), tmp_path)[0]
    done = run(path, "--to", "langfuse", "--what", "gold", "--send", "--dry-run")
    assert done.exit_code == 0, done.output
    assert api.seen == []
    assert done.output.count("POST http://127.0.0.1") == 21
    assert "nothing was sent" in done.output
    assert "sk" not in done.output.replace("disk", "")


def words(output: str) -> str:
    """The output on one line."""
    return " ".join(output.split())


def test_a_tool_that_takes_files_only_is_not_sent_to(tmp_path):
    path = put(WRITERS["langfuse"](), tmp_path)[0]
    done = run(path, "--to", "argilla", "--what", "gold", "--send")
    assert (done.exit_code, "accepts a file" in words(done.output)) == (2, True)


def test_disputed_items_of_langfuse_need_a_queue_and_label_studio_a_file(api, tmp_path):
    path = put(WRITERS["langfuse"](), tmp_path)[0]
    done = run(path, "--to", "langfuse", "--send")
    assert (done.exit_code, "--queue" in done.output) == (2, True)
    done = run(path, "--to", "label-studio", "--send")
    assert (done.exit_code, "as a file" in words(done.output)) == (2, True)


def test_a_busy_server_is_asked_again(api):
    api.busy = 2
    waits: list[float] = []
    score = {"id": "1", "traceId": "t", "name": "n", "value": 1, "dataType": "NUMERIC"}
    assert send("langfuse", [ApiRequest("/api/public/scores", score)], wait=waits.append) == 1
    assert waits == [0.0, 0.0]


def test_a_refusal_says_what_was_answered_and_how_many_went_through(api):
    good = {"traceId": "t", "name": "n", "value": 1}
    requests = [
        ApiRequest("/api/public/scores", good),
        ApiRequest("/api/public/scores", {**good, "valeu": 1}),
    ]
    with pytest.raises(InputError, match=r"answered 400 .*valeu.* to request 2 of 2 .*; 1 succeeded"):
        send("langfuse", requests)


def test_a_token_of_three_parts_is_changed_for_a_short_one(api, monkeypatch):
    monkeypatch.setenv("LABEL_STUDIO_API_KEY", "a.b.c")
    result = [{"from_name": "q", "to_name": "t", "type": "rating", "value": {"rating": 4}}]
    assert send("label-studio", [ApiRequest("/api/predictions/", {"task": 1, "result": result})]) == 1
    monkeypatch.setenv("LABEL_STUDIO_API_KEY", "x.y.z")
    with pytest.raises(InputError, match=r"answered 401 .* to the token: create a new one"):
        send("label-studio", [])


def test_a_missing_token_or_address_is_named_and_a_token_never_goes_in_the_clear(monkeypatch):
    for name in ("LANGFUSE_SECRET_KEY", "LABEL_STUDIO_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANGFUSE_PUBLIC_KEY", "pk")
    with pytest.raises(OptionError, match="set LANGFUSE_SECRET_KEY"):
        send("langfuse", [])
    with pytest.raises(OptionError, match="set LABEL_STUDIO_URL"):
        send("label-studio", [])
    monkeypatch.setenv("LABEL_STUDIO_URL", "http://studio.example.org")
    monkeypatch.setenv("LABEL_STUDIO_API_KEY", "secret")
    with pytest.raises(OptionError, match="sent in the clear"):
        send("label-studio", [])


def test_nobody_at_the_address_is_one_sentence(monkeypatch):
    monkeypatch.setenv("PHOENIX_COLLECTOR_ENDPOINT", "http://127.0.0.1:1")
    with pytest.raises(InputError, match="Phoenix could not be reached at"):
        send("phoenix", [ApiRequest("/v1/span_annotations", {"data": []})])
