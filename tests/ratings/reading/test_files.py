"""Files: every format gives the same ratings, and every fault one clear sentence."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import zipfile

import openpyxl
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from concordant.errors import ConcordantError, InputError, OptionError
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.factorise import factorise
from concordant.ratings.read import read
from concordant.ratings.reading import text_file as textfile
from concordant.ratings.reading.files import open_grid
from concordant.ratings.rows import labels_of

LONG = {
    "item": ["q1", "q1", "q2", "q2", "q3", "q3"],
    "rater": ["ann", "bob"] * 3,
    "score": [1, 2, 2, None, 3, 3],
    "content_type": ["code", "code", "文本", "文本", "文本", "文本"],
}
ROWS = [dict(zip(LONG, row, strict=True)) for row in zip(*LONG.values(), strict=True)]


def separated(delimiter=","):
    lines = [
        delimiter.join(LONG),
        *(delimiter.join("" if v is None else str(v) for v in r.values()) for r in ROWS),
    ]
    return "\n".join(lines) + "\n"


def excel_bytes(folder, rows):
    path = folder / "made.xlsx"
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path.read_bytes()


FORMATS = {
    "comma.csv": lambda _: separated().encode(),
    "tabs.tsv": lambda _: separated("\t").encode(),
    "tabs-named.csv": lambda _: separated("\t").encode(),
    "semicolon.csv": lambda _: separated(";").encode(),
    "pipe.txt": lambda _: separated("|").encode(),
    "windows.csv": lambda _: separated().replace("\n", "\r\n").encode(),
    "blank-lines.csv": lambda _: separated().replace("\n", "\n\n").encode(),
    "mark.csv": lambda _: separated().encode("utf-8-sig"),
    "utf16.csv": lambda _: separated().encode("utf-16"),
    "chinese.csv": lambda _: separated().encode("gb18030"),
    "packed.csv.gz": lambda _: gzip.compress(separated().encode(), mtime=0),
    "packed-chinese.csv.gz": lambda _: gzip.compress(separated().encode("gb18030"), mtime=0),
    "no-suffix": lambda _: separated().encode(),
    "odd[1]*.csv": lambda _: separated().encode(),
    "records.json": lambda _: json.dumps(ROWS).encode(),
    "columns.json": lambda _: json.dumps(LONG).encode(),
    "wrapped.json": lambda _: json.dumps({"data": ROWS}).encode(),
    "records": lambda _: json.dumps(ROWS, ensure_ascii=False).encode(),
    "lines.jsonl": lambda _: "\n".join(map(json.dumps, ROWS)).encode(),
    "lines.json": lambda _: "\n".join(map(json.dumps, ROWS)).encode(),
    "lines.jsonl.gz": lambda _: gzip.compress("\n".join(map(json.dumps, ROWS)).encode(), mtime=0),
    "sheet.xlsx": lambda folder: excel_bytes(folder, [list(LONG), *(list(r.values()) for r in ROWS)]),
    "sheet-without-suffix": lambda folder: excel_bytes(
        folder, [list(LONG), *(list(r.values()) for r in ROWS)]
    ),
}


@pytest.fixture(params=["python", "duckdb"])
def engine(request, monkeypatch):
    """Small text files are read by Python, large ones by DuckDB: both must say the same."""
    if request.param == "duckdb":
        monkeypatch.setattr(textfile, "SMALL", 1)


def write(folder, name, content):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_the_same_ratings(name, tmp_path):
    ratings = read(write(tmp_path, name, FORMATS[name](tmp_path)))
    assert ratings.raters == ("ann", "bob")
    assert ratings.items.tolist() == ["q1", "q2", "q3"]
    assert ratings.labels.tolist() == [1, 2, 3]
    assert ratings.matrix.tolist() == [[0, 1], [1, -1], [2, 2]]
    assert ratings.slices["content_type"].tolist() == ["code", "文本", "文本"]
    assert ratings.audit.source == name
    assert ratings.audit.rows_read == 6


def test_parquet_of_every_column_type(tmp_path):
    frame = pl.DataFrame(LONG)
    kinds = {"rater": pl.Categorical, "score": pl.Int8, "item": pl.Enum(["q1", "q2", "q3"])}
    for kind in ({}, kinds, {"score": pl.Float64}, {"score": pl.Decimal(10, 2)}, {"score": pl.String}):
        frame.cast(kind).write_parquet(tmp_path / "a.parquet")
        ratings = read(tmp_path / "a.parquet")
        assert ratings.matrix.tolist() == [[0, 1], [1, -1], [2, 2]]
        assert ratings.labels.tolist() == [1, 2, 3]


def test_nan_in_parquet_is_a_gap(tmp_path):
    pl.DataFrame({"a": [1.0, float("nan"), 2.0], "b": [1.0, 2.0, None]}).write_parquet(tmp_path / "a.parquet")
    assert read(tmp_path / "a.parquet").matrix.tolist() == [[0, 0], [-1, 1], [1, -1]]


def test_truth_dates_and_nested_columns_in_parquet(tmp_path):
    frame = pl.DataFrame(
        {
            "item": pl.Series(["2020-01-01", "2020-01-02"]).str.to_date(),
            "a": [True, False],
            "b": [True, None],
            "tags": [["x"], ["y"]],
        }
    )
    frame.write_parquet(tmp_path / "a.parquet")
    ratings = read(tmp_path / "a.parquet", item="item")
    assert ratings.items.tolist() == ["2020-01-01", "2020-01-02"]
    assert ratings.matrix.tolist() == [[1, 1], [0, -1]]
    with pytest.raises(InputError) as told:
        read(tmp_path / "a.parquet", raters=["a", "tags"])
    assert str(told.value) == "The column 'tags' of a.parquet contains VARCHAR[], not single values."


@pytest.mark.usefixtures("engine")
def test_what_text_spells_is_what_it_is(tmp_path):
    path = write(tmp_path, "a.csv", 'id,a,b\n007,1.0,"1"\n08, 2 ,NA\n9,3,none\n')
    with pytest.raises(InputError, match=r"Ratings mix text, such as 'none' \(b, row 3\), with numbers"):
        read(path, raters=["a", "b"])
    ratings = read(path, raters=["a", "b"], missing=["none"])
    assert ratings.items.tolist() == ["007", "08", "9"]
    assert ratings.matrix.tolist() == [[0, 0], [1, -1], [2, -1]]
    assert dict(ratings.audit.missing) == {"NA": 1, "none": 1}


@pytest.mark.usefixtures("engine")
def test_a_decimal_comma_is_read_where_commas_do_not_separate(tmp_path):
    path = write(tmp_path, "a.csv", "a;b\n1,5;2\n2;2,25\n")
    assert read(path).labels.tolist() == [1.5, 2.0, 2.25]


@pytest.mark.usefixtures("engine")
def test_a_file_without_a_header_is_rows_of_raters(tmp_path):
    ratings = read(write(tmp_path, "a.csv", "1,2,1\n2,2,1\n1,1,.\n3,2,1\n"))
    assert ratings.raters == ("column 1", "column 2", "column 3")
    assert len(ratings) == 4
    assert "no-header" in {note.code for note in ratings.audit.notes}
    words = read(write(tmp_path, "b.csv", "yes,no\nno,no\nyes,no\n"))
    assert len(words) == 3
    named = read(write(tmp_path, "c.csv", "yes,no\nno,no\nyes,no\n"), header=True, raters=["yes", "no"])
    assert len(named) == 2


@pytest.mark.usefixtures("engine")
def test_a_contingency_table_in_a_file_is_known_by_its_names(tmp_path):
    ratings = read(write(tmp_path, "a.csv", ",low,high\nlow,5,1\nhigh,0,4\n"))
    assert ratings.weights.tolist() == [5, 1, 4]
    assert ratings.labels.tolist() == ["low", "high"]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("header", [None, True])
def test_a_contingency_table_in_a_file_may_call_its_rows_and_columns_by_numbers(header, tmp_path):
    ratings = read(write(tmp_path, "a.csv", ",2,3\n1,2,1\n2,0,2\n"), shape="table", header=header)
    assert ratings.labels.tolist() == [1, 2, 3]
    assert ratings.matrix.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert ratings.weights.tolist() == [2, 1, 2]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("top", "said"),
    [
        ("# exported by X\n", ["Line 1 looks like a title or comment and was skipped: '# exported by X'."]),
        ("My study\n\n", ["Line 1 looks like a title or comment and was skipped: 'My study'."]),
        ("My study,,\n", ["Line 1 looks like a title or comment and was skipped: 'My study'."]),
        ("# by, X, Y\n", ["Line 1 looks like a title or comment and was skipped: '# by, X, Y'."]),
        (
            "#1\n#2\n",
            [f"Line {n} looks like a title or comment and was skipped: '#{n}'." for n in (1, 2)],
        ),
        ("", []),
    ],
)
def test_a_title_or_a_comment_above_the_table_is_skipped_and_said(top, said, tmp_path):
    ratings = read(write(tmp_path, "a.csv", f"{top}item,A,B\nx,1,2\ny,2,2\n"))
    assert ratings.raters == ("A", "B")
    assert ratings.items.tolist() == ["x", "y"]
    assert [note.text for note in ratings.audit.notes if note.code == "title-skipped"] == said


def test_a_line_below_a_title_is_found_by_its_own_number(tmp_path):
    with pytest.raises(InputError, match=r"^Line 4 of a.csv has 1 field where line 2 has 3: "):
        read(write(tmp_path, "a.csv", "# by X\nitem,A,B\nx,1,2\ny\n"))


def test_a_title_above_a_sheet_is_skipped(tmp_path):
    rows = [["My study"], ["id", "a", "b"], ["x", 1, 2], ["y", 2, 2]]
    assert read(write(tmp_path, "a.xlsx", excel_bytes(tmp_path, rows))).raters == ("a", "b")


@pytest.mark.usefixtures("engine")
def test_a_sign_for_number_may_name_a_column_and_data_may_be_alone_in_their_row(tmp_path):
    assert read(write(tmp_path, "a.csv", "#,A,B\nx,1,2\ny,2,2\n")).raters == ("A", "B")
    assert len(read(write(tmp_path, "b.csv", "yes,,\nno,no,yes\nyes,no,yes\n"), header=False)) == 3


@pytest.mark.usefixtures("engine")
def test_columns_without_names_are_chosen_by_number(tmp_path):
    path = write(tmp_path, "a.csv", "1,2,好,好\n2,3,差,好\n3,3,好,差\n")
    assert read(path, header=False, raters=[3, "4"]).raters == ("column 3", "column 4")
    with pytest.raises(OptionError, match=r"There is no column '5' for raters in a\.csv"):
        read(path, header=False, raters=[3, 5])


def test_json_may_hold_ratings_by_rater_and_item(tmp_path):
    ratings = read(write(tmp_path, "a.json", '{"ann": {"q1": 3, "q2": 5}, "bob": {"q2": 5}}'))
    assert ratings.raters == ("ann", "bob")
    assert ratings.items.tolist() == ["q1", "q2"]
    assert ratings.matrix.tolist() == [[0, -1], [1, 1]]


@pytest.mark.usefixtures("engine")
def test_quoted_text_may_hold_delimiters_and_lines(tmp_path):
    ratings = read(write(tmp_path, "a.csv", 'id,a,b\n"x, y",1,2\n"two\nlines",2,2\n"a ""word""",1,1\n'))
    assert ratings.items.tolist() == ["x, y", "two\nlines", 'a "word"']


