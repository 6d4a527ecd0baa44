"""The tidy tables of a study as a folder of CSV files."""

from __future__ import annotations

import csv
import io
import math
import re
from pathlib import Path
from typing import Any

from ...digits import rounded
from ...frame import Frame
from ...interpret.study import Study
from ...language.render import Language, topic
from ..long_rows import ADJUDICATE
from ..tidy import tidy_tables
from ..write_folder import write_folder

#: Text that begins so is taken for a formula by spreadsheets, full-width signs too.
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?")


def to_csv(study: Study, folder: str | Path, *, lang: Language = "en", force: bool = False) -> Path:
    """Write one CSV file for each table, the folder whole or not at all."""
    return write_folder(folder, csv_files(study, lang), force=force)


def csv_files(study: Study, lang: Language = "en") -> dict[str, bytes]:
    """The files by name. They begin with the sign by which Excel knows UTF-8, so Chinese stays readable."""
    tables = tidy_tables(study, lang).items()
    return {
        f"{name}.csv": _text(table, _heads(name, table, lang)).encode("utf-8-sig", "backslashreplace")
        for name, table in tables
    }


def measures_csv(study: Study, lang: Language = "en") -> str:
    """The table of measures alone, as text; nothing where no raters were compared."""
    return csv_files(study, lang).get("measures.csv", b"").decode("utf-8-sig")


def _text(table: Frame, heads: list[str]) -> str:
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write([cell(head) for head in heads])
    for row in table:
        write([cell(value) for value in row.values()])
    return out.getvalue()


#: Columns with the probability of a category, which have its number behind a word of ours.
_PROBABILITY = re.compile(r"p_(-?[\d.e+-]+)")


def _heads(name: str, table: Frame, lang: Language) -> list[str]:
    """In English names of columns, in Chinese words; raters and columns of the data by their own names."""
    ours = ADJUDICATE if name == "adjudicate" else table.names
    return [_head(head, lang) if head in ours else head for head in table.names]


def _head(head: str, lang: Language) -> str:
    known = topic("report")
    if category := _PROBABILITY.fullmatch(head):
        return f"{known['column-p'][lang]}_{category[1]}"
    return str(known[f"column-{head}"][lang])


def cell(value: Any) -> Any:
    """Numbers to ten digits, nothing where nothing is defined, and no text that runs as a formula."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float):
        value = rounded(value)
        return int(value) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, int):
        return value
    text = str(value)
    runs = text.startswith(_FORMULA) and not _NUMBER.fullmatch(text)
    return f"'{text}" if runs else text
