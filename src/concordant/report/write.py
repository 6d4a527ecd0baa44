"""Files are written whole or not at all, and never over something else."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import InputError, OptionError

#: What our files say near their beginning: Markdown and tables for Word, pages, JSON, LaTeX.
MARK = "<!-- concordant report -->"
PAGE_MARK = '<meta name="generator" content="concordant report">'
JSON_MARK = '"format": "concordant report"'
LATEX_MARK = "%% concordant report"
_NEAR = 4096


def write_whole(path: str | Path, content: str | bytes) -> Path:
    """Write a file beside its place, then move it there: who looks sees the old or the new, no half."""
    target = Path(os.path.realpath(path))
    held = content.encode("utf-8") if isinstance(content, str) else content
    with said_if_not_written(path):
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_bytes(held)  # a pipe or a device has nothing to keep
        else:
            _beside_and_there(target, held)
    return Path(path)


def _beside_and_there(target: Path, held: bytes) -> None:
    beside = beside_of(target)
    try:
        # Made as other new files are, so that others may read it who may read those.
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with os.fdopen(number, "wb") as file:
            file.write(held)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)


def beside_of(target: Path) -> Path:
    """A place beside a file that nobody else writes to; its name is known before anything is made."""
    return target.with_name(f".concordant-{uuid.uuid4().hex}.part")


@contextmanager
def said_if_not_written(path: str | Path) -> Iterator[None]:
    """What the system says against a place, as one sentence."""
    try:
        yield
    except FileNotFoundError:
        raise InputError(
            f"{path} cannot be written: the folder {Path(path).parent} does not exist."
        ) from None
    except OSError as why:
        raise InputError(f"{path} cannot be written: {why.strerror or why}.") from None


def is_report(path: str | Path) -> bool:
    """Whether a file says that it is a report."""
    with Path(path).open("rb") as file:
        start = file.read(_NEAR)
    return any(mark.encode() in start for mark in (MARK, PAGE_MARK, JSON_MARK, LATEX_MARK))


def check_ours(path: str | Path) -> None:
    """Complain where a file would be written over that is no report."""
    target = Path(path)
    with said_if_not_written(path):
        if target.is_dir():
            raise OptionError(f"{target} is a folder: name a file in it.")
        if not target.is_file() or target.stat().st_size == 0 or is_report(target):
            return
    raise OptionError(
        f"{target} exists and is not a report of concordant: choose another name, or pass force=True to "
        "replace it."
    )
