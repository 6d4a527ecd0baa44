"""Arrays and values as bytes: numbers one after another, everything else as JSON that says its type.

Nothing is unpickled, and what was deflated cannot grow without end.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..quote import quote
from ..result import Note
from .factorise import small
from .texts import TextColumn, Written
from .times import Effort

#: Kinds of arrays that are kept as bytes.
_NUMBERS = "biufMmS"


class Packer:
    """Collects the bytes of arrays; what it hands back for each says, as JSON, how to find it again."""

    def __init__(self) -> None:
        self.bytes: list[bytes] = []

    def array(self, values: NDArray[Any] | None) -> Any:
        """An array of one dimension; whole numbers by their steps, as most rise one by one or hardly vary."""
        if values is None:
            return None
        kind = values.dtype.newbyteorder("=").str.lstrip("<>=|")
        if values.dtype.kind not in _NUMBERS:
            return {"type": kind, "values": [down(x) for x in values.tolist()]}
        if values.dtype.kind in "iu" and values.dtype.itemsize == 8 and len(values):
            return {"type": kind, "steps": self._steps(values)}
        return {"type": kind, "bytes": self._held(values)}

    def _steps(self, values: NDArray[Any]) -> Any:
        """First value and differences, which wrap around as sums do, in the smallest type that holds them."""
        whole = (
            np.ascontiguousarray(values).view(np.int64) if values.dtype.isnative else values.astype(np.int64)
        )
        steps = np.diff(whole)
        reach = max(int(steps.max(initial=0)), -int(steps.min(initial=0)) - 1)
        narrow = next(t for t in (np.int8, np.int16, np.int32, np.int64) if reach <= np.iinfo(t).max)
        return [int(whole[0]), self.array_of_steps(steps.astype(narrow))]

    def array_of_steps(self, steps: NDArray[Any]) -> Any:
        """Steps as bytes, whatever their type."""
        return {"type": steps.dtype.str.lstrip("<>=|"), "bytes": self._held(steps)}

    def _held(self, values: NDArray[Any]) -> int:
        self.bytes.append(np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<")).tobytes())
        return len(values)

    def written(self, text: Written | None) -> Any:
        """The texts of each row, each different one once."""
        if text is None:
            return None
        places: dict[str, int] = {}
        found = (text.text(row) for row in range(len(text)))
        at = [-1 if one is None else places.setdefault(one, len(places)) for one in found]
        return {"texts": list(places), "at": self.array(np.array(at, dtype=small(len(places))))}


class Unpacker:
    """Takes arrays from bytes in the order in which they were put there."""

    def __init__(self, data: memoryview) -> None:
        self._data = data
        self._place = 0

    def array(self, entry: Any) -> NDArray[Any] | None:
        """The array that `Packer.array` told of."""
        return None if entry is None else self._array(entry)

    def _array(self, facts: dict[str, Any]) -> NDArray[Any]:
        kind = np.dtype(facts["type"])
        if "values" in facts:
            return _filled(facts["values"], kind)
        if "steps" in facts:
            first, steps = facts["steps"]
            whole = np.cumsum(np.append(np.int64(first), self._array(steps).astype(np.int64)))
            return whole.view(kind)
        return self._taken(kind, int(facts["bytes"]))

    def _taken(self, kind: np.dtype[Any], count: int) -> NDArray[Any]:
        if kind.kind not in _NUMBERS:
            raise ValueError(f"no bytes of type {kind}")
        size = kind.itemsize * count
        part = self._data[self._place : self._place + size]
        if count < 0 or len(part) != size:
            raise ValueError("fewer bytes than said")
        self._place += size
        return np.frombuffer(part, kind.newbyteorder("<"), count).astype(kind)

    def written(self, entry: Any) -> Written | None:
        """The texts that `Packer.written` told of."""
        if entry is None:
            return None
        texts, at = [str(text) for text in entry["texts"]], self._array(entry["at"])
        check_codes(at, len(texts))
        return Written(TextColumn(lambda: texts), at)


def check_codes(codes: NDArray[Any], count: int) -> None:
    """Complain where codes point to nothing."""
    if codes.dtype.kind != "i" or codes.max(initial=-1) >= count or codes.min(initial=0) < -1:
        raise ValueError("codes without labels")


def _filled(values: list[Any], kind: np.dtype[Any]) -> NDArray[Any]:
    array = np.empty(len(values), dtype=kind)
    plain = set(map(type, values)) <= _AS_THEY_ARE
    array[:] = values if plain else [up(x) for x in values]
    return array


#: What JSON has itself and gives back as it was.
_PLAIN = frozenset({str, int, bool, type(None)})
#: What `up` leaves as it is.
_AS_THEY_ARE = _PLAIN | {float}


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
    raise InputError(f"A value of type {kind.__name__} cannot be stored: {quote(str(value)[:80])}.")


def up(value: Any) -> Any:
    """The value that `down` wrote."""
    if isinstance(value, list):
        return [up(x) for x in value]
    if not isinstance(value, dict):
        return value
    ((name, written),) = value.items()
    return _to_numpy(written) if name == "numpy" else _KINDS[name][2](written)


def _of_numpy(value: Any) -> list[Any]:
    """Its type and what it holds: a number of steps for times, else Python's own value."""
    if value.dtype.kind not in "biufUSMm" or (value.dtype.itemsize > 8 and value.dtype.kind == "f"):
        raise InputError(f"A value of type {value.dtype} cannot be stored: {quote(str(value)[:80])}.")
    held = value.view(np.int64) if value.dtype.kind in "Mm" else value
    return [value.dtype.newbyteorder("=").str.lstrip("<>=|"), down(held.item())]


def _to_numpy(written: list[Any]) -> Any:
    kind, held = np.dtype(written[0]), up(written[1])
    return np.int64(held).view(kind) if kind.kind in "Mm" else kind.type(held)


def _moment(value: datetime) -> str:
    if value != value:  # pandas has a moment that is none
        raise InputError("A missing time cannot be stored as a label.")
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
    "effort": (Effort, lambda x: _pairs(asdict(x)), lambda x: Effort(**_mapped(x))),
    "mapping": (Mapping, _pairs, lambda x: _mapped(x)),
    "float": (float, repr, float),
    "text": (str, str, str),
    "int": (int, int, int),
}


def _mapped(pairs: list[Any]) -> dict[Any, Any]:
    return {up(key): up(value) for key, value in pairs}


#: Bytes that unpack to more than this, and to more than so many times their size, are none of ours.
_MUCH, _TIMES = 1 << 28, 200


def inflated(data: bytes, size: int | None = None) -> bytes:
    """The bytes whole, of this size where it is known; ValueError or zlib.error where they are otherwise."""
    allowed = max(_MUCH, _TIMES * len(data))
    if size is not None and size > allowed:
        raise ValueError("too much")
    machine = zlib.decompressobj()
    whole = machine.decompress(data, (allowed if size is None else size) + 1)
    if not machine.eof or machine.unused_data or size not in (None, len(whole)):
        raise ValueError("damaged, or of another size")
    return whole
