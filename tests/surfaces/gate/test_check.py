"""`concordant check`: every exit code by the real command, its files, and the same in Python."""

from __future__ import annotations

import csv
import inspect
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.surfaces.api.coefficients import READ_OPTIONS
from concordant.surfaces.cli import check as cli_check
from concordant.surfaces.cli.main import main
from concordant.surfaces.gate import check as api_check
from concordant.surfaces.option_help import CHECK_WORDS
from tests.interpret.gate_data import Round, agreeing, judged
from tests.report.junit_rules import check_rules

Run = Callable[..., subprocess.CompletedProcess[str]]
GOAL = """name = "release gate"
name_zh = "发布门槛"
[[targets]]
measure = "exact_agreement"
at_least = {share}
"""


def written(path: Path, data: Round) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(data)
        out.writerows(zip(*data.values(), strict=True))
    return path


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder with ratings of which 80 of 100 agree, an older round, and three goals."""
    written(tmp_path / "scores.csv", agreeing(80))
    written(tmp_path / "better.csv", agreeing(98))
    for name, share in {"low": 0.7, "near": 0.78, "high": 0.9}.items():
        (tmp_path / f"{name}.toml").write_text(GOAL.format(share=share), encoding="utf-8")
    return tmp_path


def command(folder: Path, *arguments: object, **more: Any) -> subprocess.CompletedProcess[str]:
    """The real command, in a process of its own."""
    environment = {k: v for k, v in os.environ.items() if k != "CONCORDANT_STORE"} | more.pop("env", {})
    return subprocess.run(
        [sys.executable, "-m", "concordant", "check", *map(str, arguments)],
        cwd=folder, env=environment, capture_output=True, text=True, check=False, **more,
    )  # fmt: skip


# --- exit codes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["scores.csv", "--goal", "low.toml"], 0, "✔ Met: goal “release gate” (judge)."),
        (["scores.csv", "--goal", "high.toml"], 1, "✘ Not met: goal “release gate” (judge)."),
        (["scores.csv", "--goal", "near.toml"], 2, "? Inconclusive: goal “release gate”"),
        (
            ["scores.csv", "--baseline", "scores.csv"],
            0,
            "✔ Met: no reliable decline since scores.csv (judge).",
        ),
        (["scores.csv", "--baseline", "better.csv"], 1, "✘ Not met: reliable decline since better.csv"),
    ],
    ids=["met", "not met", "cannot tell", "no loss", "loss"],
)
def test_a_verdict_is_0_1_or_2_and_a_sentence(
    here: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, said: str
) -> None:
    monkeypatch.chdir(here)
    monkeypatch.delenv("CONCORDANT_STORE", raising=False)
    done = CliRunner().invoke(main, ["check", *arguments])
    assert (done.exit_code, done.stderr) == (code, "")
    assert done.stdout.splitlines()[0] == "concordant check · scores.csv"
    assert done.stdout.splitlines()[1].startswith(said)


BROKEN: dict[str, tuple[list[str], str]] = {
    "nothing asked": (["scores.csv"], "There is nothing to check: give a goal, for example --goal first,"),
    "no such file": (["sores.csv", "--goal", "first"], "sores.csv"),
    "no file at all": (["--goal", "first"], "FILE is missing."),
    "an option that is none": (["scores.csv", "--gaol", "first"], "Did you mean --goal?"),
    "an unknown goal": (["scores.csv", "--goal", "matur"], "Did you mean 'mature'?"),
    "no such goal file": (["scores.csv", "--goal", "none.toml"], "The goal file none.toml cannot be read"),
    "no such baseline": (["scores.csv", "--baseline", "old.csv"], "old.csv"),
    "no such round": (["scores.csv", "--baseline", "v1"], "neither a file nor a round of these data"),
    "no such project": (["scores.csv", "--baseline", "v1", "--project", "p"], "concordant.db"),
    "no such comparison": (["scores.csv", "--goal", "first", "--comparison", "x"], "got 'x'"),
    "a number that is none": (["scores.csv", "--goal", "first", "--level", "x"], "--level"),
    "a level that is none": (["scores.csv", "--goal", "first", "--level", "3"], "level"),
    "a goal that cannot be judged": (
        ["words.csv", "--goal", "first"],
        "which cannot be computed from these data",
    ),
    "a loss that is none": (
        ["scores.csv", "--baseline", "better.csv", "--allowed-loss", "2"],
        "Did you mean 0.02?",
    ),
    "a share that is none": (
        ["scores.csv", "--baseline", "better.csv", "--least-common", "90"],
        "--least-common must be a share",
    ),
    "a threshold that is none": (["scores.csv", "--goal", "much.toml"], "'exact_agreement' must lie between"),
    "one rater": (["scores.csv", "--goal", "first", "--raters", "judge"], "two columns or more"),
    "an ending that says nothing": (["scores.csv", "--goal", "first", "-o", "x.html"], "use one of .txt,"),
    "a folder that is not there": (["scores.csv", "--goal", "first", "-o", "no/x.md"], "does not exist"),
    "somebody else's file": (["scores.csv", "--goal", "first", "-o", "mine.md"], "not written by a check"),
}


def also(folder: Path) -> None:
    """Files that go wrong."""
    written(folder / "words.csv", {"item": [*"abcdef"], "human": [*"xyxyxy"], "judge": [*"xyxyxx"]})
    (folder / "mine.md").write_text("my own notes", encoding="utf-8")
    (folder / "much.toml").write_text(GOAL.format(share=70), encoding="utf-8")


@pytest.mark.parametrize(("arguments", "said"), BROKEN.values(), ids=BROKEN)
def test_whatever_is_wrong_ends_with_3_and_one_clear_line(
    here: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    also(here)
    monkeypatch.chdir(here)
    monkeypatch.delenv("CONCORDANT_STORE", raising=False)
    done = CliRunner().invoke(main, ["check", *arguments])
    assert (done.exit_code, done.stdout) == (3, "")
    assert done.stderr.startswith("concordant: ")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    assert (here / "mine.md").read_text(encoding="utf-8") == "my own notes"


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("name", ["an option that is none", "no such file", "no such baseline"])
def test_the_real_command_ends_with_3_as_well(here: Path, name: str) -> None:
    arguments, said = BROKEN[name]
    done = command(here, *arguments)
    assert (done.returncode, done.stdout) == (3, "")
    assert said in done.stderr


def test_a_fault_of_our_own_ends_with_3_and_shows_its_trace(here: Path) -> None:
    (here / "sitecustomize.py").write_text(
        "import concordant.surfaces.gate.check as a\ndef fail(*_, **__): raise RuntimeError('of our own')\n"
        "a.judged_and_baseline = fail\n",
        encoding="utf-8",
    )
    path = os.pathsep.join([str(here), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = command(here, "scores.csv", "--goal", "first", env={"PYTHONPATH": path})
    assert done.returncode == 3
    assert "RuntimeError: of our own" in done.stderr


def test_a_broken_installation_ends_with_3(here: Path) -> None:
    (here / "rich_click.py").write_text("raise ImportError('not there')\n", encoding="utf-8")
    path = os.pathsep.join([str(here), *filter(None, [os.environ.get("PYTHONPATH")])])
    assert command(here, "scores.csv", "--goal", "first", env={"PYTHONPATH": path}).returncode == 3


def test_a_closed_pipe_does_not_change_the_verdict(here: Path) -> None:
    line = f'"{sys.executable}" -m concordant check scores.csv --goal low.toml --format json | true'
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"], cwd=here, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_help_is_no_verdict_and_no_fault(here: Path) -> None:
    done = command(here, "--help")
    assert done.returncode == 0
    assert "Exit code 0: met; 1: not met; 2: inconclusive; 3" in " ".join(done.stdout.split())


# --- what is written --------------------------------------------------------------------------


def test_files_are_written_also_when_the_goal_is_not_met(here: Path) -> None:
    names = ["gate.json", "gate.xml", "gate.md", "gate.txt"]
    options = [part for name in names for part in ("-o", name)]
    done = command(here, "scores.csv", "--goal", "high.toml", *options)
    assert done.returncode == 1
    told = json.loads((here / "gate.json").read_text(encoding="utf-8"))
    assert (told["outcome"], told["exit_code"]) == ("not-met", 1)
    gate = cc.Gate.from_dict(told)
    assert (here / "gate.md").read_text(encoding="utf-8") == gate.to_markdown()
    assert (here / "gate.txt").read_text(encoding="utf-8") == gate.text() == done.stdout
    root = ET.fromstring((here / "gate.xml").read_bytes())  # noqa: S314 - our own
    assert root.attrib["failures"] == "1"
    assert command(here, "scores.csv", "--goal", "low.toml", *options).returncode == 0
    assert '"outcome": "met"' in (here / "gate.json").read_text(encoding="utf-8")


#: Faults that are found in different places: before the options are read, by them, in the data, and later.
FAULTS: dict[str, tuple[str, ...]] = {
    "a misspelt option": ("scores.csv", "--gaol", "first"),
    "a number that is none": ("scores.csv", "--goal", "first", "--level", "x"),
    "no file at all": ("--goal", "first"),
    "no such file": ("so\x1bres\n\u2028<&>\ufffe\x00.csv", "--goal", "first"),
    "no such column": ("scores.csv", "--goal", "first", "--raters", "human,a\nb\u202e\ufffe]]>"),
    "a place that is none": ("scores.csv", "--goal", "low.toml", "-o", "no/gate.md"),
}


@pytest.fixture
def broken(here: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A check that goes wrong, in this process."""
    monkeypatch.chdir(here)

    def run(fault: str, *arguments: str) -> Any:
        done = CliRunner().invoke(main, ["check", *FAULTS[fault], *arguments])
        assert done.exit_code == 3
        assert done.stderr.startswith("concordant: ")
        assert len(done.stderr.splitlines()) == 1
        return done

    return run


