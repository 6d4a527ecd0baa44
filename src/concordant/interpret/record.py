"""Frozen values made of results, sentences and numbers: to strict JSON and back."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Self, Union, get_args, get_origin, get_type_hints

from ..result import Result, equal_fields, plain, unplain, written_by_us


class Record:
    """A frozen dataclass whose fields are numbers, text, results, sentences, records, or tuples of these."""

    def __init_subclass__(cls) -> None:
        cls.__eq__ = Record.__eq__  # type: ignore[method-assign]

    def __eq__(self, other: object) -> bool:
        """What is undefined here and there is equal, unlike two nan."""
        return equal_fields(self, other)

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON: no nan, no infinity; `from_dict` gives the same value back."""
        return {f.name: _down(getattr(self, f.name)) for f in fields(self)}  # type: ignore[arg-type]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The value that `to_dict` wrote."""
        hints = _hints(cls)  # type: ignore[arg-type]
        with written_by_us(data, cls.__name__):
            return cls(**{name: _up(hints[name], value) for name, value in data.items() if name in hints})


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _down(value: Any) -> Any:
    if isinstance(value, (Record, Result)):
        return value.to_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _down(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(k): _down(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [_down(v) for v in value]
    return plain(value)


def _up(kind: Any, value: Any) -> Any:
    """The value of a declared type; what is declared as anything is left as JSON has it."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _of_union(inner, value)
    if value is None:
        return None
    if origin is tuple:
        kinds = [inner[0]] * len(value) if inner[-1:] == (...,) else list(inner)
        return tuple(_up(k, v) for k, v in zip(kinds, value, strict=True))
    if origin is Mapping:
        return {name: _up(inner[1], v) for name, v in value.items()}
    if isinstance(kind, type) and issubclass(kind, (Record, Result)):
        return kind.from_dict(value)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: _up(hints[name], v) for name, v in value.items()})
    return unplain(value)


def _of_union(kinds: tuple[Any, ...], value: Any) -> Any:
    if value is None:
        return None
    real = [k for k in kinds if k is not type(None)]
    return _up(real[0], value) if len(real) == 1 else unplain(value)
