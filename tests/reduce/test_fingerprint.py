"""A fingerprint is of the ratings: how they are kept does not change it, and any other rating does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.read import read
from concordant.reduce.fingerprint import fingerprint


def table(n: int = 200, seed: int = 0) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "id": [f"i{i}" for i in range(n)],
            "human": rng.choice([0, 1, 2, 3, np.nan], n),
            "judge": rng.integers(0, 4, n).astype(float),
            "lang": rng.choice(["en", "zh", None], n),
        }
    )


def of(data: Any, **options: Any) -> str:
    return fingerprint(read(data, **{"slices": ["lang"], "engine": "memory", **options}))


def turned(frame: pd.DataFrame) -> pd.DataFrame:
    long = frame.melt(["id", "lang"], ["human", "judge"], "rater", "score")
    return long.dropna(subset="score").sample(frac=1, random_state=2)


@pytest.mark.parametrize("how", ["shuffled", "columns", "csv", "parquet", "long", "other items", "texts"])
def test_however_they_are_kept_the_same_ratings_are_the_same(how: str, tmp_path: Path) -> None:
    frame = table()
    path = tmp_path / f"x.{how}"
    made: dict[str, Any] = {
        "shuffled": lambda: frame.sample(frac=1, random_state=1),
        "columns": lambda: frame[["lang", "judge", "id", "human"]],
        "csv": lambda: frame.to_csv(path, index=False) or path,
        "parquet": lambda: frame.to_parquet(path) or path,
        "long": lambda: turned(frame),
        "other items": lambda: frame.assign(id=[f"j{i}" for i in range(len(frame))]),
        "texts": lambda: frame.assign(prompt="some words"),
    }
    raters = {} if how == "long" else {"raters": ["judge", "human"]}
    assert of(made[how](), **raters) == of(frame, raters=["human", "judge"])


@pytest.mark.parametrize("engine", ["duckdb", "polars"])
def test_engines_give_the_same(engine: Any, tmp_path: Path) -> None:
    frame = table()
    frame.to_parquet(tmp_path / "x.parquet")
    assert of(tmp_path / "x.parquet", engine=engine) == of(frame)


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.assign(human=t["human"].mask(t.index == 5, (t["human"] + 1) % 4)),
        lambda t: t.assign(lang=t["lang"].mask(t.index == 5, "de")),
        lambda t: t.rename(columns={"judge": "judge_2"}),
        lambda t: t.iloc[:-1],
        lambda t: pd.concat([t, t.iloc[:1].assign(id="again")]),
        lambda t: t.rename(columns={"human": "judge", "judge": "human"}),
        lambda t: t.assign(human=t["human"].mask(t.index == t["human"].first_valid_index())),
    ],
)
def test_other_ratings_are_another_fingerprint(change: Any) -> None:
    assert of(change(table())) != of(table())


def test_who_said_what_counts_where_all_else_is_equal() -> None:
    # the same raters, labels and slices, and two kinds of row that occur once
    agreed, opposed = ({"a": [1, 2], "b": said} for said in ([1, 2], [2, 1]))
    assert fingerprint(read(agreed)) != fingerprint(read(opposed))


def test_a_weight_is_that_many_rows() -> None:
    once = pd.DataFrame({"a": [1, 2, 2], "b": [1, 2, 1], "w": [2, 1, 3]})
    rows = once.loc[once.index.repeat(once["w"]), ["a", "b"]]
    weighed = fingerprint(read(once, raters=["a", "b"], case_weights="w"))
    assert weighed == fingerprint(read(rows, raters=["a", "b"]))


def test_weights_of_a_sample_count_with_all_their_digits() -> None:
    data = pd.DataFrame({"a": [1, 2, 2], "b": [1, 2, 1], "w": [0.5, 1.25, 3]})
    other = data.assign(w=[0.5, 1.25 + 1e-12, 3])
    a, b, again = (
        fingerprint(read(one, raters=["a", "b"], case_weights="w")) for one in (data, other, data.iloc[::-1])
    )
    assert a == again != b


def test_measurements_count_with_all_their_digits() -> None:
    x = np.random.default_rng(0).normal(size=500)
    y = x + 0.25
    same = as_ratings(x[::-1], y[::-1], scale="interval")
    other = as_ratings(np.nextafter(x, 9), y, scale="interval")
    assert fingerprint(as_ratings(x, y, scale="interval")) == fingerprint(same) != fingerprint(other)


def test_declared_categories_that_nobody_uses_change_nothing() -> None:
    plain = as_ratings([1, 2, 2], [1, 2, 3])
    assert fingerprint(plain) == fingerprint(as_ratings([1, 2, 2], [1, 2, 3], categories=range(6)))


def test_numbers_are_not_words() -> None:
    words = as_ratings(["1a", "2", "2"], ["1a", "2", "2"])
    assert fingerprint(words) != fingerprint(as_ratings([1, 2, 2], [1, 2, 2]))


def test_counts_do_not_say_who_and_neither_does_their_fingerprint() -> None:
    counts = [[2, 1, 0], [0, 3, 0], [1, 1, 1]]
    assert fingerprint(cc.counts(counts)) == fingerprint(cc.counts(counts[::-1]))
    assert fingerprint(cc.counts(counts)) != fingerprint(cc.counts([[2, 1, 0], [0, 3, 0], [1, 2, 0]]))


def test_a_study_states_it_with_its_source_and_versions() -> None:
    study = cc.study(table())
    assert study.data.source == "the pandas frame"
    assert study.data.fingerprint == fingerprint(read(table()))
    assert {"concordant", "python", "numpy", "scipy"} <= set(study.versions)
