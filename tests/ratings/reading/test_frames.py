"""Frames of every library give the same ratings."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from concordant.errors import InputError
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.read import read

LONG = {
    "item": ["q1", "q1", "q2", "q2", "q3", "q3"],
    "rater": ["ann", "bob"] * 3,
    "score": [1, 2, 2, None, 3, 3],
    "content_type": ["x", "x", "y", "y", "y", "y"],
}


class OnlyInterchange:
    """A frame that speaks the dataframe interchange protocol and nothing else."""

    def __init__(self, frame):
        self.frame = frame

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self.frame.__dataframe__(nan_as_null, allow_copy)


class OnlyArrow:
    """A frame that can hand out an Arrow stream and nothing else."""

    columns = ()

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


FRAMES = {
    "pandas": pd.DataFrame,
    "pandas category": lambda x: pd.DataFrame(x).astype({"rater": "category", "item": "category"}),
    "pandas arrow": lambda x: pd.DataFrame(x).convert_dtypes(dtype_backend="pyarrow"),
    "pandas nullable": lambda x: pd.DataFrame(x).convert_dtypes(),
    "pandas index": lambda x: pd.DataFrame(x).set_index("item"),
    "polars": pl.DataFrame,
    "polars lazy": pl.LazyFrame,
    "polars category": lambda x: pl.DataFrame(x).cast({"rater": pl.Categorical, "item": pl.Categorical}),
    "pyarrow": pa.table,
    "pyarrow batch": pa.RecordBatch.from_pydict,
    "interchange": lambda x: OnlyInterchange(pa.table(x)),
    "arrow stream": lambda x: OnlyArrow(pa.table(x)),
    "structured array": lambda x: pd.DataFrame(x).to_records(index=False),
}


@pytest.mark.parametrize("kind", FRAMES)
@pytest.mark.filterwarnings("ignore:.*interchange protocol.*")
def test_every_library_gives_the_same_ratings(kind):
    ratings = as_ratings(FRAMES[kind](LONG))
    assert ratings.raters == ("ann", "bob")
    assert ratings.items.tolist() == ["q1", "q2", "q3"]
    assert ratings.labels.tolist() == [1, 2, 3]
    assert ratings.matrix.tolist() == [[0, 1], [1, -1], [2, 2]]
    assert ratings.slices["content_type"].tolist() == ["x", "y", "y"]


def test_a_duckdb_relation_needs_no_other_library():
    with duckdb.connect() as connection:
        relation = connection.sql("SELECT * FROM (VALUES (1, 'a', 2), (1, 'b', NULL)) t(item, rater, score)")
        ratings = as_ratings(relation)
    assert ratings.matrix.tolist() == [[0, -1]]


def test_an_ordered_type_in_a_frame_declares_the_scale():
    kind = pd.CategoricalDtype(["mild", "severe", "fatal"], ordered=True)
    frame = pd.DataFrame({"item": [1, 2], "a": ["severe", "mild"], "b": ["mild", "mild"]})
    ratings = as_ratings(frame.astype({"a": kind, "b": kind}))
    assert (ratings.scale.level, ratings.scale.categories) == ("ordinal", ("mild", "severe", "fatal"))
    assert ratings.audit.unused_categories == ("fatal",)
    enum = pl.Enum(["mild", "severe", "fatal"])
    long = pl.DataFrame(
        {"item": [1, 1], "rater": ["a", "b"], "score": pl.Series(["severe", "mild"], dtype=enum)}
    )
    assert as_ratings(long).scale.categories == ("mild", "severe", "fatal")


def test_a_dictionary_by_rater_and_item_and_a_list_of_records_are_read():
    nested = {"A": {"i1": 1, "i2": 2}, "B": {"i2": 1, "i1": 1, "i3": 2}}
    ratings = as_ratings(nested)
    assert (ratings.raters, ratings.items.tolist()) == (("A", "B"), ["i1", "i2", "i3"])
    assert ratings.matrix.tolist() == [[0, 0], [1, 0], [-1, 1]]
    records = as_ratings([{"item": 1, "A": 1, "B": 2}, {"item": 2, "A": 1}])
    assert (records.raters, records.matrix.tolist()) == (("A", "B"), [[0, 1], [0, -1]])


def test_an_index_of_text_names_the_items():
    frame = pd.DataFrame({"a": [1, 2], "b": [2, 2]}, index=["q1", "q2"])
    assert as_ratings(frame).items.tolist() == ["q1", "q2"]
    assert as_ratings(frame.set_axis([7, 9])).items is None


def test_dates_may_name_items():
    days = pd.to_datetime(["2020-01-01", "2020-01-02"])
    assert len(as_ratings(pd.DataFrame({"item": days, "a": [1, 2], "b": [1, 2]})).items) == 2


def test_two_columns_of_one_name_are_refused():
    frame = pd.DataFrame([[1, 2, 3]], columns=["item", "a", "a"])
    with pytest.raises(InputError) as told:
        as_ratings(frame)
    assert str(told.value) == "The column name 'a' occurs twice in the frame: rename one of them."


def test_columns_of_a_dictionary_must_be_equally_long():
    with pytest.raises(InputError) as told:
        as_ratings({"a": [1, 2], "b": [1]})
    assert str(told.value) == "The columns of the dictionary must be equally long: a has 2, b has 1."
    with pytest.raises(InputError) as told:
        as_ratings({})
    assert str(told.value) == "There are no columns in the dictionary."
    with pytest.raises(InputError) as told:
        as_ratings({"a": [], "b": []})
    assert str(told.value) == "There are no ratings in the dictionary: it has columns but no rows."


def test_read_takes_files_and_frames_only():
    with pytest.raises(InputError) as told:
        read(np.zeros((2, 2)))
    assert str(told.value) == "read accepts a file or a frame, got a ndarray; as_ratings accepts arrays too."
