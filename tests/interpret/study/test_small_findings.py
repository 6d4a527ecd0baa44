"""Findings whose repair would gain too little to matter: told apart, on every surface."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.finding import LEAST_GAIN, Finding, Headroom
from concordant.interpret.study import Study
from concordant.report.page.render import page
from concordant.result import Result


def finding(gain: float, exact: float = 0.0) -> Finding:
    return Finding(
        code="drift", about={}, evidence=Result(measure="drift", title="", estimate=0.0),
        facts={"exact_now": 0.5, "exact_repaired": 0.5 + exact},
        headroom=Headroom(measure="cohen_kappa", now=0.6, repaired=0.6 + gain),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("gain", "exact", "small"),
    [
        (0.05, 0.0, False),
        (LEAST_GAIN, 0.0, False),
        (0.019, 0.0, True),
        (0.0, 0.0, True),
        (-0.01, 0.05, True),  # what makes the main measure worse is no repair
        (0.01, 0.03, False),  # exact agreement gains enough
        (np.nan, np.nan, False),  # nobody knows
    ],
)
def test_a_gain_below_the_least_is_small(gain: float, exact: float, small: bool) -> None:
    assert finding(gain, exact).small is small


def test_without_a_known_gain_nothing_is_small() -> None:
    assert not replace(finding(0.0), headroom=None, facts={}).small


@cache
def study() -> Study:
    """A weak slice of one item in twenty: sure among 6,000 items, but hardly worth a clause."""
    rng = np.random.default_rng(1)
    n = 6000
    t = rng.choice([1, 2, 3, 4, 5], n, p=[0.1, 0.2, 0.3, 0.25, 0.15])
    human, judge = (np.clip(t + rng.choice([-1, 0, 1], n, p=[0.1, 0.8, 0.1]), 1, 5) for _ in range(2))
    topic = rng.choice([f"t{i}" for i in range(20)], n)
    judge = np.where((topic == "t0") & (rng.random(n) < 0.35), np.clip(judge + 1, 1, 5), judge)
    return cc.study(pd.DataFrame({"human": human, "judge": judge, "topic": topic}), slices=["topic"])


def test_a_sure_problem_with_little_to_gain_is_folded() -> None:
    made = study()
    assert [f.code for f in made.small_findings] == ["slice-misjudged"]
    assert not made.findings
    assert all(f.headroom is not None and f.headroom.gain >= 0 for f in made.findings)
    assert Study.from_dict(json.loads(json.dumps(made.to_dict(), allow_nan=False))).small_findings


def test_it_is_told_in_both_languages_and_its_light_advice_stays() -> None:
    made = study()
    assert "Statistically reliable but small; fixing one of these would gain less than 0.02:" in made.text()
    assert "统计上可靠、但幅度很小" in made.text("zh")
    assert "Strengthen the criteria for t0." in made.text()
    assert "建议强化“t0”的评估标准。" in made.text("zh")


def test_the_page_folds_it() -> None:
    shown = page(study())
    assert '<details class="small-findings">' in shown
