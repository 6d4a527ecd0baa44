"""A result is a value: shown, stored and read back."""

from __future__ import annotations

import copy
import dataclasses
import json
import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.columns import RESULT_COLUMNS
from concordant.errors import InputError, OptionError
from concordant.number_text import show
from concordant.result import DEFERRED, Interval, Note, Result


def _result(**changes: object) -> Result:
    values: dict[str, object] = {
        "measure": "cohen_kappa", "title": "Cohen's kappa", "estimate": 0.5, "se": 0.1,
        "interval": Interval(0.3, 0.7, 0.95, "analytic z"), "p_value": 0.001, "n_items": 20.0, "n_raters": 2,
        "method": "analytic z",
    }  # fmt: skip
    return Result(**{**values, **changes})  # type: ignore[arg-type]


def test_it_reads_as_one_line() -> None:
    assert str(_result()) == "cohen_kappa 0.500 [0.300, 0.700] (n=20, analytic z)"


def test_what_is_undefined_twice_is_equal_and_what_differs_is_not() -> None:
    assert _result(se=float("nan")) == _result(se=-float("nan"))
    assert _result(se=float("nan")) != _result()
    assert _result(estimate=0.6) != _result()
    assert _result() != "cohen_kappa"


def test_undefined_reads_as_undefined_with_its_reason() -> None:
    result = cc.cohen_kappa(cc.table([[0, 0], [0, 40]], categories=["nodule", "none"]))
    assert str(result) == (
        "cohen_kappa undefined (n=40)\n  note: All ratings used are in the same category, so there is "
        "no chance disagreement to compare with. Observed agreement is 1.000."
    )


def test_parts_are_listed() -> None:
    result = cc.specific_agreement(cc.table([[20, 5], [10, 15]], categories=["yes", "no"]))
    # yes: 2·20/(25 + 30) = 8/11; no: 2·15/(25 + 20) = 2/3
    lines = str(result).splitlines()
    assert lines[1].startswith("  yes: 0.727 [")
    assert lines[2].startswith("  no: 0.667 [")


def test_undefined_without_a_reason_cannot_be_made() -> None:
    with pytest.raises(InputError, match="no note states why"):
        _result(estimate=math.nan, interval=None)


def test_tidy_has_the_columns_it_promises_and_a_row_for_each_part() -> None:
    result = cc.category_kappa([[1, 1, 2], [2, 2, 2], [1, 2, 1], [1, 1, 1]])
    rows = result.tidy()
    assert [row["category"] for row in rows] == [None, "1", "2"]
    assert all(tuple(row) == RESULT_COLUMNS for row in rows)
    assert rows[0]["estimate"] == result.estimate


def test_json_is_strict_and_comes_back_whole() -> None:
    result = _result(
        details={"z": math.inf, "list": [1.5, math.nan], "text": "a"}, notes=(Note("x", "Why."),)
    )
    text = json.dumps(result.to_dict(), allow_nan=False)
    back = Result.from_dict(json.loads(text))
    assert back.details["z"] == math.inf
    assert math.isnan(back.details["list"][1])
    assert back.notes == result.notes
    assert back.interval == result.interval
    assert str(back) == str(result)


def test_html_escapes_what_comes_from_data() -> None:
    result = cc.category_kappa([["<b>", "&"], ["&", "&"], ["<b>", "<b>"]])
    html = result._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;" in html


@pytest.mark.parametrize(
    ("number", "shown"),
    [(0.5, "0.500"), (0.0, "0.000"), (1234.567, "1235"), (1e-7, "1e-07"), (math.nan, "–"), (-math.inf, "-∞")],
)
def test_numbers_are_shown_with_three_decimals_where_that_says_something(number: float, shown: str) -> None:
    assert show(number) == shown


def test_a_result_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        _result().estimate = 1.0  # type: ignore[misc]


def test_the_ends_of_a_narrow_interval_can_be_told_apart() -> None:
    assert str(Interval(0.59996, 0.60004, 0.95, "")) == "[0.59996, 0.60004]"
    assert str(Interval(0.5, 0.5, 0.95, "")) == "[0.500, 0.500]"


def test_pooled_rows_of_an_item_are_said_in_the_result() -> None:
    rows = {"item": [1, 1, 2, 2, 3, 3] * 2, "rater": ["A"] * 6 + ["B"] * 6, "dimension": ["x", "y"] * 6}
    result = cc.cohen_kappa(rows | {"score": [1, 2, 2, 1, 1, 1, 1, 2, 2, 2, 1, 1]})
    assert any(note.code == "clustered-by-item" for note in result.notes)


# --- what is found when it is first looked at -----------------------------------------------------

FIRST, SECOND = [1, 2, 3, 1, 2, 3, 1, 2], [1, 2, 2, 1, 3, 3, 1, 1]


def _deferred() -> Result:
    result = cc.cohen_kappa(FIRST, SECOND)
    assert not set(DEFERRED) & set(vars(result))
    return result


def _at_once() -> Result:
    result = _deferred()
    return Result(**{f.name: getattr(result, f.name) for f in dataclasses.fields(result)})


@pytest.mark.parametrize("name", [f.name for f in dataclasses.fields(Result)])
def test_any_field_can_be_looked_at_first(name: str) -> None:
    result = _deferred()
    assert getattr(result, name) == getattr(_at_once(), name)
    assert result == _at_once()


@pytest.mark.parametrize(
    "look",
    [
        repr, str, Result.to_dict, Result.tidy, Result._repr_html_, 
        lambda r: pickle.loads(pickle.dumps(r)),  # noqa: S301 - our own
        copy.copy, copy.deepcopy, dataclasses.asdict, lambda r: dataclasses.replace(r, category="x"),
        lambda r: json.dumps(r.to_dict()), lambda r: r.defined, lambda r: r == _at_once(),
    ],
)  # fmt: skip
def test_a_result_looked_at_late_is_the_one_looked_at_at_once(look: Callable[[Result], Any]) -> None:
    assert look(_deferred()) == look(_at_once())


def test_a_result_has_no_hash_before_and_after_it_is_looked_at() -> None:
    for result in (_deferred(), _at_once()):
        with pytest.raises(TypeError):
            hash(result)


def test_a_field_that_was_put_off_cannot_be_set() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        _deferred().se = 1.0  # type: ignore[misc]


def test_a_result_keeps_the_statistic_and_not_the_data() -> None:
    first, second = np.tile(FIRST, 8000), np.tile(SECOND, 8000)
    kept = [cc.cohen_kappa(first, second) for _ in range(3)]
    assert all(len(pickle.dumps(vars(result)["_find"].__self__.statistic)) < 5000 for result in kept)
    assert all(vars(result)["_find"].__self__.measure is None for result in kept)


def test_resamples_are_drawn_at_the_call() -> None:
    rng = np.random.default_rng(3)
    result = cc.cohen_kappa(FIRST, SECOND, interval="bootstrap", rng=rng)
    drawn = rng.bit_generator.state
    assert result.interval is not None
    assert rng.bit_generator.state == drawn
    assert (
        result.interval
        == cc.cohen_kappa(FIRST, SECOND, interval="bootstrap", rng=np.random.default_rng(3)).interval
    )


@pytest.mark.parametrize(
    "options",
    [
        {"level": 95}, {"interval": "exact"}, {"weights": "linar"}, {"raters_are": "sampled"}, {"null": "0"},
        {"population": 3}, {"scores": [1, 2, 3]}, {"wieghts": "linear"}, {"interval": "classical"},
    ],
)  # fmt: skip
def test_a_wrong_option_is_refused_at_the_call(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        cc.cohen_kappa(FIRST, SECOND, **options)
