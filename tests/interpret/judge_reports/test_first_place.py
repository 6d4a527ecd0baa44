"""Votes of MT-bench files: who was shown first is kept, and used for the position bias of people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.judge_reports import PreferenceReport, preference_section, section_text
from concordant.interpret.judge_reports.first_place import first_places
from concordant.interpret.judge_reports.preference_votes import PreferenceVotes

ABILITY = {"alpha": 1.0, "beta": 0.3, "gamma": 0.0}


def winner(first: str, second: str, favour: float, rng: np.random.Generator) -> float:
    """1 where the answer shown first wins, 0 where it loses, by a logistic model with an effect of order."""
    return float(ABILITY[first] - ABILITY[second] + favour + rng.logistic() > 0)


def files(place: Path, favour: float, *, ordered: bool = False, n: int = 150) -> list[str]:
    """A judge in both orders and two people, each in an order drawn at random (or that of the names)."""
    rng = np.random.default_rng(11)
    judged: list[dict[str, Any]] = []
    votes: list[dict[str, Any]] = []
    for question in range(n):
        pair = [str(name) for name in rng.choice(list(ABILITY), 2, replace=False)]
        one, two = winner(pair[0], pair[1], 0.0, rng), winner(pair[1], pair[0], 0.0, rng)
        games = {
            "g1_winner": "model_1" if one else "model_2",
            "g2_winner": "model_2" if two else "model_1",
        }
        judged.append(
            {"question_id": question, "model_1": pair[0], "model_2": pair[1], **games,
             "judge": ["gpt-4", "pair-v2"], "turn": 1}
        )  # fmt: skip
        for person in ("expert_1", "expert_2"):
            a, b = sorted(pair) if ordered else [str(name) for name in rng.permutation(pair)]
            won = "model_a" if winner(a, b, favour, rng) else "model_b"
            votes.append(
                {
                    "question_id": question,
                    "model_a": a,
                    "model_b": b,
                    "winner": won,
                    "judge": person,
                    "turn": 1,
                }
            )
    found = []
    for name, records in (("gpt-4_pair", judged), ("human", votes)):
        file = place / f"{name}.jsonl"
        file.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
        found.append(str(file))
    return found


def places(report: PreferenceReport) -> dict[str, Any]:
    return {row.rater: row for row in report.places}


def test_people_who_favour_the_first_place_are_found(tmp_path: Path) -> None:
    report = cc.preferences(files(tmp_path, favour=1.0))
    people, judge = places(report)["people"], places(report)["gpt-4"]
    assert people.votes == 300
    assert people.result.interval.low > 0.5
    assert people.effect.interval.low < 1.0 < people.effect.interval.high  # the effect that was planted
    ends = [people.effect.estimate + sign * 1.959964 * people.effect.se for sign in (-1, 1)]
    assert [people.effect.interval.low, people.effect.interval.high] == pytest.approx(ends, abs=1e-5)
    assert judge.effect.interval.low < 0.0 < judge.effect.interval.high
    text = section_text(preference_section(report))
    assert "went to the answer shown first: a position bias" in text
    assert "先出现的回答" in section_text(preference_section(report), "zh")


def test_a_judge_is_compared_with_every_person_on_the_order_that_the_person_saw(tmp_path: Path) -> None:
    paths = files(tmp_path, favour=0.0)
    report = cc.preferences(paths)
    rows = {(row.first, row.second): row.result for row in report.agreement}
    assert rows["gpt-4", "people"].n_items == 300
    # By hand: the judge's game in the order of each vote
    judged, votes = ([json.loads(line) for line in Path(p).read_text().splitlines()] for p in paths)
    same = 0
    for vote in votes:
        game = judged[vote["question_id"]]
        first = game["model_1"] == vote["model_a"]
        by_judge = game["model_1" if game["g1_winner" if first else "g2_winner"] == "model_1" else "model_2"]
        same += by_judge == vote[vote["winner"]]
    assert rows["gpt-4", "people"].estimate == pytest.approx(same / 300)
    # Two people who saw a pair in different orders are compared too
    assert rows["people", "people"].n_items == 150
    pairs = list(zip(votes[::2], votes[1::2], strict=True))
    assert rows["people", "people"].estimate == pytest.approx(
        np.mean([a[a["winner"]] == b[b["winner"]] for a, b in pairs])
    )


def test_ties_favour_no_place() -> None:
    # six votes for the first place, two for the second, and eight ties: 6 of 8
    votes = np.array([1.0] * 6 + [0.0] * 2 + [0.5] * 8)
    names = tuple(np.resize(["beta", "alpha"], 16).tolist())
    kept = PreferenceVotes(
        votes={"ann": votes}, first=names, second=names[1:] + names[:1], units=np.arange(16), pairs=()
    )
    (row,) = first_places(kept, {"ann": ["ann"]}, {}, 0.95)
    assert row.votes == 8
    assert row.result.estimate == 0.75


def test_names_in_order_say_nothing_of_places(tmp_path: Path) -> None:
    report = cc.preferences(files(tmp_path, favour=1.0, ordered=True)[1:])
    assert report.places == ()
    assert "Which answer was shown first is unknown" in section_text(preference_section(report))
    assert "不知道哪个回答先出现" in section_text(preference_section(report), "zh")
