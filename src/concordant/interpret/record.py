"""Frozen values made of results, sentences and numbers: to strict JSON and back."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Self, Union, get_args, get_origin, get_type_hints

from ..plain_json import AS_THEY_ARE, plain, unplain, written_by_us
from ..result import Result, equal_fields


class Record:
    """A frozen dataclass whose fields are numbers, text, results, sentences, records, or tuples of these."""

    def __init_subclass__(cls) -> None:
        cls.__eq__ = Record.__eq__  # type: ignore[method-assign]

    def __eq__(self, other: object) -> bool:
        """What is undefined here and there is equal, unlike two nan."""
        return equal_fields(self, other)

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def deferred(cls, find: Callable[[], Mapping[str, Any]], names: Sequence[str], **known: Any) -> Self:
        """A value whose fields of these names are found by `find` when one of them is first looked at."""
        return cls(**known, **dict.fromkeys(names)).put_off(find, names)

    def put_off(self, find: Callable[[], Mapping[str, Any]], names: Sequence[str]) -> Self:
        """The value with these fields to be found later; others that were put off before stay so."""
        made = self.but()
        for name in names:
            made.__dict__.pop(name, None)
            if not isinstance(type(self).__dict__.get(name), _DeferredRecordField):
                setattr(type(self), name, _DeferredRecordField(name))
        made.__dict__["_later"] = {**self.__dict__.get("_later", {}), **dict.fromkeys(names, find)}
        return made

    def but(self, **changes: Any) -> Self:
        """The value with other fields; what is not found yet stays so."""
        made = object.__new__(type(self))
        made.__dict__.update({**self.__dict__, **changes})
        return made

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied: all fields, those that were put off among them."""
        for name in self.__dict__.get("_later", {}):
            getattr(self, name)
        return {name: value for name, value in self.__dict__.items() if name != "_later"}

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON: no nan, no infinity; `from_dict` gives the same value back."""
        return {f.name: _down(getattr(self, f.name)) for f in fields(self)}  # type: ignore[arg-type]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The value that `to_dict` wrote."""
        hints = _hints(cls)  # type: ignore[arg-type]
        with written_by_us(data, cls.__name__):
            return cls(**{name: _up(hints[name], value) for name, value in data.items() if name in hints})


class _DeferredRecordField:
    """Asked only where a record does not hold the field yet, as Python asks for any class attribute."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, record: Record | None, kind: type[Record]) -> Any:
        return self if record is None else _found(record, self.name)


def _found(record: Record, name: str) -> Any:
    """A field that was put off; what is found with it is kept, unless it was set or put off again."""
    held = record.__dict__
    find = held["_later"].get(name)
    if find is not None:  # another thread may have been as fast
        found = {other: x for other, x in find().items() if held["_later"].get(other) is find}
        held.update({**found, **held})
        held["_later"] = {other: way for other, way in held["_later"].items() if other not in found}
    return held[name]


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _down(value: Any) -> Any:
    if type(value) in AS_THEY_ARE:
        return value
    if isinstance(value, (Record, Result)):
        return value.to_dict()
    if type(value) in (tuple, list):
        return [_down(v) for v in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _down(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(k): _down(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [_down(v) for v in value]
    return plain(value)


def _up(kind: Any, value: Any) -> Any:
    """The value of a declared type; what is declared as anything is left as JSON has it."""
    return None if value is None else _reader(kind)(value)


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """What makes a value of a declared type of what JSON has, where that is not null."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        real = [one for one in inner if one is not type(None)]
        return _reader(real[0]) if len(real) == 1 else unplain
    if origin is tuple:
        return _tuple_reader(inner)
    if origin is Mapping:
        return lambda value: {name: _up(inner[1], v) for name, v in value.items()}
    if isinstance(kind, type) and issubclass(kind, (Record, Result)):
        return kind.from_dict
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return lambda value: kind(**{name: _up(hints[name], v) for name, v in value.items()})
    return unplain


def _tuple_reader(kinds: tuple[Any, ...]) -> Callable[[Any], Any]:
    if kinds[-1:] == (...,):
        return lambda values: tuple(_up(kinds[0], v) for v in values)
    return lambda values: tuple(_up(kind, v) for kind, v in zip(kinds, values, strict=True))
