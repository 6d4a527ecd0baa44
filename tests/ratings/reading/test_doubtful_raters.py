"""Columns that look like raters and are something else: averages, dimensions, records, another scale."""

from __future__ import annotations

from typing import Any

import pytest

import concordant as cc
from concordant.errors import AmbiguousReading

N = 24
ITEMS = [f"q{i}" for i in range(N)]
A = [1 + i % 5 for i in range(N)]
B = [1 + (i + (i % 4 == 0)) % 5 for i in range(N)]
C = [1 + (i + (i % 3 == 0)) % 5 for i in range(N)]


def asked(data: dict[str, Any], match: str) -> list[dict[str, Any]]:
    """The options of each reading that is offered."""
    with pytest.raises(AmbiguousReading, match=match) as told:
        cc.read(data)
    for options in told.value.readings.values():
        assert cc.read(data, **options).n_raters == 2
    return list(told.value.readings.values())


def test_an_average_is_no_rater_beside_those_it_is_made_of() -> None:
    mean = [(a + b) / 2 for a, b in zip(A, B, strict=True)]
    ratings = cc.read({"id": ITEMS, "h1": A, "h2": B, "human_avg": mean, "judge": C})
    assert ratings.raters == ("h1", "h2", "judge")
    assert "human_avg was not used, because it is the mean of h1 and h2 in every row" in str(ratings.audit)
    rough = cc.read({"id": ITEMS, "h1": A, "h2": B, "human_avg": [round(x) for x in mean], "judge": C})
    assert "human_avg was not used, because its name suggests a summary of other columns" in str(rough.audit)


@pytest.mark.parametrize(
    ("made", "what"),
    [
        (lambda a, b: (a + b) / 2, "the mean of h1 and h2"),
        (lambda a, b: round((a + b) / 2 + 0.001, 2), "the mean of h1 and h2"),
        (lambda a, b: a + b, "the sum of h1 and h2"),
        (lambda a, b: a - b, "the difference between h1 and h2"),
        (lambda a, b: abs(a - b), "the difference between h1 and h2"),
        (lambda a, b: int(a == b), "1 where h1 and h2 are equal and 0 elsewhere"),
    ],
)
def test_a_column_that_two_raters_give_in_every_row_is_no_rater(made: Any, what: str) -> None:
    column = [made(a, b) for a, b in zip(A, B, strict=True)]
    ratings = cc.read({"id": ITEMS, "h1": A, "h2": B, "x": column})
    assert ratings.raters == ("h1", "h2")
    assert f"x was not used, because it is {what} in every row" in str(ratings.audit)
    assert "x" in cc.read({"id": ITEMS, "h1": A, "h2": B, "x": column}, raters=["h1", "h2", "x"]).raters


def test_a_third_rater_is_not_taken_for_a_computed_column() -> None:
    assert cc.read({"id": ITEMS, "h1": A, "h2": B, "h3": C}).raters == ("h1", "h2", "h3")
    few = {"h1": [1, 3, 3, 4], "h2": [3, 1, 1, 2], "h3": [2, 2, 2, 3]}  # a mean by chance
    assert cc.read(few).raters == ("h1", "h2", "h3")


@pytest.mark.parametrize("unit", [1.0, 1e-12])
def test_a_third_person_who_measures_nearly_the_same_is_not_the_mean_of_two(unit: float) -> None:
    """Heights in metres: all lie within half a centimetre of any mean."""
    heights = [1.6 + 0.02 * i for i in range(12)]
    off = {"h1": (0, 1, 2), "h2": (2, 0, 1), "h3": (2, 2, 0)}
    data = {name: [unit * (x + 0.001 * by[i % 3]) for i, x in enumerate(heights)] for name, by in off.items()}
    assert cc.read(data).raters == ("h1", "h2", "h3")


@pytest.mark.parametrize(
    "name", ["confidence", "judge_confidence", "turn", "seed", "置信度", "judge_cost", "time_per_example"]
)
def test_numbers_that_say_something_else_are_no_rater_and_are_named(name: str) -> None:
    ratings = cc.read({"id": ITEMS, "human": A, "judge": B, name: C})
    assert ratings.raters == ("human", "judge")
    assert f"Numeric columns not used as raters: {name}." in str(ratings.audit)


def test_lengths_that_two_people_measured_are_their_ratings() -> None:
    assert cc.read({"id": ITEMS, "length": A, "age": B}).raters == ("length", "age")


def test_an_average_beside_a_judge_alone_is_the_only_person_there_is() -> None:
    mean = [(a + b) / 2 for a, b in zip(A, B, strict=True)]
    assert cc.read({"id": ITEMS, "human_mean": mean, "judge": C}).raters == ("human_mean", "judge")


def test_columns_called_like_dimensions_are_asked_about() -> None:
    options = asked(
        {"id": ITEMS, "accuracy": A, "fluency": B}, "named like dimensions of one rater's ratings"
    )
    assert options == [{"raters": ["accuracy", "fluency"]}]


