"""What the page draws itself: round numbers at axes, places, and the plots of measurements and of rounds."""

from __future__ import annotations

import math

import pytest

from concordant.coefficients.catalogue import CATALOGUE
from concordant.language.render import topic
from concordant.report.page.measurements import measurements
from concordant.report.page.plots import Plot, PlotBand, PlotLine, name_ticks, number_ticks, round_values
from concordant.report.page.round_plots import drift_plots, round_plots
from tests.example_studies import example_study


@pytest.mark.parametrize(
    ("ends", "wanted"),
    [
        ((0.0, 1.0), (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)),  # 1/5 is a round step
        ((-13.0, 42.0), (0.0, 20.0, 40.0)),  # 55/5 = 11, and the next round step is 20
        ((0.55, 0.91), (0.6, 0.7, 0.8, 0.9)),  # .36/5 = .072, and the next round step is .1
    ],
)
def test_an_axis_has_round_numbers(ends: tuple[float, float], wanted: tuple[float, ...]) -> None:
    assert round_values(*ends) == pytest.approx(wanted)


def test_shares_are_written_in_percent_and_changes_with_their_sign() -> None:
    assert [text for _, text in number_ticks((0.0, 1.0), share=True)][:2] == ["0%", "20%"]
    assert [text for _, text in number_ticks((-10.0, 10.0), sign=True)] == ["−10", "−5", "0", "+5", "+10"]


def test_names_that_have_no_room_are_cut_or_left_out() -> None:
    assert name_ticks(["v1", "v2"], 400) == ((0.5, "v1"), (1.5, "v2"))
    many = name_ticks([f"version-{i}" for i in range(40)], 400)
    assert len(many) < 20
    assert all(len(text) <= 14 for _, text in many)


def plot(**more: object) -> Plot:
    return Plot("t", (0.0, 10.0), (0.0, 1.0), ((0.0, "0"),), ((0.0, "0"),), **more)  # type: ignore[arg-type]


def test_values_lie_where_they_belong_and_what_is_beyond_stays_at_the_edge() -> None:
    drawn = plot()
    assert (drawn.x(0.0), drawn.x(10.0)) == (drawn.left, drawn.right)
    assert (drawn.y(0.0), drawn.y(1.0)) == (drawn.bottom, drawn.top)
    assert drawn.y(0.5) == (drawn.bottom + drawn.top) / 2
    assert drawn.y(7.0) == drawn.top
    left, top, wide, high = drawn.box(PlotBand(-1.0, 0.5))
    assert (left, wide, top + high) == (drawn.left, drawn.right - drawn.left, drawn.bottom)
    ends = [tuple(map(float, pair.split(","))) for pair in drawn.path(_DIAGONAL).split()]
    assert ends == [(drawn.left, drawn.bottom), (drawn.right, drawn.top)]


_DIAGONAL = PlotLine(((0.0, 0.0), (10.0, 1.0)), "first")


def test_on_a_scale_of_ratios_double_and_half_are_equally_far() -> None:
    drawn = Plot("t", (1.0, 100.0), (0.5, 2.0), (), (), log=True)
    assert drawn.y(1.0) == pytest.approx((drawn.y(0.5) + drawn.y(2.0)) / 2, abs=0.1)


def test_every_pair_of_measurements_and_the_limits_are_drawn() -> None:
    one = example_study("methods").main
    assert one is not None
    assert one.scatter is not None
    limits = one.measure("bland_altman")
    view = measurements(one)
    assert view is not None
    assert view.plot is not None
    drawn = view.plot
    assert [(point.x, point.y) for point in drawn.points] == [
        ((a + b) / 2, a - b) for a, b in one.scatter.pairs
    ]
    by_kind = {line.kind: line.points[0][1] for line in drawn.lines}
    assert limits is not None
    assert by_kind["bias"] == limits.result.estimate
    ends = {line.points[0][1] for line in drawn.lines if line.kind == "limit"}
    assert ends == {part.estimate for part in limits.result.parts}
    assert drawn.y_range[0] < min(ends) < max(ends) < drawn.y_range[1]


def test_rounds_have_a_plot_of_the_measure_and_one_of_changes() -> None:
    one = example_study("rounds").main
    assert one is not None
    assert one.progress is not None
    measured, changes = round_plots(one)
    assert [point.y for point in measured.points] == [r.tracked.estimate for r in one.progress.rounds]
    assert len(changes.points) == len(one.progress.rounds) - 1
    assert all(point.low <= point.y <= point.high for point in (*measured.points, *changes.points))
    # changes of a share are in percentage points
    first, second = measured.points[:2]
    assert changes.points[0].y == pytest.approx(100 * (second.y - first.y), abs=1e-6)
    assert one.progress.drift is not None
    moved, agreement = drift_plots(one.progress.drift)
    assert moved.points
    assert all(math.isfinite(point.y) and 0 <= point.y <= 1 for point in agreement.points)
    assert {kind for kind, _ in agreement.keys} == {point.kind for point in agreement.points}


def test_the_letters_of_every_formula_are_explained() -> None:
    assert set(topic("letters")) == {c.name for c in CATALOGUE}
