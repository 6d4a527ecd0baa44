"""The formats that a study is saved in, each with its ending; Python and the command line read this."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from ..interpret.study import Study
from ..language.render import Language
from .paper.bibliography import bibtex
from .print_page import find_browser, print_page
from .render.csv import measures_csv, to_csv
from .render.json import to_json
from .render.latex import to_latex
from .render.markdown import to_markdown
from .render.word import to_word
from .write_file import (
    LATEX_MARK,
    FileFormat,
    check_file,
    check_ours,
    format_by_ending,
    named_format,
    write_whole,
)
from .write_folder import check_folder, check_our_folder

FormatName = Literal["html", "md", "json", "csv", "latex", "bibtex", "word", "pdf"]
NAMES: tuple[FormatName, ...] = get_args(FormatName)


@dataclass(frozen=True)
class Format(FileFormat):
    """A format of a study, which writes it to its place; what is `printed` a browser makes of the text."""

    printed: bool = False

    def check(self, path: str | Path, *, force: bool = False) -> None:
        """Complain where nothing can be written, or, unless forced, something else would be written over."""
        (check_folder if self.folder else check_file)(path)
        if not force:
            (check_our_folder if self.folder else check_ours)(path)
        if self.printed:
            find_browser()

    def content(self, study: Study, lang: Language) -> str | bytes:
        """What its file holds."""
        text = self.text(study, lang)
        return print_page(text) if self.printed else text

    def save(self, study: Study, path: str | Path, lang: Language, *, force: bool = False) -> Path:
        """Write it whole, never over something else unless forced."""
        if self.folder:
            return to_csv(study, path, lang=lang, force=force)
        if not force:
            check_ours(path)
        return write_whole(path, self.content(study, lang))


def _page(study: Study, lang: Language) -> str:
    from .page.render import page  # templates are read only for a page

    return page(study, lang)


FORMATS: tuple[Format, ...] = (
    Format("html", (".html", ".htm"), _page),
    Format("md", (".md", ".markdown"), to_markdown),
    Format("json", (".json",), lambda study, _: to_json(study)),
    Format("csv", ("",), measures_csv, folder=True),
    Format("latex", (".tex",), to_latex),
    Format("bibtex", (".bib",), lambda study, _: f"{LATEX_MARK}\n\n{bibtex(study)}"),
    Format("word", (".doc",), to_word),
    Format("pdf", (".pdf",), _page, printed=True),
)


def study_format(path: str | Path, name: str | None = None) -> Format:
    """By its name, else by the ending of the file; a folder that is there, or ends in /, is one of tables."""
    if name is not None:
        return named_format(name, FORMATS)
    if str(path).endswith("/") or os.path.isdir(path):
        return next(one for one in FORMATS if one.folder)
    return format_by_ending(path, FORMATS, ", or / for a folder of CSV tables")
