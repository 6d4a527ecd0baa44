"""The same coefficients by slice, whatever counts the rows: equal to the last count."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

import concordant as cc
from tests.engines.held import ELSEWHERE

BY = ["lang", "kind", "day"]
RATERS = [f"rater {place}" for place in range(5)]


def scores(size=4000):
    """Five raters on a scale of 1 to 5 with gaps, by three columns."""
    rng = np.random.default_rng(11)
    true = rng.integers(1, 6, size)
    columns = {}
    for name in RATERS:
        said = np.clip(true + rng.choice([-1, 0, 0, 0, 1], size), 1, 5).tolist()
        columns[name] = pa.array(
            [None if gap else x for x, gap in zip(said, rng.random(size) < 0.07, strict=True)]
        )
    columns["lang"] = pa.array([["zh", "en", None][x] for x in rng.integers(0, 3, size)], pa.string())
    columns["kind"] = pa.array(["code" if x else "聊天" for x in rng.integers(0, 2, size)])
    columns["day"] = pa.array(rng.integers(19000, 19002, size).astype("datetime64[D]"))
    return pa.table(columns)


def answers(sliced):
    return {values: (r.estimate, r.n_items, r.n_raters) for values, r in sliced}


def uncertainty(sliced):
    return [(r.se, r.interval.low, r.interval.high) for _, r in sliced]


@pytest.mark.parametrize("place", ELSEWHERE)
@pytest.mark.parametrize("name", ["cohen_kappa", "fleiss_kappa", "krippendorff_alpha", "gwet_ac"])
def test_coefficients_by_three_columns_are_the_same_everywhere(place, name, hold):
    table = scores()
    raters = RATERS[:2] if name == "cohen_kappa" else RATERS
    source, more = hold(place, table)
    found = cc.agreement_by(source, name, by=BY, raters=raters, **more)
    expected = cc.agreement_by(table, name, by=BY, raters=raters, engine="memory")
    assert len(found) == 3 * 2 * 2
    assert answers(found) == answers(expected)
    np.testing.assert_allclose(uncertainty(found), uncertainty(expected), rtol=1e-9)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_each_part_is_what_the_rows_of_that_part_give_alone(place, hold):
    table = scores(600)
    source, more = hold(place, table)
    found = cc.agreement_by(source, "fleiss_kappa", by=BY, raters=RATERS, **more)
    for (lang, kind, day), result in found:
        rows = [
            row
            for row in table.to_pylist()
            if (row["lang"] or "(missing)", row["kind"], str(row["day"])) == (lang, kind, day)
        ]
        alone = [[row[name] for name in RATERS] for row in rows]
        assert result.estimate == cc.fleiss_kappa(alone, categories=[1, 2, 3, 4, 5]).estimate
        assert result.n_items == len(rows)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_measurements_by_slice_are_the_same_to_rounding(place, hold):
    rng = np.random.default_rng(3)
    true = rng.normal(50, 10, 900)
    table = pa.table(
        {
            "a": true + rng.normal(0, 2, 900),
            "b": true + rng.normal(1, 2, 900),
            "lang": pa.array(["zh" if x else "en" for x in rng.integers(0, 2, 900)]),
        }
    )
    source, more = hold(place, table)
    options = {"by": "lang", "raters": ["a", "b"]}
    for name in ("icc", "ccc", "bland_altman"):
        found = cc.agreement_by(source, name, **options, **more)
        expected = cc.agreement_by(table, name, **options, engine="memory")
        assert [values for values, _ in found] == [("en",), ("zh",)]
        assert [r.estimate for _, r in found] == pytest.approx([r.estimate for _, r in expected], rel=1e-9)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_the_items_behind_a_number_are_the_same_everywhere(place, hold):
    table = scores(300).append_column("id", pa.array([f"q{i:03}" for i in range(300)]))
    source, more = hold(place, table)
    options = {"item": "id", "raters": RATERS, "slices": BY, "k": 12}
    for where in ({}, {"lang": "zh"}, {"rater 0": 1}):
        found = cc.top_items(source, where=where, **options, **more)
        expected = cc.top_items(table, where=where, **options, engine="memory")
        assert found["score"].tolist() == expected["score"].tolist()
