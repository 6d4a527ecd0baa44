"""Labels exchanged, a scale the wrong way round, a category never used."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.ratings.scale import Scale

from .made import KAPPA, codes, found, judge, noisy, only, people, rated, tried, truth

ANIMALS = np.array(["cat", "dog", "cow", "hen"])
NAMES = Scale.nominal(ANIMALS.tolist())
SWAP = np.array(["dog", "cat", "cow", "hen"])


def animals(n: int, seed: int = 0) -> np.ndarray:
    """A number for each item's animal."""
    return np.random.default_rng([seed, 5]).integers(0, 4, n)


def careless(t: np.ndarray, seed: int, share: float = 0.2) -> np.ndarray:
    """Any animal instead, on this share of items."""
    rng = np.random.default_rng([seed, 6])
    return np.where(rng.random(len(t)) < share, rng.integers(0, 4, len(t)), t)


# --- two labels exchanged ---------------------------------------------------------------------


def test_a_rater_who_exchanges_two_names_is_told_so() -> None:
    t = animals(300)
    a, b = ANIMALS[careless(t, 1)], SWAP[careless(t, 2)]
    f = only(judge(rated([a, b], scale=NAMES)), "swapped-labels")
    assert f.about["labels"] == "cat, dog"
    both = np.isin(a, ["cat", "dog"]) & np.isin(b, ["cat", "dog"])
    assert f.evidence.estimate == pytest.approx((a != b)[both].mean())
    assert f.evidence.n_items == both.sum()
    assert f.facts["exact_repaired"] == pytest.approx(np.mean(a == ANIMALS[careless(t, 2)]))
    assert all({e["a"], e["b"]} == {"cat", "dog"} for e in f.examples)


def test_names_that_are_often_mistaken_are_not_exchanged() -> None:
    # half of all cats and dogs are called the other: unsure, not the wrong way round
    t = animals(600)
    rng = np.random.default_rng(3)
    unsure = np.where((t < 2) & (rng.random(600) < 0.5), 1 - t, t)
    assert "swapped-labels" not in codes(judge(rated([ANIMALS[t], ANIMALS[unsure]], scale=NAMES)))


def test_one_name_for_two_is_not_an_exchange() -> None:
    # every cat is called a dog, and every dog too: crossed 50 % of the time
    t = animals(400)
    assert "swapped-labels" not in codes(
        judge(rated([ANIMALS[t], ANIMALS[np.where(t == 0, 1, t)]], scale=NAMES))
    )


def test_of_several_raters_the_one_who_exchanges_is_named() -> None:
    t = animals(300)
    columns = [
        ANIMALS[careless(t, 1)],
        ANIMALS[careless(t, 2)],
        SWAP[careless(t, 3)],
        ANIMALS[careless(t, 4)],
    ]
    compared = people(rated(columns, scale=NAMES))
    assert [(f.code, f.about.get("rater")) for f in found(compared)] == [("swapped-labels", "c")]


def test_ordered_categories_can_be_exchanged_too() -> None:
    t = truth(400)
    exchanged = np.array([0, 1, 2, 4, 3, 5])[noisy(t, 2, 0.1)]
    compared = judge(rated([noisy(t, 1, 0.1), exchanged]))
    assert only(compared, "swapped-labels").about["labels"] == "3, 4"
    assert codes(compared) == ["swapped-labels"]  # the boundary between them is blurred for no other reason


# --- the scale the wrong way round ------------------------------------------------------------


def test_a_rater_who_takes_one_for_the_best_is_reversed() -> None:
    t = truth(300)
    a, fair = noisy(t, 1), noisy(t, 2)
    f = only(judge(rated([a, 6 - fair])), "reversed-scale")
    assert f.evidence.estimate == pytest.approx(np.corrcoef(a, 6 - fair)[0, 1])
    assert f.facts["exact_repaired"] == pytest.approx(np.mean(a == fair))
    assert "swapped-labels" not in codes(judge(rated([a, 6 - fair])))


def test_a_rater_who_guesses_is_not_reversed() -> None:
    t = truth(300)
    assert "reversed-scale" not in codes(judge(rated([noisy(t, 1), np.random.default_rng(1).permutation(t)])))


def test_of_several_raters_the_reversed_one_is_named() -> None:
    t = truth(300)
    compared = people(rated([noisy(t, 1), 6 - noisy(t, 2), noisy(t, 3)]))
    assert [(f.code, f.about["rater"]) for f in found(compared)] == [("reversed-scale", "b")]


def test_yes_and_no_in_order_are_reversed_and_in_no_order_exchanged() -> None:
    t = np.random.default_rng(2).integers(0, 2, 100)
    for scale, code in ((Scale.ordinal([0, 1]), "reversed-scale"), (Scale.nominal([0, 1]), "swapped-labels")):
        assert codes(judge(rated([t, 1 - t], scale=scale))) == [code]


