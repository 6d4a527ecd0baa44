"""What people reach with each other, and how far a judge falls short of it."""

from __future__ import annotations

import math

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.compare.ceiling import people_with_each_other, short_of_people, with_themselves
from concordant.interpret.compare.choose_measures import choose_measures, shape_of
from concordant.interpret.compare.comparison import Comparison, judged, together
from concordant.interpret.compare.measure_report import measured
from concordant.ratings.ratings import Ratings


def rated(n: int, seed: int, judge_noise: float = 0.25, gaps: float = 0.1) -> Ratings:
    """Three people who err once in four items, and a judge."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 4, n)
    noise = [0.25, 0.25, 0.25, judge_noise]
    columns = [np.where(rng.random(n) < e, rng.integers(0, 4, n), truth).astype(float) for e in noise]
    scores = np.stack(columns, axis=1)
    scores[rng.random(scores.shape) < gaps] = np.nan
    return cc.as_ratings(scores)


def setting(r: Ratings) -> tuple[Comparison, Comparison]:
    compared = judged(r, r.raters[:3], r.raters[3])
    ceiling = people_with_each_other(compared)
    assert ceiling is not None
    return compared, ceiling


def test_the_ceiling_is_the_agreement_of_people() -> None:
    r = rated(200, 1)
    _, ceiling = setting(r)
    people = cc.exact_agreement(r.rows(r.columns[3] >= 0).select(r.raters[:3]))
    assert ceiling.measure("exact_agreement").estimate == pytest.approx(people.estimate)


def test_one_person_has_no_ceiling() -> None:
    r = rated(50, 1)
    assert people_with_each_other(judged(r, r.raters[:1], r.raters[3])) is None


def test_the_shortfall_is_the_difference_and_knows_that_items_are_the_same() -> None:
    compared, ceiling = setting(rated(300, 2))
    gap = short_of_people(compared, ceiling, "exact_agreement", {})
    a, b = compared.measure("exact_agreement"), ceiling.measure("exact_agreement")
    assert gap.estimate == pytest.approx(a.estimate - b.estimate)
    assert gap.se < math.hypot(a.se, b.se)  # hard items are hard for both


@pytest.mark.parametrize(
    ("name", "options", "samples"),
    [
        ("cohen_kappa", {"weights": "linear"}, 40),
        pytest.param("cohen_kappa", {"weights": "linear"}, 200, marks=pytest.mark.slow),
        pytest.param("exact_agreement", {}, 200, marks=pytest.mark.slow),
    ],
)
def test_its_standard_error_is_that_of_repeated_samples(
    name: str, options: dict[str, str], samples: int
) -> None:
    found = [short_of_people(*setting(rated(80, seed)), name, options) for seed in range(samples)]
    # a spread seen in so many samples is off by a relative 1/√(2·samples)
    near = 3 / math.sqrt(2 * samples)
    assert np.mean([g.se for g in found]) == pytest.approx(np.std([g.estimate for g in found]), rel=near)


def test_a_judge_as_good_as_people_reaches_about_1_and_a_guessing_one_about_0() -> None:
    for noise, expected in ((0.25, 1.0), (1.0, 0.0)):
        compared, ceiling = setting(rated(3000, 3, noise, gaps=0.0))
        found = measured(compared, choose_measures(shape_of(compared.ratings, "judge")), ceiling)
        kappa = next(m for m in found if m.measure == "cohen_kappa" and not m.options)
        assert kappa.reached == pytest.approx(expected, abs=0.1)


def test_where_nobody_varies_there_is_no_shortfall_and_it_says_why() -> None:
    r = cc.as_ratings(np.ones((5, 4)))
    gap = short_of_people(*setting(r), "cohen_kappa", {})
    assert math.isnan(gap.estimate)
    assert gap.notes


def test_raters_are_held_against_their_own_repeats() -> None:
    import pandas as pd

    # ann: 1, 2, 3 then 1, 2, 4: two of three the same; bob: 1, 1, 3 then 1, 2, 3: two of three
    said = {"ann": [[1, 2, 3], [1, 2, 4]], "bob": [[1, 1, 3], [1, 2, 3]]}
    rows = [
        {"item": item, "rater": rater, "repeat": time, "value": value}
        for rater, times in said.items()
        for time, values in enumerate(times)
        for item, value in enumerate(values)
    ]
    r = cc.as_ratings(pd.DataFrame(rows), item="item", rater="rater", value="value", repeat="repeat")
    ceiling = with_themselves(together(r, r.raters, "raters"))
    assert ceiling is not None
    assert ceiling.measure("exact_agreement").estimate == pytest.approx(2 / 3)
    assert ceiling.measure("exact_agreement").n_items == 3


def test_without_repeats_nobody_is_held_against_themself() -> None:
    r = rated(50, 1)
    assert with_themselves(together(r, r.raters, "raters")) is None


def test_the_ceiling_can_be_asked_about_a_slice() -> None:
    import pandas as pd

    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.integers(0, 3, (60, 3)), columns=["human 1", "human 2", "judge"])
    frame["kind"] = ["a", "b"] * 30
    target = {"measure": "exact_agreement", "at_least": 0.9, "on": {"kind": "b"}}
    study = cc.study(frame, by="kind", goal={"name": "own", "targets": [target]})
    assert study.main is not None
    assert study.main.goal is not None
    half = frame[frame["kind"] == "b"]
    top = study.main.goal.targets[0].ceiling
    assert top is not None
    assert top.estimate == pytest.approx((half["human 1"] == half["human 2"]).mean())


def test_people_are_looked_at_on_the_items_of_the_judge() -> None:
    # people agree on the first hundred items and never on the others, and the judge rated only the others
    easy, hard = [[1, 1, np.nan]] * 100, [[1, 2, 1]] * 100
    r = cc.as_ratings(np.array(easy + hard))
    compared = judged(r, r.raters[:2], r.raters[2])
    ceiling = people_with_each_other(compared)
    assert ceiling is not None
    assert ceiling.measure("exact_agreement").estimate == 0.0
    assert ceiling.measure("exact_agreement").n_items == 100


def test_the_ceiling_of_two_people_is_their_own_kappa() -> None:
    r = rated(300, 7, gaps=0.0)
    ceiling = people_with_each_other(judged(r, r.raters[:2], r.raters[3]))
    assert ceiling is not None
    for name in ("cohen_kappa", "pearson"):
        own = cc.agreement(r.select(r.raters[:2]), name)
        assert ceiling.measure(name).estimate == pytest.approx(own.estimate)
        assert ceiling.measure(name).se == pytest.approx(own.se, rel=0.01)


def test_examples_of_a_repeated_judge_are_rows_that_exist() -> None:
    import pandas as pd

    rows = [(item, "human", 1, 0) for item in range(40)]
    rows += [(item, "judge", run, int(item == 3 and run == 2) * 3) for item in range(40) for run in (1, 2)]
    frame = pd.DataFrame(rows, columns=["item", "rater", "repeat", "value"])
    r = cc.as_ratings(frame, item="item", rater="rater", value="value", repeat="repeat")
    compared = judged(r, ["human"], "judge")
    gap = np.abs(compared.ratings.columns[0].astype(int) - compared.ratings.columns[1])
    (worst,) = compared.examples(gap.astype(float), 5)
    assert (worst["item"], worst["repeat"], worst["human"], worst["judge"]) == (3, 2, 0, 3)


def alike(n: int, people: int, seed: int) -> Ratings:
    """People and a judge who all err on one item in ten, in the same way."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(4, (n, 1), p=[0.1, 0.2, 0.5, 0.2])
    ratings = np.where(rng.random((n, people + 1)) < 0.1, rng.choice(4, (n, people + 1)), truth)
    return cc.as_ratings(ratings.astype(float))


