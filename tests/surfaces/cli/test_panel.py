"""`concordant panel`: several judges, or several runs of one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Run = Callable[..., Any]


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """One person, and a judge that was asked three times about 60 items."""
    rng = np.random.default_rng(1)
    lines = ["item,rater,run,score"]
    for item in range(60):
        truth = rng.integers(1, 6)
        lines.append(f"{item},human,1,{truth}")
        lines += [f"{item},judge,{run},{min(max(truth + rng.integers(-1, 2), 1), 5)}" for run in range(1, 4)]
    file = tmp_path / "runs.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def test_a_single_judge_with_repeats_is_told_what_more_runs_would_gain(run: Run, runs: Path) -> None:
    done = run("panel", runs)
    assert done.exit_code == 0
    assert "One run of judge correlates" in done.output
    assert "several runs" in done.output
    assert "运行" in run("panel", runs, "--lang", "zh").output
    (found,) = json.loads(run("panel", runs, "--json").output)["runs"]
    assert [row["runs"] for row in found["rows"]] == [1, 2, 3, 5, 10]


def test_a_single_judge_without_repeats_is_no_panel(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "one.csv"
    file.write_text(
        "id,human,judge\n" + "\n".join(f"{i},{i % 5},{i % 4}" for i in range(30)), encoding="utf-8"
    )
    done = run("panel", file)
    assert done.exit_code != 0
    assert "at least two judges" in done.output + done.stderr


def test_an_error_about_by_names_the_flag(run: Run, scores: Path) -> None:
    done = run("correct", scores, "--judge", "judge", "--reference", "human", "--difference")
    assert done.exit_code != 0
    assert "--by must name the two systems" in done.output + done.stderr
