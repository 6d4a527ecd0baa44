"""The panels below the findings: every shape of data, both languages, and data that mean harm."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.record import Record
from concordant.interpret.study.study import Study
from concordant.language.message import Message
from concordant.report.page import panels, render
from concordant.report.page.methods import how, results_in
from concordant.report.page.panels import Panel, contents_of, panels_of
from concordant.report.page.plots import Plot
from tests.interpret.study_cases import some_cases, studied, words_in
from tests.interpret.study_data import named, scores, wide
from tests.report.page_read import PageRead

LOWER = ("measurements", "slices", "cuts", "goals", "ledger", "trust", "raters", "data", "methods")

#: Names and words that are the same in Chinese.
OURS = set(
    re.findall(
        r"\w+",
        """Cohen Kappa Krippendorff Alpha Gwet Pearson Spearman Kendall Light Landis Koch Fleiss Conger Scott
        Brennan Prediger Bland Altman Bangdiwala Bhapkar Bowker Stuart Maxwell McNemar Cochran Wald CMH Lin
        ICC REML Benjamini Hochberg Cronbach LaTeX JSON PABAK human judge people raters Koo Shrout Cicchetti
        pandas McBride Mukaka Schober""",
    )
)


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The passages for a paper have tests of their own and take long."""
    monkeypatch.setattr(panels, "paper_panel", lambda study: None)


def lower(study: Study) -> list[Panel]:
    """The panels of the main comparison, and of the study, that stand below the findings."""
    return [panel for panel in panels_of(study) if panel.key in LOWER]


def read(study: Study) -> PageRead:
    found = PageRead(render.page(study))
    assert len(found.ids) == len(set(found.ids)), [i for i in found.ids if found.ids.count(i) > 1][:5]
    return found


@pytest.mark.usefixtures("undrawn")
@some_cases(4)
def test_every_shape_of_data_has_these_panels_in_both_languages(name: str) -> None:
    study = studied(name)
    page = read(study)
    shown = {panel.key for panel in lower(study)}
    assert {"data", "methods"} <= shown <= set(page.ids)
    names = " ".join((*study.who.people, *study.who.judges, *study.who.gold))
    known = words_in(name) | set(re.findall("[A-Za-z]+", names)) | OURS
    for lang in ("en", "zh"):
        text = " ".join(page.words(lang, key) for key in LOWER)
        assert not re.search(r"\b(nan|NaN|None|inf|Infinity)\b", text), text
        assert not re.search(r"\b(page_lower|shown|audit|terms|strata|goals|notes)\.[a-z]", text), text
    chinese = " ".join(page.words("zh", key) for key in LOWER if key != "methods")
    # options of a call are the same in every language
    chinese = re.sub(r"[a-z_]+=(True\b|'[^']*')?", "", chinese)
    foreign = {w for w in re.findall(r"[A-Za-z]{3,}", chinese) if len(set(w)) > 1} - known
    assert not foreign, foreign


@some_cases(0)
def test_every_way_to_an_interval_has_words_in_both_languages(name: str) -> None:
    study = studied(name)
    for result in results_in((study.comparisons, study.within, study.profiles)):
        if result.interval is not None:
            said = how(result.interval.method)
            assert re.search("[\u4e00-\u9fff]", said["zh"]), result.interval.method


def test_a_way_to_an_interval_is_said_piece_by_piece() -> None:
    said = how("analytic t(39), clustered")
    assert said["en"] == "influence values of the items, t distribution, cluster-robust"
    assert said["zh"] == "基于各条目的影响值，t 分布，按簇（群组）稳健估计"


def test_the_same_study_read_back_has_the_same_panels() -> None:
    for name in ("two slice columns", "measurements of two", "gold with people and judges"):
        study = studied(name)
        back = Study.from_dict(study.to_dict())
        for one, again in zip(lower(study), lower(back), strict=True):
            assert shown_words(one.view) == shown_words(again.view), one.key


def shown_words(view: Any) -> list[str]:
    """Every text and sentence in a view, in order."""
    found: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, Message):
            found.extend((value.text("en"), value.text("zh")))
        elif isinstance(value, str | int | float):
            found.append(str(value))
        elif isinstance(value, dict):
            for part in value.values():
                walk(part)
        elif isinstance(value, tuple | list):
            for part in value:
                walk(part)
        elif hasattr(value, "__dataclass_fields__"):
            for name in value.__dataclass_fields__:
                walk(getattr(value, name))

    walk(view)
    return found


# --- whose panels they are ----------------------------------------------------------------------


def test_what_is_about_the_whole_study_stands_once() -> None:
    study = studied("gold with people and judges")
    contents = contents_of(study)
    assert len(contents.views) == len(study.comparisons) > 1
    assert {"raters", "data", "methods"} <= {panel.key for panel in contents.whole}
    assert not {"raters", "data", "methods"} & {panel.key for view in contents.views for panel in view.all}


def test_measurements_are_plotted_and_categories_are_not() -> None:
    assert plots([p.view for p in lower(studied("measurements of two"))])
    contents = contents_of(studied("gold with people and judges"))
    assert not plots([p.view for view in contents.views for p in view.all])


def plots(value: Any) -> list[Plot]:
    if isinstance(value, Plot):
        return [value]
    if isinstance(value, tuple | list):
        return [p for part in value for p in plots(part)]
    if hasattr(value, "__dataclass_fields__") and not isinstance(value, Record):
        return [p for name in value.__dataclass_fields__ for p in plots(getattr(value, name))]
    return []


def test_panels_come_in_reading_order() -> None:
    study = studied("two slice columns")
    keys = [panel.key for panel in lower(study)]
    assert keys == [key for key in LOWER if key in keys]


# --- data that means harm -----------------------------------------------------------------------

HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=1>', "y" * 10_000, "\u202eمرحبا", "👩‍👧 =cmd()")


@pytest.mark.usefixtures("undrawn")
def test_names_that_mean_harm_are_only_text_and_are_cut() -> None:
    people = [HOSTILE[0], "human " + HOSTILE[1], "judge " + "z" * 10_000]
    kinds = dict(zip(people, ("human", "human", "judge"), strict=True))
    columns: dict[str, Any] = {"<b>kind": [HOSTILE[i % 5] for i in range(60)]}
    data = wide(named(HOSTILE, scores(60, 3)), people, **columns)
    study = cc.study(data, raters=people, rater_kind=kinds, slices=["<b>kind"], categories=list(HOSTILE))
    page = render.page(study)
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "<b>kind" not in page
    shown = PageRead(page)
    for key in LOWER:
        assert "y" * 61 not in shown.words("en", key)
        assert "z" * 61 not in shown.words("zh", key)


@pytest.mark.slow
@pytest.mark.usefixtures("undrawn")
def test_forty_raters_have_a_matrix_and_more_a_list() -> None:
    few, many = (raters_panel(np.asarray(scores(30, n, high=3))) for n in (40, 41))
    assert "matrix" in few.matrix.kind
    assert "matrix" not in many.matrix.kind
    assert len(few.matrix.rows) == 40
    assert len(many.matrix.rows) == 41


def raters_panel(matrix: np.ndarray) -> Any:
    study = cc.study(matrix)
    return next(panel.view for panel in lower(study) if panel.key == "raters")


def test_a_study_without_options_or_source_still_says_how_it_was_computed() -> None:
    study = replace(studied("perfect agreement"), options={}, versions={}, version="")
    view = next(panel.view for panel in lower(study) if panel.key == "methods")
    assert view.versions == ()
    assert any("95%" in said.text() for said in view.settings)
