"""Files that stay on disk: one or many, opened as a relation."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...engines import duckdb_files as duck_files
from ...engines import polars as polars_files
from ...engines import spark
from ...engines.relation import Relation
from ...errors import InputError, OptionError
from ...quote import quote
from ...result import Note
from ..grid import HEAD, refuse_repeated
from ..observed import typed
from ..reading import (
    PACKED,
    PARQUET,
    Layout,
    first_bytes,
    guess,
    has_suffix,
    jsonl_lines,
    lay_out,
    read_start,
    refuse_null,
    text_kind,
)
from .source import SourceOptions

_MODULES: dict[str, Any] = {"duckdb": duck_files, "polars": polars_files, "spark": spark}


def open_files(paths: Sequence[str], called: str, start: bytes, how: SourceOptions) -> Relation | None:
    """Parquet, CSV or JSONL, by the engine that is asked for; None for anything else."""
    module = _MODULES[how.engine or "duckdb"]
    options: dict[str, Any] = {}
    if module is duck_files:
        options = {"memory_limit": how.memory_limit, "progress": how.progress}
    elif how.memory_limit is not None:
        raise OptionError(f"memory_limit is for engine='duckdb'; {how.engine} has its own settings.")
    if start.startswith(PARQUET):
        _refuse_others(paths, lambda one: one.startswith(PARQUET))
        found: Relation = module.parquet(paths, called, **options)
        refuse_repeated(found.names, called)
        return found.with_notes(*duck_files.uneven(paths))
    if has_suffix(paths[0], ".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"):
        return None
    try:
        texts = [_text(path, how) for path in paths]
    except _Foreign:
        if len(paths) == 1 and how.engine is None and how.memory_limit is None:
            return None  # nobody asked for an engine: it is read into memory, which takes any encoding
        raise
    kinds = {text.kind for text in texts}
    if len(kinds) > 1 or len({text.packed for text in texts}) > 1:
        raise InputError(
            "The files are of different kinds: name files of one kind, or join them by a column with join=…."
        )
    kind = kinds.pop()
    if kind == "jsonl":
        if module is duck_files:
            records = [record for text in texts for record in jsonl_lines(text.lines, called)]
            names = list(dict.fromkeys(key for record in records for key in record))
            options |= {"names": names, "packed": texts[0].packed}
        made: Relation = module.jsonl(paths, called, **options)
        return made
    return None if kind == "json" else _tables(module.csv, paths, called, texts, how, options)


class _Foreign(InputError):
    """A file is in an encoding that engines do not read."""


@dataclass(frozen=True)
class _Start:
    """How a file of text begins."""

    path: str
    text: str
    kind: str
    packed: bool

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")[:HEAD]


def _text(path: str, how: SourceOptions) -> _Start:
    packed = first_bytes(path).startswith(PACKED)
    raw = read_start(path, packed)
    encoding = how.encoding or guess(raw, path)
    if encoding.replace("_", "-").lower() not in ("utf-8", "utf-8-sig", "ascii"):
        raise _Foreign(
            f"{path} is written in {encoding}, but a file that is not read into memory must be in "
            "UTF-8: convert it "
            "first, or pass engine='memory'."
        )
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(raw)
    whole = text[: text.rfind("\n") + 1] or text
    plain = whole.removeprefix("\ufeff")
    refuse_null(plain, path)
    return _Start(path, plain, text_kind(plain, path), packed)


def _tables(
    make: Callable[..., Relation],
    paths: Sequence[str],
    called: str,
    texts: list[_Start],
    how: SourceOptions,
    options: dict[str, Any],
) -> Relation:
    layouts = [lay_out(text.text, text.path, how.delimiter, how.header, how.decimal) for text in texts]
    first: Layout = layouts[0]
    for text, layout in zip(texts, layouts, strict=True):
        if (layout.names, layout.delimiter, layout.named) != (first.names, first.delimiter, first.named):
            raise InputError(
                f"{text.path} has different columns from {texts[0].path}: {quote(list(layout.names))} "
                f"and {quote(list(first.names))}. Files that are read together need the same "
                "columns in the same "
                "order; files of different raters are joined by a column with join=…."
            )
    notes: tuple[Note, ...] = first.notes
    return make(
        paths, called, names=first.names, delimiter=first.delimiter, header=first.named, skip=first.skip,
        packed=texts[0].packed, spelled=partial(typed, decimal_comma=first.decimal_comma), notes=notes,
        **options,
    )  # fmt: skip


def _refuse_others(paths: Sequence[str], fits: Callable[[bytes], bool]) -> None:
    for path in paths[1:]:
        if not fits(first_bytes(path)):
            raise InputError(
                f"The files are of different kinds: {path} is unlike the first. Name files of one kind."
            )
