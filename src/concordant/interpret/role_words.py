"""Which column has which role, as sentences from what an audit says of each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..ratings.reading.roles import COUNTED

_GUESSED = " (guessed)"
_SEVERAL = ("raters", "categories", "slices", "text", "comment", "unused")
_SHORTENED = re.compile(r"^(?P<names>.*), … \((?P<count>\d+) in all\)$", re.DOTALL)


def said_roles(roles: Mapping[str, str]) -> list[dict[str, Any]]:
    """ "item = id (guessed)" for each role, as sentences within a sentence."""
    counts = roles.get("shape", "").removesuffix(_GUESSED) in COUNTED
    return [_one("categories" if counts and role == "raters" else role, told) for role, told in roles.items()]


def _one(role: str, words: str) -> dict[str, Any]:
    bare = words.removesuffix(_GUESSED)
    said = _sentence("role", of=_sentence(f"role-{role}"), name=_name(role, bare))
    return said if bare == words else _sentence("guessed", what=said)


def _name(role: str, words: str) -> str | dict[str, Any]:
    if role == "shape":
        return _sentence(f"shape-{words}")
    shortened = _SHORTENED.match(words)
    if shortened is None:
        return _listed(role, words)
    return _sentence("shortened", names=_listed(role, shortened["names"]), count=int(shortened["count"]))


def _listed(role: str, words: str) -> str | dict[str, Any]:
    """Several columns in a row, as each language writes a list."""
    return {"en": words, "zh": words.replace(", ", "、")} if role in _SEVERAL else words


def _sentence(key: str, **facts: Any) -> dict[str, Any]:
    return {"code": f"audit.{key}", "facts": facts}
