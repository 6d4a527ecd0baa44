"""What the panels show: every number is one of the study's own, and stands where it belongs."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.study.comparison_report import ComparisonReport
from concordant.interpret.study.study import Study
from concordant.report.page.findings import findings_view
from concordant.report.page.measures import MeasureRow, measures_view, scale_for
from concordant.report.page.render import basis
from concordant.report.page.verdict import verdict
from tests.interpret.study_cases import some_cases, studied
from tests.interpret.study_data import scores, wide
from tests.interpret.test_study_words import harsh_judge


def main_of(study: Study) -> ComparisonReport:
    assert study.main is not None
    return study.main


def tile(study: Study, name: str) -> MeasureRow:
    found = measures_view(main_of(study))
    assert found is not None
    return next(t for t in (*found.first, *found.further) if t.name.text() == name)


# --- first --------------------------------------------------------------------------------------


def test_the_first_sentence_is_the_headline_and_nothing_is_said_twice() -> None:
    study = harsh_judge()
    view = verdict(study)
    assert view.sentence == study.headline[0]
    said = [one.text() for one in (*view.doubts, view.sentence, *view.limits, *view.more, view.read_as)]
    assert len(said) == len(set(said))
    assert {one.text() for one in study.headline} <= set(said)


def test_what_is_open_beside_a_goal_is_drawn_across_it() -> None:
    # the fourth round of four: goals are judged by intervals wider than the 95 % of the measures
    study = cc.study(Path(cc.__file__).parent / "data" / "rounds.csv")
    view = verdict(study)
    assert view.aims_level is not None
    assert "99.75%" in view.aims_level.text()
    assert {aim.outcome for aim in view.aims} == {"met", "cannot-tell"}
    for aim in view.aims:
        assert aim.bar is not None
        assert aim.bar.goal is not None
        assert aim.bar.span is not None
        low, width = aim.bar.span
        assert (low <= aim.bar.goal <= low + width) == (aim.outcome == "cannot-tell"), aim.name.text()
    assert "Cohen's kappa (unweighted)" in [aim.name.text() for aim in view.aims]


def test_limits_of_agreement_are_seen_without_a_click() -> None:
    old, new = (
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        [1.5, 2.0, 3.5, 4.0, 5.5, 6.0],
    )  # differences −0.5 and 0 by turns
    view = verdict(cc.study(old, new, scale="interval"))
    half = 1.96 * float(np.std(np.subtract(old, new), ddof=1))
    (said,) = [message.text() for message in view.limits]
    assert f"{-0.25 - half:.2f} and {-0.25 + half:.2f}".replace("-", "\N{MINUS SIGN}") in said
    assert said not in [message.text() for message in view.more]
    assert verdict(harsh_judge()).limits == ()


@pytest.mark.parametrize(
    ("wrong", "expected"), [(18, "CI entirely within"), (10, "CI extends into"), (4, "At least")]
)
def test_an_interval_in_the_worst_band_is_said_to_lie_there(wrong: int, expected: str) -> None:
    # of 24 pairs in two equally common categories these differ: kappa is below 0, the band called poor by
    # Landis and Koch, where more than half of them do
    first = [0, 1] * 12
    second = [1 - x if place < wrong else x for place, x in enumerate(first)]
    study = cc.study(first, second, scale="nominal")
    number = verdict(study).number
    assert number is not None
    assert number.verdict is not None
    assert number.verdict.text("en").startswith(expected)


def test_the_chip_says_how_the_goal_stands() -> None:
    study = harsh_judge()
    goal = main_of(study).goal
    assert goal is not None
    chip = verdict(study).chips[0]
    assert chip.state == goal.outcome
    assert "first version" in chip.message.text("en")
    assert "初版" in chip.message.text("zh")


def test_without_a_goal_or_stages_the_chip_is_the_word_that_the_limit_bears_out() -> None:
    study = studied("slices of text categories")
    word = main_of(study).main.verdicts[0].limit
    assert word is not None
    (chip,) = verdict(study).chips
    assert chip.state == "word"
    assert word.words["en"] in chip.message.text()


def test_ratings_of_one_who_repeated_them_have_a_first_sentence_too() -> None:
    study = studied("repeats of one rater only")
    assert study.main is None
    assert verdict(study).sentence == study.within[0].sentences[0]


def test_doubts_that_make_all_worthless_come_before_all_else() -> None:
    ratings = scores(80, 3) + np.array([1, 1, 0])  # one counts from nought, the others from one
    study = cc.study(wide(ratings, ["ann", "bob", "cid"]), raters=["ann", "bob", "cid"])
    assert [doubt.code for doubt in study.scale_doubts] == ["shifted"]
    view = verdict(study)
    assert view.doubts == study.scale_doubts[0].sentences
    assert not set(map(str, view.doubts)) & set(map(str, (view.sentence, *view.more)))


# --- measures --------------------------------------------------------------------------------------


def test_a_share_is_drawn_where_it_is_in_percent() -> None:
    study = harsh_judge()
    measured = main_of(study).measure("exact_agreement")
    assert measured is not None
    assert measured.result.interval is not None
    assert measured.ceiling is not None
    shown = tile(study, "Exact agreement")
    assert shown.bar is not None
    assert shown.bar.estimate == pytest.approx(100 * measured.result.estimate, abs=0.01)
    assert shown.bar.low == pytest.approx(100 * measured.result.interval.low, abs=0.01)
    assert shown.bar.high == pytest.approx(100 * measured.result.interval.high, abs=0.01)
    assert shown.bar.floor == pytest.approx(100 * measured.floor.level, abs=0.01)
    assert shown.bar.ceiling == pytest.approx(100 * measured.ceiling.estimate, abs=0.01)
    assert shown.bar.goal == 50  # the first stage asks for more than a half


def test_a_distance_is_drawn_the_other_way_round() -> None:
    # 0 on the right, 2 on the left: 0.5 lies three quarters of the way.
    axis = scale_for("mean_absolute_error", [0.5, 1.7])
    assert (axis.left, axis.right) == (2.0, 0.0)
    assert axis.place(0.5) == 75.0


def test_a_kappa_below_nought_has_room_on_its_axis() -> None:
    axis = scale_for("cohen_kappa", [-0.3, 0.2])
    assert (axis.left, axis.right) == (-0.5, 1.0)
    assert axis.place(-0.5) == 0.0
    assert axis.place(0.25) == 50.0
    assert axis.place(math.nan) is None


def test_a_tile_says_in_words_what_it_draws() -> None:
    shown = tile(harsh_judge(), "Exact agreement")
    texts = " ".join(
        said.text() for said in (shown.interval, shown.counted, shown.floor, shown.people) if said
    )
    measured = main_of(harsh_judge()).measure("exact_agreement")
    assert measured is not None
    assert measured.result.interval is not None
    assert measured.ceiling is not None
    for number in (measured.result.interval.low, measured.floor.level, measured.ceiling.estimate):
        assert f"{math.floor(100 * number + 0.5 + 1e-9)}%" in texts
    assert "60 items" in texts


def test_the_distance_says_who_rates_above_whom() -> None:
    study = harsh_judge()
    bias = main_of(study).measure("signed_bias")
    assert bias is not None
    assert bias.result.estimate < 0
    said = tile(study, "Mean absolute error").bias
    assert said is not None
    around = bias.result.interval
    assert around is not None
    ends = f"({-around.high:.2f} to {-around.low:.2f})"
    assert said.text() == f"On average, judge rates {-bias.result.estimate:.2f} below people {ends}."


def test_an_undefined_measure_is_a_dash_with_its_reason() -> None:
    shown = tile(studied("one category"), "Cohen's kappa")
    assert shown.bar is None
    assert shown.estimate == "–"
    assert shown.undefined is not None
    assert shown.undefined.text()


@some_cases(3)
def test_no_bar_reaches_beyond_its_axis(name: str) -> None:
    for one in studied(name).comparisons:
        found = measures_view(one)
        for shown in () if found is None else (*found.first, *found.further):
            bar = shown.bar
            if bar is not None:
                parts = (bar.estimate, bar.low, bar.high, bar.floor, bar.ceiling, bar.goal)
                assert all(0 <= part <= 100 for part in parts if part is not None)


# --- findings and what the numbers rest on ------------------------------------------------------


def test_problems_come_in_the_order_of_the_study_with_their_numbers() -> None:
    study = harsh_judge()
    assert study.findings
    shown = findings_view(study, main_of(study)).rows
    assert [p.text["en"] for p in shown] == [f.text("en") for f in study.findings]
    for one, finding in zip(shown, study.findings, strict=True):
        assert f"n = {finding.evidence.n_items}" in one.evidence.text("zh")
        head = finding.headroom
        if head is not None and head.gain > 0:
            assert one.gain.now is not None
            assert one.gain.repaired is not None
            assert one.gain.repaired - one.gain.now == pytest.approx(100 * head.gain, abs=0.05)


def test_the_examples_of_a_problem_open_the_card_of_that_item() -> None:
    study = harsh_judge()
    for one, finding in zip(findings_view(study, main_of(study)).rows, study.findings, strict=True):
        for example, raw in zip(one.examples, finding.examples, strict=False):
            assert example.item["en"] == str(raw["item"])
            place = int(example.href.removeprefix("#item-")) - 1
            assert study.items[place].item == str(raw["item"])


def test_the_header_says_what_the_numbers_rest_on() -> None:
    text = " · ".join(said.text() for said in basis(studied("gaps beside a judge")))
    gaps = re.search(r"(\d+) missing ratings", text)
    size = next(said for said in studied("gaps beside a judge").audit if said.code == "audit.size")
    assert gaps is not None
    assert int(gaps[1]) == size.facts["gaps"] > 0
    assert "3 raters" in text
    assert "judge compared with human_1 and human_2" in text
    assert "Cohen's kappa (quadratic weights)" in text
    assert "ordinal scale" in text


def test_items_with_dimensions_are_not_more_than_there_are() -> None:
    study = studied("dimensions")
    main = main_of(study)
    assert main.n_items > study.n_items
    assert basis(study)[0].text() == f"{study.n_items} items, {main.n_items:.0f} ratings in all"
