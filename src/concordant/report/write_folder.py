"""A folder of files: made beside its place, then moved there whole; what others put there is left alone."""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import OptionError
from ..quote import quote
from .tidy import TABLES
from .write_file import beside_of, check_named, explain_write_errors, keep_rights, shown, try_beside

#: The file that makes a folder ours, and lists what we put there.
MANIFEST = "concordant-report.json"
_FORMAT = "concordant report"
#: The files that we write: a list that names others was not written by us.
_OURS = {f"{name}.csv" for name in TABLES}
#: What file managers leave in folders that were looked at.
_LEFT_BY_LOOKING = {".DS_Store", "Thumbs.db", "desktop.ini"}
#: So often the place is tried for, where others write there at the same time.
_TRIES = 20


def write_folder(path: str | Path, files: Mapping[str, bytes], *, force: bool = False) -> Path:
    """Write the files as one folder; with `force` beside what others put there, over files of these names."""
    target = Path(os.path.realpath(path))
    check_free(path)
    if not force:
        check_our_folder(path)
    named = {**files, MANIFEST: _manifest(sorted(files))}
    beside = beside_of(target)
    with explain_write_errors(path):
        try:
            beside.mkdir(0o700 if target.exists() else 0o777)
            for name, content in named.items():
                (beside / name).write_bytes(content)
                keep_rights(target / name, beside / name)
            keep_rights(target, beside)
            if others_in(target):
                _file_by_file(beside, target, list(named))
            else:
                _whole(beside, target)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    return Path(path)


def check_our_folder(path: str | Path) -> None:
    """Complain where a folder holds what is not ours, or something else stands in its place."""
    target = Path(path)
    check_free(target)
    with explain_write_errors(path):
        others = others_in(target)
    if others:
        raise OptionError(
            f"{shown(target)} contains files that are not part of a report, such as {quote(others[0])}: "
            "choose "
            "another folder, or pass force=True to write into it."
        )


def check_free(path: str | Path) -> None:
    """Complain where a file, a pipe or a device stands in a folder's place; these are never moved away."""
    check_named(path)
    with explain_write_errors(path):
        try:
            mode = os.stat(path).st_mode
        except (FileNotFoundError, NotADirectoryError):
            return
    if not stat.S_ISDIR(mode):
        what = "a file" if stat.S_ISREG(mode) else "neither a file nor a folder"
        raise OptionError(
            f"{shown(path)} is {what}, but tables are written to a folder: choose another name."
        )


def check_folder(path: str | Path) -> None:
    """Complain where no folder can be written, before anything is computed for it."""
    check_free(path)
    target = Path(os.path.realpath(path))
    with explain_write_errors(path):
        try_beside(target / MANIFEST if others_in(target) else target)


def is_our_folder(path: str | Path) -> bool:
    """Whether an earlier report is in the folder."""
    return bool(_listed(Path(path, MANIFEST)))


def others_in(folder: Path) -> list[str]:
    """The names in a folder that no report put there; looked at again where it was exchanged meanwhile."""
    for _ in range(_TRIES):
        try:
            before = folder.stat().st_ino
            names = os.listdir(folder)
            ours = {*_LEFT_BY_LOOKING, *_listed(folder / MANIFEST)}
            if folder.stat().st_ino == before:
                return sorted(name for name in names if name not in ours)
        except (FileNotFoundError, NotADirectoryError):
            if not folder.exists() or folder.is_file():
                return []
    return []


def _manifest(names: list[str]) -> bytes:
    return (json.dumps({"format": _FORMAT, "files": names}, indent=1) + "\n").encode()


def _listed(manifest: Path) -> list[str]:
    """What we put in a folder by our own list, itself included; nothing where the list is not ours."""
    try:
        found: Any = json.loads(manifest.read_text(encoding="utf-8")) if manifest.is_file() else None
    except ValueError:
        return []
    if not isinstance(found, dict) or found.get("format") != _FORMAT:
        return []
    names = found.get("files")
    return [MANIFEST, *(str(name) for name in names if str(name) in _OURS)] if isinstance(names, list) else []


def _whole(made: Path, target: Path) -> None:
    """Move the folder to its place; the one that was there goes away, or comes back."""
    old = beside_of(target)
    try:
        _exchange(made, target, old)
    except BaseException:
        if old.exists() and not target.exists():
            os.replace(old, target)
        raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


def _exchange(made: Path, target: Path, old: Path) -> None:
    for left in range(_TRIES, -1, -1):
        try:
            if target.exists():
                os.replace(target, old)
            os.replace(made, target)
            return
        except OSError:
            if not left or not made.exists():
                raise
            if target.exists():  # another report took the place meanwhile
                shutil.rmtree(old, ignore_errors=True)


def _file_by_file(made: Path, target: Path, names: list[str]) -> None:
    """Each file whole, the list of them last."""
    for name in names:
        os.replace(made / name, target / name)
