"""Fields of a record that are found when they are looked at."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import concordant as cc
from concordant.interpret.record import Record


@dataclass(frozen=True, kw_only=True)
class _Limits(Record):
    power: float
    low: float
    high: float = 1.0


class _Asked:
    """How often the limits were asked for."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Mapping[str, Any]:
        self.times += 1
        return {"low": 0.25, "high": 0.75}


def test_a_field_is_found_once_and_only_when_it_is_looked_at() -> None:
    find = _Asked()
    made = _Limits.deferred(find, ["low", "high"], power=2.0)
    other = made.but(power=3.0)
    assert (made.power, other.power, find.times) == (2.0, 3.0, 0)
    assert (made.low, made.high, find.times) == (0.25, 0.75, 1)
    assert (other.low, other.high, find.times) == (0.25, 0.75, 2)


def test_what_is_written_copied_compared_or_changed_has_all_fields() -> None:
    whole = _Limits(power=2.0, low=0.25, high=0.75)
    assert _Limits.deferred(_Asked(), ["low", "high"], power=2.0).to_dict() == whole.to_dict()
    assert _Limits.deferred(_Asked(), ["low", "high"], power=2.0) == whole
    assert replace(_Limits.deferred(_Asked(), ["low", "high"], power=2.0), power=2.0) == whole
    assert deepcopy(_Limits.deferred(_Asked(), ["low", "high"], power=2.0)) == whole


def test_a_field_that_is_set_is_not_found_again() -> None:
    made = _Limits.deferred(_Asked(), ["low", "high"], power=2.0).but(low=0.0)
    assert (made.low, made.high) == (0.0, 0.75)


def test_a_later_way_of_finding_goes_before_an_earlier_one() -> None:
    made = _Limits.deferred(_Asked(), ["low", "high"], power=2.0).put_off(lambda: {"low": 0.5}, ["low"])
    assert (made.low, made.high) == (0.5, 0.75)


def test_a_study_is_the_same_whether_its_details_are_looked_at_first_or_last() -> None:
    data = {"human": [1, 2, 3, 4, 5, 3, 2, 4] * 10, "judge": [1, 3, 4, 4, 4, 2, 2, 5] * 10}
    data |= {"lang": ["en", "zh"] * 40, "kind": ["a", "a", "b", "b"] * 20}
    first, last = cc.study(data), cc.study(data)
    details = first.comparisons[0].sensitivity, first.comparisons[0].grid
    assert all(found is not None for found in details)
    assert first.to_dict() == last.to_dict()
    assert cc.Study.from_dict(last.to_dict()).to_dict() == last.to_dict()
