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
    assert "human_avg was not used, because its name suggests a summary of other columns" in str(
        ratings.audit
    )


def test_an_average_beside_a_judge_alone_is_the_only_person_there_is() -> None:
    mean = [(a + b) / 2 for a, b in zip(A, B, strict=True)]
    assert cc.read({"id": ITEMS, "human_mean": mean, "judge": C}).raters == ("human_mean", "judge")


def test_columns_called_like_dimensions_are_asked_about() -> None:
    options = asked(
        {"id": ITEMS, "accuracy": A, "fluency": B}, "called like dimensions of one rater's ratings"
    )
    assert options == [{"raters": ["accuracy", "fluency"]}]


@pytest.mark.parametrize(
    ("judge", "spans"), [([20 * x for x in C], "0..100:1..5"), ([(x - 1) / 8 for x in C], "0..1:1..5")]
)
def test_a_judge_on_another_scale_than_the_only_person_is_asked_about(judge: list[float], spans: str) -> None:
    options = asked({"id": ITEMS, "human": A, "judge": judge}, "they seem to be on different scales")
    assert options == [{"rescale": {"judge": spans}}, {"raters": ["human", "judge"]}]


def test_a_strict_judge_and_measurements_are_not_asked_about() -> None:
    strict = [max(1, x - 2) for x in A]
    assert cc.read({"id": ITEMS, "human": A, "judge": strict}).n_raters == 2
    assert cc.read({"id": ITEMS, "old": A, "new": [20 * x for x in C]}).n_raters == 2


def test_records_with_several_values_are_asked_about() -> None:
    judge = [{"tone": a, "wit": {"score": b}} for a, b in zip(A, B, strict=True)]
    options = asked({"id": ITEMS, "human": C, "judge": judge}, "holds records, and several of their values")
    assert options == [{"raters": ["human", "judge.tone"]}, {"raters": ["human", "judge.wit.score"]}]


def test_records_about_an_item_are_no_rater() -> None:
    data = {"id": ITEMS, "human": A, "judge": B, "metadata": [{"score": 3, "lang": "en"}] * N}
    assert cc.read(data).raters == ("human", "judge")


def test_an_empty_column_does_not_hide_that_names_are_dimensions_and_raters() -> None:
    data = {"id": ITEMS, "acc_human": A, "acc_gpt": B, "flu_human": C, "flu_gpt": [None] * N}
    assert cc.read(data).raters == ("human", "gpt")
