"""The language of a request: what the address says, what was chosen before, what the browser prefers."""

from __future__ import annotations

from fastapi import Request

from ...language.render import LANGUAGES, Language

COOKIE = "lang"


def language_of(request: Request) -> Language:
    """The first that is known of `?lang=`, the cookie, and `Accept-Language`; English otherwise."""
    given = (request.query_params.get("lang"), request.cookies.get(COOKIE))
    for lang in LANGUAGES:
        if lang == given[0] or (given[0] not in LANGUAGES and lang == given[1]):
            return lang
    return _preferred(request.headers.get("accept-language", ""))


def _preferred(header: str) -> Language:
    """The language of the header with the greatest weight."""
    best: tuple[float, Language] = (0.0, "en")
    for part in header.split(","):
        tag, _, weight = part.strip().partition(";q=")
        found = next((lang for lang in LANGUAGES if tag.lower().split("-")[0] == lang), None)
        quality = _number(weight)
        if found is not None and quality > best[0]:
            best = (quality, found)
    return best[1]


def _number(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
