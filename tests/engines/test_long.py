"""One rating a row: every engine turns them to the same items."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pyarrow as pa
import pytest

from concordant.errors import InputError, OptionError
from concordant.ratings.read import read
from concordant.ratings.reading import pivot
from tests.engines.alike import assert_alike, counted
from tests.engines.held import ELSEWHERE, PLACES
from tests.engines.tables import RATINGS, long

#: Servers take a second or two for each, and have a test of their own.
CHEAP = [place for place in PLACES if not place.startswith(("spark", "postgres", "ibis"))]

LONG = {"item": "i", "rater": "r", "value": "v", "shape": "long"}


def test_items_in_memory_are_those_that_plain_turning_finds():
    table, options = long("whole")
    items: dict[str, dict[str, int]] = {}
    languages = {}
    for item, who, value, language in zip(*(c.to_pylist() for c in table.columns), strict=True):
        own = items.setdefault(item.strip(), {})
        languages[item.strip()] = (language or "").strip() or "(missing)"
        if value is not None:
            own[who] = value
    raters = sorted({who for own in items.values() for who in own})
    expected = Counter(
        ((languages[item],), tuple(own.get(who) for who in raters)) for item, own in items.items()
    )
    found = read(table, engine="memory", **options)
    assert found.raters == tuple(raters)
    assert counted(found) == expected


@pytest.mark.by_turns(2)
@pytest.mark.parametrize(
    ("place", "kind"),
    [(place, kind) for place in CHEAP for kind in (RATINGS if place in ELSEWHERE else ("unusual", "halves"))],
)
def test_every_engine_turns_to_the_same_items(place, kind, both):
    table, options = long(kind, slices=("language", "moment", "flag", "share"))
    assert_alike(*both(place, table, **options))


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        *product(
            ["spark frame", "postgres", "ibis"], ["text", "unusual", "halves", "truth", "moments", "decimal"]
        ),
        ("spark csv", "unusual"),
        ("spark jsonl", "truth"),
    ],
)
def test_servers_turn_to_the_same_items(place, kind, both):
    table, options = long(kind, slices=("language", "day", "flag", "share", "price"))
    assert_alike(*both(place, table, **options))


def records(*rows):
    """A table of (item, rater, value)."""
    items, raters, values = zip(*rows, strict=True)
    return pa.table({"i": items, "r": raters, "v": values})


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_rater_who_says_the_same_again_counts_once(place, both):
    table = records(
        ("q1", "ann", 1.0), ("q1", "ann", 1.0), ("q1", " ann ", 1.0), ("q1", "bob", 2.0), ("q1", "bob", None),
        ("q2", "ann", float("nan")), ("q2", "ann", 2.0), ("q2", "bob", 2.0), (" q2", "bob", 2.0),
    )  # fmt: skip
    found, expected = both(place, table, **LONG)
    assert counted(found) == {((), (1, 2)): 1, ((), (2, 2)): 1}
    assert (found.audit.duplicates, found.audit.duplicate_rule) == (3, "identical, one kept")
    assert_alike(found, expected)


@pytest.mark.parametrize("place", ELSEWHERE)
@pytest.mark.parametrize("again", ["ann", " ann "])
def test_a_rater_who_says_something_else_is_named(place, again, hold):
    table = records(("q1", "ann", 1), ("q2", "ann", 1), ("q2", again, 2), ("q1", "bob", 2))
    source, more = hold(place, table)
    told = "'ann' rated item 'q2' more than once, with different values; this happens 1 time. Pass "
    for one in ({**more, "source": source}, {"source": table, "engine": "memory"}):
        with pytest.raises(InputError) as complaint:
            read(one.pop("source"), **one, **LONG)
        assert str(complaint.value).replace(" (1 and 2)", "").replace("' ann '", "'ann'").startswith(told)
    assert counted(read(source, **more, **LONG, duplicates="repeat")) == {
        ((), (1, 2)): 1,
        ((), (1, None)): 1,
        ((), (2, None)): 1,
    }


@pytest.mark.parametrize("place", ELSEWHERE)
def test_rows_that_name_no_item_or_no_rater_are_counted_as_dropped(place, both):
    table = records(
        ("q1", "ann", "x"), ("q1", "bob", "y"), (None, "ann", "x"), (None, None, "x"), ("  ", "cid", "z"),
        ("q2", None, "x"), ("q2", "\u3000", "x"), ("q2", "bob", "x"), ("q3", "ann", None),
    )  # fmt: skip
    found, expected = both(place, table, **LONG)
    assert found.audit.dropped == {"rows without an item": 3, "rows without a rater": 2}
    assert found.raters == ("ann", "bob")
    assert_alike(found, expected)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_raters_are_those_asked_for_in_that_order(place, both, hold):
    table, options = long("text")
    found, expected = both(place, table, **options, raters=["李 4", "ann 1"])
    assert found.raters == ("李 4", "ann 1")
    assert "rows of raters that were not selected" in found.audit.dropped
    assert_alike(found, expected)
    source, more = hold(place, table)
    with pytest.raises(OptionError, match="'ann 7'"):
        read(source, **more, **options, raters=["ann 7"])


@pytest.mark.parametrize("place", ELSEWHERE)
def test_kinds_of_raters_may_stand_in_a_column(place, both):
    table, options = long("text")
    kinds = pa.array(["human" if "ann" in who else "judge" for who in table["who"].to_pylist()])
    table = table.append_column("kind", kinds)
    found, expected = both(place, table, **options, rater_kind="kind")
    assert found.rater_kinds == ("human", "human", "judge", "judge", "judge")
    assert_alike(found, expected)


@pytest.mark.parametrize("place", ELSEWHERE)
@pytest.mark.parametrize("unit", [1, 0.25])
def test_case_weights_belong_to_items(place, unit, both):
    table, options = long("text")
    weights = pa.array([unit * (1 + int(item.split()[1]) % 5) for item in table["the item"].to_pylist()])
    found, expected = both(place, table.append_column("weight", weights), **options, case_weights="weight")
    assert found.copies is (unit == 1)
    assert_alike(found, expected)


@pytest.mark.parametrize("place", ["duckdb parquet", "polars lazy", "spark frame", "postgres"])
@pytest.mark.parametrize("kind", ["unusual", "halves"])
def test_very_many_raters_are_places_and_the_same_as_in_memory(place, kind, both, monkeypatch):
    monkeypatch.setattr(pivot, "MOST_PLACES", 1000)
    rng = np.random.default_rng(5)
    values, held = RATINGS[kind]
    pairs = np.unique(rng.integers(0, [60, 250], (900, 2)), axis=0)
    table = pa.table(
        {
            "i": [f"q{item}" for item in pairs[:, 0]],
            "r": [f"w{rater}" for rater in pairs[:, 1]],
            "v": pa.array([values[place] for place in rng.integers(0, len(values), len(pairs))], held),
        }
    )
    found, expected = both(place, table.take(rng.permutation(len(table))), **LONG)
    assert found.anonymous
    assert_alike(found, expected)


@pytest.mark.parametrize("place", ["duckdb parquet", "polars lazy", "spark frame", "postgres"])
def test_one_of_very_many_raters_who_says_the_same_again_counts_once(place, both, monkeypatch):
    monkeypatch.setattr(pivot, "MOST_PLACES", 100)
    rows = [(f"q{rater % 3}", f"w{rater}", rater % 2) for rater in range(210)]
    found, expected = both(place, records(*rows, ("q0", "w0", 0), ("q1", " w1", 1)), **LONG)
    assert found.audit.duplicates == 2
    assert_alike(found, expected)


@pytest.mark.parametrize("place", ["duckdb parquet", "polars lazy", "spark frame", "postgres"])
def test_one_of_very_many_raters_who_says_something_else_is_named(place, hold):
    rows = [(f"q{rater % 3}", f"w{rater}", rater % 2) for rater in range(210)]
    source, more = hold(place, records(*rows, ("q1", "w7", 0)))
    with pytest.raises(InputError, match="'w7' rated item 'q1' more than once, with different values"):
        read(source, **more, **LONG)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_slice_that_varies_within_an_item_is_told(place, hold):
    table = records(("q1", "ann", 1), ("q1", "bob", 2), ("q2", "ann", 1)).append_column(
        "s", [["b", "a", "b"]]
    )
    source, more = hold(place, table)
    found = read(source, **more, **LONG, slices=["s"])
    assert counted(found) == {(("a",), (1, 2)): 1, (("b",), (1, None)): 1}
    text = "Column 's' varies within 1 item; the smallest value was used."
    assert text in [note.text for note in found.audit.notes]
