"""The rounds strip: every mark where it belongs, what is unsure is drawn so, and the verdict is said."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import concordant as cc
from concordant.digits import rounded
from concordant.errors import OptionError
from concordant.interpret.rounds.progress import Progress
from concordant.interpret.study.comparison_report import ComparisonReport
from concordant.language.render import LANGUAGES
from concordant.report.figure import Figure
from concordant.report.figures.axis_labels import wrapped
from concordant.report.figures.goal_line import goal_of
from concordant.report.figures.rounds import Round, progress_strip, rounds_of, rounds_strip
from concordant.report.figures.study_figures import figures_of
from tests.report.figures.test_figures_b import rows, tables, texts
from tests.report.progress_made import convergence, progress, rounds_study

VALUES = [0.55, 0.63, 0.78, 0.77]


def strip(found: Progress, **options: Any) -> Figure:
    return rounds_strip(rounds_of(found), convergence=found.convergence, **options)


def drawn(figure: Figure) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of the rounds and those of the changes."""
    upper, lower = figure.spec["vconcat"]
    found = [next(data for data in tables(part) if "place" in data[0]) for part in (upper, lower)]
    return found[0], found[1]


def layers(part: Any) -> Iterator[dict[str, Any]]:
    yield from part["layer"]


@pytest.fixture(scope="module")
def one() -> ComparisonReport:
    found = rounds_study().main
    assert found is not None
    return found


def test_every_round_has_its_value_and_interval() -> None:
    found = progress(VALUES)
    upper, _ = drawn(strip(found))
    assert [row["y"] for row in upper] == VALUES
    assert [row["name"] for row in upper] == ["v1", "v2", "v3", "v4"]
    ends = [one.tracked.interval for one in found.rounds]
    assert [(row["low"], row["high"]) for row in upper] == [
        (rounded(e.low), rounded(e.high)) for e in ends if e is not None
    ]


def test_changes_of_shares_are_drawn_in_points_and_the_first_round_has_none() -> None:
    _, lower = drawn(strip(progress(VALUES)))
    assert [None if row["y"] is None else round(row["y"], 9) for row in lower] == [None, 8.0, 15.0, -1.0]
    flat = [row for row in rows(strip(progress(VALUES)), "low", "high", "y") if "place" not in row]
    assert flat == [{"y": 0.0, "low": -1.0, "high": 1.0}]


def test_changes_of_other_measures_are_drawn_as_they_are() -> None:
    figure = strip(progress([0.4, 0.5], measure="cohen_kappa"))
    _, lower = drawn(figure)
    assert lower[1]["y"] == pytest.approx(0.1)
    assert {"y": 0.0, "low": -0.01, "high": 0.01} in list(rows(figure, "low", "high"))


