"""`concordant strata`, `sensitivity` and `margins`: the same as Python, as a table and sentences."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.digits import rounded, rounded_all
from concordant.interpret.study import sensitivity_for_readers
from tests.margins_tables import VISION
from tests.strata_tables import DEPARTMENTS, rows

Run = Callable[..., Any]
PAIR = ("--raters", "a,b")


@pytest.fixture
def departments(tmp_path: Path) -> Path:
    """Document 000's departments: kappas .21, .49 and .33."""
    file = tmp_path / "departments.csv"
    rows(DEPARTMENTS).to_csv(file, index=False)
    return file


@pytest.fixture
def vision(tmp_path: Path) -> Path:
    """Right eye and left eye, with the number of women of each pair."""
    lines = [f"{i},{j},{n}" for i, row in enumerate(VISION) for j, n in enumerate(row)]
    file = tmp_path / "vision.csv"
    file.write_text("\n".join(["right,left,n", *lines]), encoding="utf-8")
    return file


def words(text: str) -> list[list[str]]:
    """The lines of a table, cell by cell."""
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in text.splitlines()]


# --- strata -----------------------------------------------------------------------------------


def test_strata_are_shown_with_the_ways_to_combine_them_and_why_these_differ(
    run: Run, departments: Path
) -> None:
    # the published .334 and .386; .2067, .4924 and .3344 are derived in strata_tables
    text = run("strata", departments, *PAIR, "--by", "stratum").output
    shown = {line[0]: line[2] for line in words(text) if len(line) == 4}
    assert text.startswith("Cohen's kappa by stratum\n")
    assert {name: shown[name] for name in ("s0", "s1", "s2")} == {"s0": "0.207", "s1": "0.492", "s2": "0.334"}
    assert shown["mean, weighted by items"] == "0.334"
    assert shown["all items pooled"] == "0.386"
    assert "The gap is mostly due to different category frequencies across strata" in text


def test_strata_are_shown_in_chinese(run: Run, departments: Path) -> None:
    text = run("strata", departments, *PAIR, "--by", "stratum", "--lang", "zh").output
    shown = {line[0]: line[2] for line in words(text) if len(line) == 4}
    assert text.startswith("按 stratum 分层的 Cohen's Kappa 系数\n")
    assert (shown["按条目数加权平均"], shown["合并全部条目"]) == ("0.334", "0.386")
    assert "差别主要来自各层的类别分布不同" in text


def test_strata_have_the_options_of_their_coefficient(run: Run, departments: Path) -> None:
    arguments = (
        "--by",
        "stratum",
        "--coefficient",
        "alpha",
        "--metric",
        "nominal",
        "--level",
        "0.8",
        "--json",
    )
    data = json.loads(run("strata", departments, *PAIR, *arguments).output)
    wanted = cc.stratified(
        departments, "krippendorff_alpha", by="stratum", metric="nominal", level=0.8, raters=["a", "b"]
    )
    assert data == json.loads(json.dumps(rounded_all(wanted.to_dict())))


