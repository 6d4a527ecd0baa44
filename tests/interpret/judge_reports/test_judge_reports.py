"""A study has judge methods where the data call for them, and what it states is true of the data."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.judge_reports import judge_sections
from concordant.interpret.study import Study
from concordant.report.page.render import page
from concordant.report.render.csv import csv_files
from concordant.report.tidy import tidy_tables

from .made_studies import NAMES, half_labelled, made_study, voted


def keys(study: Study) -> list[str]:
    return [part.key for part in judge_sections(study.judge_reports)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("corrected", ["corrected", "map"]),
        ("binary", ["corrected", "binary", "truth"]),
        ("threshold", ["threshold"]),
        ("soft", ["soft", "truth"]),
        ("panel", ["panel"]),
        ("preferences", ["preferences"]),
        ("map", ["map"]),
        ("labels", ["panel", "truth"]),
    ],
)
def test_each_part_appears_where_the_data_call_for_it(name: str, expected: list[str]) -> None:
    assert keys(made_study(name)) == expected


def test_items_that_all_weigh_nothing_get_none_of_it() -> None:
    rows = {"item": [1, 1, 2, 2], "rater": ["ann", "bob"] * 2, "score": [1, 0, 1, 1], "weight": [0] * 4}
    assert keys(cc.study(rows)) == []


def test_two_raters_who_rated_everything_get_none_of_it() -> None:
    assert keys(cc.study({"human": [1, 2, 3, 4] * 10, "judge": [1, 2, 3, 3] * 10})) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_study_survives_json(name: str) -> None:
    study = made_study(name)
    text = json.dumps(study.judge_reports.to_dict(), allow_nan=False)
    assert type(study.judge_reports).from_dict(json.loads(text)) == study.judge_reports


@pytest.mark.parametrize("name", NAMES)
def test_every_part_is_in_text_page_and_files(name: str) -> None:
    study = made_study(name)
    shown, files = page(study), csv_files(study, "zh")
    for part in judge_sections(study.judge_reports):
        for lang in ("en", "zh"):
            assert part.title.text(lang) in study.text(lang)
        assert f'id="{part.key}-judge_section"' in shown
        for table in part.tables:
            assert f"{table.name}.csv" in files
            assert len(tidy_tables(study)[table.name]) >= len(table.rows)


def test_the_corrected_mean_beats_the_judge_alone() -> None:
    """The judge is half a point low on average; people's mean over all items is known here."""
    (report,) = made_study("corrected").judge_reports.corrected
    whole = half_labelled(labels=400)
    truth = np.mean(whole["human"])
    rows = {row.what: row.result for row in report.rows}
    assert truth in rows["corrected"].interval
    assert truth not in rows["judge"].interval
    assert report.sentences[0].code == "judge_reports.mean-off"


@pytest.mark.parametrize(("errors", "suffice"), [(0.35, True), (0.02, False)])
def test_labels_that_are_more_precise_without_the_judge_are_said_to_suffice(
    errors: float, suffice: bool
) -> None:
    rng = np.random.default_rng(6)
    truth = rng.random(600) < 0.5
    judge = truth ^ (rng.random(600) < errors)
    said = [["fail", "pass"][int(x)] for x in truth]
    data = {
        "human": [x if i < 100 else None for i, x in enumerate(said)],
        "judge": [["fail", "pass"][int(x)] for x in judge],
    }
    (report,) = cc.study(data).judge_reports.corrected
    assert ("judge_reports.labels-suffice" in [one.code for one in report.sentences]) == suffice


def test_labels_that_were_chosen_are_noticed() -> None:
    data = half_labelled()
    order = np.argsort(data["judge"], kind="stable")  # people labelled what the judge scored lowest
    chosen = {"human": [data["human"][i] for i in range(400)], "judge": [data["judge"][i] for i in order]}
    study = cc.study(chosen, rater_kind={"judge": "judge", "human": "human"})
    codes = [message.code for message in study.judge_reports.corrected[0].sentences]
    assert codes == ["notes.labels-chosen", "judge_reports.mean-off"]  # it comes first, and nothing is saved


def test_errors_by_kind_have_a_baseline_and_people() -> None:
    (report,) = made_study("binary").judge_reports.binary
    known = {one.name: one for one in report.measures}
    assert report.positive == "pass"
    assert known["sensitivity"].no_skill == pytest.approx(report.flagged)
    assert known["precision"].no_skill == pytest.approx(report.prevalence)
    assert known["f1"].people is not None
    assert "judge_reports.binary-flags" in [message.code for message in report.sentences]


def test_a_judge_that_errs_more_than_people_is_further_from_them() -> None:
    (report,) = made_study("soft").judge_reports.soft_labels
    assert report.sentences[0].code == "judge_reports.soft-total-variation-further"
    alike = cc.study(voted(error=0.2), rater_kind={"judge": "judge"}).judge_reports.soft_labels[0]
    assert alike.sentences[0].code == "judge_reports.soft-total-variation-level"


def test_a_panel_of_independent_judges_is_reliably_better_and_runs_follow_spearman_and_brown() -> None:
    reports = made_study("panel").judge_reports
    assert reports.panel.sentences[0].code == "judge_reports.panel-better"
    rows = [row for row in reports.runs[0].rows if row.judge == "judge_a"]
    one = rows[0].reliability
    assert rows[1].reliability == pytest.approx(2 * one / (1 + one))
    gain = np.sqrt(2 / (1 + one))
    assert rows[1].result.estimate == pytest.approx(min(gain * rows[0].result.estimate, 1))


