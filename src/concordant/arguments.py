"""Arguments of public functions, compared with their annotations before anything is done with them.

@check_arguments
def table(cells: Any, categories: Sequence[Any] | None = None, *, raters: Sequence[str] = ("A", "B")): …

table(cells, raters=5)     raters must be a list of names, got 5.
table(cells, rater="a")    an option of table must be one of ['cells', …], got 'rater'. Did you mean 'raters'?
"""

from __future__ import annotations

import inspect
import os
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, wraps
from numbers import Number
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

import numpy as np

from .errors import ConcordantError, OptionError, choose, is_number
from .option_values import plain_value
from .quote import quote
from .suggestion import hint

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


@dataclass(frozen=True)
class Kind:
    """What an annotation allows: a test of a value, how a message says it, names to choose from.

    Where it is a list, columns, arrays and what can be walked through only once are made one.
    """

    allows: Callable[[Any], bool]
    words: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    is_list: bool = False

    def check(self, name: str, value: Any) -> None:
        """Complain unless the value is allowed."""
        if self.allows(value):
            return
        if self.names and not self.words:
            choose(name, value, self.names)
        words = (*([f"one of {quote(list(self.names))}"] if self.names else ()), *self.words)
        near = hint(value, self.names) if isinstance(value, str) else ""
        raise OptionError(f"{name} must be {_either(words)}, got {quote(value)}.{near}")


#: What options may be, by name; None: anything.
Kinds = Mapping[str, Kind | None]


def check_options(kinds: Kinds, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options, each checked."""
    checked = {}
    for name, value in options.items():
        kind = kinds.get(name)
        if kind is not None:
            value = plain_value(name, value)
            if kind.is_list and (isinstance(value, Iterator) or _dimensions(value) == 1):
                value = value.tolist() if hasattr(value, "tolist") else list(value)
            kind.check(name, value)
        checked[name] = float(value) if isinstance(value, Fraction) else value
    return checked


def check_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """The function with its arguments checked: each against its annotation, names against those it has."""
    return _Checked(function).wrapped(function)


def check_arguments_and(more: Kinds) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Like `check_arguments`, for a function that hands options on: `more` says what those may be."""
    return lambda function: _Checked(function, more).wrapped(function)


def check_fields(kind: type[T]) -> type[T]:
    """A dataclass whose fields are checked as the arguments of a function are."""
    kind.__init__ = check_arguments(kind.__init__)  # type: ignore[method-assign]
    return kind


def explain_fields(kind: type[T]) -> type[T]:
    """A dataclass that is made on every call, whose fields are checked only where making it fails."""
    make: Any = kind.__init__
    checked: Any = check_arguments(make)

    @wraps(make)
    def init(self: T, *args: Any, **options: Any) -> None:
        try:
            make(self, *args, **options)
        except ConcordantError:
            raise
        except (TypeError, ValueError, AttributeError):
            checked(self, *args, **options)

    kind.__init__ = init  # type: ignore[assignment,method-assign]
    return kind


class _Checked:
    """The parameters of a function, ready to be compared with arguments."""

    def __init__(self, function: Callable[..., Any], more: Kinds | None = None) -> None:
        parameters = inspect.signature(function).parameters.values()
        self.function, self.more = function, more or {}
        self.places = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        own = [p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)]
        hands_on = any(p.kind is p.VAR_KEYWORD for p in parameters)
        self.names = dict.fromkeys([*own, *(self.more if hands_on else ())])
        self.any_name = hands_on and more is None

    @cached_property
    def kinds(self) -> Kinds:
        """What each argument may be; annotations are read when the function is first called."""
        return {**kinds_of(self.function), **self.more}

    def wrapped(self, function: Callable[P, R]) -> Callable[P, R]:
        """The function behind the check."""

        @wraps(function)
        def call(*args: P.args, **options: P.kwargs) -> R:
            if options and not self.any_name:
                self.check_names(options)
            given = check_options(self.kinds, dict(zip(self.places, args, strict=False)))
            checked: dict[str, Any] = check_options(self.kinds, options) if options else {}
            return function(*given.values(), *args[len(given) :], **checked)  # type: ignore[arg-type]

        return call

    def check_names(self, options: Mapping[str, Any]) -> None:
        """Complain of an option that the function does not have."""
        for name in options:
            if name not in self.names:
                called = self.function.__qualname__.removesuffix(".__init__")
                choose(f"an option of {called}", name, [one for one in self.names if one != "self"])


# --- from annotations to kinds ------------------------------------------------------------------


@cache
def kinds_of(function: Callable[..., Any]) -> Kinds:
    """What each parameter of a function may be, by its annotation."""
    written = inspect.unwrap(function)
    return {
        name: kind_of(_annotation(written, parameter.annotation))
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
    }


