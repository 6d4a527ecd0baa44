"""Facts as JSON that any file can hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..digits import rounded_all


def json_text(facts: Mapping[str, Any]) -> str:
    """Strict JSON in UTF-8, numbers to ten significant digits, so that every machine writes the same."""
    text = json.dumps(rounded_all(facts), ensure_ascii=False, allow_nan=False, indent=1)
    return writable(text) + "\n"


def writable(text: str) -> str:
    """The text in characters that a file can hold; half a pair of UTF-16 is written as its escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