def test_preferences_show_who_wins_and_who_favours_the_first_place() -> None:
    report = made_study("preferences").judge_reports.preferences
    best = {row.rater: row.name for row in reversed(report.wins)}
    assert best == {"people": "alpha", "judge": "alpha"}
    flips = {row.rater: row.flips for row in report.orders}
    assert flips["judge"].p_value < 0.01
    assert flips["human_1"].p_value > 0.05
    assert {row.pairs for row in report.orders} == {80}


def test_the_accuracy_of_raters_is_found_without_a_truth() -> None:
    # four people are right on 1 − .2·2/3 = .867 of the items, the judge on 1 − .6·2/3 = .6
    report = made_study("soft").judge_reports.truth
    found = {row.rater: row.result for row in report.raters}
    assert 0.6 in found["judge"].interval
    assert sum(0.867 in found[name].interval for name in ("ann", "bob", "cal", "dee")) >= 3


def test_a_rater_is_held_against_the_majority_of_the_others() -> None:
    # all x: all are with the others; x y x: b is not, a and c see the others tied; y y x: c is not
    data = {"ann": ["x", "x", "y"] * 15, "bob": ["x", "y", "y"] * 15, "cal": ["x", "x", "x"] * 15}
    report = cc.study(data).judge_reports.truth
    assert {row.rater: row.majority for row in report.raters} == {"ann": 1.0, "bob": 0.5, "cal": 0.5}


def test_the_errors_of_each_rater_have_intervals_that_hold_the_truth() -> None:
    # voted(): who errs draws one of three answers, so that each wrong one has a third of the errors
    cells = made_study("soft").judge_reports.truth.confusion
    assert len(cells) == 5 * 3 * 3
    wrong = [cell for cell in cells if cell.rater == "judge" and cell.truth != cell.answer]
    held = [cell.result.interval.low <= 0.2 <= cell.result.interval.high for cell in wrong]
    assert sum(held) >= len(wrong) - 1
    by_truth = [c.result.estimate for c in cells if (c.rater, c.truth) == ("ann", "x")]
    assert sum(by_truth) == pytest.approx(1)
    # The items of each true category are estimated, 150 in all
    items = [c.result.n_items for c in cells if (c.rater, c.answer) == ("ann", "x")]
    assert sum(items) == pytest.approx(150)
    assert min(items) > 30


def test_counted_data_get_what_data_in_memory_get(tmp_path: Path) -> None:
    data = voted()
    file = tmp_path / "votes.csv"
    rows = zip(*data.values(), strict=True)
    lines = [",".join(data), *(",".join(row) for row in rows)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    kinds = {"judge": "judge"}
    counted, memory = (cc.study(file, engine=engine, rater_kind=kinds) for engine in ("duckdb", "memory"))
    assert keys(counted) == keys(memory)
    accuracy = [
        [row.result.estimate for row in study.judge_reports.truth.raters] for study in (counted, memory)
    ]
    assert accuracy[0] == pytest.approx(accuracy[1], abs=1e-6)


def test_more_counted_items_than_are_written_out_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("concordant.interpret.judge_reports.reports._MOST_WRITTEN", 100)
    data = voted()
    file = tmp_path / "votes.csv"
    file.write_text(
        "\n".join([",".join(data), *(",".join(row) for row in zip(*data.values(), strict=True))]),
        encoding="utf-8",
    )
    study = cc.study(file, engine="duckdb", rater_kind={"judge": "judge"})
    assert "left-out" in keys(study)
    assert "counts of 150 items" in study.text()
    assert "未计算校正后的平均分" in study.text("zh")
    assert 'id="left-out-judge_section"' in page(study)


def test_weights_of_a_sample_are_said_to_be_left_out() -> None:
    data = {**voted(), "weight": [1.5, 2.5] * 75}
    study = cc.study(data, case_weights="weight", rater_kind={"judge": "judge"})
    assert "sampling weights" in study.judge_reports.left_out.text()


@pytest.mark.parametrize(
    ("unsure", "english", "chinese"),
    [
        (None, "no item that judge rated 'unsure' has a human label", "评为“unsure”的条目都没有人工标签"),
        ("fail", "no label by people is 'unsure'", "人工标签中没有“unsure”"),
    ],
)
def test_a_share_that_labels_cannot_correct_says_which_labels_are_missing(
    unsure: str | None, english: str, chinese: str
) -> None:
    judge = ["pass", "fail", "pass", "unsure", "fail"] * 40
    human = [unsure if said == "unsure" else said for said in judge[:80]] + [None] * 120
    study = cc.study({"human": human, "judge": judge}, rater_kind={"judge": "judge", "human": "human"})
    (report,) = study.judge_reports.corrected
    assert report.rows == ()
    for lang, words in (("en", english), ("zh", chinese)):
        text = study.text(lang)
        assert words in text
        section = next(one for one in judge_sections(study.judge_reports) if one.key == "corrected")
        assert section.tables == ()
        assert section.title.text(lang) in text
