"""`concordant track` as people run it: what it says, what it keeps, and every exit code."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.digits import rounded_all
from concordant.frame import width
from concordant.interpret.rounds import Change, Progress
from concordant.language.words_file import topic
from concordant.surfaces.api.coefficients import READ_OPTIONS
from concordant.surfaces.cli import report as cli_report
from concordant.surfaces.cli import study as cli_study
from concordant.surfaces.cli import track as cli_track
from concordant.surfaces.cli import wrap as cli_wrap
from concordant.surfaces.cli.main import main
from concordant.surfaces.option_help import STUDY_WORDS, TRACK_WORDS
from tests.surfaces.track_data import AGREED, write, write_all

Run = Callable[..., Any]
COMMAND = [sys.executable, "-m", "concordant"]
#: Words that are the same in Chinese: names of ours, of the data, of commands and of units.
WORDS = (
    "chat code judge human concordant track status compare report add check round project goal lang zh "
    "baseline replace fresh UTC Kappa Cohen AC Gwet id kind item slices raters db prompt txt csv Landis Koch"
)
SAME = set(WORDS.split())


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CONCORDANT_STORE", raising=False)


@pytest.fixture(scope="module")
def stored_rounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three rounds of one project, as files and in a store."""
    folder = tmp_path_factory.mktemp("rounds")
    with chdir(folder):
        for name in AGREED:
            write(Path(f"{name}.csv"), name)
        arguments = ["track", "add", str(write_all(Path("all.csv"))), "--project", "chat-judge"]
        done = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def rounds(stored_rounds: Path, tmp_path: Path) -> None:
    """Three rounds of one project in this test's own folder."""
    shutil.copytree(stored_rounds, tmp_path, dirs_exist_ok=True)


def call(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8", check=False
    )


def strict(text: str) -> Any:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)


# --- a whole story --------------------------------------------------------------------------------


def test_from_the_first_round_to_the_report(run: Run) -> None:
    Path("prompt.txt").write_text("Be strict.", encoding="utf-8")
    for name in AGREED:
        write(Path(f"{name}.csv"), name)
    first = run("track", "add", "v1.csv", "--project", "chat-judge", "--round", "v1", "--reference", "human")
    assert (first.exit_code, first.stderr) == (0, "")
    assert "Stored round v1 of chat-judge in concordant.db" in first.stdout
    assert "50%" in first.stdout
    second = run(
        "track", "add", "v2.csv", "--round", "v2", "--prompt", "prompt.txt", "--note", "reasons first"
    )
    assert second.exit_code == 0, second.output
    assert second.stderr == "chat-judge is the only project in concordant.db.\n"
    for said in (
        "65%",
        "prompt.txt",
        "reasons first",
        "Settings carried over from v1: reference human.",
        "8 items",
        "2 items",
    ):
        assert said in second.stdout
    status = run("track", "status").stdout
    assert status.index("v1") < status.index("v2")
    assert "reasons first" in status
    compared = run("track", "compare", "v1", "v2", "--items", "1").stdout
    assert "a20" in compared  # the first item that was mended: 1 for the person, 2 → 1 for the judge
    assert "2 → 1" in compared
    assert "a00" in compared
    assert "a21" not in compared
    assert "v2" in run("track", "list", "--project", "chat-judge").stdout
    assert run("track", "drift").exit_code == 0
    written = run("track", "report", "v2", "-o", "v2.html")
    assert written.stdout.endswith("Report written to v2.html.\n"), written.stderr
    assert Path("v2.html").read_text(encoding="utf-8") == cc.track("chat-judge").study("v2").to_html()


