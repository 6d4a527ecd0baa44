"""Arrays as bytes: plain numbers one after another, what is not a number as JSON; never as Python objects."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .factorise import small
from .packed_values import down, up
from .texts import Cells, Written

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

    def array(self, told: Any) -> NDArray[Any] | None:
        """The array that `Packer.array` told of."""
        return None if told is None else self._array(told)

    def _array(self, told: dict[str, Any]) -> NDArray[Any]:
        kind = np.dtype(told["type"])
        if "values" in told:
            return _filled(told["values"], kind)
        if "steps" in told:
            first, steps = told["steps"]
            whole = np.cumsum(np.append(np.int64(first), self._array(steps).astype(np.int64)))
            return whole.view(kind)
        return self._taken(kind, int(told["bytes"]))

    def _taken(self, kind: np.dtype[Any], count: int) -> NDArray[Any]:
        if kind.kind not in _NUMBERS:
            raise ValueError(f"no bytes of type {kind}")
        size = kind.itemsize * count
        part = self._data[self._place : self._place + size]
        if count < 0 or len(part) != size:
            raise ValueError("fewer bytes than said")
        self._place += size
        return np.frombuffer(part, kind.newbyteorder("<"), count).astype(kind)

    def written(self, told: Any) -> Written | None:
        """The texts that `Packer.written` told of."""
        if told is None:
            return None
        texts, at = [str(text) for text in told["texts"]], self._array(told["at"])
        check_codes(at, len(texts))
        return Written(Cells(lambda: texts), at)


def check_codes(codes: NDArray[Any], count: int) -> None:
    """Complain where codes point to nothing."""
    if codes.dtype.kind != "i" or codes.max(initial=-1) >= count or codes.min(initial=0) < -1:
        raise ValueError("codes without labels")


def _filled(values: list[Any], kind: np.dtype[Any]) -> NDArray[Any]:
    array = np.empty(len(values), dtype=kind)
    array[:] = [up(x) for x in values]
    return array