def test_latin_text_is_not_taken_for_chinese(tmp_path):
    text = "id,Müller,Ébène\ncafé,1,2\nnaïve,2,2\nÅngström,1,1\n"
    ratings = read(write(tmp_path, "a.csv", text.encode("cp1252")))
    assert ratings.raters == ("Müller", "Ébène")
    assert "The text was read as cp1252; if names look wrong, pass encoding=…." in {
        note.text for note in ratings.audit.notes
    }
    assert read(write(tmp_path, "b.csv", text.encode("cp1252")), encoding="latin-1").raters == (
        "Müller",
        "Ébène",
    )


def test_a_sheet_is_chosen_by_name_or_by_its_number_from_1(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["nothing"])
    sheet = book.create_sheet("scores")
    for row in (["id", "a", "b"], ["x", 1, 2.5], ["y", 2, None]):
        sheet.append(row)
    book.save(tmp_path / "a.xlsx")
    ratings = read(tmp_path / "a.xlsx", sheet="scores")
    assert ratings.labels.tolist() == [1.0, 2.0, 2.5]
    for number in (2, "2"):
        assert read(tmp_path / "a.xlsx", sheet=number).raters == ("a", "b")
    for number in (0, 3):
        with pytest.raises(OptionError, match=f"There is no sheet {number} in a.xlsx"):
            read(tmp_path / "a.xlsx", sheet=number)
    with pytest.raises(OptionError) as told:
        read(tmp_path / "a.xlsx", sheet="score")
    assert (
        str(told.value)
        == "There is no sheet 'score' in a.xlsx; the sheets, numbered from 1, are ['Sheet', 'scores']."
    )


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "", "There are no ratings in a.csv: the file is empty."),
        ("a.csv", "\n \n", "There are no ratings in a.csv: the file is empty."),
        ("a.csv", "item,a,b\n", "There are no ratings in a.csv: it has columns but no rows."),
        (
            "a.csv",
            "id,a,b\nx,1,2\ny,1\nz,1,2\n",
            "Line 3 of a.csv has 2 fields where line 1 has 3: give every line one field "
            "for each column, and quote "
            "text that contains the delimiter.",
        ),
        (
            "a.csv",
            "id,a,a\nx,1,2\n",
            "The column name 'a' occurs twice in a.csv: rename one of them, or pass "
            "header=False if the first "
            "line is data.",
        ),
        (
            "a.csv",
            "item A B\n1 1 2\n2 2 2\n",
            "Only one column was found in a.csv with ',' between columns; ' ' seems to separate "
            "them, so pass "
            "delimiter=' '.",
        ),
        (
            "a.csv",
            "item\n1\n2\n",
            "Only one column was found in a.csv with ',' between columns; give a column for each rater, or "
            "name what separates them with delimiter=….",
        ),
        (
            "a.csv",
            'item,A,B\n1,"1,2\n2,2,2\n3,1,1\n',
            "Line 2 of a.csv opens a quotation mark that is never closed: close it, or remove it.",
        ),
        (
            "a.csv",
            'item,A,B\n1,1,2\n2,2,"2\n3,1,1\n',
            "Line 3 of a.csv opens a quotation mark that is never closed: close it, or remove it.",
        ),
        (
            "a.csv",
            "id,a,b\nx,1,2\x00\n",
            "Line 2 of a.csv contains a null character: the file is damaged or not text.",
        ),
        (
            "a.csv",
            bytes(range(256)) * 40,
            "a.csv looks like a binary file: provide a text, JSON, Parquet or Excel file.",
        ),
        (
            "a.xlsx",
            "id,a,b\nx,1,2\n",
            "a.xlsx has the file extension of an Excel workbook but is not one: correct the extension.",
        ),
        (
            "a.parquet",
            "id,a\n",
            "a.parquet has the file extension of a Parquet file but is not one: correct the extension.",
        ),
        (
            "a.parquet",
            b"PAR1" + b"\x00" * 50 + b"PAR1",
            "a.parquet could not be read as Parquet: the file is damaged; write it again.",
        ),
        (
            "a.xlsx",
            b"PK\x03\x04junk",
            "a.xlsx is not an Excel workbook, or it is damaged; save it again or as CSV.",
        ),
        (
            "a.csv.gz",
            gzip.compress(b"a,b\n1,2\n" * 99, mtime=0)[:30],
            "a.csv.gz could not be unpacked: the file is damaged or cut short.",
        ),
        (
            "a.json",
            "[1, 2",
            "a.json is not JSON: look for a missing or misplaced bracket, comma or quotation "
            "mark at line 1, character 6.",
        ),
        (
            "bad.json",
            '{"a": [1,2\n',
            "bad.json is not JSON: look for a missing or misplaced bracket, comma or quotation "
            "mark at line 1, "
            "character 11.",
        ),
        (
            "a.json",
            '{"a": 1}',
            "a.json is JSON, but not a table: give a list of objects, an object of "
            "columns, or one object per line.",
        ),
        ("a.json", "[]", "There are no ratings in a.json: it is empty."),
        ("a.json", "[[1, 2], [1]]", "Row 2 of a.json has 1 value where row 1 has 2."),
        ("a.jsonl", '{"a": 1}\n{"a"\n', "Line 2 of a.jsonl is not JSON: give one object per line."),
        ("a.jsonl", '{"a": 1}\n3\n', "Line 2 of a.jsonl is not a JSON object: give one object per line."),
        ("a.jsonl", "{}\n", "There are no ratings in a.jsonl: its objects are empty."),
    ],
)
def test_every_fault_of_a_file_is_one_clear_sentence(name, content, message, tmp_path):
    with pytest.raises(InputError) as told:
        read(write(tmp_path, name, content))
    assert str(told.value) == message
    assert told.value.__suppress_context__ or told.value.__context__ is None


