"""The gate as JSON: everything it knows, which `Gate.from_dict` takes back."""

from __future__ import annotations

from ...interpret.gate.gate import Gate
from ..json_text import json_text

#: Counts up when something that was there has another meaning.
FORMAT_VERSION = 1


def to_json(gate: Gate) -> str:
    """Strict JSON in UTF-8, with the exit code; the same for the same gate on any machine."""
    return json_text({**head(gate.exit_code), **gate.to_dict()})


def head(exit_code: int) -> dict[str, str | int]:
    """How the file of every check begins."""
    return {"format": "concordant gate", "format_version": FORMAT_VERSION, "exit_code": exit_code}