def test_a_stratum_without_a_number_says_why(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "empty.csv"
    alike = "x,1,1\n" * 4
    file.write_text(f"part,a,b\n{alike}y,1,1\ny,1,2\ny,2,2\ny,2,1\ny,1,1\n", encoding="utf-8")
    text = run("strata", file, *PAIR, "--by", "part").output
    reason = cc.cohen_kappa([1, 1], [1, 1]).notes[0].text
    assert f"Undefined for x: {reason}" in text
    assert "x 无定义：" in run("strata", file, *PAIR, "--by", "part", "--lang", "zh").output


def test_strata_of_measurements_and_of_several_raters_are_of_what_a_study_would_choose(
    run: Run, tmp_path: Path
) -> None:
    lengths = tmp_path / "lengths.csv"
    lines = [f"{'xy'[i % 2]},{100 + i * 1.37:.2f},{100 + i * 1.37 + (i * 7) % 5:.2f}" for i in range(80)]
    lengths.write_text("\n".join(["part,a,b", *lines]), encoding="utf-8")
    assert run("strata", lengths, *PAIR, "--by", "part").output.startswith(
        "Intraclass correlation ICC(A,1) by part\n"
    )
    three = tmp_path / "three.csv"
    lines = [f"{'xy'[i % 2]},{'pqr'[i % 3]},{'pqr'[i * i % 3]},{'pqr'[i // 4 % 3]}" for i in range(60)]
    three.write_text("\n".join(["part,a,b,c", *lines]), encoding="utf-8")
    arguments = ("strata", three, "--raters", "a,b,c", "--by", "part")
    assert run(*arguments).output.startswith("Krippendorff's alpha by part\n")
    data = json.loads(run(*arguments, "--weights", "identity", "--json").output)
    assert data["pooled_table"]["measure"] == "conger_kappa"


def test_strata_need_a_column(run: Run, departments: Path) -> None:
    done = run("strata", departments, *PAIR)
    assert (done.exit_code, done.stderr) == (
        2,
        "concordant: --by is missing. Try concordant strata --help.\n",
    )
    assert run("strata", departments, *PAIR, "--by", "nothing").exit_code == 2


# --- sensitivity ------------------------------------------------------------------------------


def test_weights_of_ones_own_stand_beside_the_usual_ones(run: Run, vision: Path) -> None:
    reading = ("--raters", "right,left", "--case-weights", "n", "--scale", "ordinal")
    given = ("--weights", "cube=power:3", "--weights", "radical", "--level", "0.9", "--json")
    data = json.loads(run("sensitivity", vision, *reading, *given).output)
    wanted = cc.sensitivity(
        vision, raters=["right", "left"], case_weights="n", scale="ordinal", level=0.9,
        weights={"cube": "power:3", "radical": "radical"},
    )  # fmt: skip
    said = {name: data[name] for name in wanted.to_dict()}
    assert said == json.loads(json.dumps(rounded_all(wanted.to_dict())))
    assert [scheme["name"] for scheme in data["schemes"]][-2:] == ["cube", "radical"]
    assert data["raters"] == ["right", "left"]
    assert data["audit"]["rows_read"] == 16


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_sensitivity_is_a_table_and_sentences(lang: str, run: Run, vision: Path) -> None:
    reading = ("--raters", "right,left", "--case-weights", "n", "--scale", "ordinal")
    text = run("sensitivity", vision, *reading, "--lang", lang).output
    found = cc.sensitivity(vision, raters=["right", "left"], case_weights="n", scale="ordinal")
    # Chinese readers get the words of the built-in guide
    assert text.rstrip("\n") == sensitivity_for_readers(found, lang).text(lang)  # type: ignore[arg-type]


def test_the_coefficient_is_one_with_weights(run: Run, scores: Path) -> None:
    assert run("sensitivity", scores, "--coefficient", "alpha").output.startswith(
        "Krippendorff's alpha under"
    )
    assert run("sensitivity", scores).output.startswith("Conger's kappa under")
    done = run("sensitivity", scores, "--coefficient", "pearson")
    assert done.exit_code == 2
    assert "'pearson' is not one of cohen-kappa" in done.stderr
    assert "--metric" not in run("sensitivity", "--coefficient", "alpha", "--help").output


def test_scores_reach_the_kappa(run: Run, scores: Path) -> None:
    given = ("--raters", "human,judge", "--scores", "1,2,9")
    data = json.loads(run("sensitivity", scores, *given, "--json").output)
    linear = next(s["result"]["estimate"] for s in data["schemes"] if s["name"] == "linear")
    wanted = cc.cohen_kappa(scores, raters=["human", "judge"], weights="linear", scores=[1, 2, 9])
    assert linear == rounded(wanted.estimate)


# --- margins ----------------------------------------------------------------------------------


def test_margins_are_tested_in_every_way(run: Run, vision: Path) -> None:
    # Stuart (1955) has 11.96 with 3 degrees of freedom; Bhapkar (1966) 11.98; Bowker 19.11 with 6
    text = run("margins", vision, "--raters", "right,left", "--case-weights", "n").output
    assert text.startswith("Marginal distributions of the raters (7477 items)\n")
    assert words(text)[2:5] == [
        ["Bowker's test of symmetry", "19.107", "6", "0.004"],
        ["Stuart–Maxwell test", "11.957", "3", "0.008"],
        ["Bhapkar's test", "11.976", "3", "0.007"],
    ]
    assert "marginal distributions differ (Bhapkar's test, p = 0.007)" in text


def test_margins_are_shown_in_chinese(run: Run, vision: Path) -> None:
    text = run("margins", vision, "--raters", "right,left", "--case-weights", "n", "--lang", "zh").output
    assert text.startswith("评分者的边际分布（7477 个条目）\n")
    assert words(text)[3] == ["Stuart–Maxwell 检验", "11.957", "3", "0.008"]
    assert "评分者的边际分布不同（Bhapkar 检验，p = 0.007）" in text


def test_every_test_has_a_name_in_both_languages(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.csv"
    file.write_text("a,b,c\nx,x,x\nx,y,y\ny,y,x\nx,y,y\ny,y,y\nx,y,x\n", encoding="utf-8")
    for raters, count in (("a,b", 4), ("a,b,c", 2)):
        for lang in ("en", "zh"):
            text = run("margins", file, "--raters", raters, "--lang", lang).output
            assert len([line for line in words(text) if len(line) == 4]) == count + 1
    assert "use the exact test" in run("margins", file, "--raters", "a,b").output
    assert "请以精确检验为准" in run("margins", file, "--raters", "a,b", "--lang", "zh").output


def test_margins_that_nothing_can_be_said_of_say_why(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "same.csv"
    file.write_text("a,b\nx,x\ny,y\nx,x\n", encoding="utf-8")
    text = run("margins", file).output
    assert "The raters never disagree" in text
    assert text.count("The raters never disagree") == 1


def test_json_of_margins_has_the_tests_and_what_was_read(run: Run, scores: Path) -> None:
    data = json.loads(run("margins", scores, "--raters", "human,judge", "--json").output)
    wanted = cc.marginal_homogeneity(scores, raters=["human", "judge"])
    assert data["tests"] == json.loads(json.dumps(rounded_all([test.to_dict() for test in wanted])))
    assert (data["raters"], data["source"]) == (["human", "judge"], "scores.csv")
