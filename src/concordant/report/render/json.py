"""A study as JSON: everything it knows, which `Study.from_dict` takes back."""

from __future__ import annotations

from ...interpret.study.study import Study
from ..json_text import json_text

#: Counts up when something that was there has another meaning.
FORMAT_VERSION = 1


def to_json(study: Study) -> str:
    """Strict JSON in UTF-8, numbers to ten significant digits: the same for the same study on any machine."""
    told = {"format": "concordant report", "format_version": FORMAT_VERSION, **study.to_dict()}
    return json_text(told)
