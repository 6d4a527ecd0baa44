"""Files through polars, scanned and streamed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..errors import MissingLibrary
from ..result import Note
from .duck_files import folder_keys
from .frames import relation
from .relation import Relation


def _library() -> Any:
    try:
        import polars
    except ImportError:
        raise MissingLibrary("engine='polars' needs polars: pip install polars.") from None
    return polars


def parquet(paths: Sequence[str], source: str) -> Relation:
    """Parquet files; folders called key=value add a column each."""
    keys = bool(folder_keys(paths))
    return relation(_library().scan_parquet(list(paths), hive_partitioning=keys), source)


def csv(
    paths: Sequence[str], source: str, *, names: Sequence[str], delimiter: str, header: bool, skip: int,
    packed: bool, spelled: Callable[[Any], Any], notes: tuple[Note, ...] = (),
) -> Relation:  # fmt: skip
    """CSV files in UTF-8, every cell as text."""
    frame = _library().scan_csv(
        list(paths), separator=delimiter, has_header=header, skip_rows=skip, infer_schema=False,
        new_columns=list(names),
    )  # fmt: skip
    return relation(frame, source, spelled=spelled, unnamed=not header, notes=notes)


def jsonl(paths: Sequence[str], source: str) -> Relation:
    """Files of JSON objects, one a line, typed as polars finds them."""
    return relation(_library().scan_ndjson(list(paths)), source)
