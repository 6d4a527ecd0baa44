"""What was simulated, as JSON beside the scripts: a row on each line, so that a difference can be read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def read_rows(name: str) -> list[dict[str, Any]]:
    """The rows that were written down; none where there are not any yet."""
    path = Path(__file__).with_name(f"{name}.json")
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.exists() else []
    return found


def write_rows(name: str, rows: Iterable[dict[str, Any]]) -> None:
    """Print each row when it is there, and write all of them down when the last one is."""
    lines = []
    for row in rows:
        lines.append(json.dumps(row, ensure_ascii=False))
        print(lines[-1], flush=True)
    text = "[\n" + ",\n".join(lines) + "\n]\n"
    Path(__file__).with_name(f"{name}.json").write_text(text, "utf-8")
