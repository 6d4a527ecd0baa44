"""The examples in docs/gate: the action's steps run as GitHub runs them, the pre-commit hook, the goal."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import concordant as cc
from concordant.interpret.goals.goal import read_goals
from concordant.report.gate.markdown import MARK
from tests.interpret.gate_data import agreeing
from tests.surfaces.gate.test_check import GOAL, written

ROOT = Path(__file__).parents[3]
GATE = ROOT / "docs" / "gate"
EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")


def loaded(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((GATE / name).read_text(encoding="utf-8"))
    return found


ACTION = loaded("action.yml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Ratings of which 80 of 100 agree, an older round, goals, and a `concordant` on the path."""
    (tmp_path / "ratings").mkdir()
    (tmp_path / "bin").mkdir()
    written(tmp_path / "ratings" / "scores.csv", agreeing(80))
    written(tmp_path / "better.csv", agreeing(98))
    for name, share in {"low": 0.7, "near": 0.78, "high": 0.9}.items():
        (tmp_path / f"{name}.toml").write_text(GOAL.format(share=share), encoding="utf-8")
    for name, more in {"python": "", "concordant": " -m concordant"}.items():
        script = tmp_path / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}"{more} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    return tmp_path


class Runner:
    """The action's steps one after the other, as a runner does: expressions in `env`, outputs by file."""

    def __init__(self, folder: Path, **inputs: str) -> None:
        self.folder = folder
        self.inputs = {name: one.get("default", "") for name, one in ACTION["inputs"].items()} | inputs
        self.outputs: dict[str, str] = {}
        self.summary, self.output = folder / "summary.md", folder / "output.txt"
        self.output.unlink(missing_ok=True)

    def value(self, text: str) -> str:
        return EXPRESSION.sub(lambda found: self._of(found[1]), text)

    def _of(self, expression: str) -> str:
        where, _, name = expression.rpartition(".")
        return {"inputs": self.inputs, "steps.check.outputs": self.outputs}[where].get(name, "")

    def run(self, *, install: bool = False) -> tuple[int, str]:
        """The exit code of the first step that fails, and all that was printed."""
        said = ""
        for step in ACTION["runs"]["steps"]:
            if step["name"] == "Install concordant" and not install:
                continue
            done = self._step(step)
            said += done.stdout + done.stderr
            if done.returncode:
                return done.returncode, said
        return 0, said

    def _step(self, step: dict[str, Any]) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            **{name: self.value(text) for name, text in step.get("env", {}).items()},
            "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT / "src"),
            "RUNNER_TEMP": str(self.folder / "temp"),
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if step.get("id") == "check" and self.output.exists():
            lines = self.output.read_text(encoding="utf-8").splitlines()
            self.outputs = dict(line.split("=", 1) for line in lines)
        return done


@pytest.mark.by_turns(2)
@pytest.mark.parametrize(
    ("inputs", "code", "outcome", "summary"),
    [
        ({"goal": "low.toml", "args": "--comparison 'judge' --level 0.9"}, 0, "met", "### ✔ concordant: met"),
        ({"goal": "high.toml", "baseline": "better.csv"}, 1, "not-met", "### ✘ concordant: not met"),
        ({"goal": "near.toml", "lang": "zh"}, 2, "cannot-tell", "### ? concordant: 尚无法判断"),
        ({"goal": "near.toml", "cannot-tell": "pass"}, 0, "cannot-tell", "### ? concordant: inconclusive"),
        ({"goal": "none.toml"}, 3, "broken", "could not be made"),
    ],
    ids=["met", "not met", "cannot tell", "cannot tell, passed", "broken"],
)
def test_the_actions_steps_end_as_the_check_does(
    folder: Path, inputs: dict[str, str], code: int, outcome: str, summary: str
) -> None:
    runner = Runner(folder, file="ratings/scores.csv", **inputs)
    assert runner.run()[0] == code
    assert runner.outputs["outcome"] == outcome
    shown = runner.summary.read_text(encoding="utf-8")
    assert summary in shown
    files = [runner.outputs.get(name) for name in ("json", "junit", "markdown")]
    assert [bool(file and Path(file).is_file()) for file in files] == [outcome != "broken"] * 3
    assert shown.startswith(MARK) == (outcome != "broken")


def test_inputs_are_never_read_as_commands(folder: Path) -> None:
    evil = '"; touch evil; $(touch evil) `touch evil` #'
    texts = dict.fromkeys(("file", "goal", "baseline", "project", "store"), evil)
    assert Runner(folder, **texts).run()[0] == 3
    assert Runner(folder, file="ratings/scores.csv", goal="low.toml", **{"cannot-tell": evil}).run()[0] == 3
    assert not (folder / "evil").exists()
    assert not EXPRESSION.search("".join(step["run"] for step in ACTION["runs"]["steps"]))


def test_further_options_are_split_as_a_shell_does(folder: Path) -> None:
    given = {"file": "ratings/scores.csv", "goal": "low.toml"}
    code, said = Runner(folder, **given, args="--comparison 'a judge'").run()
    assert code == 3
    assert "'a judge'" in said
    runner = Runner(folder, **given, args="--comparison 'judge")  # a quote that is left open
    code, said = runner.run()
    assert code == 3
    assert "::error::args is not written as in a shell: No closing quotation" in said
    assert "Traceback" not in said
    assert runner.outputs["outcome"] == "broken"


