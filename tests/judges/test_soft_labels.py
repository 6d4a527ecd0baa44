"""A judge among people who differ: distances by hand, and no favour for judge or person."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.errors import InputError
from concordant.judges.soft_labels import VoteCounts, soft_agreement


def test_the_distance_of_one_answer_is_the_share_of_the_others_who_differ() -> None:
    # item 1: people a a b; the judge says a. Without one of the a: others a, b: ½; twice; without b: a a: 0.
    # Mean over the held out: (½ + ½ + 0)/3 = 1/3. Persons: a against a, b: ½, twice; b against a, a: 1: 2/3.
    # item 2: people a a a, the judge says b: 1; persons: 0. Means over both: 2/3 and 1/3.
    people = np.array([[2.0, 1.0], [3.0, 0.0]])
    judge = np.array([[1.0, 0.0], [0.0, 1.0]])
    found = soft_agreement(VoteCounts.of(people, judge))
    assert found.judge.estimate == pytest.approx(2 / 3)
    assert found.person.estimate == pytest.approx(1 / 3)
    assert found.difference.estimate == pytest.approx(1 / 3)
    assert found.least == pytest.approx((1 / 3 + 0) / 2)


def test_the_earth_mover_distance_is_the_mean_distance_in_points() -> None:
    # people 1, 1, 4; the judge says 2. Held out 1: |2−1|, |2−4| → 1.5, twice; held out 4: 1. Mean 4/3.
    # Persons: 1 among 1, 4: 1.5, twice; 4 among 1, 1: 3. Mean 2. The median 1 is (0 + 0 + 3)/3 = 1 away.
    people, judge = np.array([[2.0, 0.0, 1.0]]), np.array([[0.0, 1.0, 0.0]])
    found = soft_agreement(VoteCounts.of(people, judge, values=np.array([1.0, 2.0, 4.0])))
    assert found.judge.estimate == pytest.approx(4 / 3)
    assert found.person.estimate == pytest.approx(2.0)
    assert found.least == pytest.approx(1.0)


def test_several_answers_of_a_judge_are_a_distribution() -> None:
    # people a b b c; the judge says a and b once each: q = (½, ½, 0).
    # Without a: others (0, ⅔, ⅓): ½(½ + ⅙ + ⅓) = ½; without one b, twice: (⅓, ⅓, ⅓): ½(⅙ + ⅙ + ⅓) = ⅓;
    # without c: (⅓, ⅔, 0): ½(⅙ + ⅙) = ⅙. Mean (½ + ⅓ + ⅓ + ⅙)/4 = ⅓.
    found = soft_agreement(VoteCounts.of(np.array([[1.0, 2.0, 1.0]]), np.array([[1.0, 1.0, 0.0]])))
    assert found.judge.estimate == pytest.approx(1 / 3)


def test_agreement_by_certainty_follows_the_others() -> None:
    # people a a b, judge a. The others are a, b (a tie, excluded) for either a, and a, a for b: unanimous.
    # There the judge gives their answer and the held-out b does not.
    found = soft_agreement(VoteCounts.of(np.array([[2.0, 1.0]]), np.array([[1.0, 0.0]])))
    (sure,) = found.certainty
    assert sure.unanimous
    assert (sure.judge.estimate, sure.person.estimate) == (1.0, 0.0)


def test_a_judge_who_is_one_of_the_people_is_no_closer_and_no_further() -> None:
    """A judge drawn like people: the interval of the difference leaves out 0 in about 5 %."""
    rng, missed, small = np.random.default_rng(8), 0, 0
    for _ in range(200):
        shares = rng.dirichlet([1.0, 1.0, 1.0], 60)
        people = np.array([rng.multinomial(4, p) for p in shares], dtype=float)
        judge = np.array([rng.multinomial(1, p) for p in shares], dtype=float)
        found = soft_agreement(VoteCounts.of(people, judge))
        around = found.difference.interval
        assert around is not None
        missed += 0 not in around
        small += found.certainty[-1].difference.p_value < 0.05
    assert missed <= 20  # 10 expected, standard deviation 3.1
    assert small <= 20


def test_too_few_people_are_refused() -> None:
    with pytest.raises(InputError, match="3 people"):
        VoteCounts.of(np.array([[1.0, 1.0]]), np.array([[1.0, 0.0]]))
