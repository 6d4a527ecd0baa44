"""A column for each rater: every engine counts the same rows."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import concordant as cc
from concordant.errors import InputError
from concordant.ratings.read import read
from tests.engines.alike import assert_alike, counted
from tests.engines.held import ELSEWHERE, PLACES, TYPED
from tests.engines.tables import NAMES, RATINGS, SLICES, drawn_cells, wide

#: Spark takes its time for each query.
FEW = ("unusual", "halves", "truth")

#: What the texts of `tables` mean, told by hand.
MEANING = {" yes ": "yes", "NA": None, "": None, "n/a": None}


def test_rows_in_memory_are_those_that_plain_counting_finds():
    table, options = wide("text")
    rows = zip(*(table[name].to_pylist() for name in (*options["raters"], "language")), strict=True)
    expected = Counter()
    for *cells, language in rows:
        part = (language or "").strip() or "(missing)"
        expected[(part,), tuple(MEANING.get(cell, cell) for cell in cells)] += 1
    assert counted(read(table, engine="memory", **options)) == expected


@pytest.mark.by_turns(2)
@pytest.mark.parametrize(
    ("place", "kind"),
    [
        (place, kind)
        for place in PLACES
        for kind in (RATINGS if place in ELSEWHERE or not place.startswith("spark") else FEW)
    ],
)
def test_every_engine_counts_the_same_rows(place, kind, both):
    table, options = wide(kind, slices=tuple(SLICES))
    assert_alike(*both(place, table, **options))


@pytest.mark.parametrize("place", ELSEWHERE)
def test_columns_may_have_any_name(place, both):
    table, options = wide("text", raters=len(NAMES), slices=())
    assert_alike(*both(place, table, **options))


@pytest.mark.parametrize("place", ["duckdb relation", "polars lazy"])
@given(data=st.data())
def test_whatever_the_cells_are_the_counts_are_the_same(place, data):
    cells = st.lists(
        st.tuples(drawn_cells(), drawn_cells(), st.none() | st.text(max_size=3)), min_size=1, max_size=30
    )
    a, b, part = zip(*data.draw(cells), strict=True)
    table = pa.table(
        {"a": pa.array(a, pa.string()), "b": pa.array(b, pa.string()), "s": pa.array(part, pa.string())}
    )
    options = {"shape": "wide", "raters": ["a", "b"], "slices": ["s"]}
    source, more = TYPED[place](table, None)
    found, expected = (_read(*one, options) for one in ((source, more), (table, {"engine": "memory"})))
    if isinstance(expected, str) or isinstance(found, str):
        assert found == expected
    else:
        assert_alike(found, expected)


def _read(source, more, options):
    """The ratings, or what is wrong with them."""
    try:
        return read(source, **more, **options)
    except InputError as told:
        return str(told)


ITEMS = {
    "item": ["q1", "q2", " q2", "q3", None, "  ", "q4", "q4\u3000", "NA"],
    "a": [1.0, 2.0, 2.0, None, 1.0, 2.0, float("nan"), None, 2.0],
    "b": [1.0, 1.0, 1.0, 2.0, 1.0, 1.0, 2.0, 2.0, 1.0],
}


@pytest.mark.parametrize("place", PLACES)
def test_an_item_that_is_there_twice_counts_once_and_nameless_rows_do_not_count(place, both):
    found, expected = both(place, pa.table(ITEMS))
    # q1, q2 (twice), q3, q4 (twice; NaN and nothing are the same gap) and NA; two rows name no item
    assert (found.audit.rows_read, found.audit.rows_used, found.audit.duplicates) == (9, 5, 2)
    assert found.audit.dropped == {"rows without an item": 2}
    assert_alike(found, expected)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_an_item_with_rows_that_differ_is_refused_by_name(place, hold):
    table = pa.table({"item": ["q1", "q2", "q1"], "a": [1, 2, 2], "b": [1, 1, 1]})
    source, more = hold(place, table)
    with pytest.raises(
        InputError, match=r"^Item 'q1' has several rows with different ratings; this happens with 1 item"
    ):
        read(source, **more)


@pytest.mark.parametrize("place", ELSEWHERE)
@pytest.mark.parametrize("rule", ["first", "last", "repeat"])
def test_rules_for_items_that_are_there_twice_go_by_the_rows_themselves(place, rule, both):
    table = pa.table({"item": ["q1", "q2", "q1"], "a": [1, 2, 2], "b": [1, 1, 1]})
    found, expected = both(place, table, duplicates=rule)
    if place != "spark frame" or rule == "repeat":  # Spark promises no order of rows
        assert_alike(found, expected)


@pytest.mark.parametrize("place", ELSEWHERE)
@pytest.mark.parametrize("weights", [[3, 0, 2, 5, 1, 7], [1.5, 0.5, 2.0, 1.0, 0.0, 3.25]])
def test_case_weights_are_added_up(place, weights, both):
    table = pa.table(
        {"a": ["x", "x", "y", "x", None, "y"], "b": ["x", "x", "y", "y", "y", "x"], "weight": weights}
    )
    found, expected = both(place, table, raters=["a", "b"], case_weights="weight")
    assert_alike(found, expected)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_declared_categories_and_gaps_are_kept_to(place, both):
    table, options = wide("text", slices=())
    options |= {"categories": ["no", "yes"], "missing": ["maybe"]}
    assert_alike(*both(place, table, **options))
    table, options = wide("whole", slices=())
    options |= {"categories": [1, 2, 3], "out_of_scale": "drop"}
    found, expected = both(place, table, **options)
    assert found.audit.out_of_scale
    assert_alike(found, expected)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_truth_values_of_an_item_that_is_there_twice_agree_or_differ(place, both, hold):
    table = pa.table(
        {
            "item": ["q1", "q1", "q2", "q3"],
            "a": pa.array([True, True, None, False]),
            "b": pa.array([False, False, True, False]),
            "s": pa.array([True, True, False, None]),
        }
    )
    options = {"raters": ["a", "b"], "slices": ["s"]}
    assert_alike(*both(place, table, **options))
    source, more = hold(place, table.set_column(2, "b", pa.array([False, True, True, False])))
    with pytest.raises(InputError, match="Item 'q1' has several rows with different ratings"):
        read(source, **more, **options)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_slice_that_varies_within_an_item_is_told_and_the_smallest_taken(place, hold):
    table = pa.table({"item": ["q1", "q2", "q1"], "a": [1, 2, 1], "b": [1, 1, 1], "s": ["y", "x", "x"]})
    source, more = hold(place, table)
    found = read(source, **more, raters=["a", "b"], slices=["s"])
    assert counted(found) == {(("x",), (1, 1)): 1, (("x",), (2, 1)): 1}
    assert "slice-varies" in [note.code for note in found.audit.notes]


@pytest.mark.parametrize("place", ELSEWHERE)
def test_items_that_are_known_to_be_there_once_need_not_be_checked(place, hold):
    table = pa.table({"item": ["q1", "q1", None], "a": [1, 2, 1], "b": [1, 1, 1]})
    source, more = hold(place, table)
    found = read(source, **more, duplicates="unchecked")
    assert counted(found) == {((), (1, 1)): 1, ((), (2, 1)): 1}
    assert found.audit.dropped == {"rows without an item": 1}


@pytest.mark.parametrize("place", ELSEWHERE)
def test_items_are_found_behind_rows_that_were_made_one(place, hold):
    table = pa.table({"item": ["q1", "q1", "q2"], "a": [1, 1, 1], "b": [2, 2, 1], "more": ["x", "y", "z"]})
    source, more = hold(place, table)
    found = cc.top_items(source, raters=["a", "b"], k=5, **more)
    assert (found["item"].tolist(), found["score"].tolist()) == (["q1"], [1.0])
