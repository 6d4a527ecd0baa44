"""Rounds of a judge beside a person, in slices of which some were made worse."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

Round = dict[str, list[Any]]


def judged(
    seed: int,
    *,
    lost: Collection[int] = (),
    slices: int = 12,
    n: int = 100,
    right: float = 0.8,
    drop: float = 0.4,
    judge: str = "judge",
) -> Round:
    """Scores 1 to 5; the judge is right with a probability that is lower in the slices that lost.

    The person says the same whatever the seed, so that rounds share their items.
    """
    truth = np.random.default_rng(5).integers(1, 6, (slices, n))
    rng = np.random.default_rng(seed)
    chance = np.array([right - drop * (s in lost) for s in range(slices)])[:, None]
    other = (truth + rng.integers(1, 5, truth.shape) - 1) % 5 + 1
    said = np.where(rng.random(truth.shape) < chance, truth, other)
    return {
        "item": [f"q{s}-{i}" for s in range(slices) for i in range(n)],
        "type": [f"type {s}" for s in range(slices) for _ in range(n)],
        "human": truth.ravel().tolist(),
        judge: said.ravel().tolist(),
    }


def agreeing(agree: int, n: int = 100, judge: str = "judge") -> Round:
    """Three grades in turn; the judge says the same on the first items and one grade more on the others."""
    human = [i % 3 for i in range(n)]
    said = [grade if i < agree else (grade + 1) % 3 for i, grade in enumerate(human)]
    return {"item": [f"q{i}" for i in range(n)], "human": human, judge: said}


def at_least(share: float, measure: str = "exact_agreement", **more: Any) -> dict[str, Any]:
    """A goal of one target."""
    targets = [{"measure": measure, "at_least": share, **more}]
    return {"name": "release gate", "name_zh": "发布门槛", "targets": targets}
