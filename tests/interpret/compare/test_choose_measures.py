"""Coefficients chosen from the data, and by purpose."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.interpret.compare.choose_measures import ChosenMeasure, choose_measures, shape_of
from concordant.interpret.compare.comparison import Kind
from concordant.ratings.ratings import Ratings


def names(found: tuple[ChosenMeasure, ...]) -> list[str]:
    return [" ".join([c.measure, *map(str, c.options.values())]) for c in found]


def main(ratings: Ratings, kind: Kind = "raters") -> tuple[str, dict[str, object], str]:
    one = next(c for c in choose_measures(shape_of(ratings, kind)) if c.main)
    return one.measure, dict(one.options), one.why.code


NOMINAL = cc.as_ratings(["a", "b", "a", "c"], ["a", "b", "b", "c"])
ORDINAL = cc.as_ratings([0, 1, 2, 4, 3], [0, 1, 3, 4, 3])
THREE = cc.as_ratings(np.array([[0, 1, 1], [2, 2, 3], [4, 3, 4]]))
GAPS = cc.as_ratings(np.array([[0, 1, np.nan], [2, np.nan, 3], [4, 3, 4]]))
MEASURED = cc.as_ratings(np.arange(40) + 0.5, np.arange(40) + 0.25)
#: How often each of sixty numbers was measured, nobody knows by whom.
COUNTED = cc.counts(np.eye(60, dtype=int) + np.roll(np.eye(60, dtype=int), 1, axis=1), range(60))


def test_the_scale_and_the_number_of_raters_decide() -> None:
    assert main(NOMINAL) == ("cohen_kappa", {}, "choice.two-raters-nominal")
    assert main(ORDINAL) == ("cohen_kappa", {"weights": "quadratic"}, "choice.two-raters-ordinal")
    assert main(THREE) == ("krippendorff_alpha", {"metric": "ordinal"}, "choice.alpha-several")
    assert main(GAPS) == ("krippendorff_alpha", {"metric": "ordinal"}, "choice.alpha-gaps")
    assert main(MEASURED) == ("icc", {"form": "A,1"}, "choice.icc-pair")
    assert main(COUNTED) == ("icc", {"form": "1,1"}, "choice.icc-anonymous")
    assert main(MEASURED, "judge") == ("ccc", {}, "choice.ccc-for-judge")


@pytest.mark.parametrize("ratings", [NOMINAL, ORDINAL, THREE, GAPS, MEASURED, COUNTED])
@pytest.mark.parametrize("preset", ["auto", "daily", "strict", "ordinal", "continuous", "everything"])
def test_there_is_one_main_measure_and_a_reason_for_each(ratings: Ratings, preset: str) -> None:
    found = choose_measures(shape_of(ratings, "raters"), preset)  # type: ignore[arg-type]
    assert sum(c.main for c in found) == 1
    for one in found:
        assert one.why.text("en")
        assert one.why.text("zh")
        cc.agreement(ratings, one.measure, **one.options)  # every one of them can be computed


def test_a_raw_measure_never_stands_without_a_chance_corrected_one_unless_asked_for() -> None:
    for ratings in (NOMINAL, ORDINAL, THREE, GAPS):
        assert "kappa" in " ".join(names(choose_measures(shape_of(ratings, "raters"))))


def test_the_purposes_of_document_003() -> None:
    shape = shape_of(ORDINAL, "judge")
    # 日常监控, 严格评估, 有序量表, 连续分数, 综合评估
    assert names(choose_measures(shape, "daily")) == ["exact_agreement", "adjacent_agreement"]
    assert names(choose_measures(shape, "strict")) == ["cohen_kappa"]
    assert names(choose_measures(shape, "ordinal")) == ["cohen_kappa linear", "cohen_kappa quadratic"]
    assert names(choose_measures(shape, "continuous")) == ["pearson", "mean_absolute_error"]
    everything = names(choose_measures(shape, "everything"))
    assert everything == [
        "exact_agreement", "adjacent_agreement", "cohen_kappa", "cohen_kappa linear",
        "cohen_kappa quadratic", "pearson", "mean_absolute_error",
    ]  # fmt: skip


def test_names_without_an_order_get_no_weighted_kappa_and_are_told_so() -> None:
    found = choose_measures(shape_of(NOMINAL, "raters"), "ordinal")
    assert names(found) == ["cohen_kappa"]
    assert found[0].why.code == "choice.preset-ordinal-nominal"


def test_counts_get_what_needs_no_names() -> None:
    counts = cc.counts([[2, 1], [0, 3], [3, 0]], categories=["a", "b"])
    for one in choose_measures(shape_of(counts, "raters")):
        cc.agreement(counts, one.measure, **one.options)


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(OptionError, match="preset must be one of"):
        choose_measures(shape_of(ORDINAL, "raters"), "dialy")  # type: ignore[arg-type]


def test_measurements_are_never_asked_how_often_they_are_equal() -> None:
    for preset in ("daily", "strict", "ordinal", "everything"):
        found = choose_measures(shape_of(MEASURED, "raters"), preset)  # type: ignore[arg-type]
        assert "exact_agreement" not in names(found)
        assert found[0].why.code == "choice.preset-measured"


def test_anonymous_raters_are_not_said_to_have_habits_of_their_own() -> None:
    counts = cc.study(
        {"item": list("abcd"), "x": [3, 0, 2, 1], "y": [0, 3, 1, 2]}, shape="counts", item="item"
    )
    why = {m.measure: m.why for m in counts.comparisons[0].measures}["fleiss_kappa"]
    assert "one marginal distribution for all raters" in why.text("en")
    assert "共同的边际分布" in why.text("zh")
