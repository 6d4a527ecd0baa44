"""Errors of other libraries about the data, as errors of ours: what cannot be read is one sentence."""

from __future__ import annotations

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
        raise InputError(f"{what}: it needs more memory than there is.") from None
    except BaseException as problem:  # a panic of Rust is no Exception
        if not is_of_library(problem):
            raise
        raise InputError(f"{what}: {why or first_sentence(problem)}") from None


def is_of_library(problem: BaseException) -> bool:
    """Whether an error comes from a library that reads data, or is text of the data that is no text."""
    module = type(problem).__module__.partition(".")[0].lstrip("_")
    return module in _LIBRARIES or isinstance(problem, UnicodeDecodeError)


def first_sentence(problem: BaseException) -> str:
    """What a library complains about, without its advice."""
    return " ".join(str(problem).strip().partition("\n")[0].split())[:_LONGEST]
