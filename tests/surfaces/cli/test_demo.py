"""The demonstration: the report of bundled ratings, in both languages, with nothing to configure."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.surfaces.api.examples import EXAMPLES
from concordant.surfaces.cli.demo import FIRST
from tests.example_studies import example_study

Run = Callable[..., Any]
NAMES = [example.name for example in EXAMPLES]
#: The small ones; `./dev slow` asks of the others too.
SMALL = ("clinical", "pathology")
SMALL_FIRST = [pytest.param(name, marks=() if name in SMALL else pytest.mark.slow) for name in NAMES]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports are written to a folder of their own."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_without_a_name_it_lists_the_examples_and_shows_the_judge_in_that_language(
    run: Run, lang: Any
) -> None:
    output = run("demo", "--lang", lang).output
    for example in EXAMPLES:
        assert example.about(lang) in output
    study = example_study(FIRST[lang])
    assert study.main is not None
    assert study.main.headline[0].text(lang) in output
    assert Path(f"demo-{FIRST[lang]}-report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_report_of_ones_own_file_of_that_name_is_left_alone(run: Run) -> None:
    mine = Path("clinical-report.md")
    mine.write_text("<!-- concordant report -->\nmine", encoding="utf-8")
    assert run("demo", "clinical", "--format", "md").exit_code == 0
    assert mine.read_text(encoding="utf-8").endswith("mine")
    assert Path("demo-clinical-report.md").exists()


@pytest.mark.parametrize("name", SMALL_FIRST)
def test_each_shows_its_own_study_and_says_where_the_ratings_come_from(run: Run, name: str) -> None:
    example = cc.examples()[name]
    main = example_study(name).main
    assert main is not None
    for lang, place in (("en", "en.html"), ("zh", "zh.md")):  # one page holds both languages
        output = run("demo", name, "--lang", lang, "-o", place).output
        assert main.headline[0].text(lang) in output
        assert example.origin(lang) in output
        assert Path(place).exists()


@pytest.mark.parametrize("name", NAMES)
def test_csv_prints_the_ratings_and_nothing_else(run: Run, name: str) -> None:
    assert run("demo", name, "--csv").output == cc.examples()[name].path.read_text(encoding="utf-8")
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("name", SMALL_FIRST)
def test_the_commands_it_suggests_give_the_same_report(run: Run, name: str) -> None:
    output = run("demo", name, "-o", "demo.json").output
    commands = [shlex.split(line)[1:] for line in output.splitlines() if line.startswith("  concordant ")]
    assert [command[0] for command in commands] == ["demo", "report", "study"]
    demo, report, study = commands
    *shown, arrow, file = demo
    assert arrow == ">"
    Path(file).write_text(run(*shown).output, encoding="utf-8")
    assert run(*report, "-o", "again.json").exit_code == 0
    assert run(*study).exit_code == 0
    assert _but_source("again.json", file) == _but_source("demo.json", cc.examples()[name].path.name)


def _but_source(path: str, source: str) -> str:
    return Path(path).read_text(encoding="utf-8").replace(source, "FILE")


def test_a_printed_report_is_alone_on_standard_output(run: Run) -> None:
    done = run("demo", "clinical", "--format", "md", "-o", "-")
    assert done.stdout.startswith("<!-- concordant report -->")
    assert "concordant demo clinical --csv" in done.stderr
    assert "concordant demo" not in done.stdout


def test_what_is_no_report_is_not_overwritten(run: Run) -> None:
    Path("mine.html").write_text("<p>mine</p>", encoding="utf-8")
    assert run("demo", "clinical", "-o", "mine.html").exit_code != 0
    assert Path("mine.html").read_text(encoding="utf-8") == "<p>mine</p>"


def test_a_name_that_is_nearly_right_is_answered_with_the_right_one(run: Run) -> None:
    done = run("demo", "clinic")
    assert done.exit_code == 2
    assert "Did you mean clinical?" in done.output


@pytest.mark.slow
def test_no_english_is_left_in_chinese_and_no_chinese_in_english(run: Run) -> None:
    chinese = run("demo", "judge-zh", "--lang", "zh", "--format", "md").output
    english = run("demo", "judge", "--format", "md").output
    prose = "\n".join(line for line in chinese.splitlines() if not line.startswith("  concordant "))
    words = set(re.findall(r"[A-Za-z]{2,}", prose))
    assert words <= {
        *["Cohen", "Kappa", "Gwet", "AC", "Pearson", "Landis", "Koch", "epsilon", "Prompt"],
        *["demo", "judge", "zh", "report", "html", "md", "tools", "make", "examples", "py"],
    }
    assert re.findall(r"[\u3000-\u9fff\uff00-\uffef]", english) == []