def test_a_directory_a_missing_file_and_a_bad_name_are_told_apart(tmp_path):
    write(tmp_path, "scores.csv", separated())
    for path, message in (
        (tmp_path, f"{tmp_path} is a folder: name a file in it."),
        (tmp_path / "score.csv", f"There is no file {tmp_path / 'score.csv'}. Did you mean 'scores.csv'?"),
        (tmp_path / "x" / "y", f"There is no file {tmp_path / 'x' / 'y'}."),
    ):
        with pytest.raises(InputError) as told:
            as_ratings(path)
        assert str(told.value) == message
    with pytest.raises(InputError, match="cannot be opened as a file"):
        read("a\x00b.csv")


def test_a_file_that_may_not_be_read_is_told_so(tmp_path):
    path = write(tmp_path, "scores.csv", separated())
    path.chmod(0)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)  # root may read everything, so be nobody for a moment
    try:
        with pytest.raises(InputError) as told:
            open_grid(path)
    finally:
        if root:
            os.seteuid(0)
    assert str(told.value) == f"{path} may not be read by this user: ask for read access."


def test_a_workbook_that_unpacks_to_too_much_is_refused_unopened(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/sheet.xml", b"0" * 60_000_000)
    with pytest.raises(InputError) as told:
        read(tmp_path / "a.xlsx")
    assert str(told.value) == (
        "a.xlsx unpacks to 60,000,000 bytes, more than a workbook of ratings needs; save it as CSV."
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"delimiter": "ab"}, "delimiter must be one character, such as ',' or '\\t', got 'ab'."),
        ({"sheet": 1}, "a.csv is not an Excel workbook, so there is no sheet 1 in it."),
        (
            {"delimiter": ";"},
            "Only one column was found in a.csv with ';' between columns; ',' seems to separate "
            "them, so pass "
            "delimiter=','.",
        ),
        ({"encoding": "utf-9"}, "The encoding 'utf-9' is unknown; try 'utf-8', 'gb18030' or 'latin-1'."),
    ],
)
def test_an_option_of_reading_that_cannot_be_is_refused(options, message, tmp_path):
    with pytest.raises(ConcordantError) as told:
        read(write(tmp_path, "a.csv", separated()), **options)
    assert str(told.value) == message