def test_what_is_exported_is_loaded_elsewhere(rounds: None, run: Run) -> None:
    done = run("track", "export", "all.zip")
    assert (done.exit_code, done.stdout) == (0, "Exported 3 rounds of 1 project to all.zip.\n")
    assert run("track", "export", "all.zip").exit_code != 0
    assert run("track", "export", "all.zip", "--force").exit_code == 0
    done = run("track", "import", "all.zip", "--store", "other.db")
    assert done.stdout == "Added 3 rounds to other.db; 0 already there.\n"
    again = strict(run("track", "import", "all.zip", "--store", "other.db", "--json").stdout)
    assert (len(again["added"]), len(again["known"])) == (0, 3)
    assert cc.track("chat-judge", store="other.db").rounds == cc.track("chat-judge").rounds
    Path("bad.zip").write_bytes(b"PK nothing")
    assert run("track", "import", "bad.zip", "--store", "third.db").exit_code == 3


# --- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["status", "--project", "chat-jugde"], 2, "Did you mean 'chat-judge'?"),
        (["show", "v9"], 2, "'v1', 'v2', 'v3'"),
        (["compare", "v1", "v9"], 2, "'v1', 'v2', 'v3'"),
        (["compare", "v1", "v2", "--items", "-1"], 2, "--items"),
        (["statsu"], 2, "Did you mean status?"),
        (["status", "--stor", "x"], 2, "--store"),
        (["status", "--store", "none.db"], 3, "There is no store at none.db yet"),
        (["status", "--store", "v1.csv"], 3, "is not a concordant store"),
        (["status", "--store", ""], 2, "store"),
        (["add", "v1.csv"], 2, "--round v4"),
        (["add", "missing.csv", "--round", "v4"], 3, "missing.csv"),
        (["add", "v3.csv", "--round", "v1"], 2, "--replace"),
        (["add", "all.csv", "--round", "v9"], 2, "'v1', 'v2', 'v3'"),
        (["add", "v1.csv", "--round", "v4", "--prompt", "missing.txt"], 3, "missing.txt"),
        (["add", "v1.csv", "--round", "v4", "--goal", "best"], 2, "goal"),
        (["add", "v1.csv", "--round", "v4", "--when", "soon"], 2, "--when soon is not a date"),
        (["add", "v1.csv", "--round", "v4", "--store", "no/folder/x.db", "--project", "p"], 3, "folder"),
        (["add", "v1.csv", "--round", "v4", "--store", "v1.csv/x.db", "--project", "p"], 3, "v1.csv"),
        (["add", "v1.csv", "--round", "v4", "--store", ".", "--project", "p"], 2, "folder"),
        (["drift", "--rater", "humna"], 2, "Did you mean 'human'?"),
        (["report", "v9", "-o", "x.html"], 2, "'v1', 'v2', 'v3'"),
        (["import", "missing.zip"], 3, "missing.zip"),
    ],
)
def test_what_is_wrong_is_said_in_a_line_with_an_exit_code(
    arguments: list[str], code: int, said: str, rounds: None, run: Run
) -> None:
    before = cc.track("chat-judge").rounds
    done = run("track", *arguments)
    told = done.stderr.replace("chat-judge is the only project in concordant.db.\n", "")
    assert (done.exit_code, done.stdout) == (code, "")
    assert said in told
    assert told.startswith("concordant: ")
    assert told.count("\n") == 1
    assert cc.track("chat-judge").rounds == before


def test_exit_codes_by_the_real_command(rounds: None) -> None:
    assert call("track", "list").returncode == 0
    assert call("track", "status", "--project", "x").returncode == 2
    assert call("track", "status", "--store", "none.db").returncode == 3


def test_a_folder_that_cannot_be_written_to_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write(Path("v1.csv"), "v1")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    done = run("track", "add", "v1.csv", "--project", "p", "--round", "v1", "--store", "x.db")
    assert done.exit_code == 3
    assert "cannot be written" in done.stderr


@pytest.mark.parametrize("command", ["status", "show", "compare"])
def test_a_page_finds_nothing_that_only_json_has(
    command: str, rounds: None, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Any) -> Any:
        raise AssertionError("what only JSON shows was looked for")

    for record in (Progress, Change, cc.Study):
        monkeypatch.setattr(record, "to_dict", refuse)
    assert run("track", command).exit_code == 0


