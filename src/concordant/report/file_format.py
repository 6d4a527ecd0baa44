"""A format that something is written in: its name, its endings, and the text it makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import OptionError
from ..language.render import Language
from ..quote import quote


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


def unknown_ending(path: str | Path, formats: Iterable[FileFormat], more: str = "") -> OptionError:
    """The complaint about a file whose ending says nothing; `more` is another way to say it."""
    known = ", ".join(one.ending for one in formats if one.ending)
    return OptionError(
        f"The ending of {quote(Path(path).name)} says nothing about the format: end it in {known}{more}."
    )
