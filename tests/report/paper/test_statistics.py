"""Methods say what was computed: intervals by their own way, errors by their own kind, counts as they are."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.study.study import Study
from concordant.report.paper.grras import checklist
from concordant.report.paper.methods import methods
from concordant.report.paper.results import results
from tests.interpret.study_cases import studied
from tests.interpret.test_study_words import rare_disease
from tests.report.paper_studies import made

every_language = pytest.mark.parametrize("lang", ["en", "zh"])


@cache
def measured_twice() -> Study:
    """Fifty items, measured twice by each of two."""
    rng = np.random.default_rng(3)
    true = rng.normal(50, 10, 50)
    rows = [
        {
            "item": f"i{i}",
            "rater": rater,
            "occasion": again,
            "value": round(true[i] + b + rng.normal(0, 2), 2),
        }
        for i in range(50)
        for rater, b in (("ann", 0.0), ("bob", 1.5))
        for again in (1, 2)
    ]
    return cc.study(pd.DataFrame(rows), item="item", rater="rater", value="value", repeat="occasion")


@cache
def three_measured() -> Study:
    rng = np.random.default_rng(4)
    true = rng.normal(0, 10, 40)
    return cc.study(pd.DataFrame({name: true + rng.normal(0, 2, 40) for name in ("ann", "bob", "cyd")}))


@cache
def judged_in_two_dimensions() -> Study:
    """Thirty items in two dimensions, so that 60 ratings count."""
    rng = np.random.default_rng(5)
    human = rng.integers(1, 6, 60)
    data = {"item": np.arange(60) // 2, "dimension": ["style", "facts"] * 30, "human": human}
    return cc.study(pd.DataFrame({**data, "judge": np.clip(human + rng.integers(-1, 2, 60), 1, 5)}))


def test_limits_of_repeated_measurements_are_by_the_method_that_they_name() -> None:
    limits = measured_twice().comparisons[0].measure("bland_altman")
    assert limits is not None
    assert {part.method for part in limits.result.parts} == {"classical, MOVER"}
    text = methods(measured_twice(), "en").text()
    assert "(MOVER) (Zou, 2013)" in text
    assert "Carkeet" not in text
    assert "(Zou & Donner, 2008)" in methods(made("measured"), "en").text()


def test_the_error_of_measurement_is_said_to_hold_the_variance_of_raters() -> None:
    text = methods(made("measured"), "en").text()
    assert "by the modified large-sample method for sums of mean squares" in text
    assert "Graybill & Wang, 1980" in text
    assert "chi-square" not in text


def test_repeats_are_pooled_by_some_measures_only() -> None:
    text = methods(measured_twice(), "en").text()
    pooled = "for the mean absolute error and the Pearson correlation coefficient, all rows were pooled; "
    assert f"{pooled}for the intraclass" in text
    assert "the within-subject standard deviation" in text
    assert "Within-subject" not in text
    assert "all rows were pooled." in methods(judged_in_two_dimensions(), "en").text()


def test_the_correlation_within_a_rater_has_its_form_and_its_way() -> None:
    text = methods(measured_twice(), "en").text()
    icc = "the intraclass correlation coefficient ICC(A,1)"
    assert f"Within-rater agreement was measured by the mean absolute error and {icc}" in text
    within = text.split("For within-rater agreement")[1]
    assert f"for {icc} from the F distribution" in within
    assert "ann, ICC(A,1) = " in results(measured_twice(), "en").text()


def test_likelihood_is_told_where_it_was_used() -> None:
    assert "restricted maximum likelihood (REML) (Searle et al., 1992)" in (
        methods(studied("measurements of three with gaps"), "en").text()
    )
    assert "REML" not in methods(made("measured"), "en").text()


def test_the_concordance_of_several_is_an_extension() -> None:
    assert "from the jackknife standard error" in methods(three_measured(), "en").text()
    assert "from the jackknife standard error" in methods(made("measured"), "en").text()


def test_a_test_with_an_error_of_its_own_is_told_of() -> None:
    text = methods(made("judge"), "en").text()
    some = text.split("For unweighted")[1].split("the test uses")[0]
    assert "among the human raters" in some  # of the judge both are by the same error
    assert "the test uses" not in methods(judged_in_two_dimensions(), "en").text()


def test_variances_that_were_lent_are_told_of() -> None:
    text = methods(made("judge"), "en").text()
    assert "adaptation of the F test for unequal variances (Welch, 1951) in which the variances of" in text
    assert "at least the value implied by the variation among all items" in text


@every_language
def test_a_paradox_stands_in_the_results(lang: Any) -> None:
    study = rare_disease()
    found = study.comparisons[0].paradox
    assert found is not None
    assert found.verdict == "paradox"
    text = results(study, lang).text()
    nought = "" if lang == "en" else "0"
    for value in (found.even.estimate, found.gwet.estimate):
        assert f"{nought}{f'{value:.2f}'[1:]}" in text.split("99.0%")[-1]
    assert ("(Byrt et al., 1993)" if lang == "en" else "（Byrt 等，1993）") in text
    assert "Byrt" not in results(made("judge"), lang).text()


@every_language
def test_a_mean_difference_is_told_once(lang: Any) -> None:
    study = studied("measurements of a judge and two people")
    one = study.main
    assert one is not None
    assert {"signed_bias", "bland_altman"} <= {m.measure for m in one.measures}
    words = "The mean difference" if lang == "en" else "平均偏差（"
    assert results(study, lang).text().count(words) == len(study.comparisons)


def test_ratings_are_not_called_items() -> None:
    one = judged_in_two_dimensions().comparisons[0]
    assert (one.n_items, one.n_distinct) == (60, 30)
    assert ", n = 60 ratings of 30 items." in results(judged_in_two_dimensions(), "en").text()
    assert "of 60 ratings of 30 items" in one.headline[0].text()
    assert "30 个条目的 60 次评分" in one.headline[0].text("zh")
    assert "30 items × 2 dimensions, 60 ratings" in one.headline[1].text()


def test_a_word_from_a_scale_is_not_in_quotation_marks() -> None:
    for name in ("judge", "nominal", "measured"):
        assert "“" not in results(made(name), "en").text()


def test_the_checklist_speaks_of_no_skill_only_where_it_was_shown() -> None:
    assert "no-skill baseline" in checklist(made("judge"), "en")[13].answer.text()
    assert "no-skill baseline" not in checklist(made("measured"), "en")[13].answer.text()
