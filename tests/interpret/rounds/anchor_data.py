"""Judges whose drift is known, run after run on the same items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

import concordant as cc
from concordant.interpret.rounds.anchors import Anchored, anchored
from concordant.interpret.rounds.round import About, ComparedRound
from concordant.language.render import LANGUAGES


def run(
    name: str, repeats: Sequence[Any], human: Any = None, about: About | None = None, **reading: Any
) -> ComparedRound:
    """A run of a judge, each repeat a list of ratings; items are named by their place."""
    frames = [
        pd.DataFrame({
            "item": [f"i{place}" for place in range(len(own))],
            "repeat": number,
            "human": own if human is None else human,
            "judge": own,
        })
        for number, own in enumerate(repeats, 1)
    ]  # fmt: skip
    ratings = cc.read(pd.concat(frames), item="item", repeat="repeat", raters=["human", "judge"], **reading)
    return ComparedRound(name=name, ratings=ratings, about=about or About())


def followed(rounds: Sequence[ComparedRound], **options: Any) -> Anchored:
    """The judge over these runs, beside the one person."""
    found = anchored(rounds, ["judge"] * len(rounds), [["human"]] * len(rounds), **options)
    assert found is not None
    return found


def codes(found: Anchored) -> list[str]:
    """Which sentences are said."""
    return [one.code.removeprefix("anchors.") for one in found.sentences]


def noisy(rng: Any, truth: Any, share: float = 0.3, shift: float = 0.0) -> Any:
    """The truth, a share of it one off, and a share of it one higher."""
    off = (rng.random(len(truth)) < share) * rng.choice([-1, 1], len(truth))
    return np.clip(truth + off + (rng.random(len(truth)) < shift), 0, 4)


def truth(rng: Any, n: int = 60) -> Any:
    """Scores from 0 to 4, each of them there."""
    return rng.permutation(np.resize(np.arange(5), n))


_RNG = np.random.default_rng(20)
#: What is so, and three runs that rate it, from the second on higher.
TRUTH = truth(_RNG)
FIRST, SECOND, THIRD = (noisy(_RNG, TRUTH, shift=shift) for shift in (0, 0.4, 0.5))


def texts(found: Anchored) -> list[str]:
    """All sentences in both languages."""
    return [one.text(lang) for one in found.sentences for lang in LANGUAGES]
