"""What went wrong, as RFC 9457 says it to programs and as a page says it to people."""

from __future__ import annotations

import json
from collections.abc import Mapping, MutableMapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from ...errors import AmbiguousReading, ConcordantError, InputError, MissingLibrary
from ...language.message import Message
from ...language.render import LANGUAGES
from .actions.refusal import WebRefusal, texts_of

Scope = MutableMapping[str, Any]


class Problem(HTTPException):
    """`code` names the sentence `problem-CODE` of `words/web.toml`; `more` goes to programs as it is."""

    def __init__(
        self,
        status: int,
        code: str,
        facts: Mapping[str, Any] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(status, code)
        self.code, self.facts, self.more = code, facts or {}, more or {}

    @property
    def texts(self) -> dict[str, str]:
        """The sentence in every language."""
        return {lang: Message(f"web.problem-{self.code}", self.facts).text(lang) for lang in LANGUAGES}


def problem_response(scope: Scope, problem: Problem | WebRefusal) -> Response:
    """problem+json for `/api`, a page for people: where no route is reached."""
    return _response(Request(scope), problem.status_code, problem.code, problem.texts, problem.more)


def add_problem_handlers(app: FastAPI) -> None:
    """Every error of ours, of the framework and of a route becomes a problem."""

    async def of_problem(request: Request, problem: Any) -> Any:
        return _response(request, problem.status_code, problem.code, problem.texts, problem.more)

    async def of_error(request: Request, error: Any) -> Any:
        return _response(request, _status(error), _code(error), texts_of(error))

    async def of_framework(request: Request, error: Any) -> Any:
        known = Problem(error.status_code, _FRAMEWORK.get(error.status_code, "failed"))
        return _response(request, known.status_code, known.code, known.texts)

    async def of_values(request: Request, error: Any) -> Any:
        places = [{"at": list(map(str, one["loc"])), "problem": one["msg"]} for one in error.errors()]
        known = Problem(422, "values", {"names": [" ".join(p["at"]) for p in places]})
        return _response(request, 422, known.code, known.texts, {"errors": places})

    async def of_anything(request: Request, error: Exception) -> Any:
        known = Problem(500, "failed")
        return _response(request, 500, known.code, known.texts)

    app.add_exception_handler(Problem, of_problem)
    app.add_exception_handler(WebRefusal, of_problem)
    app.add_exception_handler(ConcordantError, of_error)
    app.add_exception_handler(HTTPException, of_framework)
    app.add_exception_handler(RequestValidationError, of_values)
    app.add_exception_handler(ValidationError, of_values)
    app.add_exception_handler(Exception, of_anything)


_FRAMEWORK = {404: "not-found", 405: "not-allowed"}


def _status(error: ConcordantError) -> int:
    return 501 if isinstance(error, MissingLibrary) else 422


def _code(error: ConcordantError) -> str:
    """The kind of an error in our family."""
    if isinstance(error, AmbiguousReading):
        return "ambiguous"
    if isinstance(error, InputError):
        return "input"
    return "library" if isinstance(error, MissingLibrary) else "option"


def _response(
    request: Request, status: int, code: str, texts: Mapping[str, str], more: Mapping[str, Any] | None = None
) -> Response:
    if request.scope["path"].startswith("/api/"):
        return _json(status, code, texts, more or {})
    from .pages import render

    return render(request, "problem.html", status, texts=texts)


def _json(status: int, code: str, texts: Mapping[str, str], more: Mapping[str, Any]) -> Response:
    content = {
        "type": f"urn:concordant:{code}",
        "title": texts["en"],
        "title_zh": texts["zh"],
        "status": status,
        "code": code,
        **more,
    }
    text = json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")
    return Response(text, status, media_type="application/problem+json; charset=utf-8")
