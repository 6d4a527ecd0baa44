"""Studies of many items: the work is in distinct rows, and where they are counted does not matter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.study.study import Study
from tests.interpret.study.test_study import assert_same, numbers_of

RATERS = ["human_1", "human_2", "human_3", "judge_a", "judge_b"]
SLICES = {"type": 6, "length": 3, "source": 8}


def frame(n: int) -> pd.DataFrame:
    """Five raters of scores 0 to 4 with three slice columns; judge_a is harsh where the type is "type 5"."""
    rng = np.random.default_rng(8)
    truth = rng.integers(0, 5, n)
    columns: dict[str, Any] = {"item": np.arange(n)}
    for rater in RATERS:
        columns[rater] = np.clip(truth + rng.choice([-1, 0, 0, 0, 1], n), 0, 4)
    for name, size in SLICES.items():
        columns[name] = np.array([f"{name} {i}" for i in range(size)])[rng.integers(0, size, n)]
    made = pd.DataFrame(columns)
    made["judge_a"] = np.maximum(made["judge_a"] - (made["type"] == "type 5"), 0)
    return made


@pytest.mark.slow
def test_one_hundred_thousand_items_of_five_raters_in_three_slices() -> None:
    data = frame(100_000)
    study = cc.study(data, item="item", raters=RATERS, slices=list(SLICES))
    assert study.n_items == 100_000
    assert [c.name for c in study.comparisons] == ["people", "judge_b", "judge_a"]  # the best judge first
    judge = study.comparison("judge_a")
    people = data[RATERS[:3]].to_numpy()
    own = data["judge_a"].to_numpy()[:, None]
    exact = judge.measure("exact_agreement")
    assert exact is not None
    assert exact.result.estimate == pytest.approx((people == own).mean(), abs=1e-12)
    table = next(t for t in judge.slices if t.column == "type")
    assert table.worst == "type 5"
    at = (data["type"] == "type 5").to_numpy()
    row = next(r for r in table.rows if r.value == "type 5")
    assert row.n == at.sum()
    assert row.exact is not None
    assert row.exact.estimate == pytest.approx((people == own)[at].mean(), abs=1e-12)
    (finding,) = study.findings
    assert (finding.code, finding.about["value"]) == ("slice-misjudged", "type 5")
    written = json.dumps(study.to_dict(), allow_nan=False)
    assert len(written) < 5_000_000  # no longer than for few items
    assert Study.from_dict(json.loads(written)).text("zh") == study.text("zh")


@pytest.mark.slow
def test_a_parquet_file_is_counted_where_it_is_with_the_same_numbers(tmp_path: Path) -> None:
    data = frame(100_000)[["item", "human_1", "human_2", "judge_a", "type"]]
    data.loc[::7, "human_2"] = pd.NA
    data["human_2"] = data["human_2"].astype("Int64")
    path = tmp_path / "scores.parquet"
    data.to_parquet(path, index=False)
    asked: dict[str, Any] = {"item": "item", "raters": ["human_1", "human_2", "judge_a"], "slices": ["type"]}
    counted = cc.study(path, engine="duckdb", **asked)
    assert counted.n_items == 100_000
    assert_same(numbers_of(cc.study(data, **asked)), numbers_of(counted))
    for lang in ("en", "zh"):
        assert counted.summary(lang)
