"""Measurements are summed where they are, to the same sums."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

import concordant as cc
from concordant.errors import InputError
from tests.engines.alike import same_sums
from tests.engines.held import ELSEWHERE, PLACES

FIGURES = ("rows_read", "rows_used", "n_items", "n_raters", "n_ratings", "n_gaps")
RATERS = ["rater a", "dot.ted", "中文"]


def measured(level=20.0, size=400, seed=7):
    """Three raters with gaps of both kinds and a slice with gaps."""
    rng = np.random.default_rng(seed)
    true = rng.normal(level, 3, size)
    columns = {}
    for place, name in enumerate(RATERS):
        values = (true + rng.normal(place / 10, 1, size)).tolist()
        for row in rng.choice(size, size // 10, replace=False):
            values[row] = float("nan") if row % 2 else None
        columns[name] = pa.array(values, pa.float64())
    part = pa.array([[None, "en", "zh"][place] for place in rng.integers(0, 3, size)], pa.string())
    return pa.table({**columns, "part": part})


def as_records(table):
    """The same, one rating a row."""
    rows = [
        (f" q{row}" if row % 3 else f"q{row}", name, value, part)
        for name in RATERS
        for row, (value, part) in enumerate(
            zip(table[name].to_pylist(), table["part"].to_pylist(), strict=True)
        )
    ]
    item, who, value, part = zip(*rows, strict=True)
    return pa.table(
        {"i": item, "r": who, "v": pa.array(value, pa.float64()), "part": pa.array(part, pa.string())}
    )


WIDE = {"shape": "wide", "raters": RATERS}
LONG = {"shape": "long", "item": "i", "rater": "r", "value": "v"}


@pytest.mark.parametrize("place", PLACES)
def test_every_engine_adds_up_the_same_sums(place, hold):
    source, more = hold(place, measured())
    found = cc.moments(source, **more, **WIDE)
    expected = cc.moments(measured(), **WIDE, engine="memory")
    same_sums(found, expected)
    assert cc.icc(source, **more, **WIDE).estimate == pytest.approx(
        cc.icc(measured(), **WIDE).estimate, rel=1e-9
    )


@pytest.mark.parametrize("place", ELSEWHERE)
def test_sums_by_slice_are_those_of_the_parts(place, hold):
    table = measured()
    source, more = hold(place, table)
    found = cc.moments_by(source, by="part", **more, **WIDE)
    expected = cc.moments_by(table, by="part", **WIDE)
    assert set(found) == {("en",), ("zh",), ("(missing)",)}
    for values, sums in found.items():
        same_sums(sums, expected[values])


@pytest.mark.parametrize("place", ELSEWHERE)
def test_one_measurement_a_row_gives_the_same_sums(place, hold):
    table = as_records(measured())
    source, more = hold(place, table)
    found = cc.moments_by(source, by="part", **more, **LONG)
    expected = cc.moments_by(table, by="part", **LONG)
    assert set(found) == set(expected)
    for values, sums in found.items():
        same_sums(sums, expected[values])
    whole = cc.moments(source, **more, **LONG)
    here = cc.read(table, engine="memory", **LONG).audit
    assert {n: getattr(whole.audit, n) for n in FIGURES} == {n: getattr(here, n) for n in FIGURES}


@pytest.mark.parametrize("place", ELSEWHERE)
def test_large_measurements_that_differ_little_keep_their_digits(place, hold):
    table = measured(level=1e9)
    source, more = hold(place, table)
    here, there = cc.icc(table, **WIDE, engine="memory"), cc.icc(source, **more, **WIDE)
    assert there.estimate == pytest.approx(here.estimate, rel=1e-6)
    close = cc.icc(measured(), **WIDE, engine="memory").estimate
    assert there.estimate == pytest.approx(close, rel=1e-4)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_codes_for_no_measurement_are_gaps(place, hold):
    table = measured()
    marked = pa.array([-99.0 if i % 7 == 0 else x for i, x in enumerate(table[RATERS[0]].to_pylist())])
    table = table.set_column(0, RATERS[0], marked)
    source, more = hold(place, table)
    found = cc.moments(source, **more, **WIDE, missing=[-99])
    same_sums(found, cc.moments(table, **WIDE, missing=[-99], engine="memory"))


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_number_too_large_is_refused_unless_it_is_declared_to_be_none(place, hold):
    table = measured()
    large = pa.array([-1e300, *table[RATERS[1]].to_pylist()[1:]], pa.float64())
    table = table.set_column(1, RATERS[1], large)
    source, more = hold(place, table)
    with pytest.raises(InputError, match=r"dot\.ted of .* contains a rating beyond 1e\+50"):
        cc.moments(source, **more, **WIDE)
    found = cc.moments(source, **more, **WIDE, missing=[-1e300])
    same_sums(found, cc.moments(table, **WIDE, missing=[-1e300], engine="memory"))


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_rater_who_measured_an_item_twice_differently_is_named(place, hold):
    table = as_records(measured())
    table = pa.concat_tables([table, pa.table({"i": ["q0"], "r": ["中文"], "v": [0.125], "part": ["en"]})])
    source, more = hold(place, table)
    with pytest.raises(InputError, match="'中文' rated item 'q0' more than once, with different values"):
        cc.moments(source, **more, **LONG)
