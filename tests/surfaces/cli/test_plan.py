"""`concordant plan`: every question, data in hand, task lists, and complaints in one line."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import concordant as cc
from concordant.surfaces.cli.main import main

#: A plan, and the items that Python names for it.
KAPPA = "kappa --kappa 0.6 --null 0.4 --shares 0.3,0.7"
ITEMS = int(cc.plan("kappa", kappa=0.6, null=0.4, shares=[0.3, 0.7])["items"])


def run(*words: str) -> Result:
    """A command, as it is typed."""
    return CliRunner().invoke(main, ["plan", *words])


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The demonstration's file."""
    place = tmp_path_factory.mktemp("plan") / "scores.csv"
    place.write_bytes((Path(cc.__file__).parent / "data/demo.csv").read_bytes())
    return str(place)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (KAPPA, f"{ITEMS} items, 2 raters per item and {2 * ITEMS} ratings"),
        (f"{KAPPA} --lang zh", f"{ITEMS} 个条目"),
        ("icc --icc 0.8 --null 0.6 --sided 1 --raters 3 --form 1,1", "27 items"),
        ("limits --width 0.5", f"{cc.plan('limits', width=0.5)['items']:.0f} items"),
        ("labels --pass-rate 0.4 --specificity 0.7 --sensitivity 0.9 --labels 200", "136 of them on items"),
        ("raters --reliability 0.6 --target 0.9", "6 raters per item"),
        ("double-ratings --pool 500", "68 items"),
    ],
)
def test_a_question_is_answered(words: str, said: str) -> None:
    done = run(*words.split())
    assert done.exit_code == 0, done.output
    assert said in done.output


def test_json_and_csv_hold_the_numbers() -> None:
    words = ["share", "--share", "0.8", "--null", "0.7"]
    found = json.loads(run(*words, "--format", "json").output)
    # The interval excludes 0.7 from 114 of 147 on: P(Bin(147, 0.8) ≥ 114) = 0.803, less than 0.8 before
    assert found["answer"] == {"items": 147}
    assert found == json.loads(run(*words, "--json").output)
    rows = list(csv.DictReader(run(*words, "--format", "csv").output.splitlines()))
    assert rows[0] == {"table": "answer", "name": "items", "value": "", "answer": "147.0"}


def test_a_file_is_data_in_hand(scores: str) -> None:
    done = run(scores, "--raters", "human,judge", "--measure", "kappa", "--width", "0.1", "--json")
    assert done.exit_code == 0, done.output
    result = cc.cohen_kappa(scores, raters=["human", "judge"])
    variance = result.se**2 * result.n_items
    found = json.loads(done.output)
    assert found["published"] == pytest.approx(variance * (1.959964 / 0.05) ** 2, rel=1e-6)
    assert found["exact"] == pytest.approx(found["published"], rel=0.01)  # of kappa's own interval


def test_tasks_are_written(scores: str, tmp_path: Path) -> None:
    place = tmp_path / "tasks.csv"
    done = run(
        "next", scores, "--items", "60", "--people", "human,eve,fay", "--by", "content_type", "-o", str(place)
    )
    assert done.exit_code == 0, done.output
    assert "60 items of 600" in done.output
    rows = list(csv.DictReader(place.read_text(encoding="utf-8").splitlines()))
    assert {"item", "rater", "repeat", "order", "content_type", "stratum", "weight", "rule"} <= set(rows[0])
    assert sum(float(row["weight"]) for row in {row["item"]: row for row in rows}.values()) == pytest.approx(
        600
    )


def test_disputed_items_say_that_they_are_no_sample(scores: str) -> None:
    done = run("next", scores, "--items", "10", "--what", "disputed")
    assert done.exit_code == 0
    assert "not a sample" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("kapa --kappa 0.6", "Did you mean kappa?"),
        ("kappa --null 0.4", "give --kappa …"),
        ("kappa --kappa 0.6", "--null … or --width …"),
        ("share --share 80 --width 0.1", "--share must be a number from 0 to 1"),
        ("nowhere.csv", "nowhere.csv"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words: str, said: str) -> None:
    done = run(*words.split())
    assert done.exit_code in (2, 3)
    assert said in done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize("words", [(), ("--help",), ("kappa", "--help"), ("next", "--help")])
def test_help_is_shown(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert "concordant plan" in done.output


def test_a_plan_names_the_options_that_are_missing():
    said = CliRunner().invoke(main, ["plan", "goal"]).output
    assert said == "concordant: The plan for goal is incomplete: give --goal … and --expected ….\n"
    chinese = CliRunner().invoke(main, ["plan", "kappa", "--lang", "zh"]).output
    assert chinese.endswith("请给出 --kappa …。\n")


@pytest.mark.parametrize("line", ["kappa --kappa", "share --share", "icc --icc", "alpha --alpha"])
def test_a_value_is_not_told_from_itself(line):
    found = CliRunner().invoke(main, ["plan", *line.split(), ".5", "--null", ".5"])
    assert found.exit_code != 0
    assert "are both 0.5, and no number of items distinguishes a value from itself" in found.output
