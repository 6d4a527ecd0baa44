"""What is wrong with data is told in the same words wherever they are."""

from __future__ import annotations

import re

import pyarrow as pa
import pytest

import concordant as cc
from concordant.errors import InputError, OptionError
from concordant.language.translate_errors import error_text
from concordant.ratings.read import read
from tests.engines.held import ELSEWHERE

WRONG = {
    "an infinite rating": {"a": [1.0, 2.5, 3.0], "b": [1.0, float("inf"), 2.0]},
    "text beside numbers": {"a": ["good", "good", None], "b": [1, 2, 1]},
    "truth beside numbers": {"a": [True, False, True], "b": [1, 0, 1]},
    "nothing but gaps": {"a": pa.array(["NA", None, ""]), "b": pa.array([" ", None, "n/a"])},
}
WIDE = {"shape": "wide", "raters": ["a", "b"]}


def complaint(source, **options):
    """What is said, without the number of a row, which engines do not have; they say whose rating it is."""
    with pytest.raises(InputError) as told:
        read(source, **options)
    return str(told.value).replace(", row 1", "").replace("Row 2", "b: A row")


@pytest.mark.parametrize("place", ELSEWHERE)
@pytest.mark.parametrize("what", WRONG)
def test_the_same_complaint_is_made_everywhere(place, what, hold):
    table = pa.table(WRONG[what])
    source, more = hold(place, table)
    assert complaint(source, **more, **WIDE) == complaint(table, engine="memory", **WIDE)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_value_outside_the_scale_is_refused_everywhere(place, hold):
    table = pa.table({"a": [1, 2, 9], "b": [1, 2, 2]})
    source, more = hold(place, table)
    said = complaint(source, **more, **WIDE, categories=[1, 2])
    assert said == complaint(table, engine="memory", **WIDE, categories=[1, 2]).replace(", row 3", "")


@pytest.mark.parametrize("place", ELSEWHERE)
def test_infinite_measurements_are_refused(place, hold):
    numbers = [i + 0.25 for i in range(60)]
    for odd in (float("inf"), float("-inf")):
        source, more = hold(place, pa.table({"a": numbers, "b": [*numbers[1:], odd]}))
        with pytest.raises(InputError, match=r"^b of .* contains an infinite rating"):
            cc.icc(source, **more)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_table_without_rows_has_no_ratings(place, hold):
    table = pa.table({"a": pa.array([], pa.string()), "b": pa.array([], pa.string())})
    source, more = hold(place, table)
    said = complaint(source, **more, **WIDE)
    assert said.startswith("There are no ratings in ")
    assert said.endswith(": it has columns but no rows.")


@pytest.mark.parametrize("place", [place for place in ELSEWHERE if place != "postgres"])
def test_lists_and_records_are_no_ratings(place, hold):
    table = pa.table({"a": ["x", "y"], "b": [["x"], ["y", "x"]], "c": [{"k": 1}, {"k": 2}], "d": ["x", "x"]})
    source, more = hold(place, table)
    for name in ("b", "c"):
        with pytest.raises(InputError, match=f"^The column '{name}' of .* contains lists, records or bytes"):
            read(source, **more, shape="wide", raters=["a", name])
    assert read(source, **more, shape="wide", raters=["a", "d"]).n_items == 2


@pytest.mark.parametrize("place", ELSEWHERE)
def test_weights_that_are_missing_or_negative_are_refused(place, hold):
    for odd, said in ((None, "missing"), (float("nan"), "missing"), (-1.0, "0 or more")):
        table = pa.table({"a": ["x", "y"], "b": ["x", "x"], "weight": pa.array([1.0, odd])})
        source, more = hold(place, table)
        assert said in complaint(source, **more, **WIDE, case_weights="weight")


REASONS = {
    "the round": {"round": "part"},
    "the dimension": {"dimension": "part"},
    "the order of rows": {"item": "part", "duplicates": "last"},
    "weights that are not whole": {"case_weights": "share"},
    "several columns": {"raters": {"x": ["a"], "y": ["b", "share"]}, "shape": None},
}


@pytest.mark.parametrize("why", REASONS)
def test_the_reason_for_reading_rows_is_given_in_chinese_too(why, tmp_path):
    path = tmp_path / "s.csv"
    path.write_text("a,b,part,share\n1,2,p,0.5\n2,2,q,0.5\n1,1,p,0.25\n")
    with pytest.raises(OptionError, match="must be read into memory, because") as told:
        read(path, **{**WIDE, **REASONS[why]}, engine="duckdb", memory_limit="1GB")
    chinese = error_text(told.value, "zh")
    words = set(re.findall(r"[A-Za-z]+", chinese)) - {"s", "csv", "memory", "limit", "slices", "part"}
    assert words <= {"duplicates", "last"}


def test_a_damaged_file_is_told_and_not_guessed_at(tmp_path, spark):
    import pyarrow.parquet as pq

    path = tmp_path / "broken.parquet"
    pq.write_table(pa.table({"a": list(range(5000)), "b": list(range(5000))}), path)
    path.write_bytes(path.read_bytes()[:2000] + b"PAR1")
    for engine in ("duckdb", "polars", "spark"):
        with pytest.raises(InputError, match=r"^broken.parquet could not be read"):
            read(path, engine=engine)
