"""What comes through a pipe or standard input, copied to a file: up to a limit, and not if it is no data."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from ...errors import InputError
from .encoding import refuse_binary
from .files import has_known_start

#: A stream that goes on for longer than this is refused, as it may never end.
MOST_BYTES = 1_000_000_000

_BLOCK = 1 << 20


def copy_stream(stream: BinaryIO, path: Path, source: str) -> None:
    """Write all that comes to a file; `source` is what the stream is called in a complaint."""
    try:
        with path.open("wb") as copy:
            while block := stream.read(_BLOCK):
                _check(block, copy.tell(), source)
                copy.write(block)
    except OSError as problem:
        raise InputError(f"{source} could not be copied to a file: {problem.strerror}.") from None


def _check(block: bytes, before: int, source: str) -> None:
    """Complain of bytes that are no data, and of too many of them."""
    if not before and not has_known_start(block):
        refuse_binary(block, source)
    if before + len(block) > MOST_BYTES:
        raise InputError(
            f"{source} gave more than {MOST_BYTES:,} bytes and may never end: save the ratings to a file and "
            "name that."
        )