def _annotation(function: Callable[..., Any], written: Any) -> Any:
    """The annotation itself; anything where it names what is only imported for type checkers."""
    if written is inspect.Parameter.empty:
        return Any
    try:
        return eval(written, function.__globals__) if isinstance(written, str) else written  # noqa: S307
    except NameError:
        return Any


def kind_of(annotation: Any) -> Kind | None:
    """What an annotation allows; None for anything."""
    annotation = resolved(annotation)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return Kind(lambda value: isinstance(value, str) and value in inner, (), inner)
    if origin in (Union, types.UnionType):
        return _any_of([kind_of(one) for one in inner], inner)
    if origin in (Sequence, Iterable, list, tuple):
        return _list_of(inner)
    if origin is Mapping or annotation is Mapping:
        return Kind(lambda value: isinstance(value, Mapping), ("a dictionary",))
    if origin is np.ndarray:
        return Kind(lambda value: _dimensions(value) > 0 and hasattr(value, "dtype"), ("an array",))
    if origin is not None and issubclass(origin, Callable):  # type: ignore[arg-type]
        return Kind(callable, ("a function",))
    if not isinstance(annotation, type):
        return None
    return Kind(lambda value: isinstance(value, annotation), (f"a {annotation.__name__}",))


def resolved(annotation: Any) -> Any:
    """What an alias of the `type` statement stands for; numpy's NDArray is one from Python 3.12 on."""
    alias = get_origin(annotation) or annotation
    return getattr(alias, "__value__", annotation)


def _any_of(kinds: Sequence[Kind | None], inner: Sequence[Any]) -> Kind | None:
    """Any of several kinds; a name to choose from says more than "text"."""
    if any(kind is None for kind in kinds):
        return None
    real = [
        kind for kind, one in zip(kinds, inner, strict=True) if kind and not (one is str and Path in inner)
    ]
    names = tuple(name for kind in real for name in kind.names)
    words = dict.fromkeys(word for kind in real for word in kind.words)
    if names:
        words.pop("text", None)
    has_arrays = any(get_origin(resolved(one)) is np.ndarray for one in inner)
    is_list = any(kind.is_list for kind in real) and not has_arrays
    return Kind(lambda value: any(kind.allows(value) for kind in real), tuple(words), names, is_list)


def _list_of(inner: Sequence[Any]) -> Kind:
    """A list; names in it are checked here, numbers where they are computed with."""
    if inner and inner[0] is str:
        return Kind(_are_names, ("a list of names",), is_list=True)
    entry = kind_of(inner[0]) if inner else None
    if entry is None:
        return Kind(_is_list, ("a list",), is_list=True)
    text = _either([_PLURAL.get(word, word.replace("a list", "lists")) for word in entry.words])
    return Kind(_is_list, (f"a list of {text}",), is_list=True)


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _is_list(value: object) -> bool:
    """Entries one after the other: a list, a column, an array of one dimension; a set has no order."""
    if isinstance(value, (list, tuple, range)):
        return True
    dimensions = _dimensions(value)
    walked = dimensions < 0 and isinstance(value, Iterable)
    return dimensions == 1 or (walked and not isinstance(value, (str, bytes, Mapping, Set)))


def _dimensions(value: object) -> int:
    """How many dimensions an array, a column or a frame has; -1 for anything else."""
    shape = None if isinstance(value, type) else getattr(value, "shape", None)
    return len(shape) if isinstance(shape, tuple) else -1


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _are_names(value: Any) -> bool:
    return _is_list(value) and all(isinstance(name, (str, int, np.integer)) for name in value)


def _is_whole(value: object) -> bool:
    whole = isinstance(value, (int, np.integer)) and is_number(value)
    return whole and abs(int(value)) < 2**63  # type: ignore[call-overload]


def _is_truth(value: object) -> bool:
    return isinstance(value, (bool, np.bool_))


def is_path(value: object) -> bool:
    """Whether a file of this name can exist: no system takes a null sign or half a pair of UTF-16."""
    if not isinstance(value, (str, os.PathLike)):
        return False
    try:
        return b"\0" not in os.fsencode(value)
    except (TypeError, ValueError):
        return False


_PLURAL = {"a number": "numbers", "a whole number": "whole numbers"}
_PLAIN: dict[Any, Kind | None] = {
    Any: None,
    object: None,
    str: Kind(_is_text, ("text",)),
    int: Kind(_is_whole, ("a whole number",)),
    float: Kind(is_number, ("a number",)),
    bool: Kind(_is_truth, ("True or False",)),
    Number: Kind(lambda value: isinstance(value, Number), ("a number",)),
    Path: Kind(is_path, ("text", "a path")),
    type(None): Kind(lambda value: value is None),
}
