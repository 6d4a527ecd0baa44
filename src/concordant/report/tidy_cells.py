"""Cells of tidy tables: a result as columns of numbers, with the names of `columns.py`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ..interpret.notes import reason
from ..interpret.table_cells import name_of
from ..language.render import topic
from ..result import Result

Row = dict[str, Any]

UNDEFINED = "undefined_because"


def measure(name: str, options: Mapping[str, Any]) -> Row:
    """A coefficient by its key, its options, and its name in words."""
    said = ", ".join(f"{option}={value}" for option, value in options.items() if value is not None)
    return {"measure": name, "options": said, "name": name_of(name, options)}


def number(result: Result | None, prefix: str = "") -> Row:
    """The estimate with its interval."""
    interval = None if result is None else result.interval
    return {
        f"{prefix}estimate": math.nan if result is None else result.estimate,
        f"{prefix}conf_low": math.nan if interval is None else interval.low,
        f"{prefix}conf_high": math.nan if interval is None else interval.high,
    }


def whole(result: Result) -> Row:
    """Estimate, interval, standard error, level, p-value, number of items, and why undefined."""
    level = math.nan if result.interval is None else result.interval.level
    return {
        **number(result),
        "std_error": result.se,
        "conf_level": level,
        "p_value": result.p_value,
        "n_items": result.n_items,
        UNDEFINED: None if result.defined or not result.notes else reason(result),
    }


def term(word: str) -> Any:
    """A word of ours in each language; a word of the data as it is."""
    return dict(topic("terms").get(word, {"en": word, "zh": word}))
