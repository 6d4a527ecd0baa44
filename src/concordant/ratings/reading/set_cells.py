"""Cells that hold several labels: lists, JSON lists, or text with a separator that is given."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..label_sets import set_label
from ..native import is_gap


def as_set(cell: Any, separator: str | None) -> Any:
    """The cell as one label for its set; a gap as it is."""
    if is_gap(cell) or cell == "":
        return cell
    listed = _listed(cell)
    if listed is not None:
        return set_label(listed)
    return cell if separator is None else set_label(str(cell).split(separator))


def are_lists(cells: Sequence[Any]) -> bool:
    """Whether every cell that is no gap is a list of words."""
    held = [cell for cell in cells if not (is_gap(cell) or cell == "")]
    found = [_listed(cell) for cell in held]
    return bool(held) and all(one is not None for one in found) and any(found)


def have_separator(cells: Sequence[Any], separator: str) -> bool:
    """Whether any cell holds the separator, or a list."""
    texts = [cell for cell in cells if isinstance(cell, str)]
    return any(separator in text for text in texts) or any(_listed(cell) is not None for cell in cells)


def _listed(cell: Any) -> list[str] | None:
    """The words of a list, a set or JSON text of a list; None for anything else."""
    if isinstance(cell, str):
        if not cell.lstrip().startswith("["):
            return None
        try:
            cell = json.loads(cell)
        except ValueError:
            return None
    if not isinstance(cell, (list, tuple, set, frozenset)):
        return None
    return list(cell) if all(isinstance(one, str) for one in cell) else None
