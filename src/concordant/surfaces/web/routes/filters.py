"""What an address says of a study: which raters, rows and measures, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import Request

from ....errors import OptionError
from ..actions.studies import StudyFilter


def filter_of(request: Request) -> StudyFilter:
    """What the address says of raters, rows and measures."""
    given = request.query_params
    return StudyFilter(
        raters=tuple(_several(given.getlist("raters"))),
        dimension=given.get("dimension", ""),
        slices=slices_of(given.getlist("slice")),
        weights=given.get("weights", ""),
        reference=tuple(_several(given.getlist("reference"))),
        preset=given.get("preset", ""),
    )


def slices_of(given: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """`column:value`, each once; a select that is not used says `column:`."""
    pairs = [one.partition(":") for one in given if one]
    if any(not colon for _, colon, _ in pairs):
        raise OptionError("A slice must have the form column:value.")
    return tuple((column, value) for column, _, value in pairs if value)


def _several(given: Sequence[str]) -> list[str]:
    return [one for one in dict.fromkeys(given) if one]


def query_of(chosen: StudyFilter) -> dict[str, Any]:
    """The filter as it stands in an address."""
    return {
        "raters": list(chosen.raters),
        "dimension": chosen.dimension,
        "slice": [f"{column}:{value}" for column, value in chosen.slices],
        "weights": chosen.weights,
        "reference": list(chosen.reference),
        "preset": chosen.preset,
    }
