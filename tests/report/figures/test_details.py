"""Small things in figures: numbers at an axis, parts of an item, strata that differ, room at the ends."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from concordant.interpret.study.study import Study
from concordant.interpret.where.confusion import Confusion
from concordant.report.figure import Figure
from concordant.report.figures.bland_altman import bland_altman
from concordant.report.figures.category_bars import category_bars
from concordant.report.figures.forest import forest_strata
from concordant.report.figures.heat_map import heat_map
from concordant.report.figures.paradox_curve import paradox_curve
from tests.interpret.study_cases import studied


def main_of(study: Study):  # type: ignore[no-untyped-def]
    assert study.main is not None
    return study.main


def table(n: float) -> Confusion:
    """So many in the first cell."""
    return Confusion(
        first="a", second="b", labels=("x", "y"), cells=((n, 2.0), (3.0, 4.0)),
        first_totals=(n + 2, 7.0), second_totals=(n + 3, 6.0), total=n + 9,
    )  # fmt: skip


def shown_in(figure: Figure) -> set[str]:
    """The counts that stand in cells."""
    return set(re.findall(r'"items": "([^"]*)"', figure.json()))


def test_an_axis_of_tens_is_not_written_with_a_power() -> None:
    pytest.importorskip("vl_convert")
    one = main_of(studied("measurements of two"))
    far = tuple(
        replace(b, distance=replace(b.distance, estimate=36.0, interval=None)) for b in one.bands.bands
    )
    svg = category_bars(replace(one.bands, bands=far)).svg()
    assert "e+1" not in svg
    assert ">20</text>" in svg


def test_parts_of_an_item_are_shown_as_the_page_shows_them() -> None:
    assert {"17", "3"} <= shown_in(heat_map(table(17.0)))
    assert {"17.5", "3.0"} <= shown_in(heat_map(table(17.5)))


def test_strata_that_differ_are_said_to() -> None:
    strata = main_of(studied("two slice columns")).strata[0]
    differ, alike = (replace(strata, equality=replace(strata.equality, p_value=p)) for p in (0.01, 0.5))
    assert "The strata differ (p = 0.010)" in forest_strata(differ).json()
    assert "各层之间存在差异" in forest_strata(differ, lang="zh").json()
    assert "The strata differ" not in forest_strata(alike).json()


def test_an_interval_that_is_shown_whole_ends_before_the_picture_does() -> None:
    one = main_of(studied("measurements of two"))
    result = one.measure("bland_altman").result
    drawn = bland_altman(one.scatter, result).spec
    low, high = drawn["layer"][0]["encoding"]["y"]["scale"]["domain"]
    ends = [part.interval for part in (result, *result.parts)]
    assert low < min(end.low for end in ends)
    assert high > max(end.high for end in ends)


def test_the_title_says_which_variant_of_kappa_the_curve_is_of() -> None:
    paradox = main_of(studied("Kappa paradox")).paradox
    assert "Cohen's kappa (unweighted)" in paradox_curve(paradox).title
