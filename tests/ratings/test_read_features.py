"""Many features, from every shape of data; and what is wrong with data, in one sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.ratings.read_features import as_stack
from tests.simulated import simulate


def as_rows(x: Any, names: list[str]) -> list[dict[str, Any]]:
    """A row for each item and rater, the last raters first."""
    n, k, _ = x.shape
    rows = [
        {"case": f"c{i}", "reader": f"R{j}", "site": "a", **dict(zip(names, x[i, j].tolist(), strict=True))}
        for i in range(n)
        for j in range(k)
    ]
    return rows[::-1]


def test_every_shape_of_the_same_data_gives_the_same_numbers(tmp_path: Any) -> None:
    import pandas as pd
    import polars as pl

    names = ["f1", "f2", "f10"]
    x = simulate(70, 3, 3, raters=0.3)  # more items than a small integer holds
    x[3, 1, 1] = np.nan
    expected = cc.icc_features(x, features=names)
    wide = pd.DataFrame(as_rows(x, names))
    long = wide.melt(id_vars=["case", "reader"], value_vars=names, var_name="feature", value_name="value")
    across = long.pivot(index=["case", "feature"], columns="reader", values="value").reset_index()
    wide.to_csv(tmp_path / "wide.csv", index=False)
    long.to_csv(tmp_path / "long.csv", index=False)
    pl.from_pandas(wide).write_parquet(tmp_path / "wide.parquet")
    shapes: list[tuple[Any, dict[str, Any]]] = [
        (wide, {}),
        (pl.from_pandas(wide), {}),
        (as_rows(x, names), {"features": names}),
        (wide.to_dict("list"), {}),
        (tmp_path / "wide.csv", {}),
        (str(tmp_path / "wide.parquet"), {}),
        (long.sample(frac=1, random_state=1), {"item": "case", "rater": "reader", "feature": "feature"}),
        (tmp_path / "long.csv", {}),
        (across, {"feature": "feature", "item": "case", "raters": ["R0", "R1", "R2"]}),
        (cc.read(long, item="case", rater="reader", value="value", dimension="feature"), {}),
    ]
    for data, options in shapes:
        found = cc.icc_features(data, **options)
        order = [found["feature"].tolist().index(name) for name in names]
        np.testing.assert_allclose(found["icc_a1_low"][order], expected["icc_a1_low"], rtol=1e-9)
        assert found["n_items"][order].tolist() == [70, 70, 70]


def test_raters_and_features_are_chosen_by_name() -> None:
    x = simulate(9, 3, 3)
    rows = as_rows(x, ["f1", "f2", "f3"])
    found = cc.icc_features(rows, raters=["R2", "R0"], features=["f3", "f1"])
    np.testing.assert_allclose(found["icc_a1"], cc.icc_features(x[:, [0, 2]][:, :, [2, 0]])["icc_a1"])
    assert found["feature"].tolist() == ["f3", "f1"]
    text = " ".join(note.text for note in cc.icc_features(rows).notes)
    assert "Columns: item = case; rater = reader." in text
    assert "Not used as features: 'site'." in text


def test_columns_of_items_and_raters_are_known_by_the_names_they_have_in_radiomics() -> None:
    x = simulate(9, 2, 2)
    names = {"case": "Patient ID", "reader": "Segmentation", "site": "Unnamed: 0"}
    rows = [
        {names.get(k, k): 7 if k == "site" else v for k, v in row.items()} for row in as_rows(x, ["a", "b"])
    ]
    found = cc.icc_features(rows)
    assert found["feature"].tolist() == ["a", "b"]
    np.testing.assert_allclose(found["icc_a1"], cc.icc_features(x)["icc_a1"])
    long = [
        {"Patient ID": row["Patient ID"], "operator": row["Segmentation"], "feature": f, "value": row[f]}
        for row in rows
        for f in ("a", "b")
    ]
    np.testing.assert_allclose(cc.icc_features(long)["icc_a1"], found["icc_a1"])


def test_a_stack_of_ratings_has_every_value_in_its_place() -> None:
    x = simulate(5, 3, 2)
    rows = [
        {"item": i, "rater": f"R{j}", "value": x[i, j, f], "dimension": "ab"[f]}
        for i in range(5)
        for j in range(3)
        for f in range(2)
    ]
    stack = as_stack(cc.read(rows), raters=["R2", "R0"], features=["b", "a"])
    assert (stack.raters, stack.features) == (("R2", "R0"), ("b", "a"))
    np.testing.assert_array_equal(stack.values, x[:, [2, 0]][:, :, [1, 0]])


def test_a_missing_row_is_a_gap_and_numbers_may_be_text() -> None:
    x = simulate(9, 3, 2)
    rows = [{k: str(v) for k, v in row.items()} for row in as_rows(x, ["f1", "f2"])]
    rows[4]["f2"] = "NA"
    gone = rows.pop(0)
    assert (gone["case"], gone["reader"]) == ("c8", "R2")
    x[8, 2] = np.nan
    x[7, 1, 1] = np.nan
    np.testing.assert_allclose(cc.icc_features(rows)["icc_c1"], cc.icc_features(x)["icc_c1"])


def test_wide_files_of_very_many_columns_are_read_as_short_ones_are(tmp_path: Any) -> None:
    x = simulate(40, 2, 900)
    names = [f"f{f}" for f in range(900)]
    lines = [",".join(["case", "reader", *names])]
    lines += [",".join([f"c{i}", f"R{j}", *map(repr, x[i, j].tolist())]) for i in range(40) for j in range(2)]
    lines[5] = lines[5].replace(repr(float(x[2, 0, 7])), "NA").replace(repr(float(x[2, 0, 8])), "")
    (tmp_path / "features.csv").write_text("\n".join(lines))
    padded = tmp_path / "large.csv"
    padded.write_text("\n".join(line + "," + "x" * 40_000 for line in lines))  # above what is read at once
    x[2, 0, 7] = x[2, 0, 8] = np.nan
    for path in (tmp_path / "features.csv", padded):
        np.testing.assert_array_equal(
            cc.icc_features(path, features=names)["icc_c1"], cc.icc_features(x)["icc_c1"]
        )
        path.write_text(path.read_text().replace(repr(float(x[3, 1, 5])), "lost"))
        with pytest.raises(cc.InputError, match=r"Row 8 of column 'f5' in .* contains 'lost'"):
            cc.icc_features(path, features=names)


# --- what is wrong ----------------------------------------------------------------------------------

X = simulate(4, 2, 2)
INFINITE = np.where(X[2, 1, 1] == X, np.inf, X)
ROWS = as_rows(X, ["f1", "f2"])


@pytest.mark.parametrize(
    ("data", "options", "said"),
    [
        (X[:, :, 0], {}, "three dimensions, items × raters × features, got 2: for a single feature"),
        (X[0, 0], {}, "three dimensions, items × raters × features, got 1."),
        (X[:1], {}, "there is only one item"),
        (X[:, :1], {}, "there is only one rater"),
        (X[:, :, :0], {}, "The data contain no features."),
        (INFINITE, {}, "The feature 'feature 2' is infinite for item 3, rater 'rater 2'"),
        (X.astype(str), {}, "Features must be numbers, but the array contains str"),
        ([[["a", 1.0]]], {}, "Features must be numbers"),
        ([[[1.0], [2.0, 3.0]]], {}, "every item needs the same number of raters"),
        (X, {"features": ["a"]}, "1 name of a feature for 2 features"),
        (X, {"features": ["a", "a"]}, "The feature 'a' is named twice"),
        (X, {"raters": ["a", "b", "c"]}, "3 names of raters for 2 raters"),
        (X, {"features": "a"}, "features must be a list of names, got 'a'."),
        (X, {"item": "case"}, "item names a column of a frame or a file, but the data have no columns."),
        (X, {"forms": ["A,2"]}, "form must be one of"),
        (X, {"forms": "A,1"}, "forms must be a list of names"),
        (X, {"level": 1}, "level must be a number between 0 and 1"),
        (X, {"null": 1.0}, "tested only against a value below 1, got 1.0"),
        (X, {"fdr": 0}, "fdr must be a false discovery rate between 0 and 1"),
        (X, {"method": "ml"}, "method must be one of ['auto', 'anova', 'reml'], got 'ml'"),
        (ROWS, {"features": ["f3"]}, "There is no column 'f3' for features in the records"),
        (ROWS, {"raters": ["R0", "R7"]}, "a rater must be one of ['R0', 'R1'], got 'R7'"),
        (
            ROWS,
            {"features": ["site"]},
            "column 'site' in the records contains 'a', but a feature must be a number",
        ),
        (ROWS, {"value": "f1"}, "name that column with feature=…"),
        ([*ROWS, ROWS[0]], {}, "more than one row of item 'c3' by rater 'R1' (row 9)"),
        ([{"f1": 1.0, "f2": 2.0}], {}, "No column of the records could be identified as item"),
        ([{"case": 1, "reader": 2, "site": "a"}], {}, "No column of the records other than case, reader"),
        (cc.as_ratings([1, 2], [2, 3]), {}, "name that column with feature=…"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(data: Any, options: dict[str, Any], said: str) -> None:
    with pytest.raises(cc.ConcordantError) as problem:
        cc.icc_features(data, **options)
    assert said in str(problem.value)


def test_a_word_among_the_numbers_of_a_feature_is_found() -> None:
    rows = as_rows(simulate(30, 2, 2), ["f1", "f2"])
    rows[7]["f2"] = "lost"
    with pytest.raises(cc.InputError, match="Row 8 of column 'f2' in the records contains 'lost'"):
        cc.icc_features(rows)
