"""Teams whose truth is known: what they are called, how often wrongly, and how often a real gain is found."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.inference.repeated_looks import detectable, level_at
from concordant.interpret.rounds.convergence import Convergence
from concordant.interpret.rounds.progress import progress
from concordant.interpret.rounds.round import ComparedRound
from tests.interpret.rounds import teams
from tests.interpret.rounds.teams import Called, called, rounds_of, shares_of

LEVEL = 0.95


def at_most(share: float, n_teams: int) -> float:
    """A share and two standard errors of a simulation with so many teams."""
    return share + 2 * math.sqrt(share * (1 - share) / n_teams)


# --- a judge that does not change ---------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("people", [1, 3])
@pytest.mark.parametrize("new", [1.0, 0.2])
@pytest.mark.parametrize("accuracy", [0.6, 0.75, 0.9])
@pytest.mark.parametrize(("n", "n_teams"), [(60, 3000), (300, 1200)])
def test_a_judge_that_stays_as_it_is_is_called_improving_no_more_often_than_stated(
    n: int, n_teams: int, accuracy: float, new: float, people: int
) -> None:
    """Over eight rounds, ever; new noise on all items, or on one in five while the rest stays as it was."""
    rng = np.random.default_rng([n, round(100 * accuracy), round(10 * new), people])
    right = rounds_of(rng, n_teams, n, accuracy, new=new)
    found = called(right if people == 1 else shares_of(rng, right, people))
    assert found.ever("improving") <= at_most((1 - LEVEL) / 2, n_teams)
    assert found.ever("worse") <= at_most((1 - LEVEL) / 2, n_teams)


@pytest.mark.parametrize("people", [1, 3])
def test_a_judge_that_never_changes_an_answer_is_called_neither_improving_nor_worse(people: int) -> None:
    rng = np.random.default_rng(1)
    for n, converged in ((60, False), (1000, True)):
        right = rounds_of(rng, 50, n, 0.75, new=0.0, rounds=4)
        found = called(right if people == 1 else shares_of(rng, right, people))
        assert not found.improving.any()
        assert not found.worse.any()
        assert (found.converged.any(axis=0) == converged).all()  # n > 99·z² = 813 items show it


def test_looks_at_the_full_level_would_break_the_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the simulation can tell."""
    monkeypatch.setattr(teams, "level_at", lambda level, look: level)
    found = called(rounds_of(np.random.default_rng(2), 3000, 60, 0.75))
    assert found.ever("improving") > 2 * at_most((1 - LEVEL) / 2, 3000)


# --- a real gain --------------------------------------------------------------------------------


def spread(rng: np.random.Generator, accuracy: Any, new: float, people: int) -> float:
    """The standard deviation over items of the change from the first round to the last."""
    right = rounds_of(rng, 1, 200_000, accuracy, new=new, rounds=len(accuracy))
    scores = right if people == 1 else shares_of(rng, right, people)
    return float((scores[-1].astype(float) - scores[0]).std())


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("people", [1, 3])
@pytest.mark.parametrize("look", [1, 3])
@pytest.mark.parametrize("new", [1.0, 0.2])
def test_five_points_are_found_with_the_power_stated_where_they_are_detectable(
    look: int, new: float, people: int
) -> None:
    """All of the gain comes with the first change; n is where `detectable` says that gain."""
    rng = np.random.default_rng([look, round(10 * new), people])
    accuracy = np.array([0.70, *[0.75] * look])
    gain = 0.05 if people == 1 else 0.05 * worth(rng)
    over, now = spread(rng, accuracy, new, people), level_at(LEVEL, look)
    n = next(n for n in range(100, 20_000, 4) if detectable(over / math.sqrt(n), n - 1, now) <= gain)
    n_teams = 1500
    right = rounds_of(rng, n_teams, n, accuracy, new=new, rounds=look + 1)
    found = called(right if people == 1 else shares_of(rng, right, people)).improving[-1].mean()
    assert found >= 0.8 - 2 * math.sqrt(0.8 * 0.2 / n_teams)
    assert found <= 0.86


def worth(rng: np.random.Generator) -> float:
    """What an item that gets right adds to the share of three people who agree."""
    every = np.ones((1, 1, 200_000), dtype=bool)
    both = shares_of(rng, np.concatenate([every, ~every]))
    return float((both[0] - both[1]).mean())


@pytest.mark.by_turns(3)
@pytest.mark.parametrize(("n", "n_teams"), [(60, 2000), (300, 1000), (2000, 200)])
@pytest.mark.parametrize("new", [0.0, 0.2])
def test_a_team_that_gains_five_points_a_round_is_not_called_converged(
    n: int, n_teams: int, new: float
) -> None:
    rng = np.random.default_rng([n, round(10 * new)])
    accuracy = 0.55 + 0.05 * np.arange(8)
    right = rounds_of(rng, n_teams, n, accuracy, new=new)
    for scores in (right, shares_of(rng, right)):
        found = called(scores)
        assert found.ever("converged") <= 1 - LEVEL
        assert found.ever("worse") <= at_most((1 - LEVEL) / 2, n_teams)


