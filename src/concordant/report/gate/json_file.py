"""The gate as JSON: everything it knows, which `Gate.from_dict` takes back."""

from __future__ import annotations

from ...interpret.gate import Gate
from ..json_text import json_text

#: Counts up when something that was there has another meaning.
FORMAT_VERSION = 1


def to_json(gate: Gate) -> str:
    """Strict JSON in UTF-8, the same for the same gate; the exit code stands beside it."""
    head = {"format": "concordant gate", "format_version": FORMAT_VERSION, "exit_code": gate.exit_code}
    return json_text({**head, **gate.to_dict()})
