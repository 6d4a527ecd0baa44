"""Judges that no verdict may be fooled by: without skill, copied, constant, or just like a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

PEOPLE = ("human_a", "human_b", "human_c")


def people(rng: np.random.Generator, n: int, noise: float = 0.6, skill: float = 1.0) -> tuple[Any, Any]:
    """What is true of the items on a scale from 1 to 5, and what three people say of it.

    With `skill` below 1 a person answers that share of items by looking, and the others by habit.
    """
    truth = rng.choice([1, 2, 3, 4, 5], n, p=[0.08, 0.17, 0.35, 0.28, 0.12])
    looked = np.clip(np.rint(truth[:, None] + rng.normal(0, noise, (n, 3))), 1, 5).astype(int)
    habit = rng.choice([1, 2, 3, 4, 5], (n, 3), p=[0.08, 0.17, 0.35, 0.28, 0.12])
    return truth, np.where(rng.random((n, 3)) < skill, looked, habit)


def table(three: Any, **judges: Any) -> pd.DataFrame:
    """People and judges as columns, items named."""
    columns = dict(zip(PEOPLE, np.asarray(three).T, strict=True))
    return pd.DataFrame({"item": [f"q{i}" for i in range(len(three))], **columns, **judges})


def random_judge(n: int = 300, seed: int = 1) -> pd.DataFrame:
    """A judge that draws one of the five scores at random."""
    rng = np.random.default_rng(seed)
    return table(people(rng, n)[1], judge=rng.integers(1, 6, n))


def four_or_five(n: int = 300, seed: int = 2) -> pd.DataFrame:
    """A judge that says 4 or 5 at random."""
    rng = np.random.default_rng(seed)
    return table(people(rng, n)[1], judge=rng.integers(4, 6, n))


def copy_of_person(n: int = 711, seed: int = 3) -> pd.DataFrame:
    """A judge whose column is that of the first person."""
    rng = np.random.default_rng(seed)
    three = people(rng, n)[1]
    return table(three, judge=three[:, 0])


def same_people(n: int = 300, seed: int = 4) -> pd.DataFrame:
    """Two people with one and the same column, and an honest judge."""
    rng = np.random.default_rng(seed)
    truth, three = people(rng, n)
    three[:, 1] = three[:, 0]
    return table(three, judge=_like(rng, truth))


def constant(n: int = 300, seed: int = 5) -> pd.DataFrame:
    """A judge that always says 3."""
    rng = np.random.default_rng(seed)
    return table(people(rng, n)[1], judge=np.full(n, 3))


def nearly_constant(n: int = 300, seed: int = 6) -> pd.DataFrame:
    """A judge that says 3 of about 93 % of items, where people often say 3 too."""
    rng = np.random.default_rng(seed)
    truth = rng.choice([1, 2, 3, 4, 5], n, p=[0.03, 0.12, 0.68, 0.14, 0.03])
    three = np.clip(np.rint(truth[:, None] + rng.normal(0, 0.52, (n, 3))), 1, 5).astype(int)
    return table(three, judge=np.where(rng.random(n) < 0.88, 3, _like(rng, truth)))


def like_a_person(n: int = 300, seed: int = 7) -> pd.DataFrame:
    """A judge that errs as people do."""
    rng = np.random.default_rng(seed)
    truth, three = people(rng, n)
    return table(three, judge=_like(rng, truth))


def unskilled_people(n: int = 400, seed: int = 8) -> pd.DataFrame:
    """People who look at half of the items, and a judge that does as they do."""
    rng = np.random.default_rng(seed)
    truth, three = people(rng, n, noise=0.4, skill=0.5)
    habit = rng.choice([1, 2, 3, 4, 5], n, p=[0.08, 0.17, 0.35, 0.28, 0.12])
    return table(three, judge=np.where(rng.random(n) < 0.6, _like(rng, truth, 0.4), habit))


def stray_ten(n: int = 300, seed: int = 9) -> pd.DataFrame:
    """An honest judge on a scale from 1 to 5, with one 10 in a column."""
    found = like_a_person(n, seed)
    found.loc[17, "human_b"] = 10
    return found


def _like(rng: np.random.Generator, truth: Any, noise: float = 0.6) -> Any:
    """As a person would rate it."""
    return np.clip(np.rint(truth + rng.normal(0, noise, len(truth))), 1, 5).astype(int)


#: Every judge by what it is.
JUDGES: dict[str, Callable[[], pd.DataFrame]] = {
    "random": random_judge,
    "4 or 5 at random": four_or_five,
    "copy of a person": copy_of_person,
    "two identical people": same_people,
    "constant": constant,
    "93 % constant": nearly_constant,
    "like a person": like_a_person,
    "people hardly beat a constant": unskilled_people,
    "stray 10 on a 1–5 scale": stray_ten,
}
