"""Studies of data that call for judge methods, each made once."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import concordant as cc


def half_labelled(n: int = 400, labels: int = 120, seed: int = 3) -> dict[str, list[Any]]:
    """Scores of a judge on all items, of a person on some, a full point lower half of the time."""
    rng = np.random.default_rng(seed)
    people = rng.choice([1, 2, 3, 4, 5], n, p=[0.05, 0.1, 0.2, 0.35, 0.3])
    judge = np.clip(people - rng.choice([0, 1], n), 1, 5)
    return {"human": [int(x) if i < labels else None for i, x in enumerate(people)], "judge": judge.tolist()}


def passed(n: int = 500, labels: int = 200, seed: int = 1) -> dict[str, list[Any]]:
    """Two people on some items, a judge on all, who passes too much."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.4

    def noisy(miss: float, invent: float) -> list[str | None]:
        said = np.where(truth, rng.random(n) >= miss, rng.random(n) < invent)
        return ["pass" if x else "fail" for x in said]

    found = {"human_a": noisy(0.05, 0.05), "human_b": noisy(0.05, 0.05), "judge": noisy(0.02, 0.3)}
    for name in ("human_a", "human_b"):
        found[name][labels:] = [None] * (n - labels)
    return found


def scored(n: int = 200, seed: int = 1) -> dict[str, list[Any]]:
    """Labels of 0 and 1, and a judge's score of each."""
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.4).astype(int)
    return {"human": truth.tolist(), "judge": np.round(truth + rng.normal(size=n), 2).tolist()}


def voted(n: int = 150, seed: int = 2, error: float = 0.6) -> dict[str, list[str]]:
    """Four people who err in a fifth of the items, and a judge that errs more often."""
    rng = np.random.default_rng(seed)
    truth, names = rng.choice(3, n), np.array(["x", "y", "z"])
    miss = {"ann": 0.2, "bob": 0.2, "cal": 0.2, "dee": 0.2, "judge": error}
    return {
        name: names[np.where(rng.random(n) < rate, rng.choice(3, n), truth)].tolist()
        for name, rate in miss.items()
    }


def panelled(n: int = 120, seed: int = 5) -> dict[str, list[Any]]:
    """Three judges of independent errors, scored twice, and a person."""
    rng = np.random.default_rng(seed)
    people = rng.choice([1, 2, 3, 4, 5], n)
    found: dict[str, list[Any]] = {"item": [], "repeat": [], "human": []}
    found |= {f"judge_{name}": [] for name in "abc"}
    for run in (1, 2):
        found["item"] += list(range(n))
        found["repeat"] += [run] * n
        found["human"] += people.tolist()
        for name in "abc":
            found[f"judge_{name}"] += np.clip(people + rng.choice([-1, 0, 1], n), 1, 5).tolist()
    return found


def preferred(n: int = 80, seed: int = 4) -> dict[str, list[Any]]:
    """Three models, each question asked in both orders, of two people and a judge that favours the first."""
    rng = np.random.default_rng(seed)
    ability = {"alpha": 1.2, "beta": 0.4, "gamma": 0.0}
    found: dict[str, list[Any]] = {
        name: [] for name in ("question_id", "model_a", "model_b", "human_1", "human_2", "judge")
    }
    for question in range(n):
        one, other = (str(name) for name in rng.choice(list(ability), 2, replace=False))
        for first, second in ((one, other), (other, one)):
            row = {"question_id": question, "model_a": first, "model_b": second}
            for rater, favour in (("human_1", 0.0), ("human_2", 0.0), ("judge", 1.0)):
                ahead = ability[first] - ability[second] + favour + rng.logistic()
                row[rater] = "tie" if abs(ahead) < 0.3 else "model_a" if ahead > 0 else "model_b"
            for name, value in row.items():
                found[name].append(value)
    return found


def mapped(n: int = 400, seed: int = 3) -> dict[str, list[Any]]:
    """A person, and a judge who is a point too harsh nearly always."""
    rng = np.random.default_rng(seed)
    people = rng.choice([1, 2, 3, 4, 5], n, p=[0.05, 0.1, 0.2, 0.35, 0.3])
    judge = np.clip(people - 1 + rng.choice([-1, 0, 0, 0, 1], n), 1, 5)
    return {"human": people.tolist(), "judge": judge.tolist()}


def labelled(n: int = 300, seed: int = 3) -> dict[str, list[str]]:
    """A person and three judges of independent errors, in three categories."""
    rng = np.random.default_rng(seed)
    truth, names = rng.choice(3, n), np.array(["x", "y", "z"])
    miss = {"human": 0.05, "judge_a": 0.3, "judge_b": 0.3, "judge_c": 0.3}
    return {
        name: names[np.where(rng.random(n) < rate, rng.choice(3, n), truth)].tolist()
        for name, rate in miss.items()
    }


@cache
def made_study(name: str) -> Any:
    """The study of one of these data."""
    data = {
        "corrected": half_labelled, "binary": passed, "threshold": scored, "soft": voted, "panel": panelled,
        "preferences": preferred, "map": mapped, "labels": labelled,
    }  # fmt: skip
    own = data[name]()
    judges = [rater for rater in own if rater.startswith("judge")]
    people = [rater for rater in own if rater.startswith("human") or rater in ("ann", "bob", "cal", "dee")]
    kinds = dict.fromkeys(judges, "judge") | dict.fromkeys(people, "human")
    return cc.study(own, rater_kind=kinds)


NAMES = ("corrected", "binary", "threshold", "soft", "panel", "preferences", "map", "labels")
