"""A split in policy: two camps that agree within and not between."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from concordant.interpret.compare.comparison import Comparison
from concordant.interpret.patterns.candidate import value_of
from concordant.ratings.scale import Scale

from .made import codes, found, noisy, only, people, rated, tried, truth
from .test_labels import ANIMALS, NAMES, animals, careless


def test_raters_who_call_one_thing_by_two_names_are_two_camps() -> None:
    t = animals(300)
    hens_are_cows = np.where(t == 3, 2, t)
    columns = [careless(hens_are_cows if s in (2, 4) else t, s, 0.1) for s in (1, 2, 3, 4, 5)]
    f = only(people(rated([ANIMALS[c] for c in columns], scale=NAMES)), "label-policy-split")
    assert f.about["raters"] == ["b", "d"]
    assert f.facts["first"] == ["a", "c", "e"]
    assert (f.facts["one"], f.facts["other"]) == ("hen", "cow")
    assert f.facts["within"] > f.facts["between"] + 0.1
    assert f.headroom is not None
    assert f.headroom.gain > 0.1


def test_the_evidence_is_a_count_by_hand() -> None:
    t = animals(300)
    columns = [careless(np.where(t == 3, 2, t) if s > 2 else t, s, 0.1) for s in (1, 2, 3, 4)]
    f = only(people(rated([ANIMALS[c] for c in columns], scale=NAMES)), "label-policy-split")
    same = {(i, j): np.mean(columns[i] == columns[j]) for i in range(4) for j in range(i)}
    between = np.mean([same[2, 0], same[2, 1], same[3, 0], same[3, 1]])
    assert f.facts["between"] == pytest.approx(between)
    assert f.evidence.estimate == pytest.approx(min(same[1, 0], same[3, 2]) - between)


def test_camps_of_severity_are_found_on_a_scale_in_order() -> None:
    t = truth(300)
    columns = [np.clip(noisy(t, s, 0.1) + (s > 3), 1, 5) for s in (1, 2, 3, 4, 5, 6)]
    f = only(people(rated(columns)), "label-policy-split")
    assert f.about["raters"] == ["d", "e", "f"]


def test_one_rater_apart_is_no_camp() -> None:
    t = truth(300)
    guess = np.random.default_rng(1).permutation(t)
    columns = [noisy(t, s, 0.2) for s in (1, 2, 3, 4)]
    assert codes(people(rated([*columns, guess]))) == ["rogue-rater"]


def test_raters_alike_are_no_camps() -> None:
    t = animals(300)
    compared = people(rated([ANIMALS[careless(t, s, 0.3)] for s in (1, 2, 3, 4)], scale=NAMES))
    assert codes(compared) == []


def test_three_raters_cannot_be_two_camps() -> None:
    t = truth(100)
    assert not tried(people(rated([noisy(t, s) for s in (1, 2, 3)])), "label-policy-split")


def test_many_raters_are_parted_along_the_line_of_agreement() -> None:
    t = animals(200)
    columns = [careless(np.where(t == 3, 2, t) if s % 2 else t, s, 0.1) for s in range(14)]
    names = [f"r{s}" for s in range(14)]
    ratings = rated([ANIMALS[c] for c in columns], names, scale=Scale.nominal(ANIMALS.tolist()))
    hits = [f for f in found(people(ratings)) if f.code == "label-policy-split"]
    assert [set(f.facts["first"]) | set(f.facts["second"]) for f in hits] == [set(names)]
    assert {frozenset(hits[0].facts["first"]), frozenset(hits[0].facts["second"])} == {
        frozenset(names[0::2]),
        frozenset(names[1::2]),
    }


def test_that_the_camps_were_sought_is_paid_for() -> None:
    t = animals(100)
    columns = [careless(np.where((t == 3) & (np.arange(100) % 2 == 0), 2, t) if s > 2 else t, s, 0.2)
               for s in (1, 2, 3, 4)]  # fmt: skip
    (one,) = tried(people(rated([ANIMALS[c] for c in columns], scale=NAMES)), "label-policy-split")
    same = {(i, j): (columns[i] == columns[j]).astype(float) for i in range(4) for j in range(i)}
    between = np.mean([same[2, 0], same[2, 1], same[3, 0], same[3, 1]], axis=0)
    p = [ttest_1samp(same[pair] - between, 0, alternative="greater").pvalue for pair in ((1, 0), (3, 2))]
    # four raters fall into two and two in three ways, and both camps must hold together
    assert one.evidence.p_value == pytest.approx(min(1.0, 3 * max(p)))


def test_a_category_that_one_camp_never_gives_is_told_by_the_split() -> None:
    # two of four call every hen a cow, so that they never say hen: one policy, not two raters' oversight
    t = animals(300)
    columns = [careless(np.where(t == 3, 2, t) if s > 2 else t, s, 0.0) for s in (1, 2, 3, 4)]
    compared = people(rated([ANIMALS[c] for c in columns], scale=NAMES))
    assert {c.about["rater"] for c in tried(compared, "unused-category") if c.evidence.p_value < 1e-6} == {
        "c",
        "d",
    }
    assert codes(compared) == ["label-policy-split"]


def united(compared: Comparison) -> float:
    """The main measure after the camps are one."""
    (one,) = tried(compared, "label-policy-split")
    assert one.repaired is not None
    repaired = one.repaired()
    assert repaired is not None
    return value_of(one.base, repaired)


def test_the_headroom_of_a_split_does_not_depend_on_which_end_is_up() -> None:
    t = truth(400)
    columns = [np.clip(noisy(t, s, 0.4) + (s > 2), 1, 5) for s in (1, 2, 3, 4)]
    assert united(people(rated(columns))) == pytest.approx(united(people(rated([6 - x for x in columns]))))


def test_the_headroom_of_a_split_does_not_depend_on_names_or_on_who_comes_first() -> None:
    t = animals(400)
    columns = [careless(np.where(t == 3, 2, t) if s > 2 else t, s, 0.3) for s in (1, 2, 3, 4)]
    now = united(people(rated([ANIMALS[c] for c in columns], scale=NAMES)))
    renamed = united(people(rated([ANIMALS[3 - c] for c in columns], scale=NAMES)))
    turned = united(people(rated([ANIMALS[c] for c in columns[::-1]], scale=NAMES)))
    assert now == pytest.approx(renamed)
    assert now == pytest.approx(turned)
