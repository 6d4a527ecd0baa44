"""What tests of margins and strata say of themselves is said in both languages."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc
from concordant.inference.equality import equal
from concordant.interpret.notes import note_message
from tests.strata_tables import DEPARTMENTS, strata

NAN = float("nan")
MARGINS = [
    [[1, 1], [1, 1]],
    [[1, 1], [0, 0]],
    [[1, 0], [0, 1], [1, NAN]],
    [[0, 1], [0, 1]],
    [[0, 1, 2], [1, 2, 0], [2, 2, 1]],
]
STRATA = [
    [*DEPARTMENTS, [[30, 0], [0, 0]], [[1, 1], [0, 1]]],
    [[[5, 0], [0, 0]], [[0, 0], [0, 4]]],
    [[[5, 0], [0, 3]], [[2, 0], [0, 4]]],
]


def said(results: list[cc.Result]) -> set[str]:
    return {note_message(note).code for result in results for note in result.notes}


@pytest.mark.parametrize("data", MARGINS)
def test_every_note_of_a_test_of_margins_has_its_sentence(data: list[list[float]]) -> None:
    assert "notes.other" not in said(list(cc.marginal_homogeneity(np.array(data, dtype=float))))


@pytest.mark.parametrize("tables", STRATA)
def test_every_note_of_strata_has_its_sentence(tables: list[list[list[int]]]) -> None:
    found = strata(tables, categories=[0, 1])
    assert "notes.other" not in said([*found.combined.values(), found.equality])


def test_too_few_parts_are_said_too() -> None:
    assert said([equal([])]) == {"notes.few-parts"}
