"""A study or a gate as JSON: everything it knows, which `from_dict` takes back."""

from __future__ import annotations

from ...interpret.gate import Gate
from ...interpret.study import Study
from ..write_file import json_text

#: Counts up when something that was there has another meaning.
FORMAT_VERSION = 1


def to_json(study: Study) -> str:
    """Strict JSON in UTF-8, numbers to ten significant digits: the same for the same study on any machine."""
    facts = {"format": "concordant report", "format_version": FORMAT_VERSION, **study.to_dict()}
    return json_text(facts)


#: Counts up when something that was there has another meaning.
GATE_FORMAT_VERSION = 1


def gate_json(gate: Gate) -> str:
    """Strict JSON in UTF-8, with the exit code; the same for the same gate on any machine."""
    return json_text({**head(gate.exit_code), **gate.to_dict()})


def head(exit_code: int) -> dict[str, str | int]:
    """How the file of every check begins."""
    return {"format": "concordant gate", "format_version": GATE_FORMAT_VERSION, "exit_code": exit_code}
