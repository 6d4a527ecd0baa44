"""Rounds of a judge that is right about so many items, with people who do not change."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

import concordant as cc
from concordant.interpret.rounds.round import About, ComparedRound, Mark


def frame(n: int, error: float, seed: int, *, people: int = 1, k: int = 5, gaps: float = 0.0) -> pd.DataFrame:
    """Items with people, who are the same in every round, and a judge who errs as often as said."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, k, n)
    columns: dict[str, Any] = {"item": [f"q{i}" for i in range(n)]}
    for person in range(people):
        columns[f"human_{person + 1}"] = np.where(rng.random(n) < 0.2, rng.integers(0, k, n), truth)
    rng = np.random.default_rng(seed)
    columns["judge"] = np.where(rng.random(n) < error, rng.integers(0, k, n), truth)
    made = pd.DataFrame(columns)
    for name in made.columns[1:] if gaps else ():
        made[name] = made[name].astype(float).mask(rng.random(n) < gaps)
    return made


def as_round(data: Any, name: str = "v1", *, about: About | None = None, **options: Any) -> ComparedRound:
    """Any data as a round; `reference` as in a study."""
    reference = options.pop("reference", None)
    return ComparedRound(
        name=name, ratings=cc.as_ratings(data, **options), reference=reference, about=about or About()
    )


def two(n: int = 120, **options: Any) -> tuple[ComparedRound, ComparedRound]:
    """A judge before and after it got better."""
    return (
        as_round(frame(n, 0.5, 1, **options), "v1"),
        as_round(frame(n, 0.3, 2, **options), "v2"),
    )


def marked(**marks: str) -> About:
    """What a round was made with: {what: fingerprint}."""
    return About(marks={what: Mark(name=f"{what} {of}", fingerprint=of) for what, of in marks.items()})