def test_trouble_of_its_own_is_never_taken_for_a_verdict(folder: Path) -> None:
    steps = {step["name"]: step for step in ACTION["runs"]["steps"]}
    runner = Runner(folder, file="ratings/scores.csv", goal="low.toml")
    assert runner._step(steps["Verdict"]).returncode == 3  # no code was written
    for code in ("127", "137", "x"):
        runner.outputs = {"exit-code": code}
        assert runner._step(steps["Verdict"]).returncode == 3
    runner.outputs = {"markdown": "none.md"}
    assert runner._step(steps["Summary"]).returncode == 3
    (folder / "temp").write_text("a file and no folder", encoding="utf-8")
    assert runner._step(steps["Check"]).returncode == 3
    (folder / "bin" / "python").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    assert runner._step(steps["Install concordant"]).returncode == 3


@pytest.mark.parametrize(
    ("inputs", "packages"),
    [
        ({}, "concordant"),
        ({"project": "chat", "store": "rounds.db"}, "concordant"),
        ({"store": "postgresql://judge@db.example/rounds"}, "concordant[postgres]"),
        ({"store": "rounds.db", "install": "concordant==1.0 psycopg"}, "concordant==1.0 psycopg"),
        ({"install": ""}, ""),
    ],
)
def test_stored_rounds_are_installed_with_what_they_need(
    folder: Path, inputs: dict[str, str], packages: str
) -> None:
    (folder / "bin" / "python").write_text('#!/bin/sh\necho "ran: $*"\n', encoding="utf-8")
    done = Runner(folder, **inputs)._step(ACTION["runs"]["steps"][0])
    assert done.stdout == (f"ran: -m pip install {packages}\n" if packages else "")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "postgres" in extras["optional-dependencies"]


@pytest.mark.slow
def test_the_install_step_installs_what_the_others_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = folder / "installed"
    for name, value in {"TARGET": target, "NO_DEPS": 1, "NO_INDEX": 1, "NO_BUILD_ISOLATION": 0}.items():
        monkeypatch.setenv(f"PIP_{name}", str(value))  # pip reads 0 here as "without isolation"
    monkeypatch.setenv("PIP_DISABLE_PIP_VERSION_CHECK", "1")
    step = ACTION["runs"]["steps"][0]
    done = Runner(folder, install=str(ROOT))._step(step)
    assert done.returncode == 0, done.stderr
    assert (target / "bin" / "concordant").is_file()
    asked = [sys.executable, "-c", "import concordant; print(concordant.__file__)"]
    environment = {**os.environ, "PYTHONPATH": str(target)}
    where = subprocess.run(asked, env=environment, cwd=folder, capture_output=True, text=True, check=True)
    assert where.stdout.startswith(str(target))
    assert Runner(folder, install="")._step(step).stdout == ""


def test_the_workflow_uses_the_inputs_and_outputs_that_there_are() -> None:
    workflow = loaded("workflow.yml")
    steps = workflow["jobs"]["check"]["steps"]
    (used,) = [step for step in steps if step.get("id") == "gate"]
    assert set(used["with"]) <= set(ACTION["inputs"])
    text = (GATE / "workflow.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"steps\.gate\.outputs\.([\w-]+)", text)) <= set(ACTION["outputs"])
    assert MARK in text
    assert not any(EXPRESSION.search(step.get("run", "")) for step in steps)


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(
        ["git", *who, *arguments], cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.strip()


@pytest.mark.parametrize("there", [True, False])
def test_a_branch_without_the_ratings_is_no_baseline(folder: Path, there: bool) -> None:
    (step,) = [s for s in loaded("workflow.yml")["jobs"]["check"]["steps"] if s.get("id") == "baseline"]
    git(folder, "init", "-q")
    if there:
        git(folder, "add", "ratings")
    git(folder, "commit", "-q", "--allow-empty", "-m", "base")
    git(folder, "remote", "add", "origin", str(folder))
    (folder / "temp").mkdir()
    environment = {
        **os.environ, "BASE": git(folder, "rev-parse", "HEAD"), "RUNNER_TEMP": str(folder / "temp"),
        "GITHUB_OUTPUT": str(folder / "output.txt"),
    }  # fmt: skip
    (folder / "output.txt").touch()
    subprocess.run(["bash", "-eo", "pipefail", "-c", step["run"]], cwd=folder, env=environment, check=True)
    baseline = folder / "temp" / "baseline.csv"
    assert (folder / "output.txt").read_text(encoding="utf-8") == (f"file={baseline}\n" if there else "")
    assert baseline.exists() == there


HOOK = loaded("pre-commit-config.yaml")["repos"][0]["hooks"][0]


@pytest.mark.by_turns(2)
@pytest.mark.parametrize(
    ("agree", "code", "lenient"),
    [(90, 0, False), (30, 1, False), (72, 2, False), (72, 0, True), (30, 1, True)],
)
def test_the_pre_commit_hook_runs(folder: Path, agree: int, code: int, lenient: bool) -> None:
    hook = dict(HOOK)
    if lenient:  # the other entry, that is written beside it
        text = (GATE / "pre-commit-config.yaml").read_text(encoding="utf-8")
        (hook["entry"],) = re.findall(r"# entry: (.+)", text)
    written(folder / "ratings" / "scores.csv", agreeing(agree))
    (folder / "goals.toml").write_bytes((GATE / "goals.toml").read_bytes())
    environment = {
        **os.environ,
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
    }
    done = subprocess.run(
        shlex.split(hook["entry"]), cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert all(re.match(hook["files"], name) for name in ("ratings/scores.csv", "goals.toml"))


def test_the_example_of_a_goal_can_be_judged() -> None:
    goal = read_goals(GATE / "goals.toml")
    assert goal.name == {"en": "release gate", "zh": "发布门槛"}
    assert cc.check(agreeing(90), goal=goal).outcome == "met"
