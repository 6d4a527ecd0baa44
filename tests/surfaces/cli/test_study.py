"""`concordant study`: the words and numbers of Python's `study`, on the terminal."""

from __future__ import annotations

import inspect
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

import concordant as cc
from concordant.digits import rounded_all
from concordant.surfaces.api.coefficients import READ_OPTIONS
from concordant.surfaces.cli import study as cli_study
from concordant.surfaces.option_help import STUDY_WORDS

#: What says beside which rounds a file is shown.
BESIDE = ("project", "store")
Run = Callable[..., Any]
DATA = cc.examples()["scores"].path
GOAL = """
name = "release gate"
name_zh = "发布门槛"

[[targets]]
measure = "exact_agreement"
at_least = 0.5
"""


def test_the_short_form_comes_first_and_says_where_the_rest_is(run: Run) -> None:
    output = run("study", DATA).output
    assert output == f"{cc.study(DATA).summary()}\n  {cli_study._MORE['en']}\n"
    assert "--full" in output


def test_the_full_form_says_everything_and_speaks_of_flags(run: Run) -> None:
    output = run("study", DATA, "--full").output
    plain = cc.study(DATA).text()
    assert output.splitlines()[:6] == plain.splitlines()[:6]
    assert len(output.splitlines()) == len(plain.splitlines())
    assert "To change this, pass rater_kind=…." in plain
    assert "To change this, pass --rater-kind …." in output
    assert not re.search(r"\w=[…'\[]", output)


def test_it_speaks_chinese(run: Run) -> None:
    short, full = (
        run("study", DATA, "--lang", "zh").output,
        run("study", DATA, "--lang", "zh", "--full").output,
    )
    assert short == f"{cc.study(DATA).summary('zh')}\n  {cli_study._MORE['zh']}\n"
    assert full.splitlines()[:6] == cc.study(DATA).text("zh").splitlines()[:6]
    assert "--rater-kind …" in full


def test_the_same_numbers_are_said_in_both_languages() -> None:
    assert set(cli_study._MORE) == {"en", "zh"}
    assert all("--full" in more and "--json" in more for more in cli_study._MORE.values())


# --- options ----------------------------------------------------------------------------------


CASES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "reference, a kind": (("--reference", "human"), {"reference": "human"}),
    "reference, a name": (("--reference", "judge"), {"reference": ["judge"]}),
    "reference, names": (("--reference", "human，judge"), {"reference": ["human", "judge"]}),
    "goal": (("--goal", "mature"), {"goal": "mature"}),
    "preset": (("--preset", "Strict"), {"preset": "strict"}),
    "by": (("--by", "content_type"), {"by": ["content_type"]}),
    "weights": (
        ("--weights", "radical", "--weights", "power:0.3", "--weights", "mine=power:3"),
        {"weights": {"radical": "radical", "power:0.3": "power:0.3", "mine": "power:3"}},
    ),
    "numbers": (
        ("--level", "0.8", "--fdr", "0.2", "--examples", "3"),
        {"level": 0.8, "fdr": 0.2, "examples": 3},
    ),
    "reading": (
        ("--raters", "human,judge", "--scale", "nominal"),
        {"raters": ["human", "judge"], "scale": "nominal"},
    ),
}


@pytest.mark.by_turns(3)
@pytest.mark.parametrize(("arguments", "options"), CASES.values(), ids=CASES)
def test_options_reach_the_api(arguments: tuple[str, ...], options: dict[str, Any], run: Run) -> None:
    done = run("study", DATA, *arguments, "--json")
    assert done.exit_code == 0, done.output
    said, wanted = json.loads(done.output), rounded_all(cc.study(DATA, **options).to_dict())
    assert said == wanted
    assert said != json.loads(json.dumps(cc.study(DATA).to_dict())) or arguments[-1] in (
        "human",
        "content_type",
    )


