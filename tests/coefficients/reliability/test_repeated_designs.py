"""What every coefficient of repeated ratings must satisfy: items × raters × occasions."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from concordant.coefficients.catalogue import BY_NAME
from concordant.coefficients.coefficient import Estimate
from concordant.inference.measure import Measure
from concordant.inference.plan import Plan
from concordant.reduce.item_weights import CaseWeights, DrawWeights, LeaveOneOut
from concordant.reduce.to_moments import moments_of
from concordant.result import Result
from tests.designs import repeated

ASKED: list[tuple[str, dict[str, Any]]] = [
    ("icc", {"form": "A,1"}),
    ("icc", {"form": "C,k"}),
    ("icc", {"form": "1,k", "averaged": 5}),
    ("intra_rater_icc", {}),
    ("intra_rater_icc", {"model": "mixed"}),
    ("intra_rater_icc", {"form": "A,1"}),
    ("intra_rater_icc", {"form": "C,1", "model": "mixed"}),
    ("g_coefficient", {}),
    ("g_coefficient", {"fixed": "raters", "n_occasions": 4}),
    ("phi_coefficient", {"n_raters": 2, "n_occasions": 1}),
    ("phi_coefficient", {"fixed": "occasions"}),
    ("g_study", {}),
]
every_repeated = pytest.mark.parametrize(("name", "options"), ASKED, ids=[f"{n}-{o}" for n, o in ASKED])


def measured(n: int = 12, raters: int = 3, occasions: int = 2, seed: int = 7) -> Any:
    """Items × raters × occasions of whole numbers, with every kind of effect."""
    rng = np.random.default_rng(seed)
    y = 3 * rng.normal(size=(n, 1, 1)) + rng.normal(size=(1, raters, 1)) + rng.normal(size=(1, 1, occasions))
    y = y + rng.normal(size=(n, raters, 1)) + rng.normal(size=(n, 1, occasions))
    return np.round(y + rng.normal(size=(n, raters, occasions)))


def with_gaps(seed: int = 7) -> Any:
    """The same with items that lack a reading."""
    y = measured(seed=seed)
    y[2, 0, 1] = y[5, 2, 0] = y[5, 1, 1] = np.nan
    return y


def asked(name: str, options: dict[str, Any], y: Any, weights: Any = None) -> Measure:
    """The question about these measurements."""
    return Measure(BY_NAME[name], repeated(y, weights), options)


def numbers(e: Estimate) -> list[float]:
    """The value and those of the parts, nan where undefined."""
    return [math.nan if x.undefined else float(x.value) for x in (e, *e.parts.values())]


def values(name: str, options: dict[str, Any], y: Any, weights: Any = None) -> list[float]:
    measure = asked(name, options, y, weights)
    return numbers(measure.estimate(measure.reduce()))


@every_repeated
@pytest.mark.parametrize("make", [measured, with_gaps])
def test_the_order_of_items_and_occasions_does_not_matter(name: str, options: Any, make: Any) -> None:
    y = make()
    assert values(name, options, y[::-1]) == pytest.approx(values(name, options, y), rel=1e-9)
    assert values(name, options, y[:, :, ::-1]) == pytest.approx(values(name, options, y), rel=1e-6)


@every_repeated
def test_the_order_of_raters_changes_only_the_order_of_their_parts(name: str, options: Any) -> None:
    y = with_gaps()
    first, then = values(name, options, y), values(name, options, y[:, [2, 0, 1]])
    if name == "intra_rater_icc":
        then = [then[0], then[2], then[3], then[1]]
    assert then == pytest.approx(first, rel=1e-6)


@every_repeated
def test_a_shift_changes_nothing_and_digits_are_kept_at_a_thousand_million(name: str, options: Any) -> None:
    y = measured()
    assert values(name, options, y + 1e9) == pytest.approx(values(name, options, y), rel=1e-9)


@every_repeated
def test_another_unit_changes_variances_by_its_square_and_reliabilities_not(name: str, options: Any) -> None:
    y = measured()
    times = 100.0 if name == "g_study" else 1.0
    assert values(name, options, 10 * y) == pytest.approx(
        [times * x for x in values(name, options, y)], rel=1e-9
    )


@every_repeated
@pytest.mark.parametrize("make", [measured, with_gaps])
def test_a_weight_is_that_many_copies(name: str, options: Any, make: Any) -> None:
    y = make()
    copies = np.array([1, 2, 0, 3, 1, 1, 2, 1, 0, 1, 4, 1])
    weighed = asked(name, options, y, copies)
    written_out = asked(name, options, np.repeat(y, copies, axis=0))
    assert numbers(weighed.estimate(weighed.reduce())) == pytest.approx(
        numbers(written_out.estimate(written_out.reduce())), rel=1e-6
    )
    for plan in (Plan(), Plan(interval="analytic")):
        a, b = weighed.result(plan), written_out.result(plan)
        assert a.se == pytest.approx(b.se, rel=1e-6)
        assert (a.n_items, a.interval.low) == pytest.approx((b.n_items, b.interval.low), rel=1e-6)  # type: ignore[union-attr]


@every_repeated
@pytest.mark.parametrize("make", [measured, with_gaps])
def test_parts_of_the_data_add_to_the_whole(name: str, options: Any, make: Any) -> None:
    y = make()
    c = BY_NAME[name]
    added = moments_of(repeated(y[:5])) + moments_of(repeated(y[5:]))
    assert numbers(c(added, **options)) == pytest.approx(values(name, options, y), rel=1e-6)
    if make is measured:
        sums = moments_of(repeated(y[:5])).without_items() + moments_of(repeated(y[5:])).without_items()
        assert numbers(c(sums, **options)) == pytest.approx(values(name, options, y), rel=1e-9)


@every_repeated
def test_many_draws_at_once_are_the_draws_one_by_one(name: str, options: Any) -> None:
    measure = asked(name, options, with_gaps())
    statistic = measure.reduce()
    draws = np.random.default_rng(1).integers(0, 4, (3, 12)).astype(float)
    names = [None, *measure.estimate(statistic).parts]
    together = [measure.values(statistic, DrawWeights(draws), part) for part in names]
    for place, weights in enumerate(draws):
        alone = measure.estimate(statistic.weighed(CaseWeights(weights)))
        assert [x[place] for x in together] == pytest.approx(numbers(alone), rel=1e-6, nan_ok=True)


@every_repeated
def test_leaving_one_out_is_leaving_one_out(name: str, options: Any) -> None:
    y = measured()
    measure = asked(name, options, y)
    statistic = measure.reduce()
    without = measure.values(statistic, LeaveOneOut(statistic.counts))
    expected = [values(name, options, np.delete(y, i, axis=0))[0] for i in range(len(y))]
    assert without == pytest.approx(expected, rel=1e-9, nan_ok=True)


@every_repeated
def test_slopes_are_derivatives(name: str, options: Any) -> None:
    measure = asked(name, options, measured())
    statistic = measure.reduce()
    estimate = measure.estimate(statistic)
    h = 1e-5
    moved = [DrawWeights(statistic.counts + sign * h * np.eye(len(statistic.counts))) for sign in (1, -1)]
    every: list[tuple[str | None, Estimate]] = [(None, estimate), *estimate.parts.items()]
    for part, found in every:
        up, down = (measure.values(statistic, draws, part) for draws in moved)
        assert found.value.slope == pytest.approx((up - down) / (2 * h), rel=1e-4, abs=1e-5)


@every_repeated
def test_the_jackknife_and_the_influence_values_tell_the_same_error(name: str, options: Any) -> None:
    measure = asked(name, options, measured(n=150))
    errors = [measure.result(Plan(interval=how)).se for how in ("analytic", "jackknife")]
    assert errors[0] == pytest.approx(errors[1], rel=0.1)


@every_repeated
def test_a_result_comes_back_from_json(name: str, options: Any) -> None:
    result = asked(name, options, with_gaps()).result()
    back = Result.from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False)))
    assert back.to_dict() == result.to_dict()


@every_repeated
def test_a_higher_level_gives_a_wider_interval(name: str, options: Any) -> None:
    measure = asked(name, options, measured())
    narrow, wide = (measure.result(Plan(level=level)).interval for level in (0.8, 0.99))
    assert narrow is not None
    assert wide is not None
    assert wide.low < narrow.low < narrow.high < wide.high


@every_repeated
def test_items_with_a_gap_are_left_out_and_counted(name: str, options: Any) -> None:
    y = with_gaps()
    whole = ~np.isnan(y).any(axis=(1, 2))
    result = asked(name, options, y).result()
    assert result.estimate == pytest.approx(values(name, options, y[whole])[0], rel=1e-12)
    assert result.n_items == 10
    assert "2 items not measured by all raters on all occasions were excluded." in [
        note.text for note in result.notes
    ]


@every_repeated
def test_raters_who_always_say_the_same_are_perfectly_reliable(name: str, options: Any) -> None:
    y = np.broadcast_to(measured()[:, :1, :1], (12, 3, 2))
    result = asked(name, options, y).result()
    if name == "g_study":
        variance = float(y[:, 0, 0].var(ddof=1))
        assert [part.estimate for part in result.parts] == pytest.approx([variance] + [0.0] * 6, abs=1e-12)
    else:
        assert result.estimate == 1
        assert result.interval is None or result.interval.high == 1


@pytest.mark.parametrize(
    ("name", "options"), [("intra_rater_icc", {"form": "A,1"}), ("g_coefficient", {}), ("g_study", {})]
)
def test_rounding_is_no_negative_variance(name: str, options: Any) -> None:
    for seed in range(10):
        y = measured(seed=seed)[:, :1, :1] / 7 + np.array([[0.1], [0.2], [0.7]]) + np.array([0.0, 0.3])
        notes = asked(name, options, y).result().notes
        assert "negative-variance" not in [note.code for note in notes]


@every_repeated
def test_too_little_data_is_undefined_and_says_why(name: str, options: Any) -> None:
    one_item = asked(name, options, measured()[:1]).result()
    assert not one_item.defined
    assert one_item.notes[0].code == "one-item"
    y = measured()
    y[::2, 0, 0] = y[1::2, 1, 1] = np.nan
    nothing_whole = asked(name, options, y).result()
    assert not nothing_whole.defined
    assert nothing_whole.notes[0].code == "no-complete-items"
    constant = asked(name, options, np.full((6, 2, 2), 3.0)).result()
    assert constant.notes[0].code == "no-variation"
    assert constant.estimate == 0 if name == "g_study" else not constant.defined


@every_repeated
def test_nothing_is_said_of_pooled_rows_where_repeats_stand_side_by_side(name: str, options: Any) -> None:
    assert "clustered-by-item" not in [note.code for note in asked(name, options, measured()).result().notes]


@every_repeated
def test_a_draw_of_equal_items_is_what_it_is_alone_and_not_rounding(name: str, options: Any) -> None:
    y = measured() / 7
    y[1] = y[2] = y[0]
    measure = asked(name, options, y)
    statistic = measure.reduce()
    weights = np.where(np.arange(12) < 3, 1.0, 0.0)
    together = measure.values(statistic, DrawWeights(weights[None]))
    alone = numbers(measure.estimate(statistic.weighed(CaseWeights(weights))))[0]
    assert together == pytest.approx([alone], abs=1e-9, nan_ok=True)
