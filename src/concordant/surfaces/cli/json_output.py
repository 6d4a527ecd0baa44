"""What a command found, as one strict JSON document: the number and what it was read from."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from ...digits import rounded_all
from .result_text import Read, roles_and_guesses
from .terminal import output_is_utf8


def document(
    found: Mapping[str, Any], ratings: Read, raters: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The found, then who rated, where that was read, and the audit."""
    audit = asdict(ratings.audit)
    audit["effort"] = {
        rater: {name: strict(value) for name, value in took.items()}
        for rater, took in audit["effort"].items()
    }
    audit["notes"] = [note.to_dict() for note in ratings.audit.notes]
    audit["roles"], audit["guessed"] = roles_and_guesses(ratings.audit.roles)
    return {
        **found,
        "raters": list(ratings.raters) if raters is None else dict(raters),
        "source": audit.pop("source"),
        "audit": audit,
    }


def as_json(data: Mapping[str, Any]) -> str:
    """Text for standard output that any JSON reader takes: ten significant digits, other types as text.

    Where standard output is not UTF-8, other characters than ASCII are JSON's own escapes.
    """
    escaped = not output_is_utf8()
    return json.dumps(rounded_all(data), ensure_ascii=escaped, allow_nan=False, indent=2, default=str)


def strict(value: Any) -> Any:
    """What JSON cannot say is null; numbers of numpy are numbers."""
    value = value.item() if isinstance(value, np.generic) else value
    return None if isinstance(value, float) and not math.isfinite(value) else value
