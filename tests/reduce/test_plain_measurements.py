"""Large arrays of measurements give the same results whether they are coded first or not."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.catalogue import CATALOGUE
from concordant.reduce.moments import Moments
from concordant.reduce.plain_measurements import plain_measurements

RNG = np.random.default_rng(7)
MATRIX = RNG.normal(size=(1200, 1)) + RNG.normal(size=(1200, 3)) + [0.0, 0.5, 1.0]
OF_MEASUREMENTS = [c.name for c in CATALOGUE if c.statistic is Moments]


@pytest.mark.parametrize("name", OF_MEASUREMENTS)
def test_results_are_those_of_ratings_that_were_read_first(name: str) -> None:
    data = MATRIX[:, :2] if _two(name) else MATRIX
    assert plain_measurements(data, None) is not None
    try:
        read = getattr(cc, name)(cc.as_ratings(data))
    except cc.ConcordantError as refused:
        with pytest.raises(type(refused)):
            getattr(cc, name)(data)
        return
    plain = getattr(cc, name)(data)
    assert plain.estimate == pytest.approx(read.estimate, rel=1e-12, nan_ok=True)
    assert plain.se == pytest.approx(read.se, rel=1e-9, nan_ok=True)
    assert (plain.n_items, plain.n_raters, plain.method) == (read.n_items, read.n_raters, read.method)
    assert [note.text for note in plain.notes] == [note.text for note in read.notes]
    if read.interval is not None:
        assert [plain.interval.low, plain.interval.high] == pytest.approx(
            [read.interval.low, read.interval.high], rel=1e-9
        )


def test_two_columns_are_called_as_they_always_are() -> None:
    first, second = MATRIX[:, 0], MATRIX[:, 1]
    found = plain_measurements(first, second)
    assert found is not None
    assert found.raters == cc.as_ratings(first, second).raters


@pytest.mark.parametrize(
    "change",
    [
        lambda x: np.where(x > 2, np.nan, x),
        lambda x: np.round(x),
        lambda x: np.where(x > 2, 999.0, x),
        lambda x: x.astype(np.float32),
        lambda x: x[:, :1],
        lambda x: x[:900],
        lambda x: np.where(x > 2, np.inf, x),
        lambda x: x * 1e60,
    ],
)
def test_what_the_general_way_has_something_to_say_about_is_left_to_it(change) -> None:
    assert plain_measurements(change(MATRIX), None) is None


def _two(name: str) -> bool:
    return next(c for c in CATALOGUE if c.name == name).two_raters_only
