"""Values in JSON's own types, and back: nan and infinity have names, since JSON has neither."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import Any

from .errors import ConcordantError, InputError
from .quote import quote


class JsonValue:
    """A value that states itself what it is in JSON."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        raise NotImplementedError


#: Types that JSON has, too; floats are looked at, as it has no nan and no infinity.
AS_THEY_ARE = (str, int, bool, type(None))
_SPECIAL = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def plain(value: Any) -> Any:
    """JSON's own types only; what JSON cannot say becomes {"float": name}."""
    if type(value) in AS_THEY_ARE or (type(value) is float and math.isfinite(value)):
        return value
    if isinstance(value, JsonValue):
        return value.to_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        name = "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        return {"float": name}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)


def unplain(value: Any) -> Any:
    """What `plain` was given, with lists for tuples."""
    if type(value) is float or type(value) in AS_THEY_ARE:
        return value
    if isinstance(value, Mapping):
        if set(value) == {"float"}:
            return _SPECIAL[value["float"]]
        return {k: unplain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [unplain(v) for v in value]
    return value


@contextmanager
def written_by_us(data: object, what: str) -> Iterator[None]:
    """Complain in a sentence where a dictionary is not the one that `to_dict` wrote."""
    try:
        yield
    except (TypeError, AttributeError, KeyError, ValueError, RecursionError) as problem:
        if isinstance(problem, ConcordantError):
            raise
        raise InputError(
            f"This is not a {what} written by to_dict and cannot be read: {quote(data)}."
        ) from None
