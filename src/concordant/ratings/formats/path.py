"""Paths into nested records: how the table of formats says where something is.

    a.b           the value at a, then b; a key that holds dots itself is found too
    a[0]          the first of a list
    a[type=x]     the first of a list whose type is x
    a|b           the first of them that is there and not empty
    $level.a      from a level with a name, such as the task around an annotation
    $level@key    under which key, or at which place, that level was found
    @file @index  the name of the file without its ending, and the number of the record
    =text         the text itself
    hash(a,b)     a short name for the values together
    join(a,b)     the values that are there, as one text

Paths that lead to several things end in [] (each of a list) or {} (each of a dictionary).
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ...engines.json_values import json_value
from ..native import is_gap

#: Text within text is taken for JSON up to this length.
_LONGEST = 5_000_000
_STEP = re.compile(r"\[(?P<place>-?\d+)\]|\[(?P<key>[^=\]]+)=(?P<value>[^\]]*)\]|(?P<name>[^.\[\]]+)")
_LEVEL = re.compile(r"\$(?P<level>[\w-]+)(?P<key>@key)?\.?(?P<rest>.*)", re.DOTALL)
_CALL = re.compile(r"(?P<name>hash|join)\((?P<parts>.*)\)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Scope:
    """The record that is looked at, and the levels it is inside of, by name."""

    here: Any
    levels: Mapping[str, Any] = field(default_factory=dict)
    keys: Mapping[str, Any] = field(default_factory=dict)
    file: str = ""
    index: int = 0

    def within(self, level: str, key: Any, value: Any) -> Scope:
        """One level further in."""
        return Scope(value, {**self.levels, level: value}, {**self.keys, level: key}, self.file, self.index)


Getter = Callable[[Scope], Any]
Step = str | int | tuple[str, str]


def is_empty(value: Any) -> bool:
    """Nothing, a blank text, or an empty list or dictionary."""
    if isinstance(value, (str, list, tuple, dict)):
        return len(value) == 0 or (isinstance(value, str) and not value.strip())
    return is_gap(value)


@cache
def getter(path: str) -> Getter:
    """What a path leads to, as a function of the record; None where it leads nowhere."""
    ways = [_way(part.strip()) for part in _split(path, "|")]
    if len(ways) == 1:
        return ways[0]

    def first(scope: Scope) -> Any:
        for way in ways:
            if not is_empty(found := way(scope)):
                return found
        return None

    return first


@cache
def each_of(path: str) -> Callable[[Scope], Iterator[tuple[Any, Any]]]:
    """The keys and values that a path ending in [] or {} leads to."""
    ways = []
    for part in _split(path, "|"):
        part = part.strip()
        ways.append((getter(part[:-2].rstrip(".")) if part[:-2] else _here, part[-2:]))

    def found(scope: Scope) -> Iterator[tuple[Any, Any]]:
        for way, sign in ways:
            held = unfold(way(scope))
            if sign == "{}" and isinstance(held, Mapping) and held:
                yield from held.items()
                return
            if sign == "[]" and is_list(held) and len(held):
                yield from enumerate(held)
                return

    return found


def is_list(value: Any) -> bool:
    """A list, or an array that a frame holds in a cell."""
    return isinstance(value, (list, tuple)) or (hasattr(value, "tolist") and getattr(value, "ndim", 0) == 1)


def objects_in(value: Any) -> list[Mapping[str, Any]]:
    """The dictionaries of a list; none where it is no list."""
    held = unfold(value)
    return [one for one in held if isinstance(one, Mapping)] if is_list(held) else []


def unfold(value: Any) -> Any:
    """A list or dictionary that was written as text, as CSV files hold them; anything else as it is."""
    if not isinstance(value, str):
        return value
    text = value.strip()
    if not (text[:1] in "[{" and text[-1:] in "]}" and len(text) > 1) or len(text) > _LONGEST:
        return value
    try:
        return json_value(text)
    except (ValueError, RecursionError):
        pass
    try:  # as Python shows its own lists and dictionaries
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return value


def walk(value: Any, steps: Sequence[Step]) -> Any:
    """The value some steps further in; None where a step leads nowhere."""
    if not steps:
        return value
    value, step = unfold(value), steps[0]
    if isinstance(step, str):
        return _by_key(value, steps) if isinstance(value, Mapping) else None
    if not is_list(value):
        return None
    if isinstance(step, int):
        return walk(value[step], steps[1:]) if -len(value) <= step < len(value) else None
    name, wanted = step
    for one in value:
        if isinstance(one, Mapping) and str(one.get(name)) == wanted:
            return walk(one, steps[1:])
    return None


def _by_key(value: Mapping[Any, Any], steps: Sequence[Step]) -> Any:
    """The longest key that is there: frames write the path to a value as one name, "result.score"."""
    names: list[str] = []
    for step in steps:
        if not isinstance(step, str):
            break
        names.append(step)
    for width in range(len(names), 0, -1):
        key = ".".join(names[:width])
        if key in value and (found := walk(value[key], steps[width:])) is not None:
            return found
    return None


def steps_of(path: str) -> tuple[Step, ...]:
    """The steps that a path without alternatives is made of."""
    return tuple(
        int(match["place"])
        if match["place"] is not None
        else (match["key"], match["value"])
        if match["key"] is not None
        else match["name"]
        for match in _STEP.finditer(path)
    )


def _here(scope: Scope) -> Any:
    return scope.here


def _way(path: str) -> Getter:
    if path.startswith("="):
        constant = path[1:]
        return lambda scope: constant
    if path == "@file":
        return lambda scope: scope.file
    if path == "@index":
        return lambda scope: scope.index
    if call := _CALL.fullmatch(path):
        parts = [getter(part.strip()) for part in _split(call["parts"], ",")]
        return _hash(parts) if call["name"] == "hash" else _join(parts)
    if level := _LEVEL.fullmatch(path):
        name, steps = level["level"], steps_of(level["rest"])
        if level["key"]:
            return lambda scope: scope.keys.get(name)
        return lambda scope: walk(scope.levels.get(name), steps)
    steps = steps_of(path)
    return lambda scope: walk(scope.here, steps)


def _hash(parts: Sequence[Getter]) -> Getter:
    def short(scope: Scope) -> str | None:
        values = [part(scope) for part in parts]
        return None if all(map(is_empty, values)) else short_name(values)

    return short


def short_name(values: Any) -> str:
    """Twelve characters that stand for values, the same in every run."""
    text = json.dumps(values, sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _join(parts: Sequence[Getter]) -> Getter:
    def joined(scope: Scope) -> str | None:
        there = [str(value) for part in parts if not is_empty(value := part(scope))]
        return " ".join(there) or None

    return joined


def _split(text: str, sign: str) -> list[str]:
    """The parts between signs that stand outside of brackets."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if character == sign and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]
