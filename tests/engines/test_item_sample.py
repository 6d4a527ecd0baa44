"""Duplicates of large tables: a share of the items is looked at, all of them where it has one."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from concordant.engines import item_sample
from concordant.engines.item_sample import ranges, statistics
from concordant.errors import InputError
from concordant.ratings.read import read

ROWS = 4000


def table(twice: int = 0, *, text: bool = False, turned: bool = False, apart: bool = False) -> pa.Table:
    """So many items twice, with the same ratings or with others, in the order of items or mixed."""
    items = [*range(ROWS - twice), *range(0, 2 * twice, 2)]
    items = sorted(items, key=lambda item: item * 1237 % ROWS if turned else item)
    ratings = [1 + item % 3 for item in items]
    others = [1 + place % 2 for place in range(ROWS)] if apart else ratings
    names = [f"item {item:06d}" for item in items] if text else items
    return pa.table({"item": names, "a": ratings, "b": others})


@pytest.fixture(autouse=True)
def few_are_enough(monkeypatch):
    """The share of this small table is large enough."""
    monkeypatch.setattr(item_sample, "ENOUGH", 10)


def codes(ratings):
    return [note.code for note in ratings.audit.notes]


@pytest.fixture(params=["duckdb relation", "polars lazy", "spark frame", "parquet", "CSV"])
def place(request):
    return request.param


def held(place, given, hold, tmp_path):
    if place == "parquet":  # groups of rows as small as in no real file, so that there are some
        pq.write_table(given, tmp_path / "a.parquet", row_group_size=100)
        return str(tmp_path / "a.parquet"), {"engine": "duckdb"}
    if place == "CSV":
        import pyarrow.csv

        pyarrow.csv.write_csv(given, tmp_path / "a.csv")
        return str(tmp_path / "a.csv"), {"engine": "duckdb"}
    return hold(place, given)


@pytest.mark.parametrize("text", [False, True])
@pytest.mark.parametrize("turned", [False, True])
def test_items_that_are_there_once_are_sampled_and_the_audit_says_how_many(
    place, text, turned, hold, tmp_path
):
    source, more = held(place, table(text=text, turned=turned), hold, tmp_path)
    found = read(source, item="item", raters=["a", "b"], **more)
    assert codes(found).count("duplicates-sampled") == 1
    note = next(note for note in found.audit.notes if note.code == "duplicates-sampled")
    assert 10 <= note.facts["items"] < ROWS / 4
    assert (found.audit.rows_read, found.audit.rows_used, found.audit.duplicates) == (ROWS, ROWS, 0)
    every = read(source, item="item", raters=["a", "b"], duplicates="checked", **more)
    assert "duplicates-sampled" not in codes(every)
    assert every.audit.rows_used == ROWS


@pytest.mark.parametrize("turned", [False, True])
def test_a_repeated_item_in_the_sample_makes_every_item_looked_at(place, turned, hold, tmp_path):
    source, more = held(place, table(1000, turned=turned), hold, tmp_path)
    found = read(source, item="item", raters=["a", "b"], **more)
    assert (found.audit.rows_used, found.audit.duplicates) == (ROWS - 1000, 1000)
    assert "duplicates-sampled" not in codes(found)


def test_items_with_ratings_that_differ_are_refused(place, hold, tmp_path):
    source, more = held(place, table(1000, apart=True), hold, tmp_path)
    with pytest.raises(InputError, match="several rows with different ratings"):
        read(source, item="item", raters=["a", "b"], **more)


def test_rows_without_an_item_are_counted_whether_the_share_has_them_or_not(place, hold, tmp_path):
    names = [None if row % 40 == 0 else " " if row % 40 == 1 else "\u3000" if row % 40 == 2 else f"i{row}"
             for row in range(ROWS)]  # fmt: skip
    given = table().set_column(0, "item", pa.array(names, pa.string()))
    source, more = held(place, given, hold, tmp_path)
    found = read(source, item="item", raters=["a", "b"], **more)
    assert found.audit.dropped == {"rows without an item": 300}
    assert "duplicates-sampled" in codes(found)


def test_small_tables_are_checked_item_by_item(place, hold, tmp_path, monkeypatch):
    monkeypatch.setattr(item_sample, "ENOUGH", 20_000)
    source, more = held(place, table(1), hold, tmp_path)
    found = read(source, item="item", raters=["a", "b"], **more)
    assert found.audit.duplicates == 1
    assert "duplicates-sampled" not in codes(found)


def groups(*bounds, kind="INT64", gaps=0):
    return [(100, gaps, kind, str(least), str(largest)) for least, largest in bounds]


def test_statistics_say_whether_a_column_is_sorted_and_complete():
    known = statistics(groups((0, 99), (100, 199)), 200)
    assert known.is_sorted
    assert known.complete
    assert not statistics(groups((0, 150), (100, 199)), 200).is_sorted
    assert not statistics(groups((0, 99), (100, 199), gaps=1), 200).complete
    # a name that is blank lies below "!", or is one of the blanks beyond ASCII
    assert not statistics(groups((" ", "a"), kind="BYTE_ARRAY"), 100).complete
    assert not statistics(groups(("a", "\u3000"), kind="BYTE_ARRAY"), 100).complete
    assert statistics(groups(("a", "b"), kind="BYTE_ARRAY"), 100).complete


@pytest.mark.parametrize(
    "metadata",
    [
        [],
        groups((0, 99)),  # 100 of 200 rows
        [*groups((0, 99)), (100, None, "INT64", None, None)],
        groups((0.5, 99.5), (100.5, 199.5), kind="DOUBLE"),
        groups(("2026-01-01", "2026-01-02"), ("2026-01-03", "2026-01-04"), kind="INT32"),
    ],
)
def test_statistics_that_do_not_hold_for_all_rows_are_none(metadata):
    assert statistics(metadata, 200) is None


def test_ranges_are_spread_over_the_file():
    known = statistics(groups(*((100 * j, 100 * j + 99) for j in range(160))), 16000)
    bounds, part = ranges(known)
    assert bounds == [(100 * j, 100 * j + 99) for j in range(8, 160, 16)]
    # 1,000 of 16,000 rows are in them, and about one in 256 of all is wanted
    assert part == 16


def test_of_a_million_rows_as_many_items_are_looked_at_as_are_enough(monkeypatch):
    monkeypatch.setattr(item_sample, "ENOUGH", 20_000)
    rows = 2_000_000
    known = statistics(
        [(rows // 2, 0, "INT64", "0", "999999"), (rows // 2, 0, "INT64", "1000000", "1999999")], rows
    )
    _, part = ranges(known)
    assert rows / part == 25_000  # one in 256 would be 7,800, too few, so that every item was checked
