"""Terminals of any encoding: what they cannot show is replaced, and exit codes do not depend on it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from concordant.surfaces.cli import terminal
from concordant.surfaces.cli.main import main

ENCODINGS = ["ascii", "cp1252", "gbk", "cp437"]
OTHERS = ["latin-1", "cp936", "big5", "shift_jis", "cp850", "koi8-r"]
Run = Callable[..., tuple[int, str, str]]
GOAL = 'name = "发布门槛"\n[[targets]]\nmeasure = "exact_agreement"\nat_least = 0.1\n'


@pytest.fixture
def here(tmp_path: Path, scores: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with ratings and a goal that they meet."""
    monkeypatch.chdir(tmp_path)
    Path("goal.toml").write_text(GOAL, encoding="utf-8")
    return tmp_path


@pytest.fixture
def run_in(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command with streams of an encoding: the exit code, and what was written to each."""

    def run(encoding: str, *arguments: str, reading: str = "") -> tuple[int, str, str]:
        held = {name: io.BytesIO() for name in ("stdout", "stderr")}
        for name, buffer in held.items():
            monkeypatch.setattr(sys, name, io.TextIOWrapper(buffer, encoding=encoding))
        terminal.adapt_streams()
        with pytest.raises(SystemExit) as end:
            main(list(arguments))
        terminal.explain_losses()
        sys.stdout.flush()
        sys.stderr.flush()
        shown, said = (buffer.getvalue().decode(reading or encoding) for buffer in held.values())
        return int(end.value.code or 0), shown, said

    return run


CHECK = ("check", "scores.csv", "--raters", "human,judge", "--goal", "goal.toml")
STUDY = ("study", "scores.csv", "--raters", "human,judge")
#: What is asked, the exit code, and a part of what is shown.
COMMANDS: list[tuple[tuple[str, ...], int, str]] = [
    (("--help",), 0, "Commands"),
    (("kappa", "scores.csv", "--raters", "human,judge", "--audit"), 0, "95% CI"),
    (("list",), 0, "cohen-kappa"),
    (("demo", "rounds", "--csv"), 0, "item"),
    (("items", "scores.csv", "--raters", "human,judge"), 0, "human"),
    (("pairwise", "scores.csv"), 0, "judge"),
    (("margins", "scores.csv", "--raters", "human,judge"), 0, "Stuart"),
    (("report", "scores.csv", "--raters", "human,judge", "-o", "out.md"), 0, "out.md"),
    (("kappa", "scores.csv", "--raters", "human,nobody–here"), 2, "There is no column 'nobody"),
    (("kappa", "nowhere–at–all.csv"), 3, "There is no file"),
]


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_command_is_shown_and_ends_as_it_should(encoding: str, run_in: Run, here: Path) -> None:
    for arguments, code, part in COMMANDS:
        found, shown, said = run_in(encoding, *arguments)
        assert found == code, arguments
        assert part in shown + said, arguments
        assert "PYTHONUTF8" not in said, "everything has something that stands for it"


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("encoding", [*ENCODINGS, *OTHERS])
def test_a_goal_that_is_met_ends_with_0(encoding: str, run_in: Run, here: Path) -> None:
    code, shown, said = run_in(encoding, *CHECK)
    assert code == 0
    assert "+ Met" in shown
    assert ("PYTHONUTF8=1" in said) == ("?" in shown), "the goal has a Chinese name"


def test_help_is_shown_in_ascii(run_in: Run) -> None:
    wrong = []
    for name in (*main.commands, "cohen-kappa", "deming", "track add"):
        code, shown, said = run_in("ascii", *name.split(), "--help")
        if code or said or not shown.isascii() or "Usage" not in shown:
            wrong.append((name, code, said))
    assert wrong == []


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_chinese_that_cannot_be_shown_is_explained_once(encoding: str, run_in: Run, here: Path) -> None:
    code, shown, said = run_in(encoding, *STUDY, "--lang", "zh")
    assert code == 0
    if encoding == "gbk":
        assert "一致" in shown
        assert said == ""
    else:
        assert said.isascii()
        assert said.count("\n") == 1
        assert encoding in said
        assert "PYTHONUTF8=1" in said


def test_our_own_signs_have_a_meaning_in_ascii(run_in: Run) -> None:
    terminal.adapt_streams()
    text = "✔ ✘ – “a” … ≥ × κ Σ λ R² 10⁻⁵ ½ é − 1,5 › →"
    shown = text.encode("ascii", terminal.REPLACE).decode()
    assert shown == '+ x - "a" ... >= x kappa sigma lambda R^2 10^-^5 1/2 e - 1,5 > ->'
    assert "–κ✔".encode("gbk", terminal.REPLACE).decode("gbk") == "–κ+"
    terminal.explain_losses()


def test_a_name_that_is_no_text_does_not_end_the_command(run_in: Run, here: Path) -> None:
    code, _, said = run_in("utf-8", "kappa", "scores\udcff.csv")
    assert code == 3
    assert said.startswith("concordant: There is no file")


def test_documents_for_programs_lose_nothing(run_in: Run, here: Path) -> None:
    Path("names.csv").write_text("甲,乙\n1,1\n2,2\n1,2\n1,1\n2,1\n", encoding="utf-8")
    told = json.loads(run_in("cp1252", "kappa", "names.csv", "--json")[1])
    assert told["raters"] == ["甲", "乙"]
    _, shown, said = run_in("cp1252", *CHECK, "--format", "junit", "--lang", "zh", reading="utf-8")
    assert "完全一致率" in ET.fromstring(shown.encode())[0][0].attrib["name"]  # noqa: S314 - our own
    assert said == ""


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_files_are_utf_8_whatever_the_terminal(encoding: str, run_in: Run, here: Path) -> None:
    run_in(encoding, *CHECK, "-o", "gate.md", "--lang", "zh")
    assert "✔ concordant: 达标" in Path("gate.md").read_text(encoding="utf-8")


# --- the real command -------------------------------------------------------------------------


def real(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "concordant", *arguments],
        env={**os.environ, **environment}, capture_output=True, check=False,
    )  # fmt: skip


def test_the_real_command_meets_a_goal_on_a_terminal_of_windows(here: Path) -> None:
    done = real(*CHECK, PYTHONIOENCODING="cp1252")
    assert done.returncode == 0
    assert b"+ Met" in done.stdout


def test_the_real_command_speaks_chinese_to_a_terminal_that_has_none(here: Path) -> None:
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": ""}
    done = real(*STUDY, "--lang", "zh", **plain)
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert done.stderr.decode("ascii").startswith("concordant: The encoding ascii lacks")
