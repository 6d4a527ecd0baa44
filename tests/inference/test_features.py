"""Many features at once: each is what it is alone, whatever its gaps."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.distributions import MANY
from concordant.coefficients.reliability.icc_forms import form_of
from concordant.coefficients.reliability.mean_squares import f_quantile
from concordant.inference.feature_frame import column_of
from concordant.reduce import feature_sums as stacked
from tests.simulated import simulate

FORMS = ("1,1", "1,k", "A,1", "A,k", "C,1", "C,k")
#: Four raters, six items: Shrout and Fleiss (1979), table 2.
SHROUT_FLEISS = np.array(
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
)


def odd_features() -> dict[str, Any]:
    """One feature of every kind: 12 items, 3 raters."""
    rng = np.random.default_rng(3)
    items = rng.normal(size=(12, 1))
    plain = 2 * items + rng.normal(size=(12, 3))
    shifted = plain + np.array([0, 1, -2])
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
        "perfect but for level": same + np.arange(3),
        "constant": np.full((12, 3), 0.1),
        "raters constant": np.tile([1.0, 2, 3], (12, 1)),
        "one rater constant": np.column_stack([items, 2 * items, np.full(12, 3.0)]),
    }
    gaps = {
        name: (found[old], cells)
        for name, old, cells in (
            ("gaps", "plain", [(3, 1), (7, 0)]),
            ("gaps and levels", "shifted", [(1, 0), (2, 2), (5, 1)]),
            ("an item rated once", "plain", [(3, 1), (3, 0), (8, 2)]),
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
        ("an item and a half", np.array([0, 0, 0, 1]), np.array([0, 1, 2, 0])),
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


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("method", ["auto", "anova", "reml"])
@pytest.mark.parametrize("name", ODD)
def test_a_feature_among_many_is_what_it_is_alone(name: str, method: Any) -> None:
    x = np.stack(list(ODD.values()), axis=-1)
    many = cc.icc_features(x, features=list(ODD), method=method, null=0.2, level=0.9)
    place = list(ODD).index(name)
    for key in FORMS:
        if method == "anova" and key.startswith("1") and np.isnan(ODD[name]).any():
            continue  # alone, the one-way table takes items with gaps too
        alone = cc.icc(
            ODD[name], form=key, method=method, null=0.2, level=0.9, scale="interval", interval="classical"
        )
        column = column_of(form_of(key))
        ends = ("", "_low", "_high", "_p")
        found = np.array([*(many[column + end][place] for end in ends), many["n_items"][place]])
        expected = np.array(numbers_of(alone))
        told = slice(1, 3) if name == "items alike" else slice(0, 0)  # limits of no variance are nobody's
        found[told] = expected[told] = 0
        if np.isinf(
            many[f"{column}_f"][place]
        ):  # alone there is no p without an error; here F is in the table
            found[3] = expected[3] = 0
        np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9)
        if alone.defined and 1e-20 < alone.p_value < 1:
            tested = [many[f"{column}_f"][place], many["df1"][place], many[f"{column}_df2"][place]]
            np.testing.assert_allclose(
                tested, [alone.details[x] for x in ("statistic", "df1", "df2")], rtol=1e-6
            )
        if not alone.defined and np.isnan(many["icc_a1"][place]):
            assert many["reason"][place] == alone.notes[0].text


def test_all_gaps_of_a_feature_are_told() -> None:
    x = simulate(5, 2, 2)
    x[:, :, 1] = np.nan
    many = cc.icc_features(x)
    assert many["reason"].tolist() == ["", "There is no rating."]
    assert many["n_items"].tolist() == [5, 0]
    assert np.isnan(
        [many[name][1] for name in many.names if name.startswith(("icc", "ms", "var", "df"))]
    ).all()


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
        alone = cc.icc(x[:, :, place], form="A,1", scale="interval", interval="classical")
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
    assert (
        f"reaches 0.75 and 0.9 in {shares['by_estimate'][0]:.1%} and {shares['by_estimate'][1]:.1%}" in said
    )


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
