"""`concordant.figures`: from data, a study or a part of one to a figure, or one sentence why not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.digits import rounded_all
from concordant.report.figure import Figure

RNG = np.random.default_rng(0)
HUMAN = RNG.integers(0, 5, 120)
JUDGE = np.clip(HUMAN + RNG.integers(-1, 2, 120), 0, 4)
X = RNG.normal(50, 10, 60)
Y = X + RNG.normal(1, 2, 60)
FRAME = pd.DataFrame(
    {"human": HUMAN, "judge": JUDGE, "kind": ["news", "chat"] * 60, "version": ["v1"] * 60 + ["v2"] * 60}
)
THREE = pd.DataFrame({"ann": HUMAN, "bob": JUDGE, "cid": HUMAN})

DRAWN: dict[str, Callable[[], Figure]] = {
    "heat-map": lambda: cc.figures.heat_map(HUMAN, JUDGE),
    "bangdiwala": lambda: cc.figures.bangdiwala(HUMAN, JUDGE),
    "category-bars": lambda: cc.figures.category_bars(HUMAN, JUDGE),
    "bland-altman": lambda: cc.figures.bland_altman(X, Y, allowed=5),
    "variance-components": lambda: cc.figures.components(X, Y),
    "forest": lambda: cc.figures.forest(FRAME[["human", "judge", "kind"]], by="kind"),
    "strata": lambda: cc.figures.forest_strata(FRAME[["human", "judge", "kind"]], by="kind"),
    "rounds-strip": lambda: cc.figures.rounds_strip(FRAME[["human", "judge", "version"]], round="version"),
    "drift": lambda: cc.figures.drift(
        FRAME.assign(item=[*range(60)] * 2).drop(columns="kind"), item="item", round="version"
    ),
    "rater-matrix": lambda: cc.figures.rater_matrix(THREE),
    "sensitivity-curve": lambda: cc.figures.sensitivity_curve(HUMAN, JUDGE),
    "paradox-curve": lambda: cc.figures.paradox_curve(cc.table([[40, 9], [6, 45]], ["yes", "no"])),
}


@pytest.mark.parametrize("name", DRAWN)
def test_every_figure_is_drawn_from_plain_data(name: str) -> None:
    figure = DRAWN[name]()
    assert isinstance(figure, Figure)
    assert figure.name == name
    assert figure.title


def test_the_functions_are_those_that_the_module_lists() -> None:
    functions = {name for name in cc.figures.__all__ if name[0].islower()}
    assert len(functions) == len(DRAWN)
    assert functions <= set(dir(cc.figures))


@pytest.fixture(scope="module")
def study() -> Any:
    frame = FRAME.rename(columns={"human": "human_1"})
    return cc.study(frame, slices=["kind"], round="version")


@pytest.fixture(scope="module")
def own(study: Any) -> Any:
    """The study's own figures."""
    return study.figures("zh")


OF_CATEGORIES = (
    "heat_map", "bangdiwala", "category_bars", "forest", "forest_strata", "rounds_strip", "rater_matrix",
    "sensitivity_curve", "paradox_curve",
)  # fmt: skip


@pytest.mark.parametrize("name", OF_CATEGORIES)
def test_a_study_has_the_same_figures_as_its_own_list(name: str, study: Any, own: Any) -> None:
    figure = getattr(cc.figures, name)(study, lang="zh")
    assert figure.spec == own[figure.name].spec


def test_a_part_of_a_study_is_drawn_as_it_is(study: Any) -> None:
    one = study.main
    assert cc.figures.heat_map(one.confusion).name == "heat-map"
    assert cc.figures.sensitivity_curve(one.sensitivity) == cc.figures.sensitivity_curve(study)
    assert cc.figures.paradox_curve(one.paradox) == cc.figures.paradox_curve(study)
    assert cc.figures.forest(one.slices[0]).name == "forest"
    assert (
        cc.figures.forest_strata(cc.stratified(FRAME[["human", "judge", "kind"]], by="kind")).name == "strata"
    )


def test_a_figure_of_measurements_comes_from_a_study_too() -> None:
    measured = cc.study(X, Y)
    figure = cc.figures.bland_altman(measured)
    assert figure.spec["title"] == cc.figures.bland_altman(X, Y).spec["title"]
    points = [layer["data"]["values"] for layer in figure.spec["layer"] if len(layer["data"]["values"]) == 60]
    shown = zip(rounded_all(X.tolist()), rounded_all(Y.tolist()), strict=True)
    assert sorted((p["a"], p["b"]) for p in points[0]) == sorted(shown)
    assert cc.figures.components(measured).name == "variance-components"


def test_the_slice_column_is_chosen_by_name(study: Any) -> None:
    assert "version" not in cc.figures.forest(study, by="kind").title
    both = FRAME.assign(half=["a"] * 40 + ["b"] * 80).drop(columns="version")
    assert cc.figures.forest(both, by="half") != cc.figures.forest(both, by="kind")


def test_own_rounds_have_a_strip() -> None:
    rounds = [
        cc.figures.Round(name=f"v{n}", result=cc.cohen_kappa(HUMAN[n::3], JUDGE[n::3])) for n in range(3)
    ]
    assert "0.90" in cc.figures.rounds_strip(rounds, goal=0.9).json()


def test_a_figure_is_saved_by_its_ending(tmp_path: Path) -> None:
    figure = cc.figures.bland_altman(X, Y)
    assert figure.save(tmp_path / "ba.svg").read_text(encoding="utf-8").startswith("<svg")
    assert figure.save(tmp_path / "ba.pdf").read_bytes().startswith(b"%PDF")
    assert figure.save(tmp_path / "ba.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: cc.figures.heat_map(THREE), "data have 3 raters and categories. Choose two with raters="),
        (lambda: cc.figures.heat_map(X, Y), "data have 2 raters and measurements.$"),
        (lambda: cc.figures.bland_altman(THREE), "two identified raters and measurements; these data have 3"),
        (lambda: cc.figures.bland_altman(["a", "b"], ["b", "b"]), "data have 2 raters and categories.$"),
        (lambda: cc.figures.sensitivity_curve(["a", "b"], ["b", "b"]), "no weight-sensitivity curve"),
        (lambda: cc.figures.paradox_curve([1, 1], [1, 1]), "no curve of kappa against prevalence"),
        (lambda: cc.figures.paradox_curve(X, Y), "concerns categories"),
        (lambda: cc.figures.forest(HUMAN, JUDGE), "There are no slices here"),
        (lambda: cc.figures.forest_strata(FRAME), "Strata need a column"),
        (lambda: cc.figures.rounds_strip(HUMAN, JUDGE), "There are no rounds here"),
        (lambda: cc.figures.components([1, 1], [1, 1]), "All ratings are the same"),
        (lambda: cc.figures.heat_map(HUMAN, JUDGE, lang="de"), "lang must be one of"),
    ],
)
def test_data_that_cannot_have_a_figure_are_told_why_in_a_sentence(ask: Callable[[], Any], said: str) -> None:
    with pytest.raises(cc.ConcordantError, match=said):
        ask()
