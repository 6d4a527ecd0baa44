"""One rogue rater, and what the others reach without."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.patterns import PatternContext
from concordant.interpret.patterns.closeness import OwnAndRest, close
from concordant.interpret.patterns.rogue import relative_skill

from .made import codes, found, judge, noisy, only, people, rated, tried, truth


def test_a_rater_who_guesses_among_careful_ones_is_rogue() -> None:
    t = truth(200)
    guess = np.random.default_rng(1).permutation(t)
    columns = [noisy(t, 1), noisy(t, 2), guess, noisy(t, 3)]
    f = only(people(rated(columns)), "rogue-rater")
    assert f.about["rater"] == "c"
    near = [1 - np.mean(np.abs(a - b)) / 4 for a, b in ((columns[i], guess) for i in (0, 1, 3))]
    assert f.facts["own"] == pytest.approx(np.mean(near))
    among = [1 - np.mean(np.abs(columns[i] - columns[j])) / 4 for i, j in ((0, 1), (0, 3), (1, 3))]
    assert f.facts["rest"] == pytest.approx(np.mean(among))
    assert f.headroom is not None
    without = np.stack([columns[i] for i in (0, 1, 3)], axis=1)
    assert f.headroom.repaired == pytest.approx(cc.fleiss_kappa(without).estimate)


def test_closeness_is_said_to_be_on_the_same_items_and_what_it_is() -> None:
    t = truth(200)
    f = only(
        people(rated([noisy(t, 1), noisy(t, 2), np.random.default_rng(1).permutation(t)])), "rogue-rater"
    )
    assert "with one another on the same" in f.text()
    assert "0% opposite ends of the scale" in f.text()
    assert "0% 表示分处量表两端" in f.text("zh")


def test_a_rater_who_is_only_a_little_noisier_is_not() -> None:
    t = truth(200)
    assert codes(people(rated([noisy(t, 1), noisy(t, 2), noisy(t, 3), noisy(t, 4, 0.4)]))) == []


def test_who_is_rogue_cannot_be_told_of_two_or_of_a_judge() -> None:
    t = truth(200)
    guess = np.random.default_rng(1).permutation(t)
    assert not tried(people(rated([noisy(t, 1), guess]), main=("cohen_kappa", {})), "rogue-rater")
    assert not tried(judge(rated([noisy(t, 1), noisy(t, 2), guess])), "rogue-rater")


def test_a_rater_who_is_apart_because_of_a_bias_has_a_bias() -> None:
    t = truth(300)
    compared = people(rated([noisy(t, 1, 0.1), noisy(t, 2, 0.1), np.minimum(noisy(t, 3, 0.1) + 2, 5)]))
    assert any(c.about["rater"] == "c" and c.material() for c in tried(compared, "rogue-rater"))
    assert [f.code for f in found(compared)] == ["systematically-high"]


def test_items_that_the_rogue_rated_alone_say_nothing() -> None:
    t = truth(200).astype(float)
    guess = np.random.default_rng(1).permutation(t)
    columns = [noisy(t, 1).astype(float), noisy(t, 2).astype(float), guess]
    columns[0][:100] = np.nan
    f = only(people(rated(columns)), "rogue-rater")
    assert f.evidence.n_items == 100


def test_closeness_from_counts_is_that_of_every_pair() -> None:
    t = truth(60)
    columns = [[None if (i + g) % 3 == 0 else int(x) for i, x in enumerate(noisy(t, g))] for g in range(6)]
    context = PatternContext(people(rated(columns)))
    ratings = context.plain.ratings
    for place, rater in enumerate(ratings.raters):
        own, rest = OwnAndRest(context, ratings).of(rater)
        pairs = {
            (g, h): close(context, ratings.columns[g], ratings.columns[h]) for g in range(6) for h in range(g)
        }
        sets = ([x for at, x in pairs.items() if (place in at) is mine] for mine in (True, False))
        for mean, held in zip((own, rest), sets, strict=True):
            met = ~np.isnan(mean)
            assert met.any()
            assert np.allclose(mean[met], np.nanmean(np.stack(held)[:, met], axis=0))


def test_half_of_the_answers_given_without_looking_are_seen_where_most_are_alike_anyway() -> None:
    """65 % of items are a 4, so that closeness falls by .06 only; beyond chance half is left."""
    rng = np.random.default_rng(5)
    shares = [0.02, 0.03, 0.1, 0.65, 0.2]
    t = rng.choice([1, 2, 3, 4, 5], 2000, p=shares)
    columns = [noisy(t, seed) for seed in range(4)]
    columns[2] = np.where(rng.random(2000) < 0.5, rng.choice([1, 2, 3, 4, 5], 2000, p=shares), columns[2])
    f = only(people(rated(columns)), "rogue-rater")
    assert f.about["rater"] == "c"
    assert f.evidence.estimate > -0.1
    assert f.facts["skill"] == pytest.approx(0.5, abs=0.1)


def test_skill_is_what_is_above_chance_over_what_the_others_have() -> None:
    # own .7 above chance .5, others .9 above chance .5: .2/.4
    assert relative_skill((0.7, 0.9), (0.5, 0.5)) == pytest.approx(0.5)
    assert np.isnan(relative_skill((0.5, 0.52), (0.5, 0.5)))  # the others have hardly any
