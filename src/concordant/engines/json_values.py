"""JSON values as Python has them, whatever numbers are in them."""

from __future__ import annotations

import json
from typing import Any

#: A whole number of more digits is a name: no float can hold it, and Python refuses to convert the longest.
_MOST_DIGITS = 40


def json_value(text: str) -> Any:
    """What a JSON text means; `json.JSONDecodeError` or RecursionError where it means nothing."""
    return json.loads(text, parse_int=_whole_number)


def json_decoder() -> json.JSONDecoder:
    """A decoder of values that stand one after another in a text."""
    return json.JSONDecoder(parse_int=_whole_number)


def _whole_number(digits: str) -> int | str:
    return int(digits) if len(digits) <= _MOST_DIGITS else digits