def test_several_projects_have_to_be_told_apart(rounds: None, run: Run) -> None:
    run("track", "add", "v1.csv", "--project", "other", "--round", "v1")
    for command in (["status"], ["compare"], ["drift"], ["add", "v1.csv", "--round", "v2"]):
        done = run("track", *command)
        assert done.exit_code == 2
        assert "'chat-judge', 'other'" in done.stderr
    done = run("track", "add", "v1.csv", "--round", "v1", "--store", "new.db")
    assert (done.exit_code, Path("new.db").exists()) == (2, False)
    assert "--project" in done.stderr


# --- what is said ---------------------------------------------------------------------------------


def test_adding_the_same_again_says_so(rounds: None, run: Run) -> None:
    done = run("track", "add", "all.csv")
    assert "3 rounds of chat-judge are already in concordant.db" in done.output
    done = run("track", "add", "all.csv", "--round", "v2")
    assert done.exit_code == 0
    assert "with the same ratings: nothing added" in done.output
    done = run("track", "add", "v1.csv", "--round", "v2", "--replace")
    assert "Replaced round " in done.output
    assert "Replaced 1 time" in run("track", "show", "v2").output


def test_rounds_on_other_items_are_compared_with_a_warning(rounds: None, run: Run) -> None:
    write(Path("others.csv"), "v3", prefix="b")
    done = run("track", "add", "others.csv", "--round", "v4")
    (found,) = cc.track("chat-judge").compare("v3", "v4")
    assert not found.paired
    for said in found.sentences:
        assert said.text() in done.output
    assert "different items" in run("track", "status").output


def test_the_table_of_the_status_has_every_round_below_each_other(rounds: None, run: Run) -> None:
    for lang in ("en", "zh"):
        lines = run("track", "status", "--lang", lang).stdout.split("\n")
        table = lines[2:6]
        ends = {width(line[: line.index("%") + 1]) for line in table[1:]}
        assert len(ends) == 1
        assert [line.split()[0] for line in table[1:]] == ["v1", "v2", "v3"]


def test_lines_are_as_wide_as_the_terminal(rounds: None, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_wrap, "page_width", lambda: 70)
    for command in ("status", "drift", "compare", "list"):
        for lang in ("en", "zh"):
            text = click.unstyle(run("track", command, "--lang", lang).stdout)
            long = [line for line in text.split("\n") if width(line) > 70 and "concordant track" not in line]
            assert long == []


def test_chinese_is_chinese_all_over(run: Run) -> None:
    Path("prompt.txt").write_text("严格", encoding="utf-8")
    told = ""
    for name in AGREED:
        write(Path(f"{name}.csv"), name)
        more = ["--prompt", "prompt.txt", "--goal", "mature", "--reference", "human", "--lang", "zh"]
        told += run("track", "add", f"{name}.csv", "--project", "chat-judge", "--round", name, *more).stdout
    for command in (
        ["status"],
        ["compare"],
        ["list"],
        ["show"],
        ["drift"],
        ["list", "--project", "chat-judge"],
    ):
        told += run("track", *command, "--lang", "zh").output
    english = set(re.findall(r"[A-Za-z]{2,}", told)) - SAME - {str(os.environ.get("USER")), "root"}
    assert english == set()


def test_names_steer_neither_terminal_nor_markup(run: Run) -> None:
    file = write(Path("v1.csv"), "v1")
    file.write_text(file.read_text().replace("human,judge", "hu\x1b[31mman,[red]judge[/red]"))
    for name in ("v1", "[b]v2[/b]"):
        note = ["--note", "\x1b[2J" + "x" * 5000]
        done = run("track", "add", file, "--project", "<script>", "--round", name, *note)
        assert done.exit_code == 0, done.output
    for command in (["status"], ["compare"], ["list", "--project", "<script>"], ["show"], ["drift"]):
        text = run("track", *command).stdout
        assert "\x1b" not in text
        assert max(map(len, text.split("\n"))) < 1000


