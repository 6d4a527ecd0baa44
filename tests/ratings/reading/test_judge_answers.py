"""The score in a judge's answer, in the ways in which judges write it."""

from __future__ import annotations

import pytest

from concordant.ratings.reading.judge_answers import Answer, read_answer, read_answers, share_of_answers


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        (4, 4),
        ("4", 4),
        ("4.5", 4.5),
        (True, True),
        ({"score": 4, "reason": "ok"}, 4),
        ({"Score": "4"}, 4),
        ({"rating": {"value": 3}}, 3),
        ([{"rating": 4}], 4),
        ('[{"rating": 4}]', 4),
        ('{"score": 4, "reason": "has a {brace"}', 4),
        ('```json\n{"score": 2, "reason": "thin"}\n```', 2),
        ('Let me think.\n```\n{"score": 5}\n```\nDone.', 5),
        ('I first thought {"score": 2}, but no: {"score": 3}', 3),
        ('{"verdict": "pass"}', "pass"),
        ('{"choices": ["good"]}', "good"),
        ("Score: 4/5", 4),
        ("score = 4", 4),
        ("**Score:** 4", 4),
        ("The answer is fine.\n\nFinal score: 3.5 out of 5.", 3.5),
        ("Clarity score: 2\nOverall score: 4", 4),
        ("Score (1-5): 4", 4),
        ("4 out of 5", 4),
        ("I would give it 4/5 because it is short.", 4),
        ("Rating: [[7]]", 7),
        ("<score>3</score>", 3),
        ("评分：4", 4),
        ("评分：４", 4),
        ("得分为 3 分", 3),
        ("总分：四", 4),
        ("4分", 4),
        ("80%", 80),
        ("37.5 %", 37.5),
        ("★★★☆☆", 3),
        ("⭐⭐⭐⭐⭐", 5),
        ("4 - good", 4),
        ("(2) Very poor", 2),
        ("good (4)", 4),
        ("一般（3）", 3),
        ("评分：4（满分5）", 4),
        ("Score: -1", -1),
    ],
)
def test_a_score_is_found_however_it_is_written(answer, value):
    found = read_answer(answer)
    assert found is not None
    assert found.value == value
    assert type(found.value) is type(value)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        float("nan"),
        "",
        "I cannot rate this.",
        "4 - sports",
        "agreed on 80% of them",
        "type 2",
        "Score: 4-5",
        "Score: between 2 and 3",
        "Score: 3. On reflection, score: 4.",
        "It is 3/5 for style and 5/5 for facts.",
        '{"helpfulness": 4, "safety": 2}',
        '{"score": null}',
        '{"score": ',
        {"choices": ["a", "b"]},
        [],
        {},
        "Released on 12/05/2024",
        "120/80",
    ],
)
def test_what_states_no_single_score_is_not_parsed(answer):
    assert read_answer(answer) is None


def test_the_total_is_kept():
    assert read_answer("Score: 4/5") == Answer(4, 5.0)
    assert read_answer("8 out of 10") == Answer(8, 10.0)


def test_answers_of_a_column_fail_one_by_one_and_never_become_zero():
    parsed = read_answers(["Score: 4/5", None, "refused", "3/5", "", '{"score": 2}'])
    assert parsed.values == [4, None, None, 3, None, 2]
    assert parsed.failed == (2,)
    assert parsed.out_of == 5.0


def test_a_score_out_of_another_total_is_not_mixed_in():
    parsed = read_answers(["4/5", "3/5", "8/10"])
    assert parsed.values == [4, 3, None]
    assert parsed.failed == (2,)


def test_bare_words_count_beside_the_same_words_in_json():
    parsed = read_answers(['{"verdict": "pass"}', "pass", "no idea", '{"verdict": "fail"}'])
    assert parsed.values == ["pass", "pass", None, "fail"]
    assert parsed.failed == (2,)


def test_plain_ratings_are_no_answers_that_need_parsing():
    assert share_of_answers([1, "2", 3.0, "good", None]) == 0
    assert share_of_answers(["Score: 1", "2", "Score: 3", "no", "4/5"]) == 0.75


def test_deeply_nested_and_very_long_answers_end():
    nested: object = 4
    for _ in range(200):
        nested = [nested]
    assert read_answer(nested) is None
    assert read_answer("[" * 100_000) is None
    assert read_answer("{" * 100_000 + " Score: 4") == Answer(4)
