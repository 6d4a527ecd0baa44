"""Files are written whole or not at all, and never over something else."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ..errors import InputError

#: What every file that is ours says somewhere near its beginning.
MARK = "concordant report"
_NEAR = 4096


def write_whole(path: str | Path, content: str | bytes) -> Path:
    """Write a file beside its place, then move it there: who looks sees the old or the new, no half."""
    target = Path(path)
    held = content.encode("utf-8") if isinstance(content, str) else content
    try:
        number, beside = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    except OSError as why:
        raise InputError(f"{target} cannot be written: {why.strerror or why}.") from None
    try:
        with os.fdopen(number, "wb") as file:
            file.write(held)
            file.flush()
            os.fsync(file.fileno())
        _as_new_files_are(beside)
        os.replace(beside, target)
    except BaseException as why:
        Path(beside).unlink(missing_ok=True)
        if isinstance(why, OSError):
            raise InputError(f"{target} cannot be written: {why.strerror or why}.") from None
        raise
    return target


def _as_new_files_are(path: str) -> None:
    """Readable by whom new files are readable by; a temporary file is its owner's alone."""
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(path, 0o666 & ~mask)


def check_ours(path: str | Path) -> None:
    """Complain where a file would be written over that is no report."""
    target = Path(path)
    if target.is_dir():
        raise InputError(f"{target} is a folder: name a file in it.")
    if not target.exists() or target.stat().st_size == 0:
        return
    with target.open("rb") as file:
        if MARK.encode() in file.read(_NEAR):
            return
    raise InputError(
        f"{target} exists and is not a report of concordant: choose another name, or pass force=True to "
        "replace it."
    )
