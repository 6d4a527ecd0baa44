"""Last digits of computed numbers, which differ between processors, change no byte of what is written."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

import concordant as cc
from concordant.report.figure_files import tidy
from concordant.report.figures.study_figures import figures_of
from concordant.report.page.render import page
from concordant.report.render.csv import csv_files
from concordant.report.render.json import to_json
from concordant.report.render.markdown import to_markdown

from ..example_studies import example_study

#: Numbers that were given, not computed.
GIVEN = {"level", "options", "certainty", "start", "least_gain", "scale"}


def nudged(value: Any, rng: random.Random) -> Any:
    """The same with every fraction moved to a neighbour, as another processor might have computed it."""
    if isinstance(value, dict):
        return {name: part if name in GIVEN else nudged(part, rng) for name, part in value.items()}
    if isinstance(value, list):
        return [nudged(part, rng) for part in value]
    if isinstance(value, float) and not value.is_integer():
        return math.nextafter(value, rng.choice((-math.inf, math.inf)))
    return value


def on_another_machine(study: cc.Study) -> cc.Study:
    found = cc.Study.from_dict(nudged(study.to_dict(), random.Random(1)))  # noqa: S311
    assert found.to_dict() != study.to_dict()
    return found


NAMES = ["methods", "rounds"]


@pytest.mark.parametrize("name", NAMES)
def test_files_are_the_same(name: str) -> None:
    study = example_study(name)
    other = on_another_machine(study)
    assert to_json(other) == to_json(study)
    assert csv_files(other) == csv_files(study)
    assert to_markdown(other, "zh") == to_markdown(study, "zh")
    assert other.text("en") == study.text("en")


@pytest.mark.parametrize("name", NAMES)
def test_specifications_of_figures_are_the_same(name: str) -> None:
    study = example_study(name)
    here, there = (figures_of(one) for one in (study, on_another_machine(study)))
    assert {n: f.json() for n, f in there.items()} == {n: f.json() for n, f in here.items()}


def test_the_page_is_the_same() -> None:
    study = example_study("methods")
    assert page(on_another_machine(study)) == page(study)


def test_coordinates_are_rounded_and_words_are_not() -> None:
    drawn = (
        '<svg width="10.50004"><path class="v1.23456" d="M1.23456,-0.00001L3.5e-7,12-0.00001"/>'
        '<text transform="translate(80.18962449991156,2)" aria-label="1.23456">1.23456</text></svg>'
    )
    assert tidy(drawn) == (
        '<svg width="10.5"><path class="v1.23456" d="M1.235,0L0,12-0"/>'
        '<text transform="translate(80.19,2)" aria-label="1.23456">1.23456</text></svg>'
    )
