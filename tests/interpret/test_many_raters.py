"""Studies of many raters: what is left out is said in both languages, and nothing takes pairs of ratings."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.data_checks import design as doctor_design
from concordant.interpret.patterns import camps
from concordant.interpret.raters import matrix as rater_matrix
from concordant.interpret.raters import profiles as rater_profiles
from concordant.interpret.study.study import Study
from concordant.interpret.where import slices

KAPPA: tuple[str, Any] = ("cohen_kappa", {})


def crowd(items: int, raters: int, gaps: float = 0.0) -> np.ndarray:
    """Scores from 1 to 5 around one truth, some of them missing."""
    rng = np.random.default_rng(3)
    x = np.clip(rng.integers(1, 6, (items, 1)) + rng.choice([-1, 0, 0, 0, 1], (items, raters)), 1, 5)
    return np.where(rng.random(x.shape) < gaps, np.nan, x)


def said(study: Study, code: str) -> list[str]:
    """The sentence of this code in both languages."""
    assert study.matrix is not None
    everything = [*study.matrix.said, *(t.said for c in study.comparisons for t in c.slices)]
    return [one.text(lang) for one in everything if one.code == code for lang in ("en", "zh")]


def test_with_more_raters_than_are_compared_the_study_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rater_matrix, "MOST_COMPARED", 4)
    study = cc.study(crowd(40, 5))
    assert study.matrix is not None
    assert study.matrix.rows == ()
    assert said(study, "profiles.pairs-left-out") == [
        "With 5 raters, pairs of raters are not compared: camps of raters, and differences in unit or scale "
        "direction, are not checked (this is done for up to 4 raters).",
        "评分者多达 5 位，未作两两比较：未检查评分者是否分成两个阵营，"
        "也未检查各人所用的单位和方向是否一致（不超过 4 位时才检查）。",
    ]


def test_of_very_many_raters_those_with_the_most_items_are_described(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rater_profiles, "MOST_DESCRIBED", 3)
    x = crowd(40, 5)
    x[:10, 1] = x[:5, 2] = np.nan
    study = cc.study(x)
    assert [p.rater for p in study.profiles] == ["rater 1", "rater 4", "rater 5"]
    english, chinese = said(study, "profiles.some-raters")
    assert english.startswith("Of 5 raters, only the 3 with the most items are described individually")
    assert "评分条目最多的 3 位" in chinese


def test_leaving_out_each_of_many_raters_is_left_out_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "_MOST_PAIRED", 100)
    english, chinese = said(cc.study(crowd(40, 4)), "slices.too-much-by-rater")
    assert "4 raters with" in english
    assert "4 位评分者" in chinese


def test_camps_along_one_order_are_the_best_cut_of_it() -> None:
    rng = np.random.default_rng(2)
    matrix = rng.random((16, 16))
    matrix[:5, :5] += 1
    matrix[5:, 5:] += 1
    matrix = (matrix + matrix.T) / 2
    matrix[3, 9] = matrix[9, 3] = np.nan
    np.fill_diagonal(matrix, np.nan)
    best = camps._best_along(matrix)
    assert best is not None
    assert set(np.flatnonzero(best).tolist()) in ({0, 1, 2, 3, 4}, {*range(5, 16)})
    cuts = np.arange(2, 15)
    totals = camps._parts_by_cut(np.nan_to_num(matrix), cuts)
    for place, cut in enumerate(cuts.tolist()):
        first = np.arange(16) < cut
        wanted = (
            np.nansum(matrix[np.ix_(a, b)]) for a, b in ((first, first), (~first, ~first), (first, ~first))
        )
        assert [part[place] for part in totals] == pytest.approx(list(wanted))


def test_what_every_two_of_very_many_raters_share_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_design, "MOST_RATERS", 4)
    design = cc.study(crowd(40, 5)).design
    assert (design.n_raters, design.rated_by_all, design.least_shared) == (5, 40, None)
    assert design.said.text().endswith("Shared items per pair are not counted for more than 4 raters.")
    assert "5 位评分者" in design.said.text("zh")


@pytest.mark.slow
def test_hundreds_of_raters_of_three_items_have_a_study(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rater_matrix, "MOST_COMPARED", 100)
    monkeypatch.setattr(rater_profiles, "MOST_DESCRIBED", 10)
    study = cc.study(crowd(3, 301))
    assert study.findings == ()
    assert len(study.profiles) == 10
    assert said(study, "profiles.pairs-left-out")


@pytest.mark.slow
def test_one_hundred_thousand_items_of_two_hundred_raters_have_a_study_in_three_gigabytes() -> None:
    program = """
import time, numpy as np, resource, concordant as cc
rng = np.random.default_rng(1)
true = rng.integers(1, 6, 100_000)
x = np.stack([np.clip(true + rng.choice([-1, 0, 0, 0, 1], len(true)), 1, 5) for _ in range(200)], axis=1)
x = np.where(rng.random(x.shape, dtype=np.float32) < 0.8, np.nan, x.astype(np.float32))
study = cc.study(cc.as_ratings(x, categories=[1, 2, 3, 4, 5]))
assert study.n_items == 100_000 and len(study.profiles) == 200
assert study.main.measure("exact_agreement").result.n_items > 99_000
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20, time.process_time())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    gigabytes, seconds = map(float, done.stdout.split())
    assert gigabytes < 3
    assert (
        seconds < 300
    )  # of processor time, of which other work on the machine costs some; 45 on a quiet one