# --- JSON -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "keys"),
    [
        (["list"], {"store", "projects"}),
        (["list", "--project", "chat-judge"], {"store", "project", "rounds"}),
        (["status"], {"store", "project", "rounds", "progress"}),
        (["show", "v2"], {"round", "study"}),
        (["compare", "v1", "v2"], {"project", "first", "second", "changes", "slices"}),
        (["drift"], {"project", "drift"}),
        (["add", "v3.csv", "--round", "v4"], {"store", "rounds", "added", "changes", "slices"}),
    ],
)
def test_json_is_strict_and_holds_what_python_gives(
    command: list[str], keys: set[str], rounds: None, run: Run
) -> None:
    data = strict(run("track", *command, "--json").stdout)
    assert set(data) == keys
    project = cc.track("chat-judge")
    wanted = {
        "progress": lambda: [one.to_dict() for one in project.progress()],
        "study": lambda: project.study("v2").to_dict(),
        "drift": lambda: [one.to_dict() for one in project.drift()],
    }
    for key in keys & set(wanted):
        assert data[key] == rounded_all(wanted[key]())


# --- a file beside the rounds ---------------------------------------------------------------------


def test_study_and_report_show_a_file_beside_the_rounds(rounds: None, run: Run) -> None:
    write(Path("next.csv"), "v3")
    data = strict(run("study", "next.csv", "--project", "chat-judge", "--json").stdout)
    progress = data["comparisons"][0]["progress"]
    assert [one["name"] for one in progress["rounds"]] == ["v1", "v2", "v3", "next"]
    assert run("report", "next.csv", "--project", "chat-judge", "-o", "next.json").exit_code == 0
    written = strict(Path("next.json").read_text(encoding="utf-8"))
    assert {key: written[key] for key in data} == data
    assert len(cc.track("chat-judge").rounds) == 3
    assert run("study", "next.csv", "--store", "concordant.db").exit_code == 2
    assert run("report", "next.csv", "--project", "chat-jugde").exit_code == 2


# --- options and loading --------------------------------------------------------------------------


def test_options_are_those_of_a_study_and_every_one_has_words() -> None:
    add = cli_track.command.commands["add"]
    names = {p.name for p in add.params}
    about = {"note", "who", "when", "prompt", "rubric", "model", "round_column", "replace", "fresh"}
    shown = {"file", "round_name", "project", "store", "lang", "as_json_too"}
    assert names == about | shown | set(STUDY_WORDS) | set(READ_OPTIONS) - {"progress", "round"}
    for command in cli_track.command.commands.values():
        assert topic("help")[f"help-track-{command.name}"]
        assert all(p.help for p in command.params if isinstance(p, click.Option))
    offered = {p.name for one in cli_track.command.commands.values() for p in one.params}
    assert {"project", "store"} <= {p.name for p in cli_study.command.params}
    assert {"project", "store"} <= {p.name for p in cli_report.command.params}
    assert set(TRACK_WORDS) - {"beside", "round"} <= offered


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("arguments", [["--help"], ["study", "v1.csv"], ["track", "--help"]])
def test_other_commands_load_no_database(arguments: list[str]) -> None:
    write(Path("v1.csv"), "v1")
    script = (
        "import sys, atexit; atexit.register(lambda: print('loaded:', 'sqlalchemy' in sys.modules))\n"
        f"sys.argv = ['concordant', *{arguments!r}]; from concordant.surfaces.cli.start import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.endswith("loaded: False\n"), done.stderr


def test_every_command_is_shown_in_reading_order(run: Run) -> None:
    text = run("track", "--help").stdout
    names = list(cli_track.command.commands)
    assert names[:2] == ["add", "status"]
    places = [re.search(rf"^│ {name} ", text, re.MULTILINE) for name in names]
    starts = [place.start() for place in places if place is not None]
    assert (len(starts), starts) == (len(names), sorted(starts))
