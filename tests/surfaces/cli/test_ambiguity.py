"""Data that can be read in several ways: lines to paste, or a question at a terminal."""

from __future__ import annotations

import os
import pty
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from concordant.errors import AmbiguousReading
from concordant.surfaces.cli.errors import added, complaint_with_lines
from tests.surfaces.cli import unsure_files as files

Run = Callable[..., Any]


@pytest.fixture
def unsure(tmp_path: Path) -> Path:
    path = tmp_path / "several values.csv"
    path.write_text(files.several_values(), encoding="utf-8")
    return path


def test_the_lines_can_be_pasted(run: Run, unsure: Path) -> None:
    refused = run("study", unsure, "--level", "0.9")
    assert refused.exit_code == 3
    first, *lines = refused.output.splitlines()
    assert first.endswith("look like ratings: helpful, safe. Run one of:")
    assert len(lines) == 2
    for line in lines:
        words = shlex.split(line, comments=True)
        assert words[0] == "concordant"
        assert run(*words[1:]).exit_code == 0


def test_every_command_refuses_alike(run: Run, unsure: Path) -> None:
    for command in ("report", "check", "cohen-kappa", "pairwise"):
        refused = run(command, unsure, *(["--goal", "first"] if command == "check" else []))
        assert refused.exit_code == 3, command
        assert "--value helpful" in refused.output


def test_names_with_signs_are_written_so_that_they_are_read_back() -> None:
    problem = AmbiguousReading("?", {"these": {"raters": ["a,b", "c=d", 'e"f']}, "others": {"value": "x y"}})
    assert added(problem.readings["these"]) == ["--raters", '"a,b",c\\=d,"e""f"']
    assert complaint_with_lines(problem, ["study", "a b.csv"]).splitlines()[2].strip() == (
        "concordant study 'a b.csv' --value 'x y'   # others"
    )


def test_a_plus_in_a_number_is_typed_as_it_is() -> None:
    options = {"rescale": {"judge+": "0..1e+18:1..5"}, "raters": {"a": ["a1", "a+2"]}}
    assert added(options) == ["--rescale", r"judge\+=0..1e+18:1..5", "--raters", r"a=a1+a\+2"]


def test_the_refusal_is_chinese_too(run: Run, unsure: Path) -> None:
    first, *lines = run("study", unsure, "--lang", "zh").output.splitlines()
    assert first == "concordant: several values.csv 中有多列像评分：helpful、safe。请运行以下之一："
    assert [line.partition("#")[2].strip() for line in lines] == ["评分列为 helpful", "评分列为 safe"]


def test_the_error_itself_is_chinese_too() -> None:
    problem = AmbiguousReading(
        "Several columns of a.csv look like ratings: x, y.", {"rated by x": {"value": "x"}}
    )
    assert problem.text("zh") == "a.csv 中有多列像评分：x、y。请传入 value='x'（评分列为 x）。"


def test_at_a_terminal_it_asks_and_goes_on(unsure: Path) -> None:
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "concordant", "study", str(unsure)],
        stdin=follower, stdout=subprocess.PIPE, stderr=follower, text=True,
    )  # fmt: skip
    os.close(follower)
    os.write(leader, b"2\n")
    out, _ = process.communicate(timeout=120)
    asked = os.read(leader, 100_000).decode()
    os.close(leader)
    assert process.returncode == 0
    assert "1  rated by helpful" in asked
    assert "Which one is right" in asked
    assert out.startswith("Summary")


def test_several_files_are_joined_and_standard_input_is_not_one_of_them(run: Run, tmp_path: Path) -> None:
    humans, judge = tmp_path / "humans.csv", tmp_path / "judge.jsonl"
    humans.write_text(files.humans(), encoding="utf-8")
    judge.write_text(files.judge_file(), encoding="utf-8")
    done = run(
        "cohen-kappa", humans, judge, "--join", "id", "--raters", "ann,judge", "--weights", "quadratic"
    )
    assert done.exit_code == 0, done.output
    assert run("study", humans, "-", "--join", "id").exit_code == 2


def test_raters_with_and_without_several_columns_may_be_mixed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text(files.runs().replace("judge_run", "run"), encoding="utf-8")
    done = run("study", path, "--raters", "human,judge=run1+run2")
    assert done.exit_code == 0, done.output
    assert "judge compared with human" in done.output
