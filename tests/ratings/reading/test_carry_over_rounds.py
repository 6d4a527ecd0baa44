"""People who rated once, without a round, beside a judge that was run again in every round."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.notes import note_message
from concordant.ratings.ratings import Ratings
from concordant.ratings.reading.carry_over_rounds import HELD, stray_rows

N = 12


def rows(rater: str, round_: Any, add: int = 0, n: int = N, **more: Any) -> list[dict[str, Any]]:
    return [
        {"item": f"q{i}", "rater": rater, "value": (i + add) % 3, "round": round_, **more} for i in range(n)
    ]


def read(*parts: list[dict[str, Any]], **options: Any) -> Ratings:
    return cc.as_ratings(pd.DataFrame([one for part in parts for one in part]), **options)


def judge(n: int = N, **more: Any) -> list[dict[str, Any]]:
    return [one for add, name in enumerate(("v1", "v2", "v3")) for one in rows("judge", name, add, n, **more)]


def said_by(ratings: Ratings, rater: str) -> dict[tuple[Any, ...], Any]:
    codes = ratings.columns[ratings.place_of(rater)].tolist()
    assert ratings.round is not None
    keys = zip(ratings.item_labels.tolist(), ratings.round.tolist(), strict=True)
    return {key: ratings.labels.tolist()[code] for key, code in zip(keys, codes, strict=True) if code >= 0}


@pytest.mark.parametrize("blank", [None, "", "  ", float("nan")])
def test_what_people_said_without_a_round_holds_in_every_round(blank: Any) -> None:
    r = read(rows("human", blank), judge())
    assert len(r) == 3 * N
    assert said_by(r, "human") == {(f"q{i}", v): i % 3 for i in range(N) for v in ("v1", "v2", "v3")}


def test_rounds_that_are_numbers_may_be_blank_too() -> None:
    parts = [one for number in (1, 2) for one in rows("judge", number)]
    r = read(rows("human", np.nan), parts)
    assert sorted(set(said_by(r, "human"))) == sorted((f"q{i}", v) for i in range(N) for v in (1, 2))


def test_it_is_said_with_the_count_in_both_languages() -> None:
    r = read(rows("human_1", None), rows("human_2", None, n=5), judge())
    (note,) = (one for one in r.audit.notes if one.code == HELD)
    assert note.text == ("17 ratings have no round and count in every round: those by human_1, human_2.")
    assert note_message(note).text("en") == note.text
    assert note_message(note).text("zh") == "human_1、human_2 的 17 个评分没有轮次，视为在每一轮都有效。"


def test_it_is_the_same_as_a_column_of_people_in_every_round() -> None:
    once = read(rows("human", None), judge())
    wide = pd.concat(
        pd.DataFrame({"item": [f"q{i}" for i in range(N)], "human": np.arange(N) % 3, "round": v,
                      "judge": (np.arange(N) + add) % 3})
        for add, v in enumerate(("v1", "v2", "v3"))
    )  # fmt: skip
    again = cc.as_ratings(wide)
    for rater in ("human", "judge"):
        assert said_by(once, rater) == said_by(again, rater)


def test_a_wide_table_may_have_people_in_rows_of_their_own() -> None:
    people = pd.DataFrame({"item": [f"q{i}" for i in range(N)], "human": np.arange(N) % 3})
    runs = [
        pd.DataFrame({"item": people["item"], "round": v, "judge": np.arange(N) % 3}) for v in ("v1", "v2")
    ]
    r = cc.as_ratings(pd.concat([people, *runs]))
    assert len(r) == 2 * N
    assert set(said_by(r, "human")) == {(f"q{i}", v) for i in range(N) for v in ("v1", "v2")}


def test_an_item_that_is_in_no_round_stays_where_it_is() -> None:
    r = read(rows("human", None), judge(n=9))
    assert len(r) == 3 * 9 + 3
    assert stray_rows(r) == 0
    assert r.n_items == N


def test_who_rated_in_some_round_is_not_held_over() -> None:
    r = read(rows("human", None, n=5), rows("human", "v1"), judge())
    assert len(r) == 3 * N + 5
    assert set(said_by(r, "human")) == {(f"q{i}", "v1") for i in range(N)} | {
        (f"q{i}", "(missing)") for i in range(5)
    }
    assert stray_rows(r) == 5
    assert not any(note.code == HELD for note in r.audit.notes)


def test_a_judge_without_a_round_is_not_held_over_and_people_beside_it_are() -> None:
    r = read(rows("human", None), rows("judge_b", None), judge())
    assert set(said_by(r, "judge_b")) == {(f"q{i}", "(missing)") for i in range(N)}
    assert len(said_by(r, "human")) == 4 * N
    assert stray_rows(r) == N


def test_nothing_is_held_over_where_nobody_has_a_round_or_everybody_has() -> None:
    for r in (read(rows("human", None), rows("judge", None)), read(rows("human", "v1"), judge())):
        assert not any(note.code == HELD for note in r.audit.notes)


def test_dimensions_are_kept_apart_and_repeats_of_the_judge_all_have_it() -> None:
    people = [{**one, "dimension": d, "value": (one["value"] + (d == "b")) % 3, "repeat": None}
              for d in "ab" for one in rows("human", None)]  # fmt: skip
    runs = [{**one, "dimension": d, "repeat": k} for d in "ab" for k in (1, 2) for one in judge()]
    r = read(people, runs)
    assert len(r) == 2 * 2 * 3 * N
    human = r.labels[r.columns[r.place_of("human")]]
    assert r.dimension is not None
    expected = [(int(item[1:]) + (d == "b")) % 3 for item, d in zip(r.item_labels, r.dimension, strict=True)]
    assert human.tolist() == expected


def test_what_people_repeated_holds_for_the_same_repeat() -> None:
    people = [one for k in (1, 2) for one in rows("human", None, add=k, repeat=k)]
    runs = [one for k in (1, 2) for one in judge(repeat=k)]
    r = read(people, runs)
    assert r.repeat is not None
    human = r.labels[r.columns[r.place_of("human")]]
    expected = [(int(item[1:]) + int(k)) % 3 for item, k in zip(r.item_labels, r.repeat, strict=True)]
    assert human.tolist() == expected


def test_comments_go_with_the_ratings() -> None:
    people = [{**one, "comment": f"about {one['item']}"} for one in rows("human", None)]
    r = read(people, [{**one, "comment": None} for one in judge()], comment="comment")
    assert r.comments is not None
    own = r.comments[r.place_of("human")]
    assert own is not None
    assert [own.text(row) for row in range(len(r))] == [f"about {item}" for item in r.item_labels]


def test_what_only_the_rows_of_people_say_of_an_item_is_not_lost() -> None:
    people = [{**one, "topic": "ab"[i % 2], "prompt": f"What is {one['item']}?"}
              for i, one in enumerate(rows("human", None))]  # fmt: skip
    runs = [{**one, "topic": None, "prompt": None} for one in judge()]
    runs[0] |= {"topic": "b", "prompt": "Its own"}
    r = read(people, runs, slices=["topic"], text="prompt")
    own = (r.item_labels == "q0") & (r.round == "v1")
    numbers = [int(item[1:]) for item in r.item_labels]
    assert r.slices["topic"].tolist() == [
        "b" if at else "ab"[i % 2] for i, at in zip(numbers, own, strict=True)
    ]
    sentences = [r.texts["prompt"].text(row) for row in range(len(r))]
    assert sentences == ["Its own" if at else f"What is q{i}?" for i, at in zip(numbers, own, strict=True)]


# --- what is made of it -------------------------------------------------------------------------


def test_a_study_a_check_and_drift_have_the_judge_beside_people() -> None:
    data = pd.DataFrame([*rows("human_1", None), *rows("human_2", None), *judge()])
    study = cc.study(data)
    for one in study.comparisons:
        assert one.progress is not None
        assert [facts.n_items for facts in one.progress.rounds] == [N] * 3
        assert "24 ratings have no round" in " ".join(said.text() for said in one.progress.sentences)
    exact = study.comparisons[-1].progress.rounds  # type: ignore[union-attr]
    assert [facts.tracked.estimate for facts in exact] == [1.0, 0.0, 0.0]
    gate = cc.check(data, baseline="v1")
    assert gate.outcome == "not-met"
    assert "24 ratings have no round" in gate.summary()
    assert cc.drift(data).runs[0].with_people is not None


def test_rows_of_no_round_that_do_not_hold_are_refused_where_rounds_are_told_apart() -> None:
    data = pd.DataFrame([*rows("human", None, n=1), *rows("human", "v1"), *judge()])
    with pytest.raises(cc.InputError, match="1 row of the data has no round: give each row one"):
        cc.check(data, baseline="v1")
