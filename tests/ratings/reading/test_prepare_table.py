"""A table before it is read: values by path, scores in answers, dimensions and repeats in names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.errors import AmbiguousReading, InputError, OptionError

ITEMS = [f"q{i}" for i in range(12)]
HUMAN = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2]
JUDGE = [1, 3, 3, 4, 4, 1, 2, 2, 4, 5, 2, 2]


def values(ratings: cc.Ratings, rater: str) -> list[Any]:
    """What a rater said, None for a gap."""
    labels = [*ratings.labels.tolist(), None]
    return [labels[code] for code in ratings.columns[ratings.raters.index(rater)]]


def codes(ratings: cc.Ratings) -> list[str]:
    return [note.code for note in ratings.audit.notes]


# --- paths ------------------------------------------------------------------------------------


def records(**judge: Any) -> list[dict[str, Any]]:
    return [
        {"id": i, "human": h, "judge": {"output": {"score": j, "words": 9}, **judge}}
        for i, h, j in zip(ITEMS, HUMAN, JUDGE, strict=True)
    ]


def test_a_value_deep_in_records_is_the_judge_at_its_root() -> None:
    ratings = cc.read(records(), value="judge.output.score")
    assert ratings.raters == ("human", "judge")
    assert values(ratings, "judge") == JUDGE


def test_raters_and_items_may_be_paths_too() -> None:
    data = [{"meta": {"id": r["id"]}, "human": {"score": r["human"]}, "judge": r["judge"]} for r in records()]
    ratings = cc.read(data, item="meta.id", raters=["human.score", "judge.output.score"])
    assert ratings.item_labels.tolist() == ITEMS
    assert values(ratings, "judge.output.score") == JUDGE


def test_a_path_leads_through_json_text_lists_and_keys_with_dots() -> None:
    data = [
        {"id": i, "human": h, "judge": {"raw": json.dumps([{"a.b": {"score": j}}])}}
        for i, h, j in zip(ITEMS, HUMAN, JUDGE, strict=True)
    ]
    assert values(cc.read(data, value="judge.raw[0].a.b.score"), "judge") == JUDGE


def test_in_a_long_table_the_path_is_that_of_every_row() -> None:
    rows = [
        {"item": i, "rater": who, "out": {"score": x}}
        for who, said in (("ann", HUMAN), ("gpt", JUDGE))
        for i, x in zip(ITEMS, said, strict=True)
    ]
    ratings = cc.read(rows, value="out.score")
    assert ratings.raters == ("ann", "gpt")
    assert values(ratings, "gpt") == JUDGE


def test_a_path_that_leads_nowhere_names_those_there_are() -> None:
    with pytest.raises(OptionError, match=r"nothing at 'judge.output.scor'.*'output.score'.*Did you mean"):
        cc.read(records(), value="judge.output.scor")


# --- answers ----------------------------------------------------------------------------------


def test_answers_are_parsed_and_those_that_cannot_be_are_counted_by_rater() -> None:
    said = [f"Score: {j}/5" for j in JUDGE]
    said[3], said[7], said[8] = "no idea", "", '```json\n{"score": 5}\n```'
    ratings = cc.read({"id": ITEMS, "human": HUMAN, "judge": said})
    want = [*JUDGE[:3], None, *JUDGE[4:7], None, 5, *JUDGE[9:]]
    assert values(ratings, "judge") == want
    assert ratings.audit.failed_parses == {"judge": 1}
    assert (
        "1 of 11 answers of judge could not be parsed and are treated as missing, such as 'no idea' (row 4)."
    ) in str(ratings.audit)


def test_in_a_long_table_failures_are_counted_for_the_rater_who_gave_the_answer() -> None:
    rows = [(i, "ann", str(h)) for i, h in zip(ITEMS, HUMAN, strict=True)]
    rows += [(i, "gpt", f'{{"score": {j}}}') for i, j in zip(ITEMS, JUDGE, strict=True)]
    rows += [(f"r{k}", "gpt", "I refuse.") for k in range(2)]
    table = {"item": [r[0] for r in rows], "rater": [r[1] for r in rows], "score": [r[2] for r in rows]}
    ratings = cc.read(table, value="score")
    assert values(ratings, "ann")[:12] == HUMAN
    assert ratings.audit.failed_parses == {"gpt": 2}


def test_words_in_json_are_categories() -> None:
    words = [json.dumps({"verdict": "pass" if j > 2 else "fail", "reason": "r"}) for j in JUDGE]
    ratings = cc.read({"id": ITEMS, "human": ["pass" if h > 2 else "fail" for h in HUMAN], "judge": words})
    assert ratings.labels.tolist() == ["fail", "pass"]


def test_texts_that_mention_scores_are_not_read_as_ratings() -> None:
    data = {
        "id": ITEMS,
        "human": HUMAN,
        "judge": JUDGE,
        "response": [f"I scored 3/5 in test {i}" for i in ITEMS],
    }
    ratings = cc.read(data)
    assert ratings.raters == ("human", "judge")
    assert "answers-parsed" not in codes(ratings)


def test_plain_ratings_are_read_as_before() -> None:
    ratings = cc.read({"id": ITEMS, "human": HUMAN, "judge": JUDGE})
    assert {"answers-parsed", "column-not-used", "dimension-columns"}.isdisjoint(codes(ratings))


# --- dimensions and repeats in names ----------------------------------------------------------


def columns(*names: str, **more: Any) -> dict[str, Any]:
    return {"id": ITEMS, **{name: (HUMAN, JUDGE)[k % 2] for k, name in enumerate(names)}, **more}


@pytest.mark.parametrize(
    ("names", "raters", "dimensions"),
    [
        (
            "helpfulness_human helpfulness_judge safety_human safety_judge",
            "human judge",
            "helpfulness safety",
        ),
        ("human_tone judge_tone human_depth judge_depth", "human judge", "tone depth"),
        ("fact_check-human fact_check-gpt_4 tone-human tone-gpt_4", "human gpt_4", "fact_check tone"),
        ("judge_v1.tone judge_v2.tone judge_v1.depth judge_v2.depth", "judge_v1 judge_v2", "tone depth"),
        ("准确性_人工 准确性_模型 流畅性_人工 流畅性_模型", "人工 模型", "准确性 流畅性"),
        ("tone_ann tone_bob tone_cy depth_ann depth_bob depth_cy", "ann bob cy", "tone depth"),
        ("humanTone judgeTone humanDepth judgeDepth", "human judge", "Tone Depth"),
        ("toneHuman toneJudge depthHuman depthJudge", "Human Judge", "tone depth"),
        ("tone(human) tone(judge) depth(human) depth(judge)", "human judge", "tone depth"),
        ("人工流畅性 模型流畅性 人工准确性 模型准确性", "人工 模型", "流畅性 准确性"),
        ("流畅性人工 流畅性大模型 准确性人工 准确性大模型", "人工 大模型", "流畅性 准确性"),
    ],
)
def test_names_of_columns_are_dimensions_and_raters(names: str, raters: str, dimensions: str) -> None:
    ratings = cc.read(columns(*names.split(), lang=["en", "zh"] * 6))
    assert ratings.raters == tuple(raters.split())
    assert ratings.dimension is not None
    assert list(dict.fromkeys(ratings.dimension.tolist())) == dimensions.split()
    assert "dimension-columns" in codes(ratings)
    assert ratings.slices["lang"].tolist()[:2] == ["en", "zh"]


def test_every_rating_arrives_in_its_dimension_gaps_and_words_too() -> None:
    data = {
        "id": ["a", "b", "c"],
        "tone_human": ["good", None, "bad"],
        "tone_judge": ["good", "bad", "bad"],
        "depth_human": ["bad", "bad", ""],
        "depth_judge": ["good", None, "good"],
    }
    ratings = cc.read(data)
    assert values(ratings, "human") == ["good", None, "bad", "bad", "bad", None]
    assert values(ratings, "judge") == ["good", "bad", "bad", "good", None, "good"]
    assert ratings.item_labels.tolist() == ["a", "b", "c"] * 2


def test_a_rater_may_lack_a_dimension() -> None:
    names = [
        "tone_human",
        "tone_judge",
        "depth_human",
        "depth_judge",
        "wit_human",
        "wit_judge",
        "style_human",
    ]
    ratings = cc.read(columns(*names))
    assert ratings.raters == ("human", "judge")
    assert values(ratings, "judge")[-12:] == [None] * 12


def test_the_pattern_says_what_names_do_not() -> None:
    data = columns("x_n", "x_s", "y_n", "y_s")
    with pytest.raises(AmbiguousReading, match="it is unclear which of them are raters") as told:
        cc.read(data)
    assert list(told.value.readings.values()) == [
        {"columns": "{dimension}_{rater}"},
        {"columns": "{rater}_{dimension}"},
        {"raters": ["x_n", "x_s", "y_n", "y_s"]},
    ]
    assert cc.read(data, columns="{dimension}_{rater}").raters == ("n", "s")
    assert cc.read(data, columns="{rater}_{dimension}").raters == ("x", "y")
    assert cc.read(data, raters=["x_n", "x_s"]).raters == ("x_n", "x_s")


def test_a_pattern_may_hold_repeats_and_words_of_its_own() -> None:
    ratings = cc.read(
        columns("s_human_1", "s_judge_1", "s_human_2", "s_judge_2"), columns="s_{rater}_{repeat}"
    )
    assert ratings.raters == ("human", "judge")
    assert ratings.repeat is not None
    assert list(dict.fromkeys(map(str, ratings.repeat.tolist()))) == ["1", "2"]


def test_dimensions_on_different_scales_are_not_pooled() -> None:
    data = columns("tone_human", "tone_judge")
    data |= {"pass_human": [x > 2 for x in HUMAN], "pass_judge": [x > 2 for x in JUDGE]}
    with pytest.raises(AmbiguousReading, match="on different scales") as told:
        cc.read(data)
    assert {"raters": ["tone_human", "tone_judge"]} in list(told.value.readings.values())


@pytest.mark.parametrize("pattern", ["{dim}_{rater}", "{dimension}", "rater", "{rater}_{rater}"])
def test_a_pattern_that_is_none_is_one_sentence(pattern: str) -> None:
    with pytest.raises(OptionError, match=r"columns must be a pattern of names with \{rater\}"):
        cc.read(columns("tone_human", "tone_judge"), columns=pattern)


def test_a_pattern_that_fits_nothing_names_the_columns() -> None:
    with pytest.raises(OptionError, match="matches no column of the dictionary"):
        cc.read(columns("human", "judge"), columns="{dimension}-{rater}")
    with pytest.raises(OptionError, match="give only one of them"):
        cc.read(columns("a_b", "a_c"), columns="{dimension}_{rater}", raters=["a_b", "a_c"])


def test_runs_of_a_judge_are_repeats_beside_the_others() -> None:
    ratings = cc.read(columns("human", "judge_run1", "judge_run2", "judge_run3"))
    assert (ratings.raters, ratings.rater_kinds) == (("human", "judge"), ("human", "judge"))
    assert ratings.repeat is not None
    assert len(ratings) == 36
    assert "repeat-columns" in codes(ratings)
    every = cc.read(
        columns("human", "judge_run1", "judge_run2"), raters=["human", "judge_run1", "judge_run2"]
    )
    assert every.raters == ("human", "judge_run1", "judge_run2")


def test_runs_within_dimensions_are_repeats_of_one_judge() -> None:
    names = ("tone_human", "tone_judge_run1", "tone_judge_run2")
    ratings = cc.read(columns(*names, *(name.replace("tone", "depth") for name in names)))
    assert ratings.raters == ("human", "judge")
    assert len(ratings) == 2 * 2 * 12  # dimensions, runs, items
    assert values(ratings, "human") == [*HUMAN, *[None] * 12, *JUDGE, *[None] * 12]  # rated once


def test_numbers_behind_judges_may_be_runs_and_the_pattern_reads_them_so() -> None:
    names = ("tone_human", "tone_judge_1", "tone_judge_2", "depth_human", "depth_judge_1", "depth_judge_2")
    assert "repeats-likely" in codes(cc.read(columns(*names)))
    ratings = cc.read(columns(*names, kind_x=["a", "b"] * 6), columns="{dimension}_{rater}_{repeat}")
    assert ratings.raters == ("human", "judge")
    assert codes(cc.read(columns("human", "gpt_1", "gpt_2"))).count("repeats-likely") == 1
    for versions in (
        ("gpt_3", "gpt_4"),
        ("judge_v1", "judge_v2"),
        ("模型_v1", "模型_v2"),
        ("judge版1", "judge版2"),
    ):
        assert "repeats-likely" not in codes(cc.read(columns("human", *versions)))


def test_a_pattern_without_a_sign_is_followed() -> None:
    ratings = cc.read(columns("xTone", "yTone", "xDepth", "yDepth"), columns="{rater}{dimension}")
    assert ratings.raters == ("x", "y")


def test_nobody_is_lost_beside_runs_of_two_judges() -> None:
    ratings = cc.read(columns("gpt4_run1", "gpt4_run2", "claude_run1", "claude_run2", "human"))
    assert ratings.raters == ("gpt4", "claude", "human")


def test_numbers_behind_names_are_raters_and_said_to_look_like_repeats() -> None:
    ratings = cc.read(columns("ann1", "ann2", "bob1", "bob2"))
    assert ratings.raters == ("ann1", "ann2", "bob1", "bob2")
    assert "repeats-likely" in codes(ratings)
    assert "repeats-likely" not in codes(cc.read(columns("rater1", "rater2", "rater3")))


def test_a_system_beside_people_is_a_judge_and_alone_it_is_not() -> None:
    assert cc.read(columns("human", "system")).rater_kinds == ("human", "judge")
    assert cc.read(columns("system", "other")).rater_kinds == ("", "")


# --- files too large for memory ---------------------------------------------------------------


def test_an_engine_hands_over_what_has_to_be_turned(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    names = ("tone_human", "tone_judge", "depth_human", "depth_judge")
    table = columns(*names)
    lines = [",".join(map(str, row)) for row in zip(*table.values(), strict=True)]
    path.write_text("\n".join([",".join(table), *lines]) + "\n", encoding="utf-8")
    counted, here = cc.read(path, engine="duckdb"), cc.read(path)
    assert counted.raters == here.raters == ("human", "judge")
    assert values(counted, "judge") == values(here, "judge")


def test_an_empty_judge_is_said() -> None:
    ratings = cc.read({"id": ITEMS, "ann": HUMAN, "bob": JUDGE, "judge": [None] * 12})
    assert "judge was not used because it is empty." in str(ratings.audit)


def test_what_holds_no_two_raters_still_says_so() -> None:
    with pytest.raises(InputError, match="agreement needs two raters"):
        cc.read({"id": ITEMS, "human": HUMAN, "note": [f"text {i}" for i in ITEMS]})


def test_a_judge_that_answers_in_other_words_is_told_with_how_to_make_them_alike() -> None:
    letters = ["EDCBA"[score - 1] for score in JUDGE]
    beside = cc.read({"id": ITEMS, "human_a": HUMAN, "human_b": JUDGE, "judge": letters})
    note = next(note for note in beside.audit.notes if note.code == "column-not-used")
    assert note.facts["option"] == "merge={'E': '1'}"
    with pytest.raises(InputError, match=r"named like a rater.*merge=\{'E': '1'\}"):
        cc.read({"id": ITEMS, "human": HUMAN, "judge": letters})
    meant = {"E": "1", "D": "2", "C": "3", "B": "4", "A": "5"}
    assert values(cc.read({"id": ITEMS, "human": HUMAN, "judge": letters}, merge=meant), "judge") == JUDGE


def test_answers_with_several_scores_or_none_say_so() -> None:
    several = [json.dumps({"tone": j, "depth": j}) for j in JUDGE]
    with pytest.raises(AmbiguousReading) as told:
        cc.read({"id": ITEMS, "human": HUMAN, "judge": several})
    assert {"raters": ["human", "judge.depth"]} in told.value.readings.values()
    prose = [f"An answer without any mark, number {i}." for i in range(12)]
    with pytest.raises(InputError, match="no score was found in most of its texts"):
        cc.read({"id": ITEMS, "human": HUMAN, "judge": prose})
    stars = [f"Decent work, {j} stars from me." for j in JUDGE]
    assert values(cc.read({"id": ITEMS, "human": HUMAN, "judge": stars}), "judge") == JUDGE


# --- numbers with a unit, stars, or a grade beside them -----------------------------------------

WORDS = ["very poor", "poor", "fair", "good", "excellent"]


@pytest.mark.parametrize(
    ("write", "shown"),
    [
        (lambda x: f"{20 * x}%", [20, 40, 60, 80, 100]),
        (lambda x: "★" * x + "☆" * (5 - x), [1, 2, 3, 4, 5]),
        (lambda x: f"{x} - {WORDS[x - 1]}", [1, 2, 3, 4, 5]),
    ],
    ids=["percent", "stars", "grades"],
)
def test_written_numbers_are_ratings_in_their_order(write: Any, shown: list[int]) -> None:
    data = {"id": ITEMS, "human": list(map(write, HUMAN)), "judge": list(map(write, JUDGE))}
    ratings = cc.read(data)
    assert ratings.scale.level == "ordinal"
    assert values(ratings, "judge") == [shown[x - 1] for x in JUDGE]
    assert codes(ratings).count("answers-parsed") == 2


def test_a_judge_in_words_beside_a_person_in_numbers_is_on_the_same_scale() -> None:
    ratings = cc.read({"id": ITEMS, "human": HUMAN, "judge": [f"{x}: {WORDS[x - 1]}" for x in JUDGE]})
    assert ratings.raters == ("human", "judge")
    assert values(ratings, "judge") == JUDGE


@pytest.mark.parametrize("names", [("human", "judge"), ("ann", "bob")])
def test_written_numbers_beside_raters_in_numbers_are_slices(
    names: tuple[str, str],
) -> None:
    extra = {"priority": ["1 - low", "2 - medium", "3 - high"] * 4, "growth": ["10%", "20%"] * 6}
    ratings = cc.read({"id": ITEMS, **dict(zip(names, (HUMAN, JUDGE), strict=True)), **extra})
    assert ratings.raters == names
    assert set(ratings.slices) == {"priority", "growth"}
