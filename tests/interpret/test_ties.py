"""What is equal but for the last digit of a number is tied, and the last digit decides nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from concordant.interpret.ledger import Entry
from concordant.interpret.ledger_words import _OVER, _most
from concordant.interpret.patterns import camps
from concordant.interpret.repeats import _apart, _said
from concordant.result import Result

#: A number and its neighbours, as other processors might compute it.
SAME = [math.nextafter(0.3, 0), 0.3, math.nextafter(0.3, 1)]


def raters(estimates: list[float]) -> list[Result]:
    known = zip("abc", estimates, strict=True)
    return [Result(measure="exact_agreement", title="", estimate=x, category=name) for name, x in known]


@pytest.mark.parametrize("estimates", [SAME, SAME[::-1]])
def test_raters_who_repeat_themselves_equally_well_are_named_in_their_order(estimates: list[float]) -> None:
    parts = tuple(raters(estimates))
    (told,) = _said("people", Result(measure="exact_agreement", title="", estimate=0.3, parts=parts), False)
    assert (told.facts["worst"], told.facts["best"]) == ("a", "a")
    (apart,) = _apart(list(parts))
    assert (apart.facts["near"], apart.facts["far"]) == ("a", "a")


@pytest.mark.parametrize("ratio", [math.nextafter(_OVER, 0), _OVER, math.nextafter(_OVER, 2)])
def test_a_part_that_lies_on_the_least_ratio_counts(ratio: float) -> None:
    entry = Entry(name=("news",), amount=0.1, share=0.25, size=0.2, ratio=ratio, bias=0.0)
    assert _most((entry,)) is entry


def split_of(size: int) -> np.ndarray:
    """Closeness of raters in two camps that nothing else parts."""
    camp = np.arange(size) % 2
    close = np.where(camp[:, None] == camp[None, :], 0.9, 0.4)
    np.fill_diagonal(close, np.nan)
    return close


def test_camps_do_not_depend_on_the_sign_that_a_library_gives_an_eigenvector(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matrix, eigh = split_of(14), np.linalg.eigh
    ways = [way.tolist() for way in camps._ways(matrix)]
    monkeypatch.setattr(camps.np.linalg, "eigh", lambda x: (eigh(x)[0], -eigh(x)[1]))
    assert [way.tolist() for way in camps._ways(matrix)] == ways
    assert not any(way[0] for way in ways)