def test_rounds_compared_as_independent_are_hollow_and_dashed_and_said_to_be() -> None:
    found = progress(VALUES)
    changes = (found.changes[0], replace(found.changes[1], paired=False), found.changes[2])
    figure = strip(replace(found, changes=changes))
    lower = figure.spec["vconcat"][1]
    dashed = [x for x in layers(lower) if isinstance(x["mark"], dict) and x["mark"].get("strokeDash")]
    assert len(dashed) == 1
    assert [row["name"] for row in next(tables(dashed[0]))] == ["v3"]
    hollow = [x for x in layers(lower) if isinstance(x["mark"], dict) and x["mark"].get("filled") is False]
    assert [row["name"] for row in next(tables(hollow[0]))] == ["v3"]
    assert "as independent samples" in figure.spec["description"]
    assert "as independent samples" not in strip(found).spec["description"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("verdict", ["converged", "improving", "worse", "cannot-tell"])
def test_the_verdict_stands_under_the_title_and_in_the_words_for_those_who_cannot_see(
    verdict: str, lang: Any
) -> None:
    figure = rounds_strip(rounds_of(progress(VALUES)), convergence=convergence(verdict), lang=lang)
    said = {
        "converged": ("Converged", "已收敛"), "improving": ("Still improving", "仍在提升"),
        "worse": ("Declining", "正在变差"), "cannot-tell": ("Inconclusive", "尚无法判断"),
    }[verdict][lang == "zh"]  # fmt: skip
    assert figure.spec["title"]["subtitle"][0].startswith(said)
    assert said in figure.spec["description"]
    assert "1 percentage point" in figure.spec["description"] or lang == "zh"


def test_the_goal_is_a_line_where_the_goal_names_the_tracked_measure(one: ComparisonReport) -> None:
    target = {"measure": "exact_agreement", "more_than": 0.72}
    asked = rounds_study(goal={"name": "ours", "targets": [target]}).main
    assert asked is not None
    assert goal_of(asked, "exact_agreement", {}) == 0.72
    assert math.isnan(goal_of(asked, "cohen_kappa", {}))
    assert {"y": 0.72, "said": "目标 72%"} in list(rows(progress_strip(asked, lang="zh"), "said"))
    assert "goal" not in json.dumps(progress_strip(one).spec["vconcat"])


def test_without_a_goal_the_next_stage_is_a_thin_line(one: ComparisonReport) -> None:
    figure = progress_strip(one)
    assert {"y": 0.65, "said": "65%"} in list(
        rows(figure, "said")
    )  # over four looks the first stage is reached
    told = " ".join(figure.spec["title"]["subtitle"])
    assert "the next stage, “optimised version”, requires more than 65%" in told
    target = {"measure": "exact_agreement", "more_than": 0.72}
    asked = rounds_study(goal={"name": "ours", "targets": [target]}).main
    assert asked is not None
    assert "stage" not in json.dumps(progress_strip(asked).spec["title"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_above_the_strip_are_no_wider_than_a_telephone_and_read_out_whole(
    one: ComparisonReport, lang: Any
) -> None:
    lines = progress_strip(one, lang=lang).spec["title"]["subtitle"]
    assert max(sum(2 if ord(sign) > 0x2E80 else 1 for sign in line) for line in lines) <= 72
    whole = "a bar that crosses 0 is compatible with no change" if lang == "en" else "竖线跨过零线的"
    assert whole in progress_strip(one, lang=lang).spec["description"]
    long = ["x" * 12 + " word" * 40, "一" * 90 + "。"]
    pieces = [*wrapped(long, 300)]
    assert "".join(pieces).replace(" ", "") == "".join(long).replace(" ", "")
    assert not any(piece.startswith("。") for piece in pieces)


def test_the_strip_of_a_study_shows_its_own_progress(one: ComparisonReport) -> None:
    assert one.progress is not None
    upper, lower = drawn(progress_strip(one))
    assert [row["y"] for row in upper] == [rounded(r.tracked.estimate) for r in one.progress.rounds]
    found = [c.measure(one.progress.measure) for c in one.progress.changes]
    assert [row["y"] for row in lower[1:]] == [
        rounded(100 * m.difference.estimate) for m in found if m is not None
    ]
    assert "rounds-strip" in figures_of(rounds_study())


def test_a_comparison_without_rounds_says_so() -> None:
    plain = cc.study([0, 1, 1, 2], [0, 1, 2, 2]).main
    assert plain is not None
    with pytest.raises(OptionError, match="no rounds here"):
        progress_strip(plain)


def test_rounds_without_a_value_are_no_strip() -> None:
    nothing = Round(name="v1", result=cc.cohen_kappa([1, 1], [1, 1]))
    with pytest.raises(OptionError, match="no round has a value"):
        rounds_strip([nothing])


def test_a_round_that_is_not_defined_is_left_empty() -> None:
    figure = strip(progress([0.5, math.nan, 0.6]))
    assert "vconcat" not in figure.spec  # no change is defined
    assert [row["y"] for row in rows(figure, "place")] == [0.5, None, 0.6]
    four = strip(progress([0.5, math.nan, 0.6, 0.65]))
    assert [row["y"] is None for row in drawn(four)[1]] == [True, True, True, False]


def test_without_any_change_the_names_stand_below_the_measure() -> None:
    figure = strip(replace(progress([0.5]), convergence=None))
    assert "vconcat" not in figure.spec
    assert "v1" in json.dumps(figure.spec)


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("n", [2, 30])
def test_two_and_thirty_rounds_with_hostile_and_endless_names_are_drawn(n: int, lang: Any) -> None:
    names = [f"<script>{'x' * 10_000}</script> {place} שלום" for place in range(n)]
    figure = strip(progress([0.5 + 0.01 * place for place in range(n)], names), lang=lang, goal=0.7)
    svg = figure.svg()
    assert "<script" not in svg
    assert len(svg) < 300_000
    for text in texts(figure.spec):
        assert not {"nan", "None"} & set(re.findall(r"[A-Za-z]+", text))


def test_own_rounds_are_drawn_without_a_verdict() -> None:
    own = rounds_of(replace(progress(VALUES), convergence=None))
    assert rounds_strip(own).spec["title"]["subtitle"][0].startswith("From 55% (v1) to 77% (v4)")