def test_the_wrong_encoding_names_the_line(tmp_path):
    with pytest.raises(InputError) as told:
        read(write(tmp_path, "a.csv", separated().encode("gb18030")), encoding="utf-8")
    assert str(told.value) == "Line 4 of a.csv is not utf-8 text: name its encoding."


@pytest.mark.usefixtures("engine")
def test_a_character_that_comes_late_does_not_upset_the_encoding(tmp_path, monkeypatch):
    monkeypatch.setattr(textfile, "_SNIFF", 60)
    text = "a,b,type\n" + "1,2,x\n" * 20 + "2,2,文\n"
    ratings = read(write(tmp_path, "a.csv", text.encode("gb18030")))
    assert ratings.slices["type"].tolist()[-1] == "文"


ROUGH = st.lists(st.tuples(*[st.text("a\"', ;1\n", max_size=4)] * 3), min_size=2, max_size=6)


@given(rows=ROUGH)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20, deadline=None)
def test_python_and_duckdb_read_the_same_cells(rows, tmp_path):
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerows([("x", "y", "z"), *rows])
    path = write(tmp_path, "a.csv", buffer.getvalue())
    grids = []
    for small in (10**9, 1):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(textfile, "SMALL", small)
            try:
                grids.append(open_grid(path, delimiter=",", header=True))
            except InputError as told:
                grids.append(str(told))
    if isinstance(grids[0], str):
        assert grids[0] == grids[1]
        return
    python, duck = grids
    assert python.names == duck.names
    assert python.n_rows == duck.n_rows
    for name in python.names:
        one, other = (labels_of(factorise(grid.take([name])[name])).tolist() for grid in grids)
        assert one == other
        assert python.head(name) == duck.head(name)


def test_a_workbook_of_several_sheets_says_which_was_read(tmp_path):
    book = openpyxl.Workbook()
    for name in ("first", "second"):
        sheet = book.create_sheet(name)
        for row in (["item", "A", "B"], [1, 1, 2], [2, 2, 2], [3, 1, 1]):
            sheet.append(row)
    del book["Sheet"]
    book.save(tmp_path / "two.xlsx")
    ratings = read(tmp_path / "two.xlsx")
    text = "Only the first sheet, 'first', was read; for another, pass sheet= with one of second."
    assert text in [note.text for note in ratings.remarks]
    assert not any(note.code == "first-sheet" for note in read(tmp_path / "two.xlsx", sheet="second").remarks)
