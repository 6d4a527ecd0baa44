"""Rows that hold no ratings, and headers of two rows: as spreadsheets are made by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

import concordant as cc

N = 24
A = [1 + i % 5 for i in range(N)]
B = [1 + (i + (i % 4 == 0)) % 5 for i in range(N)]
ROWS = [[f"q{i}", A[i], B[i]] for i in range(N)]
HEADER = ["id", "ann", "bob"]


def written(folder: Path, rows: list[list[Any]], before: str = "") -> Path:
    path = folder / "table.csv"
    path.write_text(before + "".join(",".join(map(str, row)) + "\n" for row in rows), "utf-8")
    return path


def texts(ratings: cc.Ratings) -> str:
    return "\n".join(note.text for note in ratings.audit.notes)


def plain(folder: Path) -> float:
    return cc.cohen_kappa(cc.read(written(folder, [HEADER, *ROWS]))).estimate


@pytest.mark.parametrize(
    "last",
    [
        [["Total", sum(A), sum(B)]],
        [["Average", 2.9, 3.1], ["SD", 1.4, 1.5]],
        [["合计", sum(A), sum(B)]],
        [["kappa", 0.71, ""]],
    ],
)
def test_totals_at_the_end_are_left_out_and_named(tmp_path: Path, last: list[list[Any]]) -> None:
    ratings = cc.read(written(tmp_path, [HEADER, *ROWS, *last]))
    assert ratings.n_items == N
    assert f"{last[0][0]!r}" in texts(ratings)
    assert "excluded" in texts(ratings)
    assert ratings.audit.rows_read == N + len(last)
    assert cc.cohen_kappa(ratings).estimate == plain(tmp_path)


def test_an_item_called_average_among_others_is_an_item(tmp_path: Path) -> None:
    inside = [HEADER, *ROWS[:8], ["average", 3, 3], *ROWS[8:]]
    assert cc.read(written(tmp_path, inside)).n_items == N + 1
    few = [HEADER, *ROWS[:4], ["total", 3, 3]]
    assert cc.read(written(tmp_path, few)).n_items == 5


def test_a_header_in_between_is_left_out_and_said(tmp_path: Path) -> None:
    ratings = cc.read(written(tmp_path, [HEADER, *ROWS[:9], HEADER, *ROWS[9:17], HEADER, *ROWS[17:]]))
    assert ratings.raters == ("ann", "bob")
    assert "2 rows repeat the header and were excluded." in texts(ratings)
    assert cc.cohen_kappa(ratings).estimate == plain(tmp_path)


def test_words_that_occur_below_are_still_no_header(tmp_path: Path) -> None:
    answers = [["yes", "no"], ["no", "no"], ["yes", "no"], ["yes", "yes"]]
    assert cc.read(written(tmp_path, answers)).n_items == 4


def test_the_line_for_excel_names_the_delimiter(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("sep=;\r\n" + "".join(";".join(map(str, r)) + "\r\n" for r in [HEADER, *ROWS]), "utf-8")
    assert cc.cohen_kappa(cc.read(path)).estimate == plain(tmp_path)


def test_lines_of_dashes_are_no_items(tmp_path: Path) -> None:
    path = tmp_path / "table.md"
    lines = [HEADER, ["---", ":--:", "---"], *ROWS]
    path.write_text("".join("| " + " | ".join(map(str, row)) + " |\n" for row in lines), "utf-8")
    assert cc.read(path, raters=["ann", "bob"]).n_items == N


GROUPED = [
    ["id", "tone", "", "safety", ""],
    ["", "human", "judge", "human", "judge"],
    *([f"q{i}", A[i], B[i], B[i], A[i]] for i in range(N)),
]


def sheet(folder: Path, rows: list[list[Any]], *merged: str) -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append([None if cell == "" else cell for cell in row])
    for cells in merged:
        book.active.merge_cells(cells)
    path = folder / "table.xlsx"
    book.save(path)
    return path


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_header_of_two_rows_names_groups_of_columns(tmp_path: Path, kind: str) -> None:
    path = (
        written(tmp_path, GROUPED) if kind == "csv" else sheet(tmp_path, GROUPED, "B1:C1", "D1:E1", "A1:A2")
    )
    ratings = cc.read(path)
    assert ratings.raters == ("human", "judge")
    assert {str(x) for x in ratings.dimension} == {"tone", "safety"}
    assert ratings.n_items == N


def test_merged_cells_of_items_belong_to_every_row(tmp_path: Path) -> None:
    rows = [[f"q{i}", "ann", A[i]] if g == 0 else ["", "bob", B[i]] for i in range(N) for g in range(2)]
    merged = [f"A{2 + 2 * i}:A{3 + 2 * i}" for i in range(N)]
    ratings = cc.read(sheet(tmp_path, [["item", "rater", "score"], *rows], *merged))
    assert cc.cohen_kappa(ratings).estimate == plain(tmp_path)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_errors_of_a_spreadsheet_are_gaps_and_said(tmp_path: Path, kind: str) -> None:
    rows = [
        [name, "#DIV/0!" if i % 8 == 0 else a, "#N/A" if i == 1 else b] for i, (name, a, b) in enumerate(ROWS)
    ]
    ratings = cc.read(
        written(tmp_path, [HEADER, *rows]) if kind == "csv" else sheet(tmp_path, [HEADER, *rows])
    )
    assert "4 cells contain an error of the spreadsheet (#DIV/0!, #N/A)" in texts(ratings)
    assert ratings.audit.n_ratings == 2 * N - 4
