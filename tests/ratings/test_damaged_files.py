"""Files that are damaged, cut short, or of a kind that holds no ratings: one sentence for each."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import duckdb
import polars
import pytest

import concordant as cc

ENGINES = ["memory", "duckdb", "polars"]


def parquet(path: Path, select: str, options: str = "COMPRESSION snappy") -> bytes:
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({select}) TO '{path}' (FORMAT parquet, {options})")
    return path.read_bytes()


SELECT = "SELECT i AS item, 'label ' || (i % 4) AS a, 'label ' || (i * 7 % 5) AS b FROM range(5000) r(i)"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return parquet(tmp_path_factory.mktemp("whole") / "whole.parquet", SELECT)


def damaged(whole: bytes) -> Iterator[tuple[str, bytes]]:
    """The same file damaged in different places."""
    for at in range(4, 1500, 150):  # inside of pages, and of what stands before each
        yield f"page {at}", whole[:at] + bytes(b ^ 0xA5 for b in whole[at : at + 8]) + whole[at + 8 :]
    for at in range(9, 400, 60):  # inside of what stands at the end: columns, sizes, places
        yield f"footer {at}", whole[:-at] + bytes([whole[-at] ^ 0xFF]) + whole[-at + 1 :]
    for size in (4, 8, 12, len(whole) // 2, len(whole) - 1, len(whole) - 8):
        yield f"first {size}", whole[:size]
    yield "size of the footer", whole[:-8] + b"\xff\xff\xff\x7fPAR1"
    yield "encrypted", b"PARE" + whole[4:-4] + b"PARE"
    yield "magic only", b"PAR1PAR1"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_damaged_parquet_file_is_one_sentence_or_still_readable(
    engine: str, whole: bytes, tmp_path: Path
) -> None:
    path, refused, wrong = tmp_path / "scores.parquet", 0, []
    for where, content in damaged(whole):
        path.write_bytes(content)
        try:
            cc.cohen_kappa(path, raters=["a", "b"], engine=engine)
        except cc.ConcordantError as problem:
            refused += 1
            if len(str(problem).splitlines()) != 1 or "scores.parquet" not in str(problem):
                wrong.append((where, str(problem)))
        except BaseException as problem:
            wrong.append((where, repr(problem)))
    assert wrong == []
    assert refused > 10


def test_a_damaged_page_says_what_to_do(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "scores.parquet"
    path.write_bytes(whole[:30] + bytes(60) + whole[90:])
    with pytest.raises(
        cc.InputError, match=r"^scores.parquet could not be read to its end: the file is damaged"
    ):
        cc.read(path, raters=["a", "b"])


@pytest.mark.parametrize("engine", ENGINES)
def test_kinds_of_columns_that_hold_no_ratings_are_named(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "lists.parquet"
    parquet(path, "SELECT i AS item, [i] AS a, {'x': i} AS b, 'x'::BLOB AS c FROM range(9) r(i)")
    for raters in (["a", "b"], ["c", "item"]):
        with pytest.raises(cc.ConcordantError, match=raters[0]):
            cc.read(path, raters=raters, engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_no_rows_is_said(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "empty.parquet"
    parquet(path, "SELECT 1 AS a, 2 AS b LIMIT 0")
    with pytest.raises(cc.InputError, match="no rows"):
        cc.read(path, engine=engine)


def test_a_frame_that_fails_while_it_is_read_is_one_sentence(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "scores.parquet"
    path.write_bytes(whole[:30] + bytes(60) + whole[90:])
    with pytest.raises(cc.InputError, match="the polars frame could not be read"):
        cc.read(polars.scan_parquet(path), engine="polars", raters=["a", "b"])
    with (
        duckdb.connect() as connection,
        pytest.raises(cc.InputError, match="the DuckDB relation could not be read"),
    ):
        cc.read(connection.sql(f"SELECT * FROM read_parquet('{path}')"), engine="duckdb", raters=["a", "b"])


def test_a_packed_file_that_is_cut_short_is_said(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n1,2\n" * 999)[:-20])
    with pytest.raises(cc.InputError, match=r"scores.csv.gz could not be unpacked"):
        cc.read(path)


def test_a_file_of_nulls_is_refused_at_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "nothing.csv"
    with path.open("wb") as file:
        file.truncate(20_000_000_000)  # takes no room on the disk
    with pytest.raises(cc.InputError, match="contains a null character"):
        cc.read(path)


def test_a_cell_that_is_too_long_is_not_called_an_open_quotation_mark(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text(f"a,b\n1,2\n{'x' * 200_000},3\n", encoding="utf-8")
    with pytest.raises(cc.InputError, match=r"Line 3 of long.csv has a cell of more than 131,072 characters"):
        cc.read(path)


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_of_thousands_of_digits_are_names(engine: str, tmp_path: Path) -> None:
    first, second = "9" * 5000, "8" * 5000
    rows = [(first, first), (second, first), (second, second), (first, first)]
    (tmp_path / "x.csv").write_text("a,b\n" + "".join(f"{a},{b}\n" for a, b in rows), encoding="utf-8")
    lines = [f'{{"a": {a}, "b": {b}}}\n' for a, b in rows]
    (tmp_path / "x.jsonl").write_text("".join(lines), encoding="utf-8")
    (tmp_path / "x.json").write_text(f"[{','.join(lines)}]", encoding="utf-8")
    names = ["x.csv", "x.json"] if engine == "memory" else ["x.csv"]
    for name in (*names, *(["x.jsonl"] if engine != "polars" else [])):
        found = cc.read(tmp_path / name, raters=["a", "b"], engine=engine, scale="nominal")
        assert set(found.labels) == {first, second}, name


def test_whole_numbers_of_128_bits_are_read_from_polars() -> None:
    column = polars.Series("a", [2**64, 2**65, 2**64], dtype=polars.Int128)
    frame = polars.DataFrame([column, column.alias("b")])
    assert cc.exact_agreement(frame, raters=["a", "b"]).estimate == 1
    assert cc.exact_agreement(frame.lazy(), raters=["a", "b"], engine="polars").estimate == 1


def test_a_name_of_very_many_digits_does_not_hang(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(f"{'9' * 100_000}x,a,b\n1,2,3\n2,3,3\n", encoding="utf-8")
    assert cc.exact_agreement(path).estimate == 0.5


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("open.csv", 'id,ann,bob\n1,2,3\n"2,3,4\n3,4,5\n'),
        ("short.csv", "id,ann,bob\n1,2,3\n2,3\n3,4,5\n"),
        ("long.csv", "id,ann,bob\n1,2,3\n2,3,1,4\n3,4,5\n"),
        ("no.parquet", "PAR1garbage"),
    ],
)
def test_an_engine_tells_of_damage_in_the_words_of_our_reader(
    name: str, content: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    told = []
    for engine in ("memory", "duckdb"):
        with pytest.raises(cc.InputError) as error:
            cc.cohen_kappa(cc.read(tmp_path / name, raters=["ann", "bob"], engine=engine))
        told.append(str(error.value).replace(str(tmp_path / name), name))
    assert told[0] == told[1]
