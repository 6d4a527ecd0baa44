"""`concordant pairwise`: the same rows as Python, with the options of the coefficient asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.digits import rounded

Run = Callable[..., Any]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Three raters of seven items; A and D share none."""
    lines = [
        "item,A,B,C,D",
        "1,1,1,2,",
        "2,2,1,2,",
        "3,3,3,,",
        "4,2,2,2,",
        "5,1,2,1,",
        "6,,3,3,3",
        "7,,1,1,2",
    ]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_page_has_a_row_for_each_pair_and_says_why_one_has_no_value(run: Run, file: Path) -> None:
    text = run("pairwise", file).output
    found = cc.pairwise(file)
    assert text.startswith("Cohen's kappa of 6 pairs of raters\nrater_a  rater_b  estimate")
    assert f"A        B        {found['estimate'][0]:.3f}" in text
    assert "No item was rated by two raters" in text
    assert "Note: 1 pair has no value (see the reasons): A and D." in text


def test_the_options_are_those_of_the_coefficient(run: Run, file: Path) -> None:
    data = json.loads(
        run("pairwise", file, "--coefficient", "ac2", "--weights", "quadratic", "--json").output
    )
    wanted = cc.pairwise(file, "gwet_ac", weights="quadratic")
    assert [row["estimate"] for row in data["pairs"]][:2] == [
        rounded(x) for x in wanted["estimate"][:2].tolist()
    ]
    assert data["pairs"][2]["estimate"] is None
    assert data["options"] == {"weights": "quadratic"}
    assert data["raters"] == ["A", "B", "C", "D"]
    assert "--metric" in run("pairwise", "--coefficient=alpha", "--help").output


def test_reading_and_inference_have_their_options_too(run: Run, file: Path) -> None:
    done = run("pairwise", file, "--raters", "B,C", "--level", "0.8", "--json")
    (row,) = json.loads(done.output)["pairs"]
    wanted = cc.cohen_kappa(file, raters=["B", "C"], level=0.8)
    assert row["conf_low"] == rounded(wanted.interval.low)


def test_a_coefficient_that_is_not_there_is_answered_with_one_that_is(run: Run, file: Path) -> None:
    done = run("pairwise", file, "--coefficient", "cohens-kapa")
    assert done.exit_code == 2
    assert "Did you mean cohen-kappa?" in done.output + done.stderr
