"""Numbers beyond what can be squared: one sentence, or a number; never a warning of numpy."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.surfaces.cli.main import main

COMMANDS = (
    "study", "report", "check --goal first", "icc", "ccc", "bland-altman", "deming", "passing-bablok",
    "cohen-kappa --weights quadratic", "mean-absolute-error", "pairwise", "items",
    "icc --engine duckdb", "cohen-kappa --engine duckdb", "ccc --interval bootstrap --draws 40",
)  # fmt: skip


@pytest.fixture
def extreme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of 80 items whose measurements differ, one of them 1e308."""
    monkeypatch.chdir(tmp_path)
    values = np.round(np.random.default_rng(1).normal(50, 10, (80, 2)), 3).tolist()
    values[7][1] = 1e308
    rows = [f"{i},{a},{b}" for i, (a, b) in enumerate(values)]
    Path("extreme.csv").write_text("item,human,judge\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return "extreme.csv"


def test_a_file_with_1e308_ends_in_one_sentence(extreme: str) -> None:
    wrong = {}
    for command in COMMANDS:
        name, *options = command.split()
        done = CliRunner().invoke(main, [name, extreme, *options])
        lines = [line for line in done.output.splitlines() if line.strip()]
        named = "1e+308" in done.output or "beyond 1e+50" in done.output
        if done.exit_code != 3 or len(lines) != 1 or not named:
            wrong[command] = (done.exit_code, done.output[:300])
    assert wrong == {}


def test_the_sentence_says_what_to_do_and_that_helps(extreme: str) -> None:
    with pytest.raises(cc.InputError, match=r"squares cannot be computed.*missing=\[1e\+308\]"):
        cc.icc(extreme)
    assert cc.icc(extreme, missing=[1e308]).n_items == 80


def test_the_largest_and_smallest_numbers_that_are_read_give_no_warning() -> None:
    """Sixth powers are the highest that are formed: the skewness of variances."""
    noise = np.random.default_rng(2).normal(10, 3, (12, 2))
    wrong = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for unit in (1e48, 1e-48):
            for c in cc.CATALOGUE:
                needed = {"levels": 5} if c.name == "finn_coefficient" else {}
                for more in ({}, {"interval": "bca", "draws": 40}):
                    try:
                        getattr(cc, c.name)(noise * unit, **needed, **more)
                    except cc.ConcordantError:
                        continue
                    except Exception as problem:
                        wrong.append(f"{c.name} {unit} {more}: {type(problem).__name__} {problem}")
    assert wrong == []


def test_extreme_scores_weights_and_values_of_categories_are_refused() -> None:
    kappa = cc.cohen_kappa
    for ask in (
        lambda: kappa([1, 2], [2, 1], weights="quadratic", scores=[1.0, 1e308]),
        lambda: kappa([1, 2], [2, 1], weights="linear", scores=[0.0, 1e-320]),
        lambda: kappa([1, 2], [2, 1], case_weights=[1e308, 1e308]),
        lambda: kappa([1, 1e308], [1e308, 1], weights="quadratic"),
        lambda: cc.Scale.ordinal(["a", "b"], [0.0, 1e308]),
        lambda: cc.table([[1e308, 1], [1, 1e308]]),
    ):
        with pytest.raises(cc.ConcordantError):
            ask()
