"""The archive: one zip of JSON and packed ratings, and every check that a file is one."""

from __future__ import annotations

import hashlib
import json
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from zipfile import ZIP_STORED, BadZipFile, ZipFile

from ...errors import InputError
from ...interpret.compare import Preset
from ...interpret.goals import Goal, read_goals
from ...interpret.record import Record
from ...interpret.study import Study
from ...ratings.packed import content, unpack
from ...ratings.scale import Scale
from ...report.write_file import shown
from .prepare import LONGEST_MOMENT, Ready, checked_name, storable_about
from .records import StoredRound, from_before
from .rows import findings_of, results_of, storable, study_of

HEAD, FORMAT, VERSION = "rounds.json", "concordant rounds", 1

#: More than this is no list of rounds.
_LARGEST_HEAD = 1 << 28


@dataclass(frozen=True, kw_only=True)
class ArchiveEntry(Record):
    """One round in a file, with the sums of the bytes that belong to it."""

    kept: StoredRound
    ratings: str
    study: str


def head_bytes(entries: Sequence[ArchiveEntry]) -> bytes:
    """What the file is, and what is in it."""
    facts = {"format": FORMAT, "version": VERSION, "rounds": [entry.to_dict() for entry in entries]}
    return json.dumps(facts, ensure_ascii=True, indent=1, allow_nan=False).encode("ascii")


class ArchiveFile:
    """A file that is open: its entries, and each of them whole."""

    def __init__(self, packed: ZipFile, path: Path) -> None:
        self._packed, self._path = packed, path
        self.entries = self._entries()

    def _entries(self) -> list[ArchiveEntry]:
        head = json.loads(self._read(HEAD, _LARGEST_HEAD))
        if head["format"] != FORMAT:
            raise ValueError("another format")
        if type(head["version"]) is not int:
            raise ValueError("no version")
        if head["version"] > VERSION:
            raise _Newer(head["version"])
        entries = [ArchiveEntry.from_dict(one) for one in head["rounds"]]
        check_entries([entry.kept for entry in entries])
        return entries

    def ready(self, number: int) -> Ready:
        """The round of this number, from 0, with all that it holds."""
        with _explain_errors(self._path):
            return self._ready(number)

    def _ready(self, number: int) -> Ready:
        entry = self.entries[number]
        ratings, study = (
            self._summed(f"{number + 1:06d}.{what}", getattr(entry, what)) for what in ("ratings", "study")
        )
        if content(ratings) != entry.kept.content:
            raise ValueError("other ratings")
        unpack(ratings)
        made = study_of(study)
        check_study(made, entry.kept)
        return Ready(entry.kept, ratings, study, made)

    def _summed(self, name: str, total: str) -> bytes:
        data = self._read(name)
        if hashlib.sha256(data).hexdigest() != total:
            raise ValueError("another sum")
        return data

    def _read(self, name: str, most: int | None = None) -> bytes:
        """Bytes that stand in the file as they are: none that grow when they are read."""
        info = self._packed.getinfo(name)
        size = self._path.stat().st_size if most is None else most
        if info.compress_type != ZIP_STORED or info.file_size != info.compress_size or info.file_size > size:
            raise ValueError("not as we write it")
        return self._packed.read(info)


@contextmanager
def carried(path: Path) -> Iterator[ArchiveFile]:
    """Open a file that `export` wrote."""
    with _explain_errors(path):
        packed = ZipFile(path)
    with packed:
        with _explain_errors(path):
            file = ArchiveFile(packed, path)
        yield file


@contextmanager
def _explain_errors(path: Path) -> Iterator[None]:
    """Whatever is wrong with a file, in one sentence."""
    try:
        yield
    except _Newer as problem:
        raise InputError(
            f"{shown(path)} was made by a newer version of concordant (format {problem}; this version "
            f"reads up to {VERSION}): update concordant. Nothing was loaded."
        ) from None
    except OSError as problem:
        raise InputError(
            f"{shown(path)} cannot be read: {problem.strerror or problem}. Nothing was loaded."
        ) from None
    except (ArithmeticError, AttributeError, BadZipFile, EOFError, LookupError, NotImplementedError,
            RecursionError, TypeError, ValueError):  # fmt: skip
        raise InputError(
            f"{shown(path)} is damaged, or is not a file of rounds exported by concordant. Nothing was "
            "loaded."
        ) from None


class _Newer(Exception):
    """A form that is not known yet."""


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


#: More items or ratings than this are not counted.
_MOST = 2**53


def check_entries(rounds: Sequence[StoredRound]) -> None:
    """Complain of a round that is not as we write it, and of a generation without the one before it."""
    seen: set[tuple[str, str, int]] = set()
    for kept in rounds:
        _check(kept)
        seen.add((kept.project, kept.name, kept.generation))
        if kept.generation > 1 and (kept.project, kept.name, kept.generation - 1) not in seen:
            raise ValueError("a generation without the one before it")


def _check(kept: StoredRound) -> None:
    checked_name("project", kept.project)
    checked_name("round", kept.name)
    right = fits(StoredRound, kept) and (
        all(0 < n < 2**31 for n in (kept.place, kept.generation))
        and all(0 <= n <= _MOST for n in (kept.n_items, kept.n_ratings))
        and storable(kept.version) == kept.version
        and storable_about(kept.about) == kept.about
        and len(kept.about.when) <= LONGEST_MOMENT
    )
    if not right:
        raise ValueError("not as we write it")
    if kept.goal is not None:
        _check_goal(Goal.from_dict(kept.goal))
    _check_options(kept.options)


def _check_goal(goal: Goal) -> None:
    """As strictly as a user's own."""
    if not fits(Goal, goal):
        raise ValueError("no goal")
    targets = [{"measure": t.measure, "options": t.options, "on": t.on, t.bound: t.threshold}
               for t in goal.targets]  # fmt: skip
    read_goals({"name": goal.name["en"], "name_zh": goal.name["zh"], "key": goal.key, "targets": targets})


def _check_options(options: Mapping[str, Any]) -> None:
    """Those that hold for later rounds; others are only kept."""
    held = from_before({}, options)
    for name, fitting in _FITTING.items():
        if held.get(name) is not None and not fitting(held[name]):
            raise ValueError(f"no {name}")


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str | int | float) for one in value)


#: What an option may be that was kept.
_FITTING: dict[str, Any] = {
    "reference": lambda x: isinstance(x, str) or (_is_list(x) and all(isinstance(one, str) for one in x)),
    "categories": _is_list,
    "missing": _is_list,
    "scale": lambda x: isinstance(x, str | Scale),
    "rater_kind": lambda x: fits(Mapping[str, str], x),
    "preset": lambda x: fits(Preset, x),
    "level": lambda x: isinstance(x, float) and 0 < x < 1,
}


def check_study(study: Study, kept: StoredRound) -> None:
    """Complain of a study that is none, is of other ratings, or has unknown results."""
    if not fits(Study, study) or (study.n_items, study.n_ratings) != (kept.n_items, kept.n_ratings):
        raise ValueError("no study of these ratings")
    results_of(study)
    findings_of(study)