@pytest.mark.parametrize("fault", FAULTS)
def test_what_went_wrong_is_said_in_the_format_that_was_asked_for(
    broken: Callable[..., Any], fault: str
) -> None:
    done = broken(fault, "--format", "junit")
    (suite,) = check_rules(done.stdout)
    (error,) = suite.findall(".//error")
    assert error.attrib["type"] == "broken"
    assert error.attrib["message"] == error.text
    assert error.text in done.stderr.replace("\ufffe", "")
    told = json.loads(broken(fault, "--format", "json").stdout)
    assert (told["format"], told["exit_code"], told["outcome"]) == ("concordant gate", 3, "broken")
    assert told["error"] in done.stderr
    lines = broken(fault, "--format", "md", "--lang", "zh").stdout.splitlines()
    assert lines[:2] == ["<!-- concordant gate -->", "### ✘ concordant: 检查未能完成"]
    assert len(lines) == 4
    assert broken(fault).stdout == ""


@pytest.mark.parametrize("fault", FAULTS)
def test_what_went_wrong_replaces_the_files_of_the_last_check(
    broken: Callable[..., Any], here: Path, fault: str
) -> None:
    names = ["gate.json", "gate.xml", "gate.md", "gate.txt"]
    places = [part for name in names for part in ("-o", name)]
    passed = CliRunner().invoke(main, ["check", "scores.csv", "--goal", "low.toml", *places])
    assert passed.exit_code == 0
    (here / "mine.md").write_text("my own notes", encoding="utf-8")
    broken(fault, *places)
    check_rules((here / "gate.xml").read_text(encoding="utf-8"))
    assert json.loads((here / "gate.json").read_text(encoding="utf-8"))["outcome"] == "broken"
    for name in ("gate.md", "gate.txt"):
        assert "could not be completed" in (here / name).read_text(encoding="utf-8")
    broken(fault, "-o", "mine.md")
    assert (here / "mine.md").read_text(encoding="utf-8") == "my own notes"


