"""Types that engines hold in their own ways."""

from __future__ import annotations

import datetime

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from concordant.errors import InputError
from concordant.ratings.read import read
from tests.engines.alike import assert_alike, counted

MOMENTS = [datetime.datetime(2024, 2, 29, 12, 30), datetime.datetime(1969, 12, 31, 23, 59, 59, 250000), None]
HERE = ["pandas", "polars in memory", "parquet in memory", "duckdb parquet", "duckdb relation", "polars lazy"]


@pytest.mark.parametrize(
    ("place", "unit"),
    [*((place, unit) for place in HERE for unit in ("s", "ms", "us", "ns")), ("spark frame", "us")],
)
def test_points_in_time_are_the_same_to_the_microsecond(place, unit, both):
    whole = [None if x is None else x.replace(microsecond=0) for x in MOMENTS]
    times = pa.array((MOMENTS if unit in ("us", "ns") else whole) * 4, pa.timestamp(unit))
    wide = pa.table({"a": times, "b": pa.concat_arrays([times[1:], times[:1]]), "s": times})
    assert_alike(*both(place, wide, shape="wide", raters=["a", "b"], slices=["s"]))
    items = pa.array([f"q{i // 3}" for i in range(12)])
    long = pa.table(
        {"i": items, "r": pa.array(["x", "y", "z"] * 4), "v": times, "s": times.take(pa.array([0] * 12))}
    )
    assert_alike(*both(place, long, shape="long", item="i", rater="r", value="v", slices=["s"]))


@pytest.mark.parametrize("place", [*HERE, "spark frame"])
def test_points_in_time_with_a_zone_are_those_of_utc(place, both):
    times = pa.array(MOMENTS * 2, pa.timestamp("us", "Asia/Shanghai"))
    table = pa.table({"a": ["x", "y", "x", "x", "y", "x"], "b": ["x", "y", "y"] * 2, "s": times})
    found, expected = both(place, table, shape="wide", raters=["a", "b"], slices=["s"])
    assert set(expected.slices["s"].tolist()) == {
        "2024-02-29 12:30:00", "1969-12-31 23:59:59.250000", "(missing)"
    }  # fmt: skip
    assert_alike(found, expected)


@pytest.mark.parametrize("engine", ["memory", "polars"])
def test_categories_of_polars_keep_their_order_wherever_they_are_counted(engine):
    grades = pl.Enum(["mild", "severe", "fatal"])
    wide = pl.DataFrame(
        {"a": ["mild", "fatal", None], "b": ["mild", "mild", "severe"]}, schema={"a": grades, "b": grades}
    )
    found = read(wide.lazy(), engine=engine)
    assert (found.scale.level, found.scale.categories) == ("ordinal", ("mild", "severe", "fatal"))
    long = pl.DataFrame(
        {
            "item": ["1", "1", " 1", "2"],
            "rater": ["x", "y", "z", "x"],
            "score": ["fatal", "mild", "mild", "severe"],
        },
        schema={"item": pl.Categorical, "rater": pl.Categorical, "score": grades},
    )
    found = read(long.lazy(), engine=engine)
    assert found.scale.categories == ("mild", "severe", "fatal")
    assert counted(found) == {((), ("fatal", "mild", "mild")): 1, ((), ("severe", None, None)): 1}


@pytest.mark.parametrize("engine", ["duckdb", "polars", "spark"])
def test_categories_of_pandas_in_a_parquet_file_are_text(engine, tmp_path, request):
    if engine == "spark":
        request.getfixturevalue("spark")
    frame = pd.DataFrame({"item": ["1", "1", "2"], "rater": ["x", "y", "x"], "score": ["b", "a", "a"]})
    frame.astype("category").to_parquet(tmp_path / "f.parquet")
    found = read(tmp_path / "f.parquet", engine=engine)
    assert counted(found) == {((), ("b", "a")): 1, ((), ("a", None)): 1}


@pytest.mark.parametrize("place", ["duckdb parquet", "polars lazy", "spark frame", "postgres"])
def test_numbers_may_name_items_and_raters(place, both):
    for items in (pa.array([1, 1, 2, None]), pa.array([1.0, 1.0, 2.5, float("nan")])):
        table = pa.table({"i": items, "r": pa.array([10, 9, 10, 9]), "v": pa.array([1, 2, 2, 1])})
        found, expected = both(place, table, shape="long", item="i", rater="r", value="v")
        assert found.raters == ("9", "10")
        assert_alike(found, expected)


@pytest.mark.parametrize("place", ["duckdb parquet", "polars lazy", "spark frame", "postgres"])
def test_very_large_and_very_small_numbers_stay_what_they_are(place, both):
    numbers = pa.array([10**14 + 1, -(10**14), 0, None])
    table = pa.table({"a": numbers, "b": numbers.take(pa.array([1, 0, 2, 3]))})
    assert_alike(*both(place, table, shape="wide", raters=["a", "b"]))
    numbers = pa.array([5e-324, 1e50, 0.1 + 0.2, 0.3])
    table = pa.table({"a": numbers, "b": numbers.take(pa.array([1, 0, 2, 2]))})
    assert_alike(*both(place, table, shape="wide", raters=["a", "b"]))


@pytest.mark.parametrize("place", ["duckdb parquet", "polars lazy", "spark frame", "postgres"])
def test_numbers_too_large_are_refused_as_in_memory(place, hold):
    table = pa.table({"a": [1.0, 1.5e300, float("nan")], "b": [1.0, 2.0, None]})
    source, more = hold(place, table)
    said = []
    for data, options in ((source, more), (table, {"engine": "memory"})):
        with pytest.raises(InputError) as problem:
            read(data, **options, shape="wide", raters=["a", "b"])
        said.append(str(problem.value))
        read(data, **options, shape="wide", raters=["a", "b"], missing=[1.5e300])
    assert said[0] == said[1]
    assert "as large as 1.5e+300" in said[0]
