"""The drift chart: every run and number of it, in both languages, whatever the data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.digits import rounded
from concordant.errors import OptionError
from concordant.interpret.rounds.anchors import Anchored
from concordant.language.render import LANGUAGES, Language
from concordant.report.figure import Figure
from concordant.report.figures.drift import drift_chart
from tests.interpret.rounds.anchor_data import FIRST, SECOND, THIRD, followed, noisy, run, truth

SCORES = [run("v1", [FIRST, SECOND]), run("v2", [SECOND, THIRD]), run("v3", [THIRD, THIRD])]
WORDS = np.array(["news", "spam", "letter", "other", "more"])


def layers(part: Any) -> Iterator[Any]:
    for own in part.get("vconcat", [part]):
        yield from own.get("layer", [own])


def rows(figure: Figure, mark: str, height: int) -> list[dict[str, Any]]:
    """The data of every layer of a kind in the upper (0) or the lower (1) part."""
    found = []
    for layer in layers(figure.spec["vconcat"][height]):
        kind = layer["mark"]["type"] if isinstance(layer["mark"], dict) else layer["mark"]
        if kind == mark:
            found += layer["data"]["values"]
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_run_stands_at_its_shift_with_its_interval(lang: Language) -> None:
    found = followed(SCORES)
    drawn = [row for row in rows(drift_chart(found, lang), "point", 0) if "low" in row]
    assert [row["name"] for row in drawn] == ["v1", "v2", "v3"]
    assert (drawn[0]["y"], drawn[0]["low"]) == (0, 0)
    for row, one in zip(drawn[1:], found.runs[1:], strict=True):
        assert one.shift is not None
        assert one.shift.interval is not None
        assert (row["y"], row["low"], row["high"]) == (
            rounded(one.shift.estimate), rounded(one.shift.interval.low), rounded(one.shift.interval.high),
        )  # fmt: skip


def test_the_band_is_the_noise_of_repeats_and_is_not_there_without_them() -> None:
    found = followed(SCORES)
    assert [row["high"] for row in rows(drift_chart(found), "rect", 0)] == [
        rounded(one.noise) for one in found.runs[1:]
    ]
    alone = followed([run("v1", [FIRST]), run("v2", [SECOND])])
    assert rows(drift_chart(alone), "rect", 0) == []


def test_below_stand_the_first_run_people_and_repeats() -> None:
    found = followed(SCORES)
    drawn = [row for row in rows(drift_chart(found), "point", 1) if "low" in row]
    told = {(row["who"], row["name"]): row["y"] for row in drawn}
    for one in found.runs:
        for who, result in (
            ("with v1", one.same),
            ("with human raters", one.with_people),
            ("with own repeats", one.itself),
        ):
            assert told.get((who, one.name)) == (None if result is None else rounded(result.estimate))


def test_without_an_order_the_shares_that_moved_most_are_drawn_in_points() -> None:
    a, b = WORDS[np.resize([0, 1, 2, 3, 4], 50)], WORDS[np.resize([1, 1, 2, 3, 4], 50)]
    drawn = [
        row for row in rows(drift_chart(followed([run("a", [a]), run("b", [b])])), "point", 0) if "low" in row
    ]
    moved = {row["who"]: row["y"] for row in drawn if row["name"] == "b"}
    assert len(moved) == 4  # a fifth is left out, which did not move either
    assert (moved["news"], moved["spam"]) == pytest.approx((-20.0, 20.0))


def test_two_categories_whose_names_are_cut_alike_are_both_drawn() -> None:
    long = np.array(["the same beginning, one", "the same beginning, two"])
    a, b = long[np.resize([0, 1], 20)], long[np.resize([1, 1], 20)]
    names = rows(drift_chart(followed([run("a", [a]), run("b", [b])])), "text", 0)
    assert sum("said" in row and row["said"].endswith("…") for row in names) == 2


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("n", [2, 30])
def test_few_and_many_runs_are_drawn(n: int, lang: Language) -> None:
    rng = np.random.default_rng(1)
    items = truth(rng, 40)
    figure = drift_chart(followed([run(f"run number {i}", [noisy(rng, items)]) for i in range(n)]), lang)
    assert 380 <= figure.spec["vconcat"][0]["width"] <= 760
    assert figure.svg().startswith("<svg")


@pytest.mark.parametrize(("name", "lang"), [("drifting", "en"), ("存在漂移", "zh")])
def test_the_words_beside_the_picture_say_the_verdict_and_the_last_run(name: str, lang: Language) -> None:
    found = followed([run("v1", [FIRST]), run("v2", [THIRD])])
    assert found.verdict == "drifting"
    said = drift_chart(found, lang).spec["description"]
    assert name in said.lower()
    assert "v2" in said
    assert found.runs[1].shift is not None
    assert f"{found.runs[1].shift.estimate:+.2f}" in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hostile_names_are_cut_and_stay_text(lang: Language) -> None:
    bad = "<script>alert('x')</script>\u202e" * 30
    found = followed([run(bad, [FIRST]), run("=cmd()", [SECOND])])
    svg = drift_chart(found, lang).svg()
    assert "<script" not in svg
    assert bad not in json.dumps(drift_chart(found, lang).spec, ensure_ascii=False)


def test_too_few_anchors_are_one_clear_sentence() -> None:
    with pytest.raises(OptionError, match="too few items"):
        drift_chart(followed([run("a", [FIRST[:5]]), run("b", [SECOND[:5]])]))


def test_it_is_drawn_from_data_a_study_a_progress_and_what_drift_returns() -> None:
    data = cc.example("rounds")
    study = cc.study(data)
    assert study.main is not None
    assert study.main.progress is not None
    given = (data, study, study.main.progress, study.main.progress.drift, cc.drift(data))
    assert len({json.dumps(cc.figures.drift(one).spec) for one in given}) == 1
    assert isinstance(given[-1], Anchored)
    assert study.figures()["drift"].spec == cc.figures.drift(data).spec


def test_a_study_without_rounds_has_no_drift_to_draw() -> None:
    with pytest.raises(OptionError, match="no rounds"):
        cc.figures.drift(cc.study([1, 2, 3] * 5, [1, 2, 2] * 5))
