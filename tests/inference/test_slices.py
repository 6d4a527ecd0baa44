"""One coefficient for each part of the data."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.reduce.distinct_rows import distinct
from concordant.reduce.patterns import patterns

# Part "x": 2 of 3 items agree; part "y": 1 of 2; "y" and 2: 1 of 1.
SCORES = pd.DataFrame(
    {
        "id": ["p", "q", "r", "s", "t"],
        "human": [1, 2, 3, 1, 2],
        "judge": [1, 2, 1, 2, 2],
        "lang": ["x", "x", "x", "y", "y"],
        "grade": [10, 9, 9, 9, 10],
    }
)
ASKED = {"raters": ["human", "judge"], "item": "id"}


def random_scores(n: int = 400) -> pd.DataFrame:
    rng = np.random.default_rng(3)
    scores = {f"r{j}": rng.integers(1, 5, n).astype(float) for j in range(4)}
    for column in scores.values():
        column[rng.random(n) < 0.2] = np.nan
    return pd.DataFrame(
        {"id": range(n), **scores, "lang": rng.choice(["x", "y", "z"], n), "grade": rng.choice([9, 10], n)}
    )


def test_every_value_of_a_column_is_a_part() -> None:
    found = cc.agreement_by(SCORES, "exact_agreement", by="lang", **ASKED)
    assert [values for values, _ in found] == [("x",), ("y",)]
    assert found["x"].estimate == pytest.approx(2 / 3)
    assert found["y"].estimate == pytest.approx(1 / 2)


def test_several_columns_make_a_part_of_every_combination_that_occurs() -> None:
    found = cc.agreement_by(SCORES, "exact_agreement", by=["lang", "grade"], **ASKED)
    assert [values for values, _ in found] == [("x", 9), ("x", 10), ("y", 9), ("y", 10)]
    assert [result.estimate for _, result in found] == [0.5, 1.0, 0.0, 1.0]
    assert found["x", 9].n_items == 2


@pytest.mark.parametrize("name", ["krippendorff_alpha", "fleiss_kappa", "gwet_ac", "conger_kappa", "icc"])
def test_a_part_has_what_its_rows_alone_would_give(name: str) -> None:
    data = random_scores()
    asked = {"raters": ["r0", "r1", "r2", "r3"], "item": "id"}
    found = cc.agreement_by(data, name, by=["lang", "grade"], **asked)
    assert len(found) == 6
    for (lang, grade), result in found:
        rows = data[(data["lang"] == lang) & (data["grade"] == grade)]
        alone = cc.agreement(rows, name, **asked)
        assert result.estimate == pytest.approx(alone.estimate, rel=1e-12)
        assert result.se == pytest.approx(alone.se, rel=1e-9)
        assert result.n_items == alone.n_items


def test_a_frame_has_a_row_for_each_part() -> None:
    frame = cc.agreement_by(SCORES, "exact_agreement", by="lang", **ASKED).frame()
    assert frame["lang"].tolist() == ["x", "y"]
    assert frame["n_items"].tolist() == [3, 2]
    assert frame["estimate"].tolist() == pytest.approx([2 / 3, 1 / 2])


def test_a_column_with_a_role_of_its_own_may_be_named_as_it_is_called() -> None:
    rows = pd.DataFrame(
        {
            "id": ["p", "p", "q", "q"],
            "criterion": ["style", "facts"] * 2,
            "human": [1, 2, 2, 1],
            "judge": [1, 1, 2, 1],
        }
    )
    found = cc.agreement_by(
        rows, "exact_agreement", by="criterion", dimension="criterion", raters=["human", "judge"]
    )
    assert {values: result.estimate for values, result in found} == {("facts",): 0.5, ("style",): 1.0}


def test_what_is_missing_is_a_part_of_its_own() -> None:
    data = SCORES.assign(lang=["x", None, "x", "y", None])
    found = cc.agreement_by(data, "exact_agreement", by="lang", **ASKED)
    assert [values for values, _ in found] == [("(missing)",), ("x",), ("y",)]
    assert found["(missing)"].estimate == 1.0


def test_arrays_bring_their_slices_along() -> None:
    ratings = cc.as_ratings([1, 2, 3], [1, 2, 2], slices={"half": [0, 0, 1]})
    assert cc.agreement_by(ratings, "exact_agreement", by="half")[1].estimate == 0.0


def test_a_column_that_is_not_there_is_refused() -> None:
    with pytest.raises(cc.OptionError, match=r"There is no column 'lnag' for slices.*Did you mean 'lang'"):
        cc.agreement_by(SCORES, "exact_agreement", by="lnag", **ASKED)


def test_equal_rows_are_counted_once_and_nothing_else_changes() -> None:
    ratings = cc.read(random_scores(), raters=["r0", "r1", "r2"], item="id", slices=["lang", "grade"])
    counted = distinct(ratings, ["lang"])
    assert len(counted) < len(ratings)
    assert counted.n_items == ratings.n_items
    before, after = patterns(ratings), patterns(counted)
    assert np.array_equal(before.codes, after.codes)
    assert np.array_equal(before.counts, after.counts)
    assert {v: r.n_items for v, r in counted.by("lang")} == {v: r.n_items for v, r in ratings.by("lang")}


def test_rows_that_belong_together_are_left_as_they_are() -> None:
    ratings = cc.as_ratings([1, 2, 1, 2], [1, 2, 2, 2], clusters=["a", "a", "b", "b"])
    assert distinct(ratings) is ratings
