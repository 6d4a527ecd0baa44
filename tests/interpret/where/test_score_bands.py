"""Score bands: the distribution of each rater, and the agreement in each band."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import linprog

import concordant as cc
from concordant.interpret.compare.comparison import Comparison, judged, together
from concordant.interpret.where.score_bands import BandTable, band_table

SCALE = cc.Scale.ordinal(range(5))


def from_table(table: Any, scale: Any = SCALE, raters: Any = ("human", "judge"), **main: Any) -> Comparison:
    cells = np.asarray(table)
    first, second = (np.repeat(place.ravel(), cells.ravel()) for place in np.indices(cells.shape))
    labels = np.array(scale.categories)
    ratings = cc.as_ratings(labels[first], labels[second], raters=list(raters), scale=scale)
    return judged(ratings, [raters[0]], raters[1], **main)


def found(compared: Comparison) -> BandTable:
    table = band_table(compared)
    assert table is not None
    return table


# --- document 003's table ---------------------------------------------------------------------

HUMAN, JUDGE, AGREED = [3, 8, 15, 64, 10], [2, 5, 12, 71, 10], [80, 60, 70, 85, 50]

# Agreement is read as "of the items that the judge put here, the share that the human put here too":
#   16/20 = 80 %, 30/50 = 60 %, 84/120 = 70 %, 604/710 = 85.1 %, 50/100 = 50 %
BANDS = [
    [16, 14, 0, 0, 0],
    [4, 30, 34, 12, 0],
    [0, 6, 84, 46, 14],
    [0, 0, 0, 604, 36],
    [0, 0, 2, 48, 50],
]


def test_document_003_by_score_band_is_reproduced() -> None:
    table = found(from_table(BANDS))
    assert table.raters == ("human", "judge")
    shown = [
        (band.label, *(f"{share:.0%}" for share in band.shares), f"{band.given_second.estimate:.0%}")
        for band in table.bands
    ]
    assert shown == [
        (0, "3%", "2%", "80%"),
        (1, "8%", "5%", "60%"),
        (2, "15%", "12%", "70%"),
        (3, "64%", "71%", "85%"),
        (4, "10%", "10%", "50%"),
    ]


def test_document_003_cannot_mean_agreement_given_the_human_score() -> None:
    # With printed numbers as they are, the judge would agree on .8·3 % = 2.4 % zeros but give only 2 %.
    # Nor is there any table that rounds to them: a linear programme over tables finds none.
    at, rows, ends = np.arange(25).reshape(5, 5), [], []

    def between(coefficients: Any, low: float, high: float) -> None:
        rows.extend([coefficients, -coefficients])
        ends.extend([high, -low])

    for k in range(5):
        for cells, printed in ((at[k], HUMAN[k]), (at[:, k], JUDGE[k])):
            between(np.isin(np.arange(25), cells).astype(float), (printed - 0.5) / 100, (printed + 0.5) / 100)
        one, base = (np.arange(25) == at[k, k]).astype(float), np.isin(np.arange(25), at[k]).astype(float)
        rows.extend([one - (AGREED[k] + 0.5) / 100 * base, (AGREED[k] - 0.5) / 100 * base - one])
        ends.extend([0.0, 0.0])
    answer = linprog(np.zeros(25), np.array(rows), ends, np.ones((1, 25)), [1.0])
    assert answer.status == 2  # infeasible


# --- two raters -------------------------------------------------------------------------------


def test_what_each_says_where_the_other_says_it() -> None:
    # human 0: 8 items, judge 0 on 6, 1 on 2; human 1: 4 items, judge 0, 1, 1, 2
    scale = cc.Scale.ordinal([1, 2, 4])
    zero, one, two = found(from_table([[6, 2, 0], [1, 2, 1], [0, 0, 0]], scale)).bands
    assert zero.given_first.estimate == pytest.approx(6 / 8)
    assert zero.given_second.estimate == pytest.approx(6 / 7)
    assert zero.specific.estimate == pytest.approx(2 * 6 / (8 + 7))
    assert zero.shift.estimate == pytest.approx(2 / 8)  # two of eight lie one point above
    assert zero.mean_second == pytest.approx(10 / 8)
    assert one.shift.estimate == pytest.approx((-1 + 2) / 4)
    assert (zero.n, one.n, two.n) == (9, 6, 1)
    assert two.counts == (0, 1)
    assert not two.given_first.defined
    assert two.given_first.notes
    assert two.given_second.estimate == 0


def test_the_interval_of_a_band_is_the_exact_one() -> None:
    band = found(from_table([[6, 2, 0], [1, 2, 1], [0, 0, 0]], cc.Scale.ordinal([1, 2, 4]))).bands[0]
    exact = stats.binomtest(6, 8).proportion_ci(0.95, "exact")
    assert (band.given_first.interval.low, band.given_first.interval.high) == pytest.approx(tuple(exact))


def test_the_weakest_band_is_told_in_both_languages() -> None:
    said = found(from_table([[8, 2, 0], [1, 9, 0], [0, 10, 10]], cc.Scale.ordinal([0, 1, 2]))).said
    # 10 of 20: Clopper and Pearson's 27.2 % to 72.8 %
    assert said.text("en") == (
        "When human gives 2, judge agrees in 50% of cases (n = 20, 95% CI 27% to 73%). "
        "Reliably below the other scores: check whether the criteria for 2 are clear."
    )
    assert said.text("zh") == (
        "human 评为 2 时，judge 的一致率为 50%（n = 20，95% 置信区间 27% 至 73%）。"
        "明显低于其他档位：检查 2 的标准是否清晰。"
    )
    even = found(from_table([[8, 2, 0], [3, 7, 0], [0, 4, 6]], cc.Scale.ordinal([0, 1, 2]))).said
    assert even.text("en").endswith("(n = 10, 95% CI 26% to 88%).")  # lowest, but not reliably


def test_the_lowest_band_of_the_users_table_gets_its_advice() -> None:
    """Shares of people 3, 8, 15, 64, 10 %, agreement 80, 60, 70, 85, 50 %: the criteria for 4 are not clear.

    From the guide to agreement of evaluations that the goals come from, its table by score, of 1000 items.
    """
    given, agreed = np.array([30, 80, 150, 640, 100]), np.array([24, 48, 105, 544, 50])
    cells = np.diag(agreed)
    for score, missed in enumerate(given - agreed):
        cells[score, score - 1 if score else 1] += missed
    said = found(from_table(cells.tolist(), cc.Scale.ordinal([0, 1, 2, 3, 4]))).said
    assert said.text("en").startswith("When human gives 4, judge agrees in 50% of cases (n = 100")
    assert said.text("en").endswith("check whether the criteria for 4 are clear.")
    assert said.text("zh").endswith("检查 4 的标准是否清晰。")


def test_names_without_an_order_have_bands_but_no_shift() -> None:
    table = found(from_table([[5, 1], [2, 4]], cc.Scale.nominal(["spam", "ham"])))
    assert [band.label for band in table.bands] == ["spam", "ham"]
    assert table.bands[0].given_first.estimate == pytest.approx(5 / 6)
    assert table.bands[0].shift is None


def test_gaps_count_in_no_band_of_pairs() -> None:
    ratings = cc.as_ratings(
        [1, 1, 1, None, 2], [1, 2, None, 1, 2], raters=["a", "b"], scale=cc.Scale.ordinal([1, 2])
    )
    low, high = found(judged(ratings, ["a"], "b")).bands
    assert low.given_first.estimate == pytest.approx(1 / 2)
    assert low.given_first.n_items == 2
    assert low.counts == (3, 2)  # the shares are of all that each gave
    assert high.given_second.estimate == pytest.approx(1 / 2)


# --- several people ---------------------------------------------------------------------------


def test_several_people_share_an_item_and_make_one_cluster() -> None:
    rng = np.random.default_rng(1)
    true = rng.integers(0, 5, 400)
    said = np.where(rng.random((400, 4)) < 0.6, true[:, None], rng.integers(0, 5, (400, 4)))
    ratings = cc.as_ratings(said, raters=["h0", "h1", "h2", "judge"], scale=SCALE)
    band = found(judged(ratings, ["h0", "h1", "h2"], "judge")).bands[2]
    # by brute force: Σ over items of the pairs that agree over Σ of the pairs with a person saying 2
    bottom = (said[:, :3] == 2).sum(axis=1) / 3
    top = bottom * (said[:, 3] == 2)
    value = top.sum() / bottom.sum()
    assert band.given_first.estimate == pytest.approx(value)
    adds = (top - value * bottom)[bottom > 0] / bottom.sum()
    units = len(adds)
    assert band.given_first.se == pytest.approx(np.sqrt((adds**2).sum() * units / (units - 1)), rel=1e-6)
    assert (
        found(judged(ratings, ["h0", "h1", "h2"], "judge")).said.text().startswith("When human raters give ")
    )


def test_raters_among_themselves_have_shares_and_specific_agreement() -> None:
    said = np.array([[0, 0, 1], [1, 1, 1], [2, 1, 1], [0, 0, 0]])
    ratings = cc.as_ratings(said, raters=["a", "b", "c"], scale=cc.Scale.ordinal([0, 1, 2]))
    table = found(together(ratings, ["a", "b", "c"], "people", main=("fleiss_kappa", {})))
    assert [band.shares for band in table.bands] == [(0.5, 0.5, 0.25), (0.25, 0.5, 0.75), (0.25, 0, 0)]
    # category 1: pairs with a 1 — item 1: 2, item 2: 6, item 3: 4 — of which both 1: 0 + 6 + 2
    assert table.bands[1].specific.estimate == pytest.approx(8 / 12)
    assert table.bands[1].given_first is None


# --- measurements -----------------------------------------------------------------------------


def test_measurements_are_banded_by_fifths_of_the_mean() -> None:
    rng = np.random.default_rng(2)
    true = rng.uniform(0, 100, 500)
    both = np.stack([true, true + rng.normal(0, 1 + true / 20)], axis=1)
    ratings = cc.as_ratings(both, raters=["a", "b"])
    table = found(together(ratings, ["a", "b"], "raters", main=("icc", {})))
    assert [band.n for band in table.bands] == [100] * 5
    order = np.argsort(both.mean(axis=1))
    for place, band in enumerate(table.bands):
        part = both[order[100 * place : 100 * place + 100]]
        assert band.distance.estimate == pytest.approx(np.abs(part[:, 0] - part[:, 1]).mean())
        assert band.shift.estimate == pytest.approx((part[:, 1] - part[:, 0]).mean())
    assert np.sum([band.shares for band in table.bands], axis=0) == pytest.approx([1, 1])
    assert table.said.text().startswith("Raters differ most between ")
    assert table.said.text("zh").startswith("评分者在 ")


def test_equal_measurements_stay_in_one_band() -> None:
    x = [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 2.5, 3.5]
    ratings = cc.as_ratings(x, x, raters=["a", "b"], scale="interval")
    table = found(together(ratings, ["a", "b"], "raters", main=("icc", {})))
    assert [(band.low, band.high, band.n) for band in table.bands] == [
        (1.5, 1.5, 6),
        (1.5, 2.5, 1),
        (2.5, 3.5, 1),
    ]


def test_there_is_no_table_without_ratings_or_with_too_many_names() -> None:
    nothing = cc.as_ratings([None, None], [None, None], scale=SCALE, raters=["a", "b"])
    assert band_table(judged(nothing, ["a"], "b")) is None
    names = [f"label {n}" for n in range(60)]
    assert band_table(judged(cc.as_ratings(names, names, raters=["a", "b"]), ["a"], "b")) is None


def test_a_band_table_returns_from_strict_json() -> None:
    table = found(from_table(BANDS))
    back = BandTable.from_dict(json.loads(json.dumps(table.to_dict(), allow_nan=False)))
    assert back.to_dict() == table.to_dict()
    assert back.bands[3].given_first.estimate == table.bands[3].given_first.estimate