def test_a_fault_of_our_own_is_in_the_file_too(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("of our own\nand more")

    monkeypatch.chdir(here)
    monkeypatch.setattr(cli_check, "check", fail)
    done = CliRunner().invoke(main, ["check", "scores.csv", "--goal", "first", "--format", "junit"])
    assert isinstance(done.exception, RuntimeError)
    assert "RuntimeError: of our own and more" in done.stdout
    check_rules(done.stdout)


@pytest.mark.parametrize("name", ["json", "junit", "md", "text"])
def test_what_is_printed_is_what_python_says(here: Path, name: str) -> None:
    files = [str(here / "scores.csv"), "--goal", str(here / "high.toml")]
    done = CliRunner().invoke(main, ["check", *files, "--format", name, "--lang", "zh"])
    found = cc.check(here / "scores.csv", goal=here / "high.toml")
    ways = {"json": found.to_json(), "junit": found.to_junit(lang="zh"), "md": found.to_markdown(lang="zh")}
    assert done.stdout == ways.get(name, found.text("zh"))


def test_standard_input_is_a_file_too(here: Path) -> None:
    text = (here / "scores.csv").read_text(encoding="utf-8")
    assert command(here, "-", "--goal", "low.toml", input=text).returncode == 0


# --- baselines --------------------------------------------------------------------------------


def rounds(*agree: int) -> Round:
    """Rounds v1, v2 … of the same items in one table."""
    parts = [agreeing(n) | {"round": [f"v{i}"] * 100} for i, n in enumerate(agree, 1)]
    return {name: [x for part in parts for x in part[name]] for name in parts[0]}


def test_of_several_rounds_the_last_is_judged_against_a_named_one() -> None:
    data = rounds(98, 60, 80)
    found = cc.check(data, baseline="v1")
    assert (found.round, found.baseline, found.outcome) == ("v3", "v1", "not-met")
    assert cc.check(data, baseline="v2").outcome == "met"
    assert cc.check(data, goal={"name": "g", "targets": [{"measure": "exact_agreement", "at_least": 0.7}]})
    with pytest.raises(cc.OptionError, match="is the round being checked"):
        cc.check(data, baseline="v3")


def test_a_baseline_may_be_a_table_ratings_or_a_path(here: Path) -> None:
    before = agreeing(98)
    ways = [before, cc.as_ratings(before), here / "better.csv", str(here / "better.csv")]
    found = [cc.check(agreeing(80), baseline=way) for way in ways]
    assert {one.outcome for one in found} == {"not-met"}
    assert [one.baseline for one in found] == ["baseline", "baseline", "better.csv", "better.csv"]
    assert "与基线相比" in found[0].summary("zh")


def test_a_renamed_judge_is_held_against_the_one_of_before() -> None:
    assert cc.check(agreeing(80, judge="judge_v2"), baseline=agreeing(98, judge="judge_v1")).exit_code == 1


def test_only_the_slices_that_were_asked_for_are_looked_at() -> None:
    now, before = ({**judged(seed, slices=2, n=30), "half": [*"ab" * 30]} for seed in (2, 1))
    ways: list[dict[str, Any]] = [{"slices": ["type", "half"]}, {"by": "half"}, {"by": ["type"]}]
    seen = [{one.column for _, one in cc.check(now, baseline=before, **way).every_slice} for way in ways]
    assert seen == [{"type", "half"}, {"half"}, {"type"}]
    read = cc.as_ratings(now, slices=["type", "half"])
    found = cc.check(read, baseline=cc.as_ratings(before, slices=["type", "half"]), by="half")
    assert {one.column for _, one in found.every_slice} == {"half"}
    with pytest.raises(cc.OptionError, match="Did you mean 'half'"):
        cc.check(read, baseline=read, by="haf")


def test_slices_that_lost_turn_the_command_red(here: Path) -> None:
    written(here / "now.csv", judged(6, lost=[3], n=60))
    written(here / "before.csv", judged(1, n=60))
    options = ["now.csv", "--baseline", "before.csv", "--slices", "type"]
    done = command(here, *options)
    assert done.returncode == 1
    assert "in 1 of 12 slices" in done.stdout
    assert command(here, *options, "--allowed-loss", "0.9").returncode == 0


def test_a_file_that_lacks_items_of_the_baseline_is_no_success(here: Path) -> None:
    easy = {name: values[:80] for name, values in agreeing(80).items()}
    written(here / "easy.csv", easy)
    options = ["easy.csv", "--baseline", "scores.csv", "--goal", "low.toml"]
    done = command(here, *options)
    assert done.returncode == 2
    assert "20 of the 100 items" in done.stdout
    assert command(here, *options, "--least-common", "0").returncode == 0


# --- options ----------------------------------------------------------------------------------


def test_every_option_of_python_has_a_flag_and_words() -> None:
    asked = inspect.signature(api_check.check).parameters
    named = {name for name, p in asked.items() if p.kind is p.KEYWORD_ONLY}
    flags = {option.name for option in cli_check.command.params}
    assert named <= flags
    assert set(CHECK_WORDS) - named == {"format", "output", "force"}
    assert flags >= {name for name in READ_OPTIONS if name not in ("engine_options", "progress")} - {"name"}
    assert all(option.help for option in cli_check.command.params if isinstance(option, click.Option))


def test_assert_agreement_passes_fails_or_skips() -> None:
    import unittest

    goals = {
        share: {"name": "g", "targets": [{"measure": "exact_agreement", "at_least": share}]}
        for share in (0.7, 0.78, 0.9)
    }
    assert cc.assert_agreement(agreeing(80), goal=goals[0.7]).outcome == "met"
    with pytest.raises(AssertionError, match=r"^Not met: goal “g” \(judge\)\.\n  Exact"):
        cc.assert_agreement(agreeing(80), goal=goals[0.9], cannot_tell="pass")
    with pytest.raises(AssertionError, match=r"^Inconclusive"):
        cc.assert_agreement(agreeing(80), goal=goals[0.78])
    with pytest.raises(unittest.SkipTest, match=r"^尚无法判断"):
        cc.assert_agreement(agreeing(80), goal=goals[0.78], cannot_tell="skip", lang="zh")
    assert cc.assert_agreement(agreeing(80), goal=goals[0.78], cannot_tell="pass").exit_code == 2
    with pytest.raises(cc.OptionError, match="cannot_tell must be one of"):
        cc.assert_agreement(agreeing(80), goal=goals[0.7], cannot_tell="maybe")  # type: ignore[arg-type]


# --- stored rounds ----------------------------------------------------------------------------


@pytest.fixture
def store(here: Path) -> Path:
    """A project with two rounds, the second the better one."""
    place = here / "concordant.db"
    project = cc.track("chat", store=place)
    project.add(agreeing(80), round="v1", when="2026-01-01", who="ann")
    project.add(agreeing(98), round="v2", when="2026-01-02", who="ann")
    return place


def test_a_stored_round_is_a_baseline(here: Path, store: Path) -> None:
    asked = {"project": "chat", "store": store}
    assert cc.check(agreeing(80), baseline="v1", **asked).outcome == "met"
    assert cc.check(agreeing(80), baseline="v2", **asked).outcome == "not-met"
    newest = cc.check(agreeing(80), baseline="last", **asked)
    assert (newest.baseline, newest.outcome) == ("v2", "not-met")
    assert cc.check(agreeing(80), baseline="v2", store=store).outcome == "not-met"  # the only project
    with pytest.raises(cc.OptionError, match="v3"):
        cc.check(agreeing(80), baseline="v3", **asked)
    with pytest.raises(cc.OptionError, match="chta"):
        cc.check(agreeing(80), baseline="v1", project="chta", store=store)


def test_the_command_finds_the_store_where_it_is_kept(here: Path, store: Path) -> None:
    assert command(here, "scores.csv", "--baseline", "last", "--project", "chat").returncode == 1
    done = command(here, "scores.csv", "--baseline", "v3", "--project", "chat")
    assert (done.returncode, done.stdout) == (3, "")
    assert "v3" in done.stderr
