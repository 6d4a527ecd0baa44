"""Files through polars, scanned and streamed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ..errors import MissingLibrary
from ..result import Note
from .duckdb_session import SOME
from .folders import by_folder
from .frames import relation
from .library_errors import library_errors
from .relation import Relation


def _library() -> Any:
    try:
        import polars
    except ImportError:
        raise MissingLibrary("engine='polars' needs polars: pip install 'concordant[polars]'.") from None
    return polars


def parquet(paths: Sequence[str], source: str) -> Relation:
    """Parquet files; folders called key=value add a column each."""
    scan = partial(_library().scan_parquet, hive_partitioning=False, glob=False)
    with library_errors(f"{source} could not be read"):
        return relation(_together(paths, lambda own: [scan(path) for path in own]), source)


def _together(paths: Sequence[str], scan: Callable[[list[str]], list[Any]]) -> Any:
    """All files as one frame, with a column for each key of their folders."""
    polars = _library()
    parts = []
    for values, own in by_folder(paths):
        held = {key: polars.lit(value, dtype=polars.String) for key, value in values.items()}
        parts += [frame.with_columns(**held) for frame in scan(own)]
    return parts[0] if len(parts) == 1 else polars.concat(parts, how="diagonal_relaxed")


def csv(
    paths: Sequence[str], source: str, *, names: Sequence[str], delimiter: str, header: bool, skip: int,
    packed: bool, spelled: Callable[[Any], Any], notes: tuple[Note, ...] = (),
) -> Relation:  # fmt: skip
    """CSV files in UTF-8, every cell as text; empty lines are none.

    Lines that are too long are refused; a line that is too short has gaps at its end, which polars does
    not tell.
    """
    polars = _library()
    scan = partial(
        polars.scan_csv, separator=delimiter, has_header=header, skip_rows=skip, infer_schema=False,
        new_columns=list(names), glob=False,
    )  # fmt: skip
    empty = polars.all_horizontal(polars.all().is_null())
    with library_errors(f"{source} could not be read"):
        frame = _together(paths, lambda own: [scan(own).filter(~empty)])
    return relation(
        frame, source, spelled=spelled, unnamed=not header, notes=notes,
        measured=partial(_as_numbers, decimal_comma=delimiter != ","),
    )  # fmt: skip


def _as_numbers(r: Relation, names: Sequence[str], *, decimal_comma: bool) -> tuple[Relation, list[str]]:
    """Columns of text as the numbers they spell, and some of the texts that spell none."""
    import narwhals.stable.v2 as nw

    held = r.frame.to_native()
    spelled = {}
    for place in dict.fromkeys(map(r.place, names)):
        text = _library().col(place).str.strip_chars()
        if decimal_comma:
            text = text.str.replace(r"^([+-]?\d*),(\d+)$", "${1}.${2}")
        spelled[place] = text.cast(float, strict=False)
    strange: list[str] = []
    for place, number in spelled.items():
        odd = held.select(place).filter(_library().col(place).is_not_null() & number.is_null())
        strange += r.run(nw.from_native(odd.unique().head(SOME)))[place].to_list()
    frame = nw.from_native(held.with_columns(**spelled))
    return replace(r, frame=frame, kinds={**r.kinds, **dict.fromkeys(names, "numbers")}), strange


def jsonl(paths: Sequence[str], source: str) -> Relation:
    """Files of JSON objects, one a line, typed as polars finds them."""
    with library_errors(f"{source} could not be read"):
        return relation(_together(paths, lambda own: [_library().scan_ndjson(path) for path in own]), source)
