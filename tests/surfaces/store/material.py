"""Rounds to put into stores: made once, cheap to make more of."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from concordant.interpret.goals.goal import read_goals
from concordant.interpret.rounds.round import About, Mark
from concordant.interpret.study.comparison_report import ComparisonReport
from concordant.interpret.study.make_study import make_study
from concordant.interpret.study.study import Study
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.ratings import Ratings
from concordant.surfaces.store.records import NewRound


@cache
def rated(seed: int = 1, n: int = 40) -> Ratings:
    """Two people and a judge, with a text for each item and a slice."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 5, n)
    people = [np.clip(truth + rng.integers(-1, 2, n), 0, 4) for _ in range(3)]
    table = {
        "item": [f"题 {i}" for i in range(n)],
        "question": [f"为什么 {i}?" for i in range(n)],
        "type": ["news", "chat"] * (n // 2),
        **dict(zip(("human_1", "human_2", "judge"), people, strict=True)),
    }
    return as_ratings(table, raters=["human_1", "human_2", "judge"], text=["question"], slices=["type"])


@cache
def studied(n: int = 40) -> Study:
    """A study of so many items that says little, so that it is soon written; it has results and findings."""
    study = make_study(rated(1, n), version="0.1.0")
    said = tuple(
        ComparisonReport(
            name=c.name, kind=c.kind, raters=c.raters, reference=c.reference, n_items=c.n_items, headline=(),
            measures=c.measures[:3],
        )
        for c in study.comparisons
    )  # fmt: skip
    return replace(study, comparisons=said, matrix=None, profiles=(), items=(), scale_doubts=())


def new_round(
    name: str = "v1", project: str = "助手", *, seed: int = 1, n: int = 40, **more: Any
) -> NewRound:
    """A round of these ratings."""
    about = About(
        when="2026-01-02T03:04:05+00:00",
        who="ann",
        note=f"what changed in {name}: 提示词",
        marks={
            "prompt": Mark(name="p.txt", fingerprint="sha256:1"),
            "model": Mark(name="m", fingerprint="m"),
        },
    )
    options = {"reference": None, "preset": "auto", "level": 0.95}
    held: dict[str, Any] = {
        "about": about,
        "options": options,
        "goal": read_goals("first"),
        "study": studied(n),
    }
    return NewRound(project=project, name=name, ratings=rated(seed, n), **(held | more))
