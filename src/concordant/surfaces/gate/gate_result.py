"""What `cc.check` returns: a gate that can also be shown and saved."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ...arguments import check_arguments
from ...errors import choose
from ...interpret.gate import gate as made
from ...language.render import LANGUAGES, Language

if TYPE_CHECKING:
    from ...report.gate.formats import GateFormat

Place = str | Path | None


class Gate(made.Gate):
    """A gate with its text, its files, and the exit code that `concordant check` ends with."""

    @classmethod
    def of(cls, gate: made.Gate) -> Self:
        """The same gate, to be shown."""
        return cls(**{f.name: getattr(gate, f.name) for f in fields(gate)})

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """The outcome, the targets, what was lost since the baseline, and what could not be seen."""
        return self._as("text", None, lang, False)

    @check_arguments
    def summary(self, lang: Language = "en") -> str:
        """The same in sentences, without tables."""
        from ...report.gate.text import to_summary

        choose("lang", lang, LANGUAGES)
        return to_summary(self, lang)

    @check_arguments
    def to_markdown(self, path: Place = None, *, lang: Language = "en", force: bool = False) -> str:
        """Markdown for a pull request, written whole to `path` where one is given."""
        return self._as("md", path, lang, force)

    @check_arguments
    def to_junit(self, path: Place = None, *, lang: Language = "en", force: bool = False) -> str:
        """JUnit XML, which continuous integration shows as tests."""
        return self._as("junit", path, lang, force)

    @check_arguments
    def to_json(self, path: Place = None, *, force: bool = False) -> str:
        """Everything as strict JSON; `Gate.from_dict(json.loads(text))` gives the gate back."""
        return self._as("json", path, "en", force)

    @check_arguments
    def save(self, path: str | Path, *, lang: Language = "en", force: bool = False) -> Path:
        """Write it; the ending says how: .json, .xml, .md, .txt."""
        from ...report.gate.formats import save

        choose("lang", lang, LANGUAGES)
        return save(self, path, lang, force=force)

    def __str__(self) -> str:
        return self.summary()

    __repr__ = __str__

    def _as(self, name: GateFormat, path: Place, lang: Language, force: bool) -> str:
        from ...report.gate.formats import check_place, format_named
        from ...report.write_file import write_whole

        choose("lang", lang, LANGUAGES)
        kind = format_named(name)
        if path is not None:
            check_place(path, kind, force=force)
        text = kind.text(self, lang)
        if path is not None:
            write_whole(path, text)
        return text