def gap_of(r: Ratings, name: str = "exact_agreement", **options: str) -> cc.Result:
    compared = judged(r, r.raters[:-1], r.raters[-1])
    people = people_with_each_other(compared)
    assert people is not None
    return short_of_people(compared, people, name, options)


def test_a_judge_like_a_person_is_rarely_called_better_than_people() -> None:
    """With few errors t calls it better in 14 %: who errs alone is rarely drawn, and loses much."""
    found = [gap_of(alike(30, 3, seed)).interval for seed in range(60)]
    better = np.mean([one is not None and one.low > 0 for one in found])
    assert better < 0.05


def test_the_gap_of_a_judge_like_a_person_is_one_of_those_that_people_would_have() -> None:
    """Two people and a judge on nine items, who errs alone on none: all 3⁹ ways to choose a judge, by hand.

    The judge is with one of two people on six items that they part on, and all agree on three. Whoever is the
    judge of such an item, two thirds of the time it is one of the two who agree: +.5, else −1. So P(all six
    are +.5) = (2/3)⁶ = .0878, and its mid-p is half of that.
    """
    ratings = np.array([[0, 1, 0]] * 3 + [[1, 0, 0]] * 3 + [[1, 1, 1]] * 3, dtype=float)
    gap = gap_of(cc.as_ratings(ratings))
    assert gap.details["test"] == "permutation"
    assert gap.estimate == pytest.approx(6 * 0.5 / 9)
    assert gap.p_value == pytest.approx((2 / 3) ** 6, abs=0.02)  # both tails of half of it
    assert gap.interval is not None
    assert gap.interval.low <= 0 < gap.interval.high


def test_a_judge_who_guesses_is_worse_than_people_all_the_same() -> None:
    r = rated(60, 4, judge_noise=1.0)
    gap = gap_of(r, "cohen_kappa", weights="quadratic")
    assert gap.interval is not None
    assert gap.interval.high < 0
    assert gap.p_value < 0.01
