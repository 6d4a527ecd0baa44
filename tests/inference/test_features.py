"""Many features at once: each as if it were alone, whatever its gaps; and which of them to keep."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.curve import MANY
from concordant.coefficients.icc_forms import form_of
from concordant.coefficients.mean_squares import f_quantile
from concordant.inference.false_discovery import adjusted
from concordant.inference.feature_frame import column_of
from concordant.inference.generalised import generalised_p
from concordant.reduce import stacked

FORMS = ("1,1", "1,k", "A,1", "A,k", "C,1", "C,k")
#: Four raters, six items: Shrout and Fleiss (1979), table 2.
SHROUT_FLEISS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]])


def simulate(
    n: int, k: int, features: int, *, items: Any = 1.0, raters: float = 0.0, error: Any = 1.0, seed: int = 0
) -> Any:
    """Items × raters × features of normal effects with these variances."""
    rng = np.random.default_rng(seed)
    return (
        rng.normal(size=(n, 1, features)) * np.sqrt(items)
        + rng.normal(size=(1, k, features)) * np.sqrt(raters)
        + rng.normal(size=(n, k, features)) * np.sqrt(error)
    )


def odd_features() -> dict[str, Any]:
    """One feature of every kind: 12 items, 3 raters."""
    rng = np.random.default_rng(3)
    items = rng.normal(size=(12, 1))
    plain = 2 * items + rng.normal(size=(12, 3))
    shifted = plain + [0, 1, -2]
    turned = rng.permuted(np.tile([-1.0, 0, 1.2], (12, 1)), axis=1) + 1e-3 * rng.normal(size=(12, 3))
    same = np.repeat(items, 3, axis=1)
    found = {
        "plain": plain,
        "shifted": shifted,
        "far": shifted + 1e6,
        "small": 1e-9 * plain,
        "negative": turned,
        "items alike": rng.permuted(np.tile([-1.0, 0, 1], (12, 1)), axis=1),
        "perfect": same,
        "perfect but for level": same + [0, 1, 2],
        "constant": np.full((12, 3), 0.1),
        "raters constant": np.tile([1.0, 2, 3], (12, 1)),
        "one rater constant": np.column_stack([items, 2 * items, np.full(12, 3.0)]),
    }
    gaps = {
        name: (found[old], cells)
        for name, old, cells in (
            ("gaps", "plain", [(3, 1), (7, 0)]),
            ("gaps and levels", "shifted", [(1, 0), (2, 2), (5, 1)]),
            ("an item gone", "plain", [(4, 0), (4, 1), (4, 2)]),
            ("constant with a gap", "constant", [(4, 0)]),
            ("perfect with a gap", "perfect", [(4, 0)]),
            ("negative with a gap", "negative", [(4, 0)]),
        )
    }
    for name, (old, cells) in gaps.items():
        found[name] = np.array(old)
        for cell in cells:
            found[name][cell] = np.nan
    nothing = np.full((12, 3), np.nan)
    for name, rows, columns in (
        ("one rater", np.arange(12), np.zeros(12, dtype=int)),
        ("one item", np.zeros(3, dtype=int), np.arange(3)),
        ("nobody overlaps", np.arange(12), np.arange(12) % 3),
        ("a rater gone", np.repeat(np.arange(12), 2), np.tile([0, 2], 12)),
    ):
        found[name] = nothing.copy()
        found[name][rows, columns] = plain[rows, columns]
    return found


ODD = odd_features()


def numbers_of(result: cc.Result) -> list[float]:
    low, high = (result.interval.low, result.interval.high) if result.interval else (np.nan, np.nan)
    return [result.estimate, low, high, result.p_value, float(result.n_items)]


@pytest.mark.parametrize("method", ["auto", "anova", "reml"])
@pytest.mark.parametrize("name", ODD)
def test_a_feature_among_many_is_what_it_is_alone(name: str, method: Any) -> None:
    x = np.stack(list(ODD.values()), axis=-1)
    many = cc.icc_features(x, features=list(ODD), method=method, null=0.2, level=0.9)
    place = list(ODD).index(name)
    for key in FORMS:
        alone = cc.icc(ODD[name], form=key, method=method, null=0.2, level=0.9, scale="interval")
        column = column_of(form_of(key))
        ends = ("", "_low", "_high", "_p")
        found = np.array([*(many[column + end][place] for end in ends), many["n_items"][place]])
        expected = np.array(numbers_of(alone))
        told = slice(1, 3) if name == "items alike" else slice(0, 0)  # limits of no variance are nobody's
        found[told] = expected[told] = 0
        np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9)
        if alone.defined and 0 < alone.p_value < 1:
            tested = [many[f"{column}_f"][place], many["df1"][place], many[f"{column}_df2"][place]]
            np.testing.assert_allclose(tested, [alone.details[x] for x in ("statistic", "df1", "df2")], rtol=1e-6)
        if not alone.defined and np.isnan(many["icc_a1"][place]):
            assert many["reason"][place] == alone.notes[0].text


def test_all_gaps_of_a_feature_are_told() -> None:
    x = simulate(5, 2, 2)
    x[:, :, 1] = np.nan
    many = cc.icc_features(x)
    assert many["reason"].tolist() == ["", "There is no rating at all."]
    assert many["n_items"].tolist() == [5, 0]
    assert np.isnan([many[name][1] for name in many.names if name.startswith(("icc", "ms", "var", "df"))]).all()


def test_shrout_and_fleiss_whatever_the_unit() -> None:
    x = np.stack([SHROUT_FLEISS, 1e6 + 0.01 * SHROUT_FLEISS, -3 * SHROUT_FLEISS], axis=-1)
    many = cc.icc_features(x, forms=["ICC(1,1)", "ICC1k", "ICC(2,1)", "ICC2k", "ICC3", "ICC(3,k)"])
    # Table 4 of the paper: .17 .44, .29 .62, .71 .91
    for key, value in zip(FORMS, (0.17, 0.44, 0.29, 0.62, 0.71, 0.91), strict=True):
        np.testing.assert_allclose(many[column_of(form_of(key))], value, atol=0.005)
    # MS_s = 11.24, MS_e = 1.02; F(5, 15) = 11.03, as McGraw and Wong (1996) have it
    np.testing.assert_allclose(many["icc_c1_f"], 11.03, atol=0.005)
    assert (many["df1"].tolist(), many["icc_c1_df2"].tolist()) == ([5] * 3, [15] * 3)


def test_measurements_around_a_billion_keep_their_digits() -> None:
    y = 1e9 + simulate(9, 3, 1, items=1.0, raters=0.2, error=0.3)
    n, k = 9, 3
    exact = [[Fraction(value) for value in row] for row in y[:, :, 0].tolist()]
    grand = sum(map(sum, exact)) / Fraction(n * k)
    rows = [sum(row) / Fraction(k) for row in exact]
    columns = [sum(row[j] for row in exact) / Fraction(n) for j in range(k)]
    left = [exact[i][j] - rows[i] - columns[j] + grand for i in range(n) for j in range(k)]
    expected = {
        "ms_items": k * sum((row - grand) ** 2 for row in rows) / (n - 1),
        "ms_raters": n * sum((column - grand) ** 2 for column in columns) / (k - 1),
        "ms_error": sum(x**2 for x in left) / ((n - 1) * (k - 1)),
    }
    many = cc.icc_features(y)
    for name, value in expected.items():
        assert many[name][0] == pytest.approx(float(value), rel=1e-13)


# --- the array --------------------------------------------------------------------------------------


def test_blocks_order_and_kind_of_the_array_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    x = simulate(7, 3, 100)
    x[2, 1, 13] = x[:, 0, 70] = np.nan
    plain = cc.icc_features(x)
    monkeypatch.setattr(stacked, "_AT_ONCE", 1)
    first = np.ascontiguousarray(np.moveaxis(x, -1, 0))  # features × items × raters
    for other in (x, np.asfortranarray(x), np.moveaxis(first, 0, -1), np.ma.masked_invalid(x)):
        np.testing.assert_allclose(cc.icc_features(other)["icc_ak_low"], plain["icc_ak_low"], rtol=1e-10)
    turned = cc.icc_features(x[:, :, ::-1])
    np.testing.assert_allclose(turned["icc_a1_p"][::-1], plain["icc_a1_p"], rtol=1e-9)
    whole = np.round(10 * np.nan_to_num(x))
    for kind in (np.int16, np.float32, object):
        np.testing.assert_array_equal(
            cc.icc_features(whole.astype(kind))["icc_c1"], cc.icc_features(whole)["icc_c1"]
        )


def test_the_array_is_left_as_it_was() -> None:
    x = simulate(6, 2, 5)
    x[0, 0, 0] = np.nan
    before = x.copy()
    cc.icc_features(x)
    np.testing.assert_array_equal(x, before)


def test_quantiles_by_a_curve_are_those_of_the_function() -> None:
    from scipy.special import fdtri

    rng = np.random.default_rng(0)
    v = np.concatenate([np.exp(rng.uniform(np.log(0.01), np.log(5000), 2 * MANY)), [np.nan]])
    for p in (0.9, 0.975, 0.9995):
        np.testing.assert_allclose(f_quantile(p, np.asarray(99.0), v), fdtri(99.0, v, p), rtol=1e-11)
        np.testing.assert_allclose(f_quantile(p, v, np.asarray(4.0)), fdtri(v, 4.0, p), rtol=1e-11)


def test_very_many_features_are_each_what_they_are_alone() -> None:
    x = simulate(10, 2, MANY + 1000, items=np.linspace(0, 9, MANY + 1000), raters=0.2)
    many = cc.icc_features(x)
    for place in (0, 17, 2500, MANY + 999):
        alone = cc.icc(x[:, :, place], form="A,1", scale="interval")
        found = [many[f"icc_a1{end}"][place] for end in ("", "_low", "_high", "_p")]
        np.testing.assert_allclose(found, numbers_of(alone)[:4], rtol=1e-9)


# --- the frame --------------------------------------------------------------------------------------


def test_shares_count_features_that_reach_a_threshold() -> None:
    many = cc.icc_features(simulate(40, 3, 50, items=np.linspace(0, 12, 50)), forms=["A,1", "C,k"])
    shares = many.shares()
    assert shares["form"].tolist() == ["ICC(A,1)"] * 2 + ["ICC(C,k)"] * 2
    assert shares["threshold"].tolist() == [0.75, 0.9] * 2
    assert shares["by_estimate"][0] == (many["icc_a1"] >= 0.75).mean()
    assert shares["by_lower_limit"][3] == (many["icc_ck_low"] >= 0.9).mean()
    said = next(note.text for note in many.notes if note.code == "shares")
    assert f"reaches 0.75 and 0.9 in {shares['by_estimate'][0]:.1%} and {shares['by_estimate'][1]:.1%}" in said


def test_undefined_features_take_no_part_in_shares_and_are_counted() -> None:
    x = simulate(20, 3, 4, items=20.0)
    x[:, :, 1] = 7.0
    many = cc.icc_features(x)
    assert many.shares()["n_features"].tolist() == [3] * 12
    assert many.shares()["by_estimate"][0] == 1
    assert [note.code for note in many.notes] == ["undefined-features", "shares", "discoveries"]
    assert np.isnan(many["icc_a1_p_adjusted"]).tolist() == [False, True, False, False]


def test_one_row_for_each_feature_with_its_name() -> None:
    many = cc.icc_features(simulate(6, 2, 2), features=["size", "shape"], forms=["C,1"])
    assert many.names == [
        "feature", "n_items", "n_raters", "method", "df1", "icc_c1", "icc_c1_low", "icc_c1_high", "icc_c1_f",
        "icc_c1_df2", "icc_c1_p", "icc_c1_p_adjusted", "ms_items", "ms_raters", "ms_error", "var_items",
        "var_raters", "var_error", "reason",
    ]  # fmt: skip
    assert many["feature"].tolist() == ["size", "shape"]
    assert "size" in repr(many)
    assert "var_items" not in repr(many)
    assert "<td>shape</td>" in many._repr_html_()
    assert many.to_pandas()["icc_c1"].tolist() == many["icc_c1"].tolist()


def test_gaps_are_said() -> None:
    x = simulate(8, 3, 3)
    x[0, 0, 0] = np.nan
    x[1, :, 1] = np.nan
    many = cc.icc_features(x)
    assert many["method"].tolist() == ["reml", "anova", "anova"]
    codes = [note.code for note in many.notes]
    assert codes[:2] == ["gaps-by-likelihood", "incomplete-items"]
    assert cc.icc_features(x, method="anova")["n_items"].tolist() == [7, 7, 8]


# --- tables -----------------------------------------------------------------------------------------


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
    assert "Not taken for features: 'site'." in text


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
    (tmp_path / "features.csv").write_text("\n".join(lines * 1) + "\n" * 3 + " " * 0)
    padded = tmp_path / "large.csv"
    padded.write_text("\n".join(line + "," + "x" * 40_000 for line in lines))  # above what is read at once
    x[2, 0, 7] = x[2, 0, 8] = np.nan
    for path in (tmp_path / "features.csv", padded):
        np.testing.assert_array_equal(
            cc.icc_features(path, features=names)["icc_c1"], cc.icc_features(x)["icc_c1"]
        )


# --- what is wrong ----------------------------------------------------------------------------------

X = simulate(4, 2, 2)
INFINITE = np.where(X == X[2, 1, 1], np.inf, X)
ROWS = as_rows(X, ["f1", "f2"])


@pytest.mark.parametrize(
    ("data", "options", "said"),
    [
        (X[:, :, 0], {}, "three dimensions, items × raters × features, got 2: one feature of items × raters"),
        (X[0, 0], {}, "three dimensions, items × raters × features, got 1."),
        (X[:1], {}, "there is one item only"),
        (X[:, :1], {}, "there is one rater only"),
        (X[:, :, :0], {}, "There is no feature in the data."),
        (INFINITE, {}, "The feature 'feature 2' is infinite for item 3, rater 'rater 2'"),
        (X.astype(str), {}, "Features are numbers, and the array holds str"),
        ([[["a", 1.0]]], {}, "Features are numbers"),
        ([[[1.0], [2.0, 3.0]]], {}, "every item needs as many raters"),
        (X, {"features": ["a"]}, "1 name of a feature for 2 features"),
        (X, {"features": ["a", "a"]}, "The feature 'a' is named twice"),
        (X, {"raters": ["a", "b", "c"]}, "3 names of raters for 2 raters"),
        (X, {"features": "a"}, "features is a list of names, got 'a'."),
        (X, {"item": "case"}, "item names a column of a frame or a file, and the data have no columns."),
        (X, {"forms": ["A,2"]}, "form must be one of"),
        (X, {"forms": "A,1"}, "forms is a list such as"),
        (X, {"level": 1}, "level is a number between 0 and 1"),
        (X, {"null": 1.0}, "tested against a value below 1, got 1.0"),
        (X, {"fdr": 0}, "fdr is a rate of false discoveries between 0 and 1"),
        (X, {"method": "ml"}, "method must be one of ['auto', 'anova', 'reml'], got 'ml'"),
        (ROWS, {"features": ["f3"]}, "There is no column 'f3' for features in the records"),
        (ROWS, {"raters": ["R0", "R7"]}, "a rater must be one of ['R0', 'R1'], got 'R7'"),
        (ROWS, {"features": ["site"]}, "column 'site' in the records holds 'a', and a feature is a number"),
        (ROWS, {"value": "f1"}, "name that column with feature=…"),
        ([*ROWS, ROWS[0]], {}, "more than one row of item 'c3' by rater 'R1' (row 9)"),
        ([{"f1": 1.0, "f2": 2.0}], {}, "No column of the records could be taken for item"),
        ([{"case": 1, "reader": 2, "site": "a"}], {}, "No column of the records beside case, reader holds"),
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
    with pytest.raises(cc.InputError, match="Row 8 of column 'f2' in the records holds 'lost'"):
        cc.icc_features(rows)


# --- which to keep ----------------------------------------------------------------------------------


def test_adjusted_p_finds_the_discoveries_of_benjamini_and_hochberg() -> None:
    # Benjamini and Hochberg (1995), section 4.1: fifteen p-values, of which four are discoveries at .05
    p = [.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719, .6528, .7590, 1]  # fmt: skip
    q = adjusted(np.array(p[::-1]))
    assert np.count_nonzero(q <= 0.05) == 4
    # the fourth is p·15/4, the last is itself; by any dependence times 1 + 1/2 + … + 1/15
    assert q[-4] == pytest.approx(0.0095 * 15 / 4)
    assert q[0] == 1
    harmonic = sum(1 / i for i in range(1, 16))
    assert adjusted(np.array(p), "by")[3] == pytest.approx(0.0095 * 15 / 4 * harmonic)


def test_adjusted_p_never_falls_and_leaves_gaps_out() -> None:
    # .04·3/2 = .06 and .041·3/3 = .041: the smaller p cannot have the larger q
    q = adjusted(np.array([0.04, np.nan, 0.041, 0.01]))
    np.testing.assert_allclose(q, [0.041, np.nan, 0.041, 0.03])
    assert adjusted(np.array([np.nan])).tolist() != [0.0]


def test_the_test_against_a_threshold_is_that_of_a_single_feature() -> None:
    x = simulate(25, 3, 6, items=np.linspace(1, 30, 6), raters=0.1)
    many = cc.icc_features(x)
    for key in FORMS:
        kept = cc.reliable_features(many, form=key, threshold=0.8, by="estimate")
        for row in kept:
            alone = cc.icc(x[:, :, row["place"]], form=key, null=0.8, scale="interval")
            found = (row["estimate"], row["f"], row["df2"], row["p_value"])
            one = alone.details
            np.testing.assert_allclose(
                found, (alone.estimate, one["statistic"], one["df2"], alone.p_value), rtol=1e-9
            )


def test_a_high_estimate_is_often_luck_and_the_test_holds_its_rate() -> None:
    """Features of true ICC(C,1) .75 (2000) and .97 (500): F is exact for consistency."""
    errors = np.where(np.arange(2500) < 2000, 1 / 3, 0.031)
    many = cc.icc_features(simulate(30, 3, 2500, error=errors), forms=["C,1"])
    by_test = cc.reliable_features(many, form="C,1")
    by_estimate = cc.reliable_features(many, form="C,1", by="estimate")
    false = [float((kept["place"] < 2000).mean()) for kept in (by_test, by_estimate)]
    assert false[0] < 0.06
    assert false[1] > 0.6
    assert (by_test["place"] >= 2000).sum() == 500  # none of the good ones is lost
    careful = cc.reliable_features(many, form="C,1", correction="by")
    assert set(careful["feature"]) < set(by_test["feature"])


def test_p_of_features_at_the_threshold_is_uniform() -> None:
    many = cc.icc_features(simulate(20, 4, 4000, error=1 / 3), forms=["C,1", "C,k", "1,1"])
    for key, threshold in (("C,1", 0.75), ("C,k", 12 / 13), ("1,1", 0.75)):
        p = cc.reliable_features(many, form=key, threshold=threshold, by="test", fdr=0.999999, correction="none")
        below = [(p["p_value"] <= level).mean() for level in (0.05, 0.25, 0.5)]
        np.testing.assert_allclose(below, [0.05, 0.25, 0.5], atol=0.03)


def test_where_raters_differ_in_level_only_the_generalised_test_holds_its_level() -> None:
    """ICC(A,1) is .75 throughout: items .75, raters .15, error .10."""
    many = cc.icc_features(simulate(40, 3, 4000, items=0.75, raters=0.15, error=0.1), forms=["A,1"])
    options = {"fdr": 0.05, "correction": "none"}
    f, careful = (len(cc.reliable_features(many, test=t, **options)) / 4000 for t in ("f", "generalised"))
    assert f > 0.12
    assert careful == pytest.approx(0.05, abs=0.02)


@pytest.mark.parametrize(("n", "k"), [(15, 2), (40, 3), (12, 6)])
def test_generalised_p_is_that_of_its_pivot(n: int, k: int) -> None:
    many = cc.icc_features(simulate(n, k, 4, items=2.0, raters=0.2, error=0.4), forms=["A,1"])
    ms = many.mean_squares(form_of("A,1"))
    rng = np.random.default_rng(1)
    q = [rng.chisquare(df, 200_000) for df in (n - 1, k - 1, (n - 1) * (k - 1))]
    for place, p in enumerate(generalised_p(ms, 0.7)):
        sums = [getattr(ms, x)[place] * getattr(ms, f"df_{x}")[place] for x in ("items", "raters", "error")]
        s, r, e = (total / draw for total, draw in zip(sums, q, strict=True))
        items, raters = (s - e) / k, (r - e) / n
        assert p == pytest.approx((items <= 0.7 * (items + raters + e)).mean(), abs=0.005)


def test_perfect_features_are_kept_by_every_test() -> None:
    x = simulate(10, 3, 3, error=1e-6)
    x[:, :, 1] = x[:, :1, 1]
    many = cc.icc_features(x)
    for options in ({}, {"test": "generalised"}, {"form": "C,k"}, {"by": "estimate"}):
        assert 1 in cc.reliable_features(many, **options)["place"]  # type: ignore[arg-type]


def test_undefined_features_are_never_kept_and_parts_can_be_filtered_too() -> None:
    x = simulate(30, 3, 8, items=40.0)
    x[:, :, 2] = 1.0
    x[4, 1, 5] = np.nan
    many = cc.icc_features(x)
    assert cc.reliable_features(many)["place"].tolist() == [0, 1, 3, 4, 5, 6, 7]
    assert cc.reliable_features(many, test="generalised", threshold=0.5)["place"].tolist() == [0, 1, 3, 4, 5, 6, 7]
    part = many.where(np.arange(8) >= 4)
    assert cc.reliable_features(part)["feature"].tolist() == [f"feature {i}" for i in (5, 6, 7, 8)]
    assert len(cc.reliable_features(many.where(np.zeros(8, dtype=bool)))) == 0


def test_what_the_filter_did_is_said() -> None:
    many = cc.icc_features(simulate(20, 3, 40, items=np.linspace(1, 9, 40)))
    kept = cc.reliable_features(many, threshold=0.7)
    assert kept.title == f"{len(kept)} of 40 features kept: ICC(A,1) of at least 0.7 by test"
    assert [note.code for note in kept.notes] == ["estimate-only", "few-raters"]
    by_limit = cc.reliable_features(many, threshold=0.7, by="lower", form="ICC(3,1)")
    assert (by_limit["conf_low"] >= 0.7).all()
    assert [note.code for note in by_limit.notes] == ["estimate-only", "not-adjusted"]
    assert by_limit.options["form"] == "C,1"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"by": "limit"}, "by must be one of ['test', 'lower', 'estimate'], got 'limit'"),
        ({"test": "t"}, "test must be one of ['f', 'generalised'], got 't'"),
        ({"correction": "bonferroni"}, "correction must be one of ['bh', 'by', 'none']"),
        ({"threshold": 1.0}, "threshold is an intraclass correlation below 1"),
        ({"threshold": "high"}, "threshold is an intraclass correlation below 1"),
        ({"fdr": 5}, "fdr is a rate of false discoveries between 0 and 1"),
        ({"form": "C,1"}, "'C,1' was not asked for: icc_features gave the forms ['A,1']."),
    ],
)
def test_a_wrong_filter_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(cc.OptionError) as problem:
        cc.reliable_features(cc.icc_features(X, forms=["A,1"]), **options)
    assert said in str(problem.value)


def test_the_filter_takes_features_only() -> None:
    with pytest.raises(cc.OptionError, match="takes what icc_features returned"):
        cc.reliable_features(cc.icc(SHROUT_FLEISS))  # type: ignore[arg-type]
