"""What a command shows: a test that names itself, notes once, the audit, and JSON with all of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.interpret.result_text import HIDDEN
from concordant.language.words_file import topic

Run = Callable[..., Any]
PAIR = ("--raters", "human,judge")
NAMES = [c.name for c in cc.CATALOGUE]


# --- the test ---------------------------------------------------------------------------------


def test_line(text: str) -> str:
    """The line about the test."""
    return next(line.strip() for line in text.splitlines() if line.strip().startswith("test "))


test_line.__test__ = False  # type: ignore[attr-defined]


def test_the_line_about_the_test_names_it(run: Run, scores: Path) -> None:
    r = cc.cohen_kappa(scores, raters=["human", "judge"])
    assert test_line(run("kappa", scores, *PAIR).output) == (
        f"test of no agreement  z = {r.details['statistic']:.2f} (standard error under no agreement "
        f"{r.details['se_null']:.3f}), p = {r.p_value:.3f}"
    )


@pytest.mark.parametrize(
    ("arguments", "pattern"),
    {
        ("fleiss", "--null", "0.2"): r"test against 0\.2 +t\(7\) = 1\.\d\d, p = 0\.\d{3}",
        ("fleiss", "--null", "0.2", "--alternative", "greater"): r".*, p = 0\.\d{3}, one-sided: above",
        ("ac1",): r"test of no agreement +t\(7\) = \d\.\d\d, p = 0\.\d{3}",
        ("kendall-w",): r"test of no agreement +chi-square\(7\) = 16\.87, p = 0\.018",
        ("pearson", *PAIR): r"test of no correlation +t\(6\) = \d\.\d\d, p = 0\.\d{3}",
        ("kendall-tau", *PAIR): r"test of no association +z = \d\.\d\d, p = 0\.\d{3}",
        ("bias", *PAIR): r"test against 0 +t\(7\) = 1\.53, p = 0\.170",
        (
            "compare kappa",
            *PAIR,
            "--against",
            "human,other",
        ): r"test of no difference +permutation = −0\.02, p = 0\.874",
    }.items(),
    ids=lambda x: " ".join(x) if isinstance(x, tuple) else "",
)
def test_every_kind_of_test_is_named(
    arguments: tuple[str, ...], pattern: str, run: Run, scores: Path
) -> None:
    command, *options = arguments
    text = run(*command.split(), scores, *options).output
    assert re.fullmatch(pattern, test_line(text)), text


@pytest.mark.parametrize("c", cc.CATALOGUE, ids=NAMES)
def test_every_detail_that_is_shown_has_words(c: Any) -> None:
    gaps = [[1, 1, 2], [2, 3, None], [3, 3, 3], [1, 2, 1], [2, 2, 2], [3, 1, 2]]
    data = [row[:2] for row in gaps] if c.two_raters_only else gaps
    named = {key.removeprefix("detail-") for key in topic("results")}
    for option in c.options.keys() & {"weights", "margins"} | {""}:
        given = {"weights": {"weights": "linear"}, "margins": {"margins": "ratings"}}.get(option, {})
        result = cc.agreement(data, c.name, categories=[1, 2, 3], **given)
        raters = {"rater 2", "rater 3"}  # a detail may be about a rater, and has their name
        assert set(result.details) <= named | HIDDEN | raters


def test_counts_among_the_details_are_whole(run: Run, scores: Path) -> None:
    assert re.search(r"pairs of raters +3$", run("light-kappa", scores).output, re.MULTILINE)


def test_ac1_and_ac2_have_names_of_their_own(run: Run, scores: Path) -> None:
    assert run("ac1", scores).output.startswith("Gwet's AC1: ")
    assert run("ac2", scores, "--weights", "linear").output.startswith("Gwet's AC2 (weights linear): ")
    assert run("ac1", scores, "--by", "type").output.startswith("Gwet's AC1\n")


# --- notes and the audit ----------------------------------------------------------------------


def test_a_note_about_all_slices_is_said_once(run: Run, scores: Path) -> None:
    text = run("alpha", scores, "--by", "type").output
    assert text.count("--metric ordinal follows from") == 1
    assert "Note: --metric ordinal" in text


def test_a_note_about_some_slices_names_them(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "slices.csv"
    rows = ["x,1,1", "x,1,1", "y,1,2", "y,2,2", "y,1,1", "z,2,2", "z,2,2"]
    file.write_text("\n".join(["type,a,b", *rows]) + "\n")
    reason = cc.cohen_kappa([1, 1], [1, 1]).notes[0].text
    assert f"Note: x, z: {reason}" in run("kappa", file, "--by", "type").output


def test_the_audit_says_what_was_guessed_and_all_the_ways_to_say_otherwise(run: Run, scores: Path) -> None:
    text = run("alpha", scores, "--audit", "--item", "id").output
    assert "8 rows read, 8 used." in text
    assert "To change what was inferred: --shape, --raters, --slices." in text
    assert "To change this, pass" not in text
    assert text.count("No scale was declared") == 1


def test_a_first_line_of_data_names_the_flag(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bare.csv"
    file.write_text("1,2\n2,2\n3,3\n1,2\n")
    assert "; if it contains the column names, pass --header." in run("kappa", file).output


# --- JSON -------------------------------------------------------------------------------------


def test_json_holds_what_the_text_shows(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "gaps.csv"
    file.write_text("id,a,b\n1,1,1\n2,2,NA\n3,2,2\n4,1,2\n")
    data = json.loads(run("kappa", file, "--item", "id", "--json").output)
    audit = cc.read(file, item="id").audit
    assert (data["source"], data["raters"]) == ("gaps.csv", ["a", "b"])
    assert data["audit"]["roles"] == {"shape": "wide", "item": "id", "raters": "a, b"}
    assert data["audit"]["guessed"] == ["shape", "raters"]
    names = ("rows_read", "rows_used", "dropped", "missing", "n_items", "n_raters", "n_ratings", "n_gaps")
    assert [data["audit"][n] for n in names] == [getattr(audit, n) for n in names]
    assert [data["audit"][n] for n in (*names[2:], "single_rated")] == [{}, {"NA": 1}, 4, 2, 7, 1, 1]
    assert [note["text"] for note in data["audit"]["notes"]] == [note.text for note in audit.notes]


def test_json_of_a_comparison_says_who_is_on_each_side(run: Run, scores: Path) -> None:
    data = json.loads(run("compare", "kappa", scores, *PAIR, "--against", "human,other", "--json").output)
    assert data["raters"] == {"first": ["human", "judge"], "second": ["human", "other"]}
    assert data["audit"]["rows_read"] == 8


def test_json_of_slices_has_the_audit_too(run: Run, scores: Path) -> None:
    data = json.loads(run("alpha", scores, "--by", "type", "--json").output)
    assert (data["source"], data["audit"]["n_raters"], len(data["slices"])) == ("scores.csv", 3, 2)
