"""Abilities from pairs: Bradley and Terry's model, with ties and an effect of order."""

from __future__ import annotations

import math

import numpy as np
import pytest

from concordant.errors import InputError, OptionError
from concordant.judges.bradley_terry import PreferencePairs, bradley_terry

#: Agresti (2002), table 10.10: baseball, American League 1987. Wins and losses at home (rows) against
#: the visitors, in the order of `TEAMS`.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
HOME = (
    (None, (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)),
    ((3, 3), None, (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)),
    ((2, 5), (4, 3), None, (2, 4), (4, 3), (4, 2), (6, 0)),
    ((3, 3), (5, 1), (2, 5), None, (4, 3), (4, 2), (6, 1)),
    ((5, 1), (2, 5), (3, 3), (4, 2), None, (5, 2), (6, 0)),
    ((2, 5), (3, 3), (3, 4), (4, 3), (4, 2), None, (2, 4)),
    ((2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), None),
)
#: Abilities and standard errors against Baltimore, without an effect of home; and that effect.
PLAIN = {
    "Boston": (1.1077, 0.3339), "Cleveland": (0.6839, 0.3319), "Detroit": (1.4364, 0.3396),
    "Milwaukee": (1.5814, 0.3433), "New York": (1.2476, 0.3359),
}  # fmt: skip
DEVIANCE, HOME_EFFECT = 44.05346, (0.3023, 0.1309)


def _games() -> PreferencePairs:
    rows = [
        (TEAMS[h], TEAMS[a], w)
        for h, line in enumerate(HOME)
        for a, met in enumerate(line)
        if met is not None
        for w in [TEAMS[h]] * met[0] + [TEAMS[a]] * met[1]
    ]
    return PreferencePairs.of(*zip(*rows, strict=True))


def test_abilities_of_the_textbook_example() -> None:
    found = bradley_terry(_games(), reference="Baltimore", order=False)
    parts = {part.category: part for part in found.parts}
    for name, (ability, error) in PLAIN.items():
        assert parts[name].estimate == pytest.approx(ability, abs=5e-5)
        assert parts[name].se == pytest.approx(error, abs=5e-5)
    assert parts["Baltimore"].estimate == 0
    assert parts["Baltimore"].interval is None


def test_deviance_and_the_effect_of_playing_at_home() -> None:
    plain = bradley_terry(_games(), reference="Baltimore", order=False)
    assert plain.details["deviance"] == pytest.approx(DEVIANCE, abs=5e-6)
    home = bradley_terry(_games(), reference="Baltimore")
    assert home.details["order_effect"] == pytest.approx(HOME_EFFECT[0], abs=5e-5)
    assert home.details["order_effect_se"] == pytest.approx(HOME_EFFECT[1], abs=5e-5)
    assert home.details["deviance"] < plain.details["deviance"]


def _played(
    rng: np.random.Generator, n: int, ability: list[float], gamma: float, nu: float
) -> PreferencePairs:
    """Games drawn from Davidson and Beaver's model."""
    size = len(ability)
    first = rng.integers(0, size, n)
    second = (first + rng.integers(1, size, n)) % size
    up = np.exp((np.array(ability)[first] - np.array(ability)[second] + gamma) / 2)
    total = up + 1 / up + nu
    u = rng.random(n)
    outcome = np.where(u < up / total, 1.0, np.where(u < (up + nu) / total, 0.5, 0.0))
    names = tuple("ABCDEFGH"[:size])
    return PreferencePairs(names=names, first=first, second=second, outcome=outcome, counts=np.ones(n))


def test_with_ties_it_is_the_maximum_of_the_likelihood() -> None:
    """The same maximum by a general optimiser, which is given the probabilities of the paper only."""
    from scipy.optimize import minimize

    games = _played(np.random.default_rng(3), 400, [0.0, 0.5, 1.2], 0.3, 0.8)

    def loss(beta: np.ndarray) -> float:
        a = np.exp(np.array([0.0, beta[0], beta[1]]))
        i, j = a[games.first] * math.exp(beta[2]), a[games.second]
        tie = math.exp(beta[3]) * np.sqrt(i * j)
        total = i + j + tie
        p = np.where(games.outcome == 1, i, np.where(games.outcome == 0, j, tie)) / total
        return -float(np.log(p).sum())

    best = minimize(loss, np.zeros(4), method="BFGS", options={"gtol": 1e-8})
    found = bradley_terry(games, reference="A")
    assert [part.estimate for part in found.parts[1:]] == pytest.approx(best.x[:2], abs=1e-5)
    assert found.details["order_effect"] == pytest.approx(best.x[2], abs=1e-5)
    assert found.details["ties"] == pytest.approx(math.exp(best.x[3]), abs=1e-5)
    assert found.details["log_likelihood"] == pytest.approx(-best.fun, abs=1e-8)


def test_intervals_hold_the_truth() -> None:
    rng, truth, held = np.random.default_rng(5), [0.0, 0.5, 1.2], []
    for _ in range(200):
        found = bradley_terry(_played(rng, 150, truth, 0.3, 0.8), reference="A")
        held += [part.interval is not None and value in part.interval
                 for part, value in zip(found.parts[1:], truth[1:], strict=True)]  # fmt: skip
    assert 0.92 <= np.mean(held) <= 0.98


def test_who_always_wins_has_no_finite_ability() -> None:
    found = bradley_terry(
        PreferencePairs.of(["A", "B", "A"], ["B", "C", "C"], ["A", "B", "A"]), reference="B"
    )
    assert [note.code for note in found.notes] == ["always-won"]


@pytest.mark.parametrize("word", ["tie", "tie (bothbad)", "Tie", "平局"])
def test_words_for_a_tie(word: str) -> None:
    assert PreferencePairs.of(["A"], ["B"], [word]).outcome.tolist() == [0.5]


def test_wrong_input_is_one_sentence() -> None:
    with pytest.raises(InputError, match="must be 'A', 'B' or tie"):
        PreferencePairs.of(["A"], ["B"], ["C"])
    with pytest.raises(InputError, match="compared with itself"):
        PreferencePairs.of(["A"], ["A"], ["A"])
    with pytest.raises(OptionError, match="reference must be one of"):
        bradley_terry(PreferencePairs.of(["A"], ["B"], ["A"]), reference="Z")
