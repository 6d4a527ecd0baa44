"""Templates and the words in them: every value is escaped, every sentence is of `words/web.toml`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Request
from fastapi.responses import HTMLResponse

from ...language.message import Message
from ...language.render import LANGUAGES, TAGS, Language, is_in_both
from ...report.page.render import visible
from ...report.page.template_environment import environment_of
from ...report.tables import text_of
from ...version import __version__
from .auth import current_user
from .language import COOKIE, language_of


def render(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page (or a part of one) in the language of the request."""
    lang = language_of(request)
    text = (
        environment()
        .get_template(template)
        .render(
            request=request,
            here=address_here(request),
            lang=lang,
            tag=TAGS[lang],
            say=sentences(lang),
            show=words_in(lang),
            user=current_user(request),
            version=__version__,
            other_language=_other_language(request, lang),
            **values,
        )
    )
    response = HTMLResponse(visible(text), status)
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie(COOKIE, lang, max_age=365 * 86_400, httponly=True, samesite="strict")
    return response


def address_here(request: Request) -> str:
    """The path of the request as it was asked for, names in it still encoded."""
    raw: bytes = request.scope.get("raw_path") or quote(request.scope["path"]).encode()
    return raw.decode("latin-1").partition("?")[0]


def sentences(lang: Language) -> Callable[..., str]:
    """`say("key", n=3)`: a sentence of `words/web.toml`; a code with a dot is of its own topic."""

    def say(key: str, **facts: Any) -> str:
        return Message(key if "." in key else f"web.{key}", facts).text(lang)

    return say


def words_in(lang: Language) -> Callable[[Any], str]:
    """`show(message)`: a sentence, or a word in each language, in the language of the page."""

    def show(words: Any) -> str:
        if isinstance(words, Message):
            return words.text(lang)
        return str(words[lang]) if is_in_both(words) else str(words)

    return show


def _other_language(request: Request, lang: Language) -> tuple[Language, str]:
    """The language that is not shown, and the address of this page in it."""
    other: Language = "zh" if lang == "en" else "en"
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    path = address_here(request) if request.method == "GET" else "/"
    return other, f"{path}?{urlencode([*rest, ('lang', other)])}"


@cache
def environment() -> Any:
    """Templates whose every value is escaped and must be there."""
    made = environment_of(__package__)
    made.globals["text_of"] = text_of
    return made