@pytest.mark.parametrize(
    ("judge", "spans"), [([20 * x for x in C], "0..100:1..5"), ([(x - 1) / 8 for x in C], "0..1:1..5")]
)
def test_a_judge_on_another_scale_than_the_only_person_is_asked_about(judge: list[float], spans: str) -> None:
    found = "those of human from 1 to 5: they seem to be on different scales"
    options = asked({"id": ITEMS, "human": A, "judge": judge}, found)
    assert options == [{"rescale": {"judge": spans}}, {"raters": ["human", "judge"]}]


def test_a_strict_judge_and_measurements_are_not_asked_about() -> None:
    strict = [max(1, x - 2) for x in A]
    assert cc.read({"id": ITEMS, "human": A, "judge": strict}).n_raters == 2
    assert cc.read({"id": ITEMS, "old": A, "new": [20 * x for x in C]}).n_raters == 2


def test_records_with_several_values_are_asked_about() -> None:
    judge = [{"tone": a, "wit": {"score": b}} for a, b in zip(A, B, strict=True)]
    options = asked(
        {"id": ITEMS, "human": C, "judge": judge}, "contains records, and several of their values"
    )
    assert options == [{"raters": ["human", "judge.tone"]}, {"raters": ["human", "judge.wit.score"]}]


def test_records_about_an_item_are_no_rater() -> None:
    data = {"id": ITEMS, "human": A, "judge": B, "metadata": [{"score": 3, "lang": "en"}] * N}
    assert cc.read(data).raters == ("human", "judge")


def test_an_empty_column_does_not_hide_that_names_are_dimensions_and_raters() -> None:
    data = {"id": ITEMS, "acc_human": A, "acc_gpt": B, "flu_human": C, "flu_gpt": [None] * N}
    assert cc.read(data).raters == ("human", "gpt")


@pytest.mark.parametrize("other", ["label", "answer", "score", "result"])
def test_human_and_judge_are_raters_though_another_column_is_called_like_ratings(other: str) -> None:
    texts = {"label": [("code", "chat")[i % 2] for i in range(N)], "score": [0.17 * x for x in C]}
    data = {"id": ITEMS, "human": A, "judge": B, other: texts.get(other, [f"text {i}" for i in range(N)])}
    assert cc.read(data).raters == ("human", "judge")


def test_a_column_of_judges_beside_one_of_people_is_still_a_list_of_raters() -> None:
    # one rating a row: judges are named in `judge`, and `human` repeats the only person's score
    rows = {"id": ITEMS * 2, "judge": ["m1"] * N + ["m2"] * N, "score": A + B, "human": C * 2}
    assert cc.read(rows).raters == ("m1", "m2")


def test_ratings_that_are_the_same_for_all_raters_of_every_item_are_said_first() -> None:
    rows = {"id": ITEMS * 3, "rater": sorted("abc" * N), "rating": A * 3}
    first = cc.study(rows).summary().splitlines()[1]
    assert first.strip().startswith("rating is the same for all raters of every item; if it describes the")
    assert "value=…" in cc.study(rows).summary("zh").splitlines()[1]
    once = {**rows, "rating": [A[0] % 5 + 1, *A[1:], *A, *A]}
    assert "the same for all raters" not in cc.study(once).summary()


def test_a_system_on_another_scale_is_named_with_its_range() -> None:
    ratings = cc.read({"id": ITEMS, "ann": A, "bob": B, "system": [20 * x for x in C]})
    assert (
        "system was not used, because its values range from 20 to 100 and those of ann and bob from 1 to 5"
        in str(ratings.audit)
    )


def test_columns_called_run_1_and_run_2_may_be_repeats_of_a_judge() -> None:
    data = {"id": ITEMS, "human": A, "run1": B, "run2": C}
    note = next(n for n in cc.read(data).audit.notes if n.code == "repeats-likely")
    assert note.facts["option"] == "raters={'human': ['human'], 'judge': ['run1', 'run2']}"
    assert cc.read(data, raters={"human": ["human"], "judge": ["run1", "run2"]}).n_raters == 2


def test_runs_of_a_judge_in_several_dimensions_are_said_as_a_pattern_that_reads_them_again() -> None:
    data = {"id": ITEMS}
    for dimension in ("tone", "safety"):
        data |= {f"{dimension}_human": A, f"{dimension}_judge_run1": B, f"{dimension}_judge_run2": C}
    ratings = cc.read(data)
    note = next(n for n in ratings.audit.notes if n.code == "dimension-columns")
    assert note.facts["pattern"] == "{dimension}_{rater}_{repeat}"
    again = cc.read(data, columns=note.facts["pattern"])
    assert again.raters == ratings.raters == ("human", "judge")
    assert [c.tolist() for c in again.columns] == [c.tolist() for c in ratings.columns]
    # 24 items in two dimensions: B and C differ on some, and items are not counted twice
    said = cc.study(ratings).summary()
    assert "of 48 repeated ratings of 24 items" in said
    assert "columns='{dimension}_{rater}_{repeat}'" in cc.study(ratings).summary("zh")


def test_scores_in_half_points_are_called_steps() -> None:
    data = {"id": ITEMS, "human": [x / 2 for x in A], "judge": [x / 2 for x in B]}
    assert "With scores as ordered categories in steps of 0.5 from 0.5 to 2.5:" in cc.study(data).summary()
    assert "每档 0.5 的有序等级" in cc.study(data).summary("zh")
