"""A study of preferences: ties are one category, and the order in which a pair was seen loses no rater."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.judge_reports import as_pair_rows, preference_section, section_text


def votes(questions: int = 40) -> pd.DataFrame:
    """Columns of MT-bench: two people see a pair in opposite orders; the judge agrees on turn 1 only.

    On turn 1 everybody says that alpha wins; on turn 2 people say beta, and the judge contradicts itself.
    """
    rows: list[dict[str, Any]] = []
    for question in range(questions):
        for turn in (1, 2):
            alpha_wins = turn == 1
            for judge, first in (("expert_1", "alpha"), ("expert_2", "beta"), ("gpt4_pair", "beta")):
                won = "model_a" if (first == "alpha") is alpha_wins else "model_b"
                if judge == "gpt4_pair" and turn == 2:
                    won = "tie (inconsistent)"
                if question == 0 and turn == 1:
                    won = "tie"
                second = "beta" if first == "alpha" else "alpha"
                rows.append(
                    {"question_id": question, "model_a": first, "model_b": second, "winner": won,
                     "judge": judge, "turn": turn}
                )  # fmt: skip
    return pd.DataFrame(rows)


@pytest.fixture(scope="module")
def study(tmp_path_factory: Any) -> Any:
    file = tmp_path_factory.mktemp("votes") / "votes.csv"
    votes().to_csv(file, index=False)
    return cc.study(file)


def test_a_study_compares_what_preferences_compares(study: Any) -> None:
    judge = study.comparison("gpt4_pair").measure("exact_agreement").result
    # 40 of 80 pairs: all of turn 1, none of turn 2
    assert (judge.estimate, judge.n_items) == (0.5, 80)
    people = study.comparison("people").measure("exact_agreement").result
    assert (people.estimate, people.n_items) == (1.0, 80)  # 80 pairs in opposite orders
    (row,) = [row for row in study.judge_reports.preferences.agreement if row.first == "gpt4_pair"]
    assert row.result.estimate == judge.estimate


def test_every_tie_is_one_category_and_a_reader_is_told(study: Any) -> None:
    assert study.scale.categories == ("alpha", "beta", "tie")
    english, chinese = study.summary().splitlines()[1:4], study.summary("zh").splitlines()[1:4]
    assert "`concordant preferences votes.csv`" in english[0]
    assert "`concordant preferences votes.csv`" in chinese[0]
    assert "“tie (inconsistent)” (40)" in english[1]
    assert "也按平局计" in chinese[1]
    # expert_1 saw each of 80 pairs first; the two who saw it the other way round are moved
    assert "opposite order (160)" in english[2]


def test_turns_are_a_slice_of_the_study_and_a_table_of_preferences(study: Any) -> None:
    tables = {table.column: table for table in study.comparison("gpt4_pair").slices}
    assert {row.value: row.exact.estimate for row in tables["turn"].rows} == {"1": 1.0, "2": 0.0}
    report = study.judge_reports.preferences
    found = {(row.turn, row.agreement.first): row.agreement.result.estimate for row in report.turns}
    assert found == {("1", "people"): 1, ("1", "gpt4_pair"): 1, ("2", "people"): 1, ("2", "gpt4_pair"): 0}
    assert "Same preference by turn" in section_text(preference_section(report))
    assert "各轮对话中偏好相同的比例" in section_text(preference_section(report), "zh")


def test_ties_marked_as_inconsistent_count_as_pairs_that_turned_with_the_order(study: Any) -> None:
    (row,) = study.judge_reports.preferences.orders
    assert (row.rater, row.pairs, row.result.estimate, row.flips) == ("gpt4_pair", 80, 0.5, None)
    assert "gpt4_pair is consistent on 50% of 80 pairs" in study.text()
    assert "前后一致；其余标为不一致" in study.text("zh")


def test_turns_of_a_question_are_not_mistaken_for_both_orders() -> None:
    # one rater, turn 1 with alpha first, turn 2 with beta first: no pair was asked in both orders
    frame = pd.DataFrame(
        [
            {"question": q, "turn": t, "model_a": a, "model_b": b, "preference": "AB"[q % 2], "rater": r}
            for q in range(20)
            for r in ("ann", "bob")
            for t, a, b in ((1, "alpha", "beta"), (2, "beta", "alpha"))
        ]
    )
    report = cc.preferences(frame)
    assert report.orders == ()
    assert {row.turn for row in report.turns} == {"1", "2"}


def test_places_in_opposite_orders_become_names_of_winners() -> None:
    # ann and bob both prefer alpha, shown first to one and second to the other
    frame = pd.DataFrame(
        [
            {"question": q, "model_a": a, "model_b": b, "preference": won, "rater": r}
            for q in range(20)
            for r, a, b, won in (("ann", "alpha", "beta", "A"), ("bob", "beta", "alpha", "B"))
        ]
    )
    ratings = as_pair_rows(cc.read(frame))
    assert len(ratings) == 20
    assert [str(ratings.labels[codes[0]]) for codes in ratings.columns] == ["alpha", "alpha"]
    assert cc.study(frame).comparison("raters").measure("exact_agreement").result.estimate == 1


def test_raters_who_voted_in_both_orders_keep_their_rows() -> None:
    frame = pd.DataFrame(
        [
            {"question": q, "model_a": a, "model_b": b, "preference": "AB"[q % 2], "rater": r}
            for q in range(20)
            for r in ("ann", "bob")
            for a, b in (("alpha", "beta"), ("beta", "alpha"))
        ]
    )
    ratings = cc.read(frame)
    assert len(as_pair_rows(ratings)) == len(ratings) == 40


def test_ratings_that_are_no_preferences_stay_the_same() -> None:
    ratings = cc.read({"ann": ["x", "y", "x"], "bob": ["x", "x", "y"]})
    assert as_pair_rows(ratings) is ratings


def test_a_source_with_a_blank_in_its_name_is_not_pasted(tmp_path: Path) -> None:
    file = tmp_path / "my votes.csv"
    votes(12).to_csv(file, index=False)
    assert "`cc.preferences`" in cc.study(file).summary().splitlines()[1]
