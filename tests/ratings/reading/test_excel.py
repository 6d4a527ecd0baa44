"""Workbooks: what each kind of cell becomes, and what a hostile or careless workbook cannot do."""

from __future__ import annotations

import re
import zipfile
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from concordant.errors import InputError
from concordant.ratings.factorise import factorise
from concordant.ratings.read import read
from concordant.ratings.reading.excel import excel_grid
from concordant.ratings.rows import labels_of

KINDS = {
    "whole": (3, 3),
    "fraction": (1.5, 1.5),
    "tiny": (1e-20, 1e-20),
    "huge": (6.02e23, 6.02e23),
    "truth": (True, "true"),
    "date": (date(2024, 3, 1), "2024-03-01"),
    "moment": (datetime(2024, 3, 1, 12, 30, 5), "2024-03-01 12:30:05"),
    "time": (time(13, 5), "13:05:00"),
    "duration": (timedelta(hours=30), "1 day, 6:00:00"),
    "number as text": ("007", "007"),
    "text": ("文 x", "文 x"),
    "empty": (None, "(missing)"),
    "blank": ("  ", "(missing)"),
}


def saved(folder: Path, rows: list[list[Any]], **cells: Any) -> Path:
    """A workbook with these rows, and these cells beside them."""
    book = openpyxl.Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    for place, value in cells.items():
        sheet[place] = value
    book.save(folder / "a.xlsx")
    return folder / "a.xlsx"


def column(path: Path, name: str) -> list[Any]:
    """The values of a column as they are read."""
    return labels_of(factorise(excel_grid(str(path), path.name).take([name])[name])).tolist()


def test_every_kind_of_cell_is_what_csv_would_have(tmp_path: Path) -> None:
    path = saved(tmp_path, [["row", *KINDS], ["r", *(cell for cell, _ in KINDS.values())]])
    assert {kind: column(path, kind)[0] for kind in KINDS} == {
        kind: read for kind, (_, read) in KINDS.items()
    }


@pytest.mark.parametrize("error", ["#N/A", "#DIV/0!", "#VALUE!", "#REF!"])
def test_an_error_in_a_cell_is_a_gap_and_not_a_category(error: str, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["item", "A", "B"], [1, 1, 2], [2, 2, 2], [3, 1, 1]):
        book.active.append(row)
    book.active["B3"] = error
    book.active["B3"].data_type = "e"
    book.save(tmp_path / "a.xlsx")
    ratings = read(tmp_path / "a.xlsx")
    assert ratings.labels.tolist() == [1, 2]
    assert ratings.matrix.tolist() == [[0, 1], [-1, 1], [0, 0]]


def test_a_merged_cell_counts_once_and_an_empty_margin_not_at_all(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    for place, value in zip(("C3", "D3", "E3", "C4", "D4", "E4", "D5", "E5"), "iAB11212", strict=True):
        sheet[place] = value if value in "iAB" else int(value)
    sheet.merge_cells("C4:C5")
    sheet.merge_cells("D4:D5")
    book.save(tmp_path / "a.xlsx")
    assert column(tmp_path / "a.xlsx", "i") == [1, 1]  # what the item is, for both rows
    assert column(tmp_path / "a.xlsx", "A") == [1, "(missing)"]
    assert column(tmp_path / "a.xlsx", "B") == [2, 2]


_ODS = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>
<table:table table:name="S">{}</table:table></office:spreadsheet></office:body></office:document-content>"""


def test_an_opendocument_sheet_is_read_too(tmp_path: Path) -> None:
    def cell(value: Any) -> str:
        kind = "string" if isinstance(value, str) else f'float" office:value="{value}'
        shown = f"<text:p>{value}</text:p>"
        return f'<table:table-cell office:value-type="{kind}">{shown}</table:table-cell>'

    rows = (["item", "A", "B"], [1, 1, 2], [2, 2, 2])
    body = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    with zipfile.ZipFile(tmp_path / "a.ods", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", _ODS.format(body))
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    assert read(tmp_path / "a.ods").matrix.tolist() == [[0, 1], [1, 1]]


@pytest.mark.parametrize("place", ["XFD1048576", "A1048576"])
def test_a_stray_cell_is_refused_where_it_would_take_all_memory(place: str, tmp_path: Path) -> None:
    path = saved(tmp_path, [["A", "B"], [1, 2]], **{place: 1, "BA2": 1})
    with pytest.raises(InputError, match=r"^A sheet of a\.xlsx has cells up to row 1,048,576 and column "):
        read(path)


def test_a_long_or_a_wide_sheet_is_not_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, [["A", "B"], [1, 2]], A120000=1, B120000=2)
    assert read(path).matrix.tolist() == [[0, 1], [0, 1]]
    path = saved(tmp_path, [["A", "B"], [1, 2], [2, 2]], ZZ1="C", ZZ2=1)
    assert read(path, raters=["A", "B", "C"]).matrix.tolist() == [[0, 1, 0], [1, 1, -1]]


def test_a_workbook_that_cannot_be_unpacked_is_one_sentence(tmp_path: Path) -> None:
    path = saved(tmp_path, [["A", "B"], [1, 2]])
    content = bytearray(path.read_bytes())
    middle = content.index(b"xl/worksheets/sheet1.xml") + 60
    content[middle : middle + 40] = bytes(40)
    path.write_bytes(content)
    with pytest.raises(
        InputError, match=r"^a\.xlsx is not an Excel workbook, or it is damaged; save it again"
    ):
        read(path)


def test_a_workbook_without_sheets_is_one_sentence(tmp_path: Path) -> None:
    path = saved(tmp_path, [["a", "b"], [1, 2]])
    bare = tmp_path / "bare.xlsx"
    with zipfile.ZipFile(path) as full, zipfile.ZipFile(bare, "w") as empty:
        for part in full.infolist():
            text = full.read(part).decode("utf-8")
            kept = (
                re.sub(r"<sheets>.*</sheets>", "<sheets/>", text) if "workbook.xml" in part.filename else text
            )
            empty.writestr(part.filename, kept)
    with pytest.raises(InputError, match="workbook has no sheets"):
        excel_grid(str(bare), "bare.xlsx")
