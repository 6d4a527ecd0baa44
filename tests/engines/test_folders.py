"""Folders of files, and folders whose names are columns."""

from __future__ import annotations

import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from concordant.errors import InputError, OptionError
from concordant.ratings.read import read
from tests.engines.alike import assert_alike, counted
from tests.engines.tables import wide

KEYS = {"lang": ["zh", "en", "中 文"], "round": ["01", 2, 10], "day": ["2024-02-29", "2023-01-01"]}


def spread(table, folder, key, values):
    """Rows dealt to folders called key=value, and the same table with that column."""
    dealt = [values[row % len(values)] for row in range(len(table))]
    for value in values:
        there = [row for row, own in enumerate(dealt) if own == value]
        place = folder / f"{key}={value}"
        place.mkdir(parents=True)
        pq.write_table(table.take(there), place / "part-0.parquet")
    (folder / "_SUCCESS").write_bytes(b"")
    (folder / ".hidden").write_bytes(b"?")
    return table.append_column(key, pa.array(list(map(str, dealt))))  # names of folders are text


@pytest.mark.parametrize("key", KEYS)
def test_folders_called_key_value_add_a_column(engine, key, tmp_path):
    table, options = wide("text", slices=())
    whole = spread(table, tmp_path / "data", key, KEYS[key])
    options |= {"slices": [key]}
    found = read(tmp_path / "data", engine=engine, **options)
    assert_alike(found, read(whole, engine="memory", **options))


def test_files_of_a_folder_are_one_table_whatever_their_order_of_columns(engine, tmp_path):
    table, options = wide("whole")
    pq.write_table(table.slice(0, 100), tmp_path / "a.parquet")
    (tmp_path / "deep").mkdir()
    turned = table.slice(100).select(table.column_names[::-1])
    pq.write_table(turned, tmp_path / "deep" / "b.parquet")
    found = read(tmp_path, engine=engine, **options)
    assert_alike(found, read(table, engine="memory", **options))


def test_half_written_folders_are_not_data(engine, tmp_path):
    table, options = wide("whole")
    pq.write_table(table, tmp_path / "a.parquet")
    (tmp_path / "_temporary" / "0").mkdir(parents=True)
    pq.write_table(table, tmp_path / "_temporary" / "0" / "b.parquet")
    assert read(tmp_path, engine=engine, **options).audit.rows_read == len(table)


def test_files_that_lack_a_column_have_gaps_there_and_it_is_said(engine, tmp_path):
    pq.write_table(pa.table({"item": ["p"], "a": [1], "b": [1]}), tmp_path / "one.parquet")
    pq.write_table(pa.table({"item": ["q"], "a": [2]}), tmp_path / "two.parquet")
    found = read(tmp_path, engine=engine, raters=["a", "b"], item="item")
    assert counted(found) == {((), (1, 1)): 1, ((), (2, None)): 1}
    assert any("'b' is in 1 of 2" in note.text for note in found.remarks)


def test_folders_called_key_value_are_columns_of_csv_and_json_files_too(tmp_path):
    for lang, rows in (("zh", "q1,1,1\nq2,1,2\n"), ("en", "q3,2,2\n")):
        (tmp_path / f"lang={lang}").mkdir()
        (tmp_path / f"lang={lang}" / "f.csv").write_text(f"item,a,b\n{rows}")
    found = read(tmp_path, raters=["a", "b"], slices=["lang"])
    assert counted(found) == {(("zh",), (1, 1)): 1, (("zh",), (1, 2)): 1, (("en",), (2, 2)): 1}
    for path in tmp_path.glob("*/f.csv"):
        path.unlink()
    for lang, row in (("zh", '{"a": "x", "b": "y"}'), ("en", '{"a": "y", "b": "y"}')):
        (tmp_path / f"lang={lang}" / "f.jsonl").write_text(row + "\n")
    found = read(tmp_path, raters=["a", "b"], slices=["lang"])
    assert counted(found) == {(("zh",), ("x", "y")): 1, (("en",), ("y", "y")): 1}


def test_files_of_several_kinds_and_folders_without_files_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"^There is no file"):
        read(tmp_path)
    with pytest.raises(InputError, match=r"^There is no file"):
        read(str(tmp_path / "*.csv"))
    pq.write_table(pa.table({"a": [1], "b": [1]}), tmp_path / "a.parquet")
    (tmp_path / "b.csv").write_text("a,b\n1,1\n")
    with pytest.raises(InputError, match="files are of different kinds"):
        read(tmp_path)
    with pytest.raises(OptionError, match="engine='memory' reads only one"):
        read([tmp_path / "a.parquet", os.fspath(tmp_path / "b.csv")], engine="memory")
