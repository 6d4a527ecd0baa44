"""Items are items and ratings are ratings, in every sentence."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.rounds.progress import Progress, progress
from concordant.interpret.rounds.progress_words import round_messages
from concordant.interpret.rounds.round import ComparedRound
from concordant.language.render import LANGUAGES


def judged(seed: int, n: int, dimensions: list[str], times: int = 1, error: float = 0.4) -> pd.DataFrame:
    people, rng, rows = np.random.default_rng(0), np.random.default_rng(seed), []
    for i in range(n):
        for dimension in dimensions:
            truth = int(people.integers(0, 5))
            for time in range(times):
                said = int(rng.integers(0, 5)) if rng.random() < error else truth
                both = (("human", truth), ("judge", said))
                rows += [(f"q{i}", dimension, time, rater, value) for rater, value in both]
    made = pd.DataFrame(rows, columns=["item", "dimension", "repeat", "rater", "value"])
    return made.drop(
        columns=[*(["dimension"] if len(dimensions) < 2 else []), *(["repeat"] if times < 2 else [])]
    )


def over(seeds: list[int], n: int, dimensions: list[str], **more: Any) -> Progress:
    rounds = [
        ComparedRound(name=f"v{k + 1}", ratings=cc.as_ratings(judged(seed, n, dimensions, **more)))
        for k, seed in enumerate(seeds)
    ]
    return next(one for one in progress(rounds) if one.kind == "judge")


def test_with_dimensions_what_is_counted_are_ratings_of_items() -> None:
    found = over([1, 2], 30, ["tone", "depth"])
    last = found.changes[-1]
    assert (last.n_common, last.n_rows, last.in_ratings) == (30, 60, True)
    assert [one.n_items for one in found.rounds] == [30, 30]
    sentences = {lang: [s.text(lang) for s in round_messages(found)] for lang in LANGUAGES}
    text = "\n".join(sentences["en"])
    assert "on the same 60 ratings of 30 items" in text
    assert "on the same 60 items" not in text
    assert "on 60 items" not in text
    assert last.flips is not None
    assert f"worsened on {last.flips.n_broken:.0f} ratings" in text
    assert f"gave a different rating on {last.n_rater_changed:.0f} ratings" in text
    assert "judge gave 60 ratings of the same 30 items in each of 2 runs" in text
    assert re.search("30 个条目的 60 .评分", "\n".join(sentences["zh"]))


def test_without_dimensions_items_are_items() -> None:
    found = over([1, 2], 40, ["all"])
    text = "\n".join(s.text() for s in round_messages(found))
    assert "on the same 40 items" in text
    assert "ratings" not in text.replace("own ratings", "")


@pytest.mark.parametrize(("dimensions", "times"), [(["tone", "depth", "style"], 1), (["all"], 3)])
def test_more_items_are_items_whatever_number_of_rows_each_has(dimensions: list[str], times: int) -> None:
    found = over([1, 2, 3, 4], 40, dimensions, times=times, error=0.3).convergence
    assert found is not None
    assert found.over is not None
    assert found.over.details["items"] == 40
    if found.items_needed is not None and np.isfinite(found.items_needed):
        assert found.items_needed <= 20 * 40


def test_the_rounds_that_need_more_items_are_named() -> None:
    found = over([1, 2, 3, 4, 5, 8, 9], 40, ["all"], error=0.3).convergence
    assert found is not None
    assert found.verdict == "cannot-tell"
    assert found.items_needed is not None
    assert set(found.items_in) <= {"v4", "v5", "v6", "v7"}
    assert {"v4", "v7"} <= set(found.items_in)
