"""What was probably meant: near names are suggested, far ones are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.suggestion import edits, hint, nearest
from concordant.surfaces.cli.main import main

WEIGHTS = ["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
COMMANDS = ["study", "report", "check", "icc", "ccc", "sem", "list", "demo", "track", "cohen-kappa"]

NEAR = [
    ("linar", WEIGHTS, "linear"),  # a letter is missing
    ("quadratik", WEIGHTS, "quadratic"),  # a letter is wrong
    ("ordnial", WEIGHTS, "ordinal"),  # two letters are swapped
    ("Linear", WEIGHTS, "linear"),  # another case
    ("quad", WEIGHTS, "quadratic"),  # its beginning
    ("humna", ["human", "judge"], "human"),
    ("store", ["score", "judge"], "score"),
    ("ICC", COMMANDS, "icc"),
    ("cohen_kappa", COMMANDS, "cohen-kappa"),  # another separator
    ("cohens-kappa", COMMANDS, "cohen-kappa"),
    ("stduy", COMMANDS, "study"),
    ("krippendorf", ["krippendorff_alpha", "fleiss_kappa"], "krippendorff_alpha"),
    ("content type", ["content_type", "text"], "content_type"),
    ("人公", ["人工", "模型"], "人工"),  # a character of Chinese is a word
    ("模形", ["人工", "模型"], "模型"),
    ("评分员", ["评分者", "题目"], "评分者"),
    ("安全", ["安全性", "有用性"], "安全性"),
    ("题", ["编号", "题目"], "题目"),
    ("round 31", ["round 1", "round 3", "round 11"], "round 3"),  # slips are rarer at the beginning
]
FAR = [
    ("foo", WEIGHTS),
    ("xyz", COMMANDS),
    ("甲", ["乙", "丙"]),
    ("语气", ["人工", "模型"]),
    ("icx", COMMANDS),  # names of three letters have no slips: ccc is as far as icc
    ("lis", ["ls", "sim"]),
    ("bb", ["a", "b", "c"]),
    ("ra", WEIGHTS),  # the beginning of two letters may be anything
    ("human", ["judge", "model"]),
    ("kappa", ["alpha", "gamma"]),
    ("rating", ["testing", "raring to go"]),
    ("", WEIGHTS),
    ("x" * 5000, WEIGHTS),
]


def test_near_names_are_suggested() -> None:
    assert [(name, nearest(name, known)) for name, known, _ in NEAR] == [(name, it) for name, _, it in NEAR]


def test_far_names_are_not_suggested() -> None:
    assert [(name, near) for name, known in FAR if (near := nearest(name, known)) is not None] == []


def test_edits_are_counted_as_in_optimal_string_alignment() -> None:
    # kitten → sitten → sittin → sitting; ca → ac is one swap; abc → "" is three deletions
    assert [edits("kitten", "sitting"), edits("ca", "ac"), edits("abc", ""), edits("", "")] == [3, 1, 3, 0]


def test_a_hint_is_a_sentence_or_nothing() -> None:
    assert hint("linar", WEIGHTS) == " Did you mean 'linear'?"
    assert hint("linar", WEIGHTS, quotes=False) == " Did you mean linear?"
    assert hint("foo", WEIGHTS) == ""


def test_options_columns_and_goals_are_suggested_by_the_same_rule() -> None:
    data = [{"human": 1, "judge": 1}, {"human": 2, "judge": 2}]
    said = []
    for ask in (
        lambda: cc.cohen_kappa([1, 2], [1, 2], weights="linar"),
        lambda: cc.cohen_kappa([1, 2], [1, 2], weights="foo"),
        lambda: cc.cohen_kappa([1, 2], [1, 2], wieghts="linear"),
        lambda: cc.cohen_kappa(data, raters=["humna", "judge"]),
        lambda: cc.cohen_kappa(data, raters=["people", "judge"]),
        lambda: cc.study(data, goal="matrue"),
        lambda: cc.study(data, goal="best"),
        lambda: cc.study(data, wieghts="linear"),
    ):
        with pytest.raises(cc.OptionError) as problem:
            ask()
        said.append(str(problem.value).partition("Did you mean ")[2])
    assert said == ["'linear'?", "", "'weights'?", "'human'?", "", "'mature'?", "", "'weights'?"]


def test_the_command_line_suggests_only_what_is_near() -> None:
    run = CliRunner()
    asked = (["stduy"], ["xyz"], ["icc", "--wieghts", "x"], ["cohen-kappa", "--foo", "x"])
    said = [run.invoke(main, args).output.partition("Did you mean ")[2].split("?")[0] for args in asked]
    assert said[0] == "study"
    assert said[1] == ""
    assert said[3] == ""


def test_a_file_is_suggested_for_its_name_and_not_for_its_ending(tmp_path: Path) -> None:
    for name in ("a.csv", "name.csv", "scores.csv"):
        (tmp_path / name).write_text("a,b\n1,2\n", encoding="utf-8")
    meant = {"x.csv": None, "nope.csv": None, "score.csv": "scores.csv", "scores.cvs": "scores.csv"}
    for asked, said in meant.items():
        with pytest.raises(cc.InputError) as told:
            cc.read(tmp_path / asked)
        assert (f"Did you mean {said!r}?" in str(told.value)) == (said is not None)
        assert ("Did you mean" in str(told.value)) == (said is not None)
