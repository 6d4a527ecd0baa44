"""Columns of pandas whose indexes say which values belong together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...errors import InputError
from ...result import Note
from ..native import library_of

_OTHERWISE = "give them the same labels, or pass lists to pair them by position"


def by_index(columns: Sequence[Any]) -> tuple[list[Any], tuple[Note, ...]]:
    """Series in the order of the first one's index; all other columns, and equal indexes, as they come."""
    series = [c for c in columns if library_of(c) == "pandas" and hasattr(c, "index")]
    if len({len(c) for c in series}) != 1 or all(c.index.equals(series[0].index) for c in series):
        return list(columns), ()
    order = series[0].index
    for other in series[1:]:
        _refuse_other_labels(order, other.index)
    moved = [c.loc[order] if any(c is s for s in series) else c for c in columns]
    return moved, (
        Note("aligned-by-index", "The series were paired by their index labels, not by position."),
    )


def _refuse_other_labels(first: Any, second: Any) -> None:
    twice = [*first[first.duplicated()], *second[second.duplicated()]]
    if twice:
        raise InputError(
            f"The series differ in their index labels, and {_said(twice[0])} occurs twice: {_OTHERWISE}."
        )
    alone = [*first[~first.isin(second)], *second[~second.isin(first)]]
    if alone:
        raise InputError(
            f"The series differ in their index labels ({_said(alone[0])} is in only one of them): "
            f"{_OTHERWISE}."
        )


def _said(label: Any) -> str:
    return repr(label.item() if hasattr(label, "item") else label)
