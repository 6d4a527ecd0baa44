"""Files to take along: the report in every format, the items as a table, and files for other tools."""

from __future__ import annotations

import csv
import io
import zipfile
from dataclasses import dataclass
from typing import Any, cast, get_args

from ....errors import OptionError, choose
from ....interpret.study import for_readers
from ....interpret.where import item_facts
from ....language.render import Language
from ....ratings.ratings import Ratings
from ....report.formats import study_format
from ....report.render.csv import cell, csv_files
from ....report.write_back import TO, WHAT, Settings, To, What
from ...api.exports import proposed
from ...api.study_result import Study

#: Formats of a study, and the kind of content of each.
FORMATS = {
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "csv": "application/zip",
    "latex": "application/x-tex; charset=utf-8",
    "bibtex": "application/x-bibtex; charset=utf-8",
    "word": "application/msword",
    "md": "text/markdown; charset=utf-8",
}
_ENDINGS = {"latex": ".tex", "bibtex": ".bib", "word": ".doc", "csv": ".zip"}
#: A moment that every archive has, so that the same study gives the same bytes.
_MOMENT = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class ExportFile:
    """A file to be downloaded."""

    name: str
    content: bytes
    kind: str


def study_file(study: Study, name: str, format_name: str, lang: Language) -> ExportFile:
    """The report of a study in one format; the tables as CSV are an archive of files."""
    choose("format", format_name, FORMATS)
    ending = _ENDINGS.get(format_name, f".{format_name}")
    shown = for_readers(study, lang)
    if format_name == "csv":
        content = _archive(csv_files(shown, lang))
    else:
        text: Any = study_format("", format_name).text(shown, lang)
        content = text.encode("utf-8", "backslashreplace")
    return ExportFile(f"{name}{ending}", content, FORMATS[format_name])


def items_file(ratings: Ratings, name: str) -> ExportFile:
    """Every item with what everybody gave it, as CSV; text that a spreadsheet would run is escaped."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    parts = [part for part in ("dimension", "repeat", "round") if getattr(ratings, part) is not None]
    about = [*parts, *ratings.slices]
    write([cell(head) for head in ("item", *about, *ratings.raters, *ratings.texts)])
    for facts in item_facts(ratings, range(len(ratings))):
        row = [facts.item, *(facts.about.get(k) for k in about)]
        row += [*(facts.ratings[r] for r in ratings.raters), *(facts.texts.get(k) for k in ratings.texts)]
        write([cell(value) for value in row])
    content = out.getvalue().encode("utf-8-sig", "backslashreplace")
    return ExportFile(f"{name}-items.csv", content, "text/csv; charset=utf-8")


def tool_file(ratings: Ratings, name: str, to: str, what: str) -> ExportFile:
    """Disputed items, agreed answers or scores, in the form that a tool imports."""
    made, _ = proposed(ratings, cast(To, to), cast(What, what), None, Settings(), {})
    return ExportFile(f"{name}-{what}-{to}{made.ending}", made.text.encode(), "application/octet-stream")


def check_tool(to: str, what: str) -> None:
    """Complain of a tool or a content that there is not."""
    choose("to", to, TO)
    choose("what", what, WHAT)


def _archive(files: dict[str, bytes]) -> bytes:
    if not files:
        raise OptionError("There is no table in this study.")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _MOMENT), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


TOOLS: tuple[str, ...] = get_args(To)
