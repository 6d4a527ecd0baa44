"""Complaints: one line in one style, and one rule for the exit code."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from concordant.surfaces.cli.main import main

Run = Callable[..., Any]
WIDE = ("kappa", "scores.csv", "--raters", "human,judge")

#: 2: the command line is wrong, by itself or because it names what the data do not have.
WRONG_COMMAND = {
    "an unknown command": ("kapa", "scores.csv"),
    "an unknown option": (*WIDE, "--wieghts", "linear"),
    "an unknown choice": (*WIDE, "--interval", "bootstap"),
    "an unknown weight": (*WIDE, "--weights", "linar"),
    "a number that is none": (*WIDE, "--draws", "many"),
    "a seed below 0": (*WIDE, "--rng", "-1"),
    "a level beyond 1": (*WIDE, "--level", "95"),
    "no file named": ("kappa",),
    "nothing to compare with": ("compare", *WIDE),
    "no raters to compare": ("compare", "kappa", "scores.csv", "--against", "human,judge"),
    "no such column": (*WIDE, "--item", "foo"),
    "no such column to slice by": (*WIDE, "--by", "foo"),
    "no such rater in a wide file": ("kappa", "scores.csv", "--raters", "human,jugde"),
    "no such rater in a long file": ("kappa", "long.csv", "--raters", "a,z"),
    "no such rater to have a kind": (*WIDE, "--rater-kind", "humman=human"),
    "no such encoding": (*WIDE, "--encoding", "utf-99"),
    "three raters for kappa": ("kappa", "scores.csv"),
    "an interval that is not offered": (*WIDE, "--interval", "exact"),
    "weights for text without an order": ("kappa", "words.csv", "--weights", "linear"),
    "a matrix of weights that is not there": (*WIDE, "--weights", "@nowhere.csv"),
    "a matrix of weights of another size": (*WIDE, "--weights", "[[1,0],[0,1]]"),
}

#: 3: the data could not be read or understood.
WRONG_DATA = {
    "no such file": ("kappa", "nowhere.csv"),
    "a directory": ("kappa", "."),
    "an empty file": ("kappa", "empty.csv"),
    "no rows": ("kappa", "header.csv"),
    "ragged": ("kappa", "ragged.csv"),
    "binary junk": ("kappa", "junk.csv"),
    "not the encoding named": ("kappa", "latin.csv", "--encoding", "utf-8"),
    "rated twice": ("kappa", "twice.csv"),
    "not on the scale": (*WIDE, "--categories", "1,2"),
    "columns that are not ratings": ("kappa", "one.csv"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scores: Path) -> Path:
    """Good files and broken ones."""
    monkeypatch.chdir(tmp_path)
    Path("empty.csv").write_text("")
    Path("header.csv").write_text("a,b\n")
    Path("ragged.csv").write_text("a,b\n1,2\n1,2,3\n")
    Path("words.csv").write_text("a,b\nyes,no\nno,no\nyes,yes\n")
    Path("one.csv").write_text("text\nsome\nwords\n")
    Path("long.csv").write_text("item,rater,score\n1,a,1\n1,b,1\n2,a,2\n2,b,1\n3,a,2\n3,b,2\n")
    Path("twice.csv").write_text("item,rater,score\n1,a,1\n1,a,2\n1,b,1\n2,a,2\n2,b,1\n")
    Path("junk.csv").write_bytes(bytes(range(256)) * 20)
    Path("latin.csv").write_bytes("a,b\né,é\nè,é\n".encode("latin-1"))
    return tmp_path


@pytest.mark.parametrize("arguments", WRONG_COMMAND.values(), ids=WRONG_COMMAND)
def test_a_wrong_command_line_is_exit_code_2(arguments: tuple[str, ...], run: Run, folder: Path) -> None:
    _one_line(run(*arguments), 2)


@pytest.mark.parametrize("arguments", WRONG_DATA.values(), ids=WRONG_DATA)
def test_wrong_data_are_exit_code_3(arguments: tuple[str, ...], run: Run, folder: Path) -> None:
    _one_line(run(*arguments), 3)


def _one_line(done: Any, code: int) -> None:
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr.startswith("concordant: ")
    assert done.stderr.count("\n") == 1
    python = r"\w=['\"…\[T]|\w_kappa|krippendorff_|\['|--\S+ \w+, '|None|True|numpy"
    assert re.findall(python, done.stderr) == []


def test_no_such_sheet_is_exit_code_2(run: Run, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["a", "b"], [1, 1], [2, 1]):
        book.active.append(row)
    book.save(tmp_path / "book.xlsx")
    _one_line(run("kappa", tmp_path / "book.xlsx", "--sheet", "nowhere"), 2)


def test_the_rule_is_in_the_help(run: Run) -> None:
    text = " ".join(run("--help").output.split())
    assert (
        "2: invalid command line, or a column or value not found in the data; 3: the data could not be"
        in text
    )


SAID = {
    (
        *WIDE,
        "--wieghts",
        "linear",
    ): "No such option --wieghts. Did you mean --weights? Try concordant kappa --help.",
    (*WIDE, "--interval", "bootstap"): "--interval: 'bootstap' is not one of analytic, score, bootstrap, "
    "bca, jackknife, exact, classical, adjusted, generalised, none. Did you mean bootstrap? "
    "Try concordant kappa --help.",
    ("kappa",): "FILE is missing. Try concordant kappa --help.",
    ("kapa", "scores.csv"): "No such command 'kapa'. Did you mean kappa? Try concordant --help.",
    ("compare", "scores.csv"): "No such command 'scores.csv'. The coefficient comes first: "
    "concordant compare cohen-kappa scores.csv. Try concordant compare --help.",
    ("compare", *WIDE): "--against is missing. Try concordant compare kappa --help.",
    (
        "kappa",
        "scores.csv",
    ): "cohen-kappa compares two raters, but there are 3 (human, judge, other): choose two "
    "with --raters …, or use a coefficient for several raters, such as fleiss-kappa, conger-kappa or "
    "krippendorff-alpha.",
    (
        *WIDE,
        "--by",
        "foo",
    ): "There is no column 'foo' for slices in scores.csv; the columns are id, type, human, judge, other.",
}


@pytest.mark.parametrize(("arguments", "said"), SAID.items(), ids=[" ".join(a) for a in SAID])
def test_what_is_said(arguments: tuple[str, ...], said: str, run: Run, folder: Path) -> None:
    assert run(*arguments).stderr == f"concordant: {said}\n"


def test_a_level_of_measurement_is_pointed_to_its_own_option(tmp_path):
    (tmp_path / "s.csv").write_text("id,a,b\n1,2,3\n2,3,3\n3,1,1\n", encoding="utf-8")
    for command, option in (("krippendorff-alpha", "--metric"), ("icc", "--scale")):
        line = [command, str(tmp_path / "s.csv"), "--level", "interval"]
        said = CliRunner().invoke(main, line).output
        assert f"the level of measurement is {option} interval." in said
        assert f"测量层次请用 {option} interval" in CliRunner().invoke(main, [*line, "--lang", "zh"]).output


def test_an_ending_nobody_writes_names_those_that_are(tmp_path):
    (tmp_path / "s.csv").write_text("id,a,b\n1,2,3\n2,3,3\n3,1,1\n", encoding="utf-8")
    line = ["report", str(tmp_path / "s.csv"), "-o", str(tmp_path / "x.docx")]
    assert ".doc, .pdf, or / for a folder of CSV tables." in CliRunner().invoke(main, line).output
    chinese = CliRunner().invoke(main, [*line, "--lang", "zh"]).output
    assert "以 / 结尾则写成 CSV 表格的文件夹" in chinese
    assert "end it" not in chinese


@pytest.mark.parametrize("command", ["plan raters", "items", "plan goal", "track report"])
def test_the_name_of_a_command_stays_in_a_chinese_error(command):
    said = CliRunner().invoke(main, [*command.split(), "--foo", "1", "--lang", "zh"]).output
    assert said == f"concordant: 没有选项 --foo。用法见 concordant {command} --help。\n"


def test_a_function_of_python_is_advised_as_its_command(tmp_path):
    rows = "".join(f"{i},{'pass' if i % 2 else ''},{'fail' if i % 3 else 'pass'}\n" for i in range(12))
    (tmp_path / "s.csv").write_text(f"id,human,judge\n{rows}", encoding="utf-8")
    said = CliRunner().invoke(main, ["score-map", str(tmp_path / "s.csv")]).output
    assert "use `concordant correct --positive …`" in said


def test_pass_and_fail_beside_scores_mean_1_and_0(tmp_path):
    rows = "".join(f"{i},{'pass' if i % 2 else 'fail'},{i / 12}\n" for i in range(12))
    (tmp_path / "s.csv").write_text(f"id,human,judge\n{rows}", encoding="utf-8")
    said = CliRunner().invoke(main, ["threshold", str(tmp_path / "s.csv")]).output
    assert "--merge pass=1,fail=0" in said
    merged = ["threshold", str(tmp_path / "s.csv"), "--merge", "pass=1,fail=0"]
    assert CliRunner().invoke(main, merged).exit_code == 0
