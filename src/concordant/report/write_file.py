"""Files and the formats they are in: written whole or not at all, and never over something else."""

from __future__ import annotations

import json
import os
import re
import stat
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from ..digits import rounded_all
from ..errors import InputError, OptionError, choose
from ..language.render import Language
from ..quote import LONGEST_PATH, quote, shorten

#: What our files say at their beginning: Markdown and tables for Word, pages, JSON, LaTeX.
MARK = "<!-- concordant report -->"
PAGE_MARK = '<meta name="generator" content="concordant report">'
JSON_MARK = '"format": "concordant report"'
LATEX_MARK = "%% concordant report"
#: That of a PDF stands at its end, behind what readers look at.
PDF_MARK = b"%% concordant report\n"
_NEAR = 16384

#: Where each mark stands; elsewhere it is somebody's text about reports.
_OURS = re.compile(
    rf"(?:{MARK}|{LATEX_MARK})\s*?(?:\n|\Z)|\{{\s*{JSON_MARK}|<!doctype html>\s*(?:{MARK}|"
    rf'<html[^>]*>\s*<head>\s*<meta charset="utf-8">\s*{PAGE_MARK})'
)


def write_whole(path: str | Path, content: str | bytes) -> Path:
    """Write a file beside its place, then move it there: who looks sees the old or the new, no half."""
    held = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    with explain_write_errors(path):
        if is_stream(path):
            Path(path).write_bytes(held)
        else:
            with replaced_file(Path(os.path.realpath(path))) as file:
                file.write(held)
    return Path(path)


@contextmanager
def replaced_file(target: Path) -> Iterator[BinaryIO]:
    """A new file that takes the place of another, and its rights, once it is written whole."""
    beside = beside_of(target)
    try:
        # Made as other new files are, so that others may read it who may read those.
        rights = 0o600 if target.exists() else 0o666
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, rights)
        with os.fdopen(number, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        keep_rights(target, beside)
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)


def beside_of(target: Path) -> Path:
    """A place beside a file that nobody else writes to; its name is known before anything is made."""
    return target.with_name(f".concordant-{uuid.uuid4().hex}.part")


def keep_rights(old: Path, new: Path) -> None:
    """Who might read and write what was there may do so with what takes its place, and nobody else."""
    try:
        mode = old.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):  # nothing was there, or another report just moved it
        return
    new.chmod(stat.S_IMODE(mode))


@contextmanager
def explain_write_errors(path: str | Path) -> Iterator[None]:
    """What the system says against a place, as one sentence."""
    try:
        yield
    except FileNotFoundError:
        raise InputError(f"{shown(path)} cannot be written: {_missing(path)}.") from None
    except OSError as why:
        raise InputError(f"{shown(path)} cannot be written: {why.strerror or why}.") from None


def _missing(path: str | Path) -> str:
    named = Path(path).parent
    for folder in (named, Path(os.path.realpath(path)).parent):  # a link may lead to another
        if not folder.exists():
            return f"the folder {shown(folder)} does not exist"
    return f"no file can be made in {shown(named)}"


def shown(path: str | Path) -> str:
    """A path in a message."""
    return shorten(str(path), LONGEST_PATH)


def is_stream(path: str | Path) -> bool:
    """Whether a pipe or a terminal stands there, which is written to as it is: it has nothing to keep."""
    check_named(path)
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    if not any(is_one(mode) for is_one in (stat.S_ISREG, stat.S_ISDIR, stat.S_ISFIFO, stat.S_ISCHR)):
        raise OptionError(f"{shown(path)} is neither a file nor a pipe: choose another name.")
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def check_named(path: str | Path) -> None:
    """Complain where the name is empty, which the system takes for the folder one is in."""
    if not str(path):
        raise OptionError("The output name is empty: name a file or a folder.")


def check_file(path: str | Path) -> None:
    """Complain where no file can be written, before anything is computed for it."""
    with explain_write_errors(path):
        if is_stream(path):
            return
        _check_no_folder(path)
        try_beside(Path(os.path.realpath(path)))


def try_beside(target: Path) -> None:
    """Make an empty file beside a place and take it away: only so it is known that files can be made."""
    beside = beside_of(target)
    try:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    finally:
        beside.unlink(missing_ok=True)


def is_report(path: str | Path) -> bool:
    """Whether a file says that it is a report, at the place where reports say so."""
    with Path(path).open("rb") as file:
        start = file.read(_NEAR)
        if start.startswith(b"%PDF-"):
            file.seek(-len(PDF_MARK), os.SEEK_END)
            return file.read() == PDF_MARK
    return _OURS.match(start.decode("utf-8-sig", errors="replace")) is not None


def check_ours(path: str | Path) -> None:
    """Complain where a file would be written over that is no report."""
    target = Path(path)
    with explain_write_errors(path):
        _check_no_folder(path)
        if not target.is_file() or target.stat().st_size == 0 or is_report(target):
            return
    raise OptionError(
        f"{shown(target)} exists and is not a concordant report: choose another name, or pass force=True "
        "to replace it."
    )


def _check_no_folder(path: str | Path) -> None:
    if Path(path).is_dir():
        raise OptionError(f"{shown(path)} is a folder: name a file in it.")


def json_text(facts: Mapping[str, Any]) -> str:
    """Strict JSON in UTF-8, numbers to ten significant digits, so that every machine writes the same."""
    text = json.dumps(rounded_all(facts), ensure_ascii=False, allow_nan=False, indent=1)
    return writable(text) + "\n"


def writable(text: str) -> str:
    """The text in characters that a file can hold; half a pair of UTF-16 is written as its escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


@dataclass(frozen=True)
class FileFormat:
    """`endings` are those it is known by, that of a new file first; `text` is the whole of it as text.

    A `folder` has several files; its text is the first of them.
    """

    name: str
    endings: tuple[str, ...]
    text: Callable[[Any, Language], str]
    folder: bool = False

    @property
    def ending(self) -> str:
        """What a new file ends in; a folder ends in nothing."""
        return self.endings[0]

    def suits(self, path: str | Path) -> bool:
        """Whether the ending of a file says this format."""
        suffix = Path(path).suffix.lower()
        return bool(suffix) and suffix in self.endings


_Format = TypeVar("_Format", bound=FileFormat)


def named_format(name: str, formats: Sequence[_Format]) -> _Format:
    """A format by its name."""
    choose("format", name, [one.name for one in formats])
    return next(one for one in formats if one.name == name)


def format_by_ending(path: str | Path, formats: Sequence[_Format], more: str = "") -> _Format:
    """A format by the ending of a file; the complaint about an unknown one ends in `more`."""
    for one in formats:
        if one.suits(path):
            return one
    known = ", ".join(one.ending for one in formats if one.ending)
    raise OptionError(
        f"The file extension of {quote(Path(path).name)} does not indicate a format: use one of "
        f"{known}{more}."
    )
