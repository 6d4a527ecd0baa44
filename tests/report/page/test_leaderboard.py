"""The leaderboard of the page: what fits, what is named, and who is shown."""

from __future__ import annotations

from dataclasses import replace

from concordant.language.terms import term
from concordant.report.page.leaderboard import leaderboard
from concordant.report.page.measures import measures_view
from concordant.report.page.panels import contents_of
from concordant.report.page.verdict import verdict
from tests.example_studies import example_study


def heads(view: object) -> list[str]:
    return [head.words.text("en") for head in view.judges.heads if head.words]  # type: ignore[attr-defined]


def test_the_named_columns_come_before_those_that_may_be_left_out() -> None:
    study = example_study("judge")
    view = leaderboard(study)
    assert view is not None
    shown = heads(view)
    assert shown[:2] == ["judge", "weighted kappa"]
    assert {"exact", "within one", "bias", "vs people", "alt-test", "repeatability"} <= {*shown}
    assert "level (by CI)" not in shown
    board = study.leaderboard
    assert board is not None
    rows = tuple(replace(row, cost=0.25, seconds=2.0) for row in board.rows)
    view = leaderboard(replace(study, leaderboard=replace(board, rows=rows)))
    assert view is not None
    assert "cost per item" in heads(view)
    assert len(heads(view)) <= 10


def test_intervals_of_the_leaderboard_can_be_seen() -> None:
    view = leaderboard(example_study("judge"))
    assert view is not None
    bars = [cell.bar for row in view.judges.rows for cell in row.cells if cell.bar is not None]
    # 0.65 to 0.79 on an axis from 0.4 to 0.8 is about a third of it
    assert all(bar.span is not None and bar.span[1] > 20 for bar in bars)


def test_judges_are_chosen_before_people_among_themselves() -> None:
    names = [view.id for view in contents_of(example_study("judge")).views]
    assert names[0] == "main-view"
    assert names[1].startswith("judge-v1")
    assert names[2].startswith("people")


def test_what_the_goal_asks_for_stands_on_the_first_screen() -> None:
    study = example_study("judge")
    asked = verdict(study).aims
    assert [row.measure for row in asked] == ["exact_agreement", "adjacent_agreement", "cohen_kappa"]
    assert all(row.goal is not None and row.outcome for row in asked)


def test_a_gain_is_given_in_numbers_too() -> None:
    first = verdict(example_study("judge")).first
    assert first is not None
    headroom = example_study("judge").findings[0].headroom
    assert headroom is not None
    assert first.gain.numbers == dict.fromkeys(("en", "zh"), f"{headroom.now:.2f} → {headroom.repaired:.2f}")


def test_every_measure_is_explained_in_the_words_of_explain() -> None:
    one = example_study("judge").main
    assert one is not None
    view = measures_view(one)
    assert view is not None
    explained = {one.key: one for one in view.terms}
    assert {row.measure for row in (*view.first, *view.further)} <= {*explained}
    assert "no-skill-baseline" in explained
    for key, shown in explained.items():
        assert shown.answers["zh"] == term(key, "zh").answers
        assert shown.formula["en"] == term(key).formula