def test_one_word_may_be_a_kind_of_raters(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "kinds.csv"
    lines = [f"{i},{i % 3},{(i + i // 5) % 3},{i % 2}" for i in range(30)]
    file.write_text("\n".join(["id,ann,bob,gpt", *lines]), encoding="utf-8")
    kinds = ("--rater-kind", "ann=human,bob=human,gpt=judge")
    data = json.loads(run("study", file, *kinds, "--reference", "human", "--json").output)
    assert data["who"]["people"] == ["ann", "bob"]
    assert data["who"]["judges"] == ["gpt"]


def test_a_goal_may_be_a_file_of_ones_own(run: Run, tmp_path: Path) -> None:
    goal = tmp_path / "goal.toml"
    goal.write_text(GOAL, encoding="utf-8")
    assert "“release gate”: met." in run("study", DATA, "--goal", goal).output
    assert "“发布门槛”" in run("study", DATA, "--goal", goal, "--lang", "zh").output


def test_the_options_are_those_of_the_api_and_every_one_has_words() -> None:
    own = {p.name for p in inspect.signature(cc.study).parameters.values() if p.kind is p.KEYWORD_ONLY}
    assert set(STUDY_WORDS) == own
    offered = {p.name for p in cli_study.command.params}
    assert offered == own | set(READ_OPTIONS) - {"progress"} | {
        "file",
        "lang",
        "full",
        "as_json_too",
        *BESIDE,
    }
    assert all(p.help for p in cli_study.command.params if isinstance(p, click.Option))


def test_defaults_are_shown_as_the_api_has_them() -> None:
    defaults = {p.name: p.default for p in inspect.signature(cc.study).parameters.values()}
    shown = {
        p.name: p.default
        for p in cli_study.command.params
        if p.name in ("preset", "level", "fdr", "examples")
    }
    assert shown == {name: defaults[name] for name in shown}


def test_help_speaks_of_flags_and_never_of_python(run: Run) -> None:
    text = " ".join(run("study", "--help").output.replace("│", " ").split())
    assert re.findall(r"None|numpy|True|False(?! discovery)|`|\w=[\"']|default: \(", text) == []


# --- JSON, and what goes wrong ----------------------------------------------------------------


def test_json_is_strict_and_gives_the_study_back(run: Run) -> None:
    def refuse(name: str) -> None:
        raise ValueError(name)

    data = json.loads(run("study", DATA, "--json").output, parse_constant=refuse)
    back = cc.Study.from_dict(data)
    assert back.to_dict() == rounded_all(cc.study(DATA).to_dict()) == data
    assert back.text("zh") == cc.study(DATA).text("zh")


def test_standard_input_is_read_too(run: Run) -> None:
    done = run("study", "-", stdin=DATA.read_bytes())
    assert done.output == run("study", DATA).output


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--goal", "matur"), 2, "Did you mean 'mature'?"),
        (
            ("--goal", "nowhere.toml"),
            3,
            "The goal file nowhere.toml cannot be read: No such file or directory.",
        ),
        (("--preset", "dayly"), 2, "Did you mean daily?"),
        (("--reference", "nobody"), 2, "'nobody'"),
        (("--by", "nothing"), 2, "There is no column 'nothing'"),
        (("--weights", "a=radical", "--weights", "a=linear"), 2, "two sets of weights are called 'a'"),
        (("--weights", "=radical"), 2, "must have the form name=@FILE"),
        (("--weights", "a=@nowhere.csv"), 2, "nowhere.csv cannot be read"),
        (("--lang", "fr"), 2, "'fr' is not one of en, zh."),
        (("--level", "2"), 2, "level must be a number between 0 and 1"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: tuple[str, ...], code: int, said: str, run: Run
) -> None:
    done = run("study", DATA, *arguments)
    assert done.exit_code == code
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_no_variation_is_no_failure(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "same.csv"
    file.write_text("id,human,judge\n" + "".join(f"{i},yes,yes\n" for i in range(8)), encoding="utf-8")
    for lang, word in (("en", "undefined"), ("zh", "无定义")):
        done = run("study", file, "--full", "--lang", lang)
        assert done.exit_code == 0
        assert word in done.output


def test_a_matrix_in_a_file_is_called_by_the_file(run: Run, tmp_path: Path) -> None:
    matrix = [[1 - abs(i - j) / 4 for j in range(5)] for i in range(5)]
    file = tmp_path / "clinic.csv"
    file.write_text("\n".join(",".join(map(str, row)) for row in matrix), encoding="utf-8")
    data = json.loads(run("study", DATA, "--raters", "human,judge", "--weights", f"@{file}", "--json").output)
    schemes = data["comparisons"][0]["sensitivity"]["schemes"]
    by_name = {scheme["name"]: scheme["result"]["estimate"] for scheme in schemes}
    assert by_name["clinic"] == pytest.approx(by_name["linear"], abs=1e-9)  # the matrix is the linear one


# --- the terminal -----------------------------------------------------------------------------


def on_a_terminal(*arguments: object, columns: int) -> str:
    """What the command writes to a terminal of this width."""
    reading, writing = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-c", "from concordant.surfaces.cli.main import main; main()", *map(str, arguments)],
        stdout=writing,
        stderr=subprocess.PIPE,
        env={**os.environ, "COLUMNS": str(columns), "TERM": "xterm"},
    )
    os.close(writing)
    said = b""
    try:
        while block := os.read(reading, 65536):
            said += block
    except OSError:  # the other end is closed
        pass
    os.close(reading)
    running.communicate(timeout=60)
    return said.decode().replace("\r\n", "\n")


def test_a_terminal_has_bold_titles_and_no_long_lines(run: Run) -> None:
    said = on_a_terminal("study", DATA, columns=60)
    assert "\x1b[1mSummary\x1b[0m" in said
    bare = re.sub(r"\x1b\[\d+m", "", said)
    assert max(map(len, bare.splitlines())) <= 60
    plain = run("study", DATA).output
    assert "\x1b" not in plain
    assert {*bare.split()} == {*plain.split()}  # a table that does not fit stands in blocks
