"""Frozen values to strict JSON and back."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import concordant as cc
from concordant.interpret.record import Record
from concordant.language.message import Message
from concordant.result import Result


@dataclass(frozen=True, kw_only=True)
class Inner(Record):
    label: str
    value: float


@dataclass(frozen=True, kw_only=True)
class Outer(Record):
    result: Result
    said: Message
    cells: tuple[tuple[float, ...], ...]
    several: tuple[Inner, ...]
    named: Mapping[str, Inner] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    pair: tuple[str, float] = ("", 0.0)
    one: Inner | None = None
    none: Inner | None = None


def example() -> Outer:
    return Outer(
        result=cc.cohen_kappa([1, 1, 2, 2], [1, 2, 2, 2]),
        said=Message("who.taken-as-people", {"names": ["a", "b"]}),
        cells=((1.0, math.nan), (0.0, math.inf)),
        several=(Inner(label="x", value=-math.inf), Inner(label="y", value=0.5)),
        named={"z": Inner(label="z", value=1.0)},
        facts={"n": 3, "share": math.nan, "list": [1, 2.5]},
        pair=("p", 0.1),
        one=Inner(label="one", value=1.5),
    )


def test_a_record_is_strict_json() -> None:
    text = json.dumps(example().to_dict(), allow_nan=False)
    assert "NaN" in text  # as a name, not as a number


def test_a_record_returns_whole() -> None:
    back = Outer.from_dict(json.loads(json.dumps(example().to_dict(), allow_nan=False)))
    assert back.to_dict() == example().to_dict()
    assert isinstance(back.result, Result)
    assert isinstance(back.several[0], Inner)
    assert isinstance(back.named["z"], Inner)
    assert back.one == example().one
    assert back.none is None
    assert back.cells[1] == (0.0, math.inf)
    assert math.isnan(back.cells[0][1])
    assert back.said.text("zh") == example().said.text("zh")
