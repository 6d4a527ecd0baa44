"""The gate as JSON: everything it knows, which `Gate.from_dict` takes back."""

from __future__ import annotations

import json

from ...digits import rounded_all
from ...interpret.gate import Gate

#: Counts up when something that was there has another meaning.
FORMAT_VERSION = 1


def to_json(gate: Gate) -> str:
    """Strict JSON in UTF-8, with the exit code; numbers have ten digits, so every machine writes the same."""
    found = rounded_all({**head(gate.exit_code), **gate.to_dict()})
    text = json.dumps(found, ensure_ascii=False, allow_nan=False, indent=1)
    # Half a pair of UTF-16 is no text that a file can hold; as JSON's own escape it is.
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def head(exit_code: int) -> dict[str, str | int]:
    """How the file of every check begins."""
    return {"format": "concordant gate", "format_version": FORMAT_VERSION, "exit_code": exit_code}
