"""Values as JSON that says what they were: numbers, text, truth values, dates, numpy's own, notes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import numpy as np

from ..errors import InputError
from ..quote import quote
from ..result import Note

#: What JSON has itself and gives back as it was.
_PLAIN = frozenset({str, int, bool, type(None)})


def down(value: Any) -> Any:
    """A value as JSON: what JSON knows as it is, all else as {"what it was": how it is written}."""
    kind = type(value)
    if kind in _PLAIN or (kind is float and math.isfinite(value)):
        return value
    if kind is list:
        return [down(x) for x in value]
    if isinstance(value, np.generic):
        return {"numpy": _of_numpy(value)}
    for name, (known, write, _) in _KINDS.items():
        if isinstance(value, known):
            return {name: write(value)}
    raise InputError(f"A value of type {kind.__name__} cannot be kept: {quote(str(value)[:80])}.")


def up(told: Any) -> Any:
    """The value that `down` wrote."""
    if isinstance(told, list):
        return [up(x) for x in told]
    if not isinstance(told, dict):
        return told
    ((name, written),) = told.items()
    return _to_numpy(written) if name == "numpy" else _KINDS[name][2](written)


def _of_numpy(value: Any) -> list[Any]:
    """Its type and what it holds: a number of steps for times, else Python's own value."""
    if value.dtype.kind not in "biufUSMm" or (value.dtype.itemsize > 8 and value.dtype.kind == "f"):
        raise InputError(f"A value of type {value.dtype} cannot be kept: {quote(str(value)[:80])}.")
    held = value.view(np.int64) if value.dtype.kind in "Mm" else value
    return [value.dtype.newbyteorder("=").str.lstrip("<>=|"), down(held.item())]


def _to_numpy(written: list[Any]) -> Any:
    kind, held = np.dtype(written[0]), up(written[1])
    return np.int64(held).view(kind) if kind.kind in "Mm" else kind.type(held)


def _moment(value: datetime) -> str:
    if value != value:  # pandas has a moment that is none
        raise InputError("A time that is missing cannot be kept as a label.")
    return datetime.isoformat(value)


def _pairs(value: Mapping[Any, Any]) -> list[Any]:
    return [[down(key), down(x)] for key, x in value.items()]


#: By name: which type it is, how it is written, how it is read. A moment is a date too, and comes first.
_KINDS: dict[str, tuple[Any, Callable[[Any], Any], Callable[[Any], Any]]] = {
    "datetime": (datetime, lambda x: _moment(x), datetime.fromisoformat),
    "date": (date, date.isoformat, date.fromisoformat),
    "time": (time, time.isoformat, time.fromisoformat),
    "span": (timedelta, lambda x: [x.days, x.seconds, x.microseconds], lambda x: timedelta(*x)),
    "decimal": (Decimal, str, Decimal),
    "uuid": (UUID, str, UUID),
    "bytes": (bytes, bytes.hex, bytes.fromhex),
    "tuple": (tuple, lambda x: [down(one) for one in x], lambda x: tuple(up(x))),
    "note": (Note, lambda x: [x.code, x.text, _pairs(x.facts)], lambda x: Note(x[0], x[1], _mapped(x[2]))),
    "mapping": (Mapping, _pairs, lambda x: _mapped(x)),
    "float": (float, repr, float),
    "text": (str, str, str),
    "int": (int, int, int),
}


def _mapped(pairs: list[Any]) -> dict[Any, Any]:
    return {up(key): up(value) for key, value in pairs}
