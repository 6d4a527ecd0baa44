"""Errors of other libraries about the data, as errors of ours: what cannot be read is one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import InputError

#: Libraries whose errors are about the data; a panic of Rust has a module of its own.
_LIBRARIES = frozenset(
    ["polars", "pyspark", "py4j", "psycopg", "duckdb", "pyarrow", "narwhals", "pyo3_runtime", "ibis"]
)
_LONGEST = 300


@contextmanager
def library_errors(what: str, why: str | None = None) -> Iterator[None]:
    """What another library complains about as "what: why."; its own words unless `why` is given."""
    try:
        yield
    except MemoryError:
        raise InputError(f"{what}: there is not enough memory.") from None
    except BaseException as problem:  # a panic of Rust is no Exception
        if not is_of_library(problem):
            raise
        known = "" if why else _damage(str(problem), what.partition(" could not be read")[0])
        raise InputError(known or f"{what}: {why or first_sentence(problem)}") from None


_LINE = re.compile(r"CSV Error on Line: (\d+)")
_WIDTHS = re.compile(r"Expected Number of Columns: (\d+) Found: (\d+)")
_SKIPPED = re.compile(r"skip_rows = (\d+)")
_NO_PARQUET = re.compile(r"too small to be a Parquet|No magic bytes|Parquet.*(corrupt|invalid|footer)", re.I)


def _damage(complaint: str, source: str) -> str:
    """What DuckDB found wrong in a file, in the words of our own reader; nothing for anything else."""
    if _NO_PARQUET.search(complaint):
        return f"{source} could not be read as Parquet: the file is damaged; write it again."
    if (line := _LINE.search(complaint)) is None:
        return ""
    if "unterminated quote" in complaint:
        fault = "opens a quotation mark that is never closed: close it, or remove it"
        return f"Line {line[1]} of {source} {fault}."
    if (widths := _WIDTHS.search(complaint)) is None:
        return ""
    skipped = _SKIPPED.search(complaint)
    header = 1 + int(skipped[1]) if skipped else 1
    fields = "1 field" if widths[2] == "1" else f"{widths[2]} fields"
    return (
        f"Line {line[1]} of {source} has {fields} where line {header} has "
        f"{widths[1]}: give every line one field for each column, and quote text that contains the delimiter."
    )


def is_of_library(problem: BaseException) -> bool:
    """Whether an error comes from a library that reads data, or is text of the data that is no text."""
    module = type(problem).__module__.partition(".")[0].lstrip("_")
    return module in _LIBRARIES or isinstance(problem, UnicodeDecodeError)


def first_sentence(problem: BaseException) -> str:
    """What a library complains about, without its advice."""
    return " ".join(str(problem).strip().partition("\n")[0].split())[:_LONGEST]
