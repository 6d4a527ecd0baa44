"""Whether a record holds what its fields are declared to hold, should somebody else have written it."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints


def fits(kind: Any, value: Any) -> bool:
    """Whether a value is of a declared type, with all that is in it."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return any(fits(one, value) for one in inner)
    if origin is not None:
        return _INSIDE[origin](inner, value) if origin in _INSIDE else True
    if kind is Any or not isinstance(kind, type):
        return True
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, kind) and (not is_dataclass(kind) or _fields_fit(kind, value))


def _fields_fit(kind: type, value: Any) -> bool:
    hints = _hints(kind)
    return all(fits(hints[f.name], getattr(value, f.name)) for f in fields(kind))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _tuple(inner: tuple[Any, ...], value: Any) -> bool:
    if not isinstance(value, tuple):
        return False
    kinds = [inner[0]] * len(value) if inner[-1:] == (...,) else list(inner)
    return len(kinds) == len(value) and all(map(fits, kinds, value))


def _mapping(inner: tuple[Any, ...], value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        fits(inner[0], key) and fits(inner[1], one) for key, one in value.items()
    )


#: By what is declared: how what is inside is looked at.
_INSIDE: dict[Any, Callable[[tuple[Any, ...], Any], bool]] = {
    Literal: lambda inner, value: value in inner,
    tuple: _tuple,
    Mapping: _mapping,
}
