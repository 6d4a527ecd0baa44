"""Items with several rows, in dimensions and repeats, that stay where they are: the numbers of memory."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

import concordant as cc
from concordant.errors import InputError, OptionError
from concordant.ratings.read import read
from concordant.ratings.remote import open_elsewhere
from tests.engines.held import ELSEWHERE

RATERS = ["ann", "bob", "judge"]
#: By kind of dimension: its values, one of them a gap.
DIMENSIONS = {
    "text": (["tone", " style", None], pa.string()),
    "numbers": ([1, 2, None], pa.int64()),
    "truth": ([True, False, None], pa.bool_()),
}
HERE = ("duckdb parquet", "polars lazy")


def rated(kind="text", *, repeats=False, long=False, items=240, seed=4):
    """Two categories in three dimensions, so that many items are alike; two items have no name."""
    rng = np.random.default_rng(seed)
    values, of_type = DIMENSIONS[kind]
    rows = []
    for item in range(items):
        for value in values:
            for occasion in (1, 2) if repeats else (1,):
                true = rng.integers(0, 2)
                said = [int(true if rng.random() < 0.8 else rng.integers(0, 2)) for _ in RATERS]
                given = [None if rng.random() < 0.05 else one for one in said]
                rows.append(
                    (None if item < 2 else f"i{item}", value, occasion, ("en", "zh")[item % 2], *given)
                )
    item, value, occasion, lang, *given = (list(column) for column in zip(*rows, strict=True))
    columns = {"item": item, "part": pa.array(value, of_type), "turn": occasion, "lang": lang}
    if not long:
        return pa.table({**columns, **dict(zip(RATERS, given, strict=True))})
    count = len(rows)
    facts = {name: pa.concat_arrays([pa.array(column)] * 3) for name, column in columns.items()}
    who = [name for name in RATERS for _ in range(count)]
    score = [cell for column in given for cell in column]
    return pa.table({**facts, "rater": who, "score": pa.array(score, pa.int64())})


def options(*, repeats=False, long=False):
    found = {"item": "item", "dimension": "part", "raters": RATERS}
    found |= {"repeat": "turn"} if repeats else {}
    return found | ({"rater": "rater", "value": "score"} if long else {})


def numbers(result):
    interval = result.interval
    ends = [] if interval is None else [interval.low, interval.high]
    return [result.estimate, result.se, result.p_value, *ends, result.n_items]


def assert_same(found, expected):
    assert found.method == expected.method
    assert found.estimate == pytest.approx(expected.estimate, rel=1e-12)
    assert numbers(found) == pytest.approx(numbers(expected), rel=1e-11, abs=1e-14, nan_ok=True)
    for note, same in zip(found.notes, expected.notes, strict=True):
        assert (note.text, note.facts) == (same.text, same.facts)


@pytest.mark.parametrize("long", [False, True], ids=["wide", "long"])
@pytest.mark.parametrize("repeats", [False, True], ids=["dimensions", "and repeats"])
@pytest.mark.parametrize("place", ELSEWHERE)
def test_coefficients_are_those_of_memory(place, repeats, long, hold):
    table = rated(repeats=repeats, long=long)
    asked = options(repeats=repeats, long=long)
    source, more = hold(place, table)
    for name in ("krippendorff_alpha", "fleiss_kappa", "icc"):
        found = getattr(cc, name)(source, **asked, **more)
        assert_same(found, getattr(cc, name)(table, **asked, engine="memory"))


@pytest.mark.parametrize("kind", DIMENSIONS)
@pytest.mark.parametrize("long", [False, True], ids=["wide", "long"])
@pytest.mark.parametrize("place", HERE)
def test_parts_are_those_of_memory(place, long, kind, hold):
    table, asked = rated(kind, long=long), options(long=long)
    source, more = hold(place, table)
    for by in ("dimension", ["lang", "dimension"]):
        here, there = (
            cc.agreement_by(data, "gwet_ac", by=by, interval="jackknife", **asked, **engine)
            for data, engine in ((source, more), (table, {"engine": "memory"}))
        )
        expected = dict(there)
        assert {values for values, _ in here} == set(expected)
        for values, result in here:
            assert_same(result, expected[values])


@pytest.mark.parametrize("place", HERE)
def test_items_that_are_alike_are_one_with_their_number(place, hold):
    table, asked = rated(), {**options(), "raters": ["ann", "judge"], "slices": []}
    source, more = hold(place, table)
    opened = open_elsewhere(source, {**asked, **more})
    found = read(replace(opened, one_number=True))
    whole = read(table, **asked)
    assert found.n_items == whole.n_items == 238
    assert len(found) < len(whole) / 2
    assert found.weighed(1) == len(whole)
    assert sorted(set(found.dimension.tolist())) == sorted(set(whole.dimension.tolist()))


@pytest.mark.parametrize("long", [False, True], ids=["wide", "long"])
def test_an_item_that_is_rated_twice_in_a_dimension_is_refused(long, hold):
    table = rated(long=long)
    again = table.slice(6, 1)
    name = "score" if long else "ann"
    place = table.schema.names.index(name)
    other = pa.array([1 - (again[name][0].as_py() or 0)], pa.int64())
    source, more = hold("duckdb parquet", pa.concat_tables([table, again.set_column(place, name, other)]))
    with pytest.raises(InputError, match="'i2, tone'"):
        cc.krippendorff_alpha(source, **options(long=long), **more)


def test_comparisons_have_the_items_themselves(hold):
    table, asked = rated(), {**options(), "raters": ["ann", "judge"]}
    source, more = hold("duckdb parquet", table)
    differences = [
        cc.compare(
            cc.measure("cohen_kappa", data, **asked, **engine),
            cc.measure("cohen_kappa", data, **{**asked, "raters": ["bob", "judge"]}, **engine),
        )
        for data, engine in ((source, more), (table, {"engine": "memory"}))
    ]
    assert_same(*differences)


def test_a_memory_limit_is_kept_where_rows_are_counted_and_refused_where_they_are_read(hold):
    source, more = hold("duckdb parquet", rated())
    limit = {**options(), **more, "memory_limit": "500MB"}
    assert cc.krippendorff_alpha(source, **limit).n_items > 0
    with pytest.raises(OptionError, match="gives the dimension"):
        cc.study(source, **limit)
