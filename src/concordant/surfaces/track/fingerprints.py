"""What a round was made with: fingerprints of its prompt, its rubric and its model."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import replace
from pathlib import Path

from ...errors import InputError, OptionError
from ...interpret.rounds import Mark
from ...quote import one_line, quote

#: So many signs of a text are its name.
_SHOWN = 48
#: One word with an ending or a slash is meant as a file.
_LIKE_A_FILE = re.compile(
    r"\S+\.(txt|md|toml|ya?ml|json|jinja2?|j2|prompt|html?|docx?|pdf|py)|[^\s/]*(/[^\s/]+)+"
)


def marks_of(
    *, prompt: str | Path | None = None, rubric: str | Path | None = None, model: str | None = None
) -> dict[str, Mark]:
    """The marks that were given: of prompt and rubric a file's content or the text, of the model its name."""
    found = {"prompt": prompt, "rubric": rubric}
    marks = {what: content_mark(what, given) for what, given in found.items() if given is not None}
    return marks if model is None else {**marks, "model": text_mark("model", model)}


def content_mark(what: str, given: str | Path) -> Mark:
    """A file by its content, named as it is; any other text by itself, in quotes."""
    if isinstance(given, os.PathLike) or _is_file(given):
        return _file_mark(what, Path(given))
    if isinstance(given, str) and _LIKE_A_FILE.fullmatch(given.strip()):
        raise InputError(f"The {what} {quote(given)} looks like a file, and there is none of this name.")
    mark = text_mark(what, given)
    return replace(mark, name=f"“{mark.name}”")


def text_mark(what: str, text: str) -> Mark:
    """A text, named by its beginning."""
    if not (isinstance(text, str) and text.strip()):
        raise OptionError(f"The {what} is a text that is not empty, got {quote(text)}.")
    return Mark(name=one_line(" ".join(text.split()), _SHOWN), fingerprint=_hashed(text.encode()))


def _is_file(given: object) -> bool:
    try:
        return isinstance(given, str) and Path(given).is_file()
    except (OSError, ValueError):  # too long for a name, or with a sign that no name has
        return False


def _file_mark(what: str, path: Path) -> Mark:
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise InputError(f"The {what} {path} cannot be read: {problem.strerror}.") from None
    # a file that went through another system has other line ends and says the same
    return Mark(name=path.name, fingerprint=_hashed(content.replace(b"\r\n", b"\n")))


def _hashed(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"