def test_measurements_are_turned_about_the_middle_of_their_range() -> None:
    rng = np.random.default_rng(1)
    x = rng.uniform(0, 10, 200)
    ratings = rated([x, 10 - x + 0.1 * rng.normal(size=200)], scale=Scale.interval())
    f = only(judge(ratings, main=("pearson", {})), "reversed-scale")
    assert f.headroom is not None
    assert f.headroom.repaired == pytest.approx(-f.headroom.now)


# --- a category never used --------------------------------------------------------------------


def test_a_category_that_is_never_given_is_missed() -> None:
    t = animals(200)
    never = np.where(t == 3, 2, t)
    f = only(judge(rated([ANIMALS[t], ANIMALS[never]], scale=NAMES)), "unused-category")
    hens = int((t == 3).sum())
    assert f.about["category"] == "hen"
    assert f.facts["expected"] == pytest.approx(hens)
    assert f.evidence.p_value == pytest.approx(0.5**hens)
    assert f.facts["exact_repaired"] == pytest.approx(1)
    assert all(e["a"] == "hen" for e in f.examples)


def test_several_categories_that_are_never_given_are_one_finding() -> None:
    t = animals(300)
    f = only(judge(rated([ANIMALS[t], ANIMALS[np.minimum(t, 1)]], scale=NAMES)), "unused-category")
    assert f.facts["categories"] == ["cow", "hen"]
    assert f.about["category"] == "cow, hen"
    missed = int((t > 1).sum())
    assert f.facts["expected"] == pytest.approx(missed)
    assert f.evidence.estimate == pytest.approx(missed / 300)
    assert f.evidence.p_value == pytest.approx(0.5**missed)
    assert f.facts["exact_repaired"] == pytest.approx(1)


def test_each_raters_categories_stand_by_themselves() -> None:
    t = animals(300)
    columns = [np.where(t == 3, 2, t), np.where(t == 0, 1, t)]  # no hens; no cats
    got = found(people(rated([ANIMALS[c] for c in columns], scale=NAMES), main=KAPPA))
    unused = {f.about["rater"]: f.facts["categories"] for f in got if f.code == "unused-category"}
    assert unused == {"a": ["hen"], "b": ["cat"]}


def test_a_rare_category_that_happens_not_to_be_given_is_not() -> None:
    # four of 200: a rater who uses it as often would still miss it one time in sixteen
    t = np.where(np.arange(200) < 4, 3, np.arange(200) % 3)
    assert not tried(judge(rated([ANIMALS[t], ANIMALS[t % 3]], scale=NAMES)), "unused-category")[3:]
    assert "unused-category" not in codes(judge(rated([ANIMALS[t], ANIMALS[t % 3]], scale=NAMES)))


def test_a_category_given_once_is_used() -> None:
    t = animals(200)
    seldom = np.where((t == 3) & (np.arange(200) != np.flatnonzero(t == 3)[0]), 2, t)
    assert "unused-category" not in codes(judge(rated([ANIMALS[t], ANIMALS[seldom]], scale=NAMES)))


def test_a_declared_category_that_nobody_uses_is_nobodys_fault() -> None:
    t = animals(200)
    scale = Scale.nominal([*ANIMALS.tolist(), "emu"])
    assert codes(judge(rated([ANIMALS[t], ANIMALS[careless(t, 1)]], scale=scale))) == []


def test_items_of_a_cluster_count_as_one() -> None:
    # eight clusters of 25 equal items, two of them hens: ½² is no proof
    t = np.repeat([0, 1, 2, 3, 0, 1, 2, 3], 25)
    ratings = rated([ANIMALS[t], ANIMALS[t % 3]], scale=NAMES, clusters=np.repeat(np.arange(8), 25))
    assert "unused-category" not in codes(judge(ratings))


def test_of_two_equal_raters_either_may_miss_one() -> None:
    t = animals(200)
    for columns, rater in (((t, np.minimum(t, 2)), "b"), ((np.minimum(t, 2), t), "a")):
        f = only(people(rated([ANIMALS[c] for c in columns], scale=NAMES), main=KAPPA), "unused-category")
        assert f.about["rater"] == rater


def test_five_expected_and_none_given_is_no_proof() -> None:
    # ½⁵ = 1/32, and more was looked at than this
    t = np.where(np.arange(200) < 5, 3, np.arange(200) % 3)
    compared = judge(rated([ANIMALS[t], ANIMALS[t % 3]], scale=NAMES))
    (hens,) = (c for c in tried(compared, "unused-category") if c.about["category"] == "hen")
    assert hens.evidence.p_value == 1 / 32
    assert "unused-category" not in codes(compared)