@pytest.mark.parametrize("people", [1, 3])
@pytest.mark.parametrize("n", [900, 2500])
def test_one_gain_that_matters_among_rounds_that_stay_is_not_passed_over(n: int, people: int) -> None:
    """The judge changes nothing, then gets one item in a hundred right that it had wrong, and so on.

    Few items change, so the estimate and its standard error are small together: an interval on t alone calls
    this converged many times as often as it says.
    """
    rng = np.random.default_rng([n, people])
    gain = 0.0101 if people == 1 else 0.0101 / worth(rng)
    right = rounds_of(rng, 1500, n, np.array([0.75, 0.75, 0.75, 0.75 + gain]), new=0.0, rounds=4)
    found = called(right if people == 1 else shares_of(rng, right, people))
    error = (1 - level_at(LEVEL, 3)) / 2
    assert found.ever("converged") <= at_most(error, 1500)


def test_many_items_that_stay_nearly_as_they_are_are_called_converged() -> None:
    rng = np.random.default_rng(4)
    right = rounds_of(rng, 60, 20_000, 0.75, new=0.05, rounds=4)
    assert called(right).ever("converged") > 0.95
    assert called(shares_of(rng, right)).ever("converged") > 0.95


# --- the same by the way that everybody goes ----------------------------------------------------


def labels_of(rng: np.random.Generator, right: Any, people: int) -> tuple[Any, Any]:
    """What people and the judge say of one team's items: people × items, rounds × items."""
    truth = rng.integers(0, 4, right.shape[-1])
    others = (truth + rng.integers(1, 4, (people, truth.size))) % 4
    ratings = np.where(rng.random((people, truth.size)) < (1.0 if people == 1 else 0.8), truth, others)
    return ratings, np.where(right, truth, (truth + 1) % 4)


def real(said: Any, judge: Any) -> Convergence:
    """The convergence that `progress` finds for the judge."""
    people = {f"human_{k + 1}": one.tolist() for k, one in enumerate(said)}
    items = {"item": [f"i{k}" for k in range(said.shape[1])], **people}
    rounds = [
        ComparedRound(name=f"v{r + 1}", ratings=cc.as_ratings({**items, "judge": one.tolist()}))
        for r, one in enumerate(judge)
    ]
    found = next(one for one in progress(rounds, examples=0) if one.kind == "judge").convergence
    assert found is not None
    return found


def verdict(found: Called) -> str:
    """The last verdict of one team."""
    names = ("improving", "worse", "converged")
    return next((name for name in names if getattr(found, name)[-1, 0]), "cannot-tell")


@pytest.mark.slow
@pytest.mark.parametrize("people", [1, 3])
def test_progress_calls_teams_what_they_are_called_here(people: int) -> None:
    """Two rounds of teams that stay as they are, gain or lose; all verdicts but converged occur."""
    rng = np.random.default_rng(people)
    seen = []
    for team in range(32):
        right = rounds_of(rng, 1, 60, np.array([0.6, (0.6, 0.8)[team % 2]]), new=0.2, rounds=2)
        right = right[::-1] if team % 4 == 3 else right
        said, judge = labels_of(rng, right[:, 0], people)
        scores = (said[None] == judge[:, None]).mean(axis=1, dtype=np.float32)[:, None]
        expected = verdict(called(right if people == 1 else scores))
        assert real(said, judge).verdict == expected
        seen.append((team % 4, expected))
    wrong = sum(kind in (0, 2) and name != "cannot-tell" for kind, name in seen)
    assert wrong <= 2  # of 16 teams, at most 5 % on average
    assert {name for _, name in seen} == {"improving", "worse", "cannot-tell"}


@pytest.mark.slow
def test_progress_over_many_rounds_calls_teams_what_they_are_called_here() -> None:
    rng = np.random.default_rng(6)
    seen = set()
    for team in range(9):
        n, new = ((60, 0.2), (1500, 0.0), (400, 0.1))[team % 3]
        accuracy = np.array([0.5, 0.6, 0.7, 0.8, 0.9] if team % 3 == 2 else [0.7] * 5)
        right = rounds_of(rng, 1, n, accuracy, new=new, rounds=5)
        found = real(*labels_of(rng, right[:, 0], 1))
        assert found.verdict == verdict(called(right))
        assert found.looked == 4
        seen.add(found.verdict)
    assert seen == {"improving", "converged", "cannot-tell"}
