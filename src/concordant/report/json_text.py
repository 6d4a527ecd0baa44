"""Facts as JSON that any file can hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def json_text(facts: Mapping[str, Any]) -> str:
    """Strict JSON with all letters as they are; half a pair of UTF-16, which is no text, as JSON's escape."""
    text = json.dumps(facts, ensure_ascii=False, allow_nan=False, indent=1)
    return writable(text) + "\n"


def writable(text: str) -> str:
    """The text in characters that a file can hold; half a pair of UTF-16 is written as its escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
