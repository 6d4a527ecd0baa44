"""Every two raters: the numbers of the one-pair functions, whichever way they were had."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME, CATALOGUE
from concordant.inference import pairwise as module

NUMBERS = ("estimate", "std_error", "conf_low", "conf_high", "n_items")


def ratings(kind: str, **options: Any) -> cc.Ratings:
    """Four raters, a fifth of all ratings missing; the last two share half of the items."""
    rng = np.random.default_rng(8)
    x = np.clip(rng.integers(1, 6, (90, 1)) + rng.integers(-1, 2, (90, 4)), 1, 5).astype(float)
    x[rng.random(x.shape) < 0.2] = np.nan
    x[:45, 3] = np.nan
    if kind == "complete":
        x = np.nan_to_num(x, nan=3.0)
    if kind == "text":
        words = np.array(["", "poor", "fair", "good", "great", "superb"], dtype=object)
        matrix = np.where(np.isnan(x), None, words[np.nan_to_num(x).astype(int)])
        return cc.as_ratings(matrix, categories=words[1:].tolist(), **options)
    return cc.as_ratings(x, **options)


def check(data: cc.Ratings, name: str, **options: Any) -> None:
    found = cc.pairwise(data, name, **options)
    assert len(found) == 6
    for row, pair in zip(found, combinations(data.raters, 2), strict=True):
        one = cc.agreement(data, name, raters=pair, **options)
        assert (row["rater_a"], row["rater_b"]) == pair
        wanted = one.tidy()[0]
        for number in NUMBERS:
            assert row[number] == pytest.approx(wanted[number], rel=1e-10, abs=1e-12, nan_ok=True), number
        if "observed_agreement" in one.details:
            assert row["observed_agreement"] == pytest.approx(one.details["observed_agreement"])
        assert row["reason"] == ("" if one.defined else one.notes[0].text)


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("kind", ["gaps", "complete", "weights"])
@pytest.mark.parametrize("name", [c.name for c in CATALOGUE])
def test_every_coefficient_is_that_of_the_pair_alone(name: str, kind: str) -> None:
    copies = {"case_weights": np.arange(90) % 3} if kind == "weights" else {}
    check(ratings(kind, **copies), name)


@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic"])
@pytest.mark.parametrize("name", ["cohen_kappa", "scott_pi", "gwet_ac", "brennan_prediger", "conger_kappa"])
def test_weights_and_words_go_through(name: str, weights: str) -> None:
    check(ratings("text"), name, weights=weights)


@pytest.mark.parametrize(
    "options",
    [
        {"level": 0.8},
        {"test": "t"},
        {"interval": "none"},
        {"interval": "jackknife"},
        {"interval": "bootstrap", "draws": 50},
        {"population": 1000},
    ],
    ids=str,
)
def test_options_of_inference_go_through(options: dict[str, Any]) -> None:
    check(ratings("gaps"), "cohen_kappa", **options)


def test_intervals_end_where_the_range_does() -> None:
    x = np.repeat([[0], [1]], 6, axis=0) * np.ones((1, 4), dtype=int)
    x[0, 1], x[11, 2], x[5, 3] = 1, 0, 1
    data = cc.as_ratings(x)
    check(data, "cohen_kappa", interval="analytic")
    found = cc.pairwise(data, interval="analytic")
    assert found["conf_high"].max() == 1.0 > found["estimate"].max()


def test_clusters_are_kept() -> None:
    check(ratings("gaps", clusters=np.arange(90) // 3), "cohen_kappa")


def test_too_many_categories_for_one_count_go_pair_by_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "fits", lambda ratings: False)
    check(ratings("gaps"), "cohen_kappa")


def test_kappa_of_three_raters_by_hand() -> None:
    # A and B: p_o = 3/4, p_e = (2·3 + 2·1)/16 = 1/2, kappa 1/2; A and C: p_o = 1/2, p_e = 1/2, kappa 0;
    # B and C: p_o = 3/4, p_e = (3·2 + 1·2)/16 = 1/2, kappa 1/2
    found = cc.pairwise([[0, 0, 0], [0, 0, 1], [1, 1, 1], [1, 0, 0]])
    assert found["estimate"].tolist() == pytest.approx([0.5, 0.0, 0.5])
    assert found["observed_agreement"].tolist() == pytest.approx([0.75, 0.5, 0.75])
    assert found["n_items"].tolist() == [4, 4, 4]


def test_pairs_that_share_nothing_or_never_vary_have_no_value_and_say_why() -> None:
    found = cc.pairwise([["a", "a", None], ["a", "a", None], [None, "a", "b"], [None, "a", "a"]])
    assert np.isnan(found["estimate"][0])
    assert "same category" in found["reason"][0]
    assert np.isnan(found["estimate"][1])
    assert "No item was rated by two raters" in found["reason"][1]
    assert found["n_items"].tolist() == [2, 0, 2]
    assert found["estimate"][2] == 0.0
    assert found["reason"][2] == ""
    told = [note.text for note in found.notes if note.code == "undefined-pairs"]
    assert told == ["2 pairs have no value (see the reasons): rater 1 and rater 2; rater 1 and rater 3."]


def test_what_has_no_pairs_is_refused() -> None:
    with pytest.raises(cc.OptionError, match="Raters cannot be distinguished"):
        cc.pairwise(cc.counts([[2, 1], [0, 3]]))
    with pytest.raises(cc.OptionError, match="only one: rater 1"):
        cc.pairwise([[1], [2]])
    with pytest.raises(cc.OptionError, match="Did you mean 'cohen_kappa'"):
        cc.pairwise([[1, 2], [2, 2]], "cohens_kappa")


def test_what_is_taken_together_has_an_interval_on_its_own_scale() -> None:
    """The short way makes plain and score intervals only."""
    together = [c for c in CATALOGUE if c.together]
    assert BY_NAME["cohen_kappa"] in together
    assert {(c.transform, c.interval) for c in together} == {("none", "score")}


def test_ten_thousand_raters_are_refused_with_what_to_do() -> None:
    ratings = cc.as_ratings(np.random.default_rng(0).integers(1, 6, (3, 10_000)))
    with pytest.raises(
        cc.OptionError, match=r"the limit is 500,000 \(1,000 raters\): choose some with raters="
    ):
        cc.pairwise(ratings)
    with pytest.raises(cc.OptionError, match=r"the limit is 20,000 \(200 raters\)"):
        cc.pairwise(ratings, "krippendorff_alpha")


def test_pairs_at_an_edge_with_the_same_counts_are_answered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    answer = module.answer_from
    monkeypatch.setattr(module, "answer_from", lambda *a: asked.append(a) or answer(*a))
    found = cc.pairwise(np.random.default_rng(0).integers(1, 3, (3, 40)))
    # three items on two categories: a table is 3 items in 4 cells, of which there are C(6, 3) = 20
    assert len(found) == 780
    assert 0 < len(asked) <= 20


def test_pairs_are_followed_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = cc.pairwise(ratings("gaps"))
    monkeypatch.setattr(module, "_BLOCK", 4)
    for name, column in cc.pairwise(ratings("gaps")).columns.items():
        assert np.array_equal(column, whole[name]), name


def test_weights_that_no_whole_number_holds_are_numbers_all_the_same() -> None:
    data = {"a": [1, 2, 1], "b": [1, 2, 2], "w": [1e20, 1e20, 1e20]}
    found = cc.pairwise(cc.read(data, raters=["a", "b"], case_weights="w"), "exact_agreement")
    assert found["n_items"].tolist() == [3e20]
