"""Names of files, columns, raters, slices and sheets that would split a complaint or steer a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from tests.report.junit_rules import check_rules

Run = Callable[..., Any]
NAMES = ["a\nb", "a\r\n\tb\u2028\x0b\x0c\x85\x1b[2J\u202e\u2066"]
STEERING = set("\x1b\u202e\u2066\r\x0b\x0c\x85\u2028\u2029")


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def table(*rows: list[Any]) -> str:
    return "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows) + "\n"


def wrong(name: str) -> Iterator[tuple[str, ...]]:
    """Commands that complain of something of this name, with the files they read."""
    Path("wide.csv").write_text(table(["id", name, "x"], [1, 1, 1], [2, 2, 1], [3, 2, 2]), encoding="utf-8")
    Path("twice.csv").write_text(table([name, name], [1, 1], [2, 2]), encoding="utf-8")
    rows = [[name, "r1", 1], [name, "r1", 2], [name, "r2", 1], ["i2", "r1", 1], ["i2", "r2", 1]]
    Path("long.csv").write_text(table(["item", "rater", "score"], *rows), encoding="utf-8")
    Path("scale.csv").write_text(table(["x", name], [1, 1], [2, f"{name} very"]), encoding="utf-8")
    Path("rater.csv").write_text(
        table(["item", "rater", "score"], *[[i, r, i % 2] for i in range(4) for r in (name, "b", "c")]),
        encoding="utf-8",
    )
    yield "kappa", f"{name}.csv"
    yield "kappa", "wide.csv", "--raters", f"x,{name}?"
    yield "kappa", "wide.csv", "--by", f"{name}?"
    yield "kappa", "wide.csv", "--item", f"{name}?"
    yield "kappa", "wide.csv", "--sheet", name
    yield "kappa", "wide.csv", "--encoding", name
    yield "kappa", "wide.csv", "--raters", f"x,{name}", "--categories", "1"
    yield "kappa", "wide.csv", "--raters", f"x,{name}", "--weights", name
    yield "kappa", "twice.csv"
    yield "kappa", "long.csv"
    yield "kappa", "rater.csv"
    yield "kappa", "scale.csv", "--weights", "linear"
    yield "study", f"{name}/*.csv"
    yield name, "wide.csv"
    yield "kappa", "wide.csv", f"--{name}"
    yield "report", "wide.csv", "-o", f"no/{name}.html"
    yield "kappa", "wide.csv", "--engine", "duckdb", "--raters", f"x,{name}?"


def test_a_complaint_is_one_line_whatever_is_named_in_it(run: Run) -> None:
    offenders = []
    for name in NAMES:
        for arguments in wrong(name):
            done = run(*arguments)
            one = done.stderr.endswith("\n") and len(done.stderr.splitlines()) == 1
            if done.exit_code not in (2, 3) or not one or STEERING & set(done.stderr):
                offenders.append((arguments, done.exit_code, done.stderr))
    assert offenders == []


def test_an_error_of_python_is_one_line_too() -> None:
    offenders = []
    for name in NAMES:
        ratings = {"x": [1, 2, 1], name: [1, 2, 2]}
        for options in ({"raters": ["x", f"{name}?"]}, {"slices": [f"{name}?"]}, {"item": f"{name}?"}):
            with pytest.raises(cc.ConcordantError) as caught:
                cc.read(ratings, **options)
            offenders += [str(caught.value)] if len(str(caught.value).splitlines()) != 1 else []
        with pytest.raises(cc.InputError) as missing:
            cc.read(f"{name}.csv")
        offenders += [str(missing.value)] if len(str(missing.value).splitlines()) != 1 else []
    assert offenders == []


def test_a_gate_about_such_names_is_valid_in_every_format(run: Run) -> None:
    for name in NAMES:
        rows = [[i, name if i % 2 else "other", i % 3, (i * i) % 3] for i in range(30)]
        Path(f"{name}.csv").write_text(table(["id", name, "human", f"judge {name}"], *rows), encoding="utf-8")
        command = ("check", f"{name}.csv", "--goal", "first", "--slices", name)
        assert len(check_rules(run(*command, "--format", "junit").stdout)) == 1
        assert json.loads(run(*command, "--format", "json").stdout)["outcome"] in ("not-met", "cannot-tell")
        shown = run(*command, "--format", "md").stdout
        assert not STEERING & set(shown)
        assert all(line.count("|") in (0, 10) for line in shown.splitlines()), "a row is one line"
        assert not STEERING & set(run(*command).stdout)


def test_a_sheet_of_such_a_name_is_asked_for_and_missed_in_one_line(run: Run) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "a\u2028b\u202e"
    for row in (["a", "b"], [1, 1], [2, 1]):
        book.active.append(row)
    book.save("book.xlsx")
    done = run("kappa", "book.xlsx", "--sheet", "a\nb")
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1
