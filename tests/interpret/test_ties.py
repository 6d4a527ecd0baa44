"""What is equal but for the last digit of a number is tied, and the last digit decides nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from concordant.interpret.compare.self_agreement import _apart, _messages
from concordant.interpret.patterns import camps
from concordant.interpret.where.ledger import LedgerEntry
from concordant.interpret.where.ledger_words import _OVER, _most
from concordant.result import Result

#: A number and its neighbours, as other processors might compute it.
SAME = [math.nextafter(0.3, 0), 0.3, math.nextafter(0.3, 1)]


def raters(estimates: list[float]) -> list[Result]:
    known = zip("abc", estimates, strict=True)
    return [Result(measure="exact_agreement", title="", estimate=x, category=name) for name, x in known]


@pytest.mark.parametrize("estimates", [SAME, SAME[::-1]])
def test_raters_who_repeat_themselves_equally_well_are_named_in_their_order(estimates: list[float]) -> None:
    parts = tuple(raters(estimates))
    (told,) = _messages("people", list(parts), False)
    assert (told.facts["worst"], told.facts["best"]) == ("a", "a")
    (apart,) = _apart(list(parts))
    assert (apart.facts["near"], apart.facts["far"]) == ("a", "a")


@pytest.mark.parametrize("ratio", [math.nextafter(_OVER, 0), _OVER, math.nextafter(_OVER, 2)])
def test_a_part_that_lies_on_the_least_ratio_counts(ratio: float) -> None:
    entry = LedgerEntry(name=("news",), amount=0.1, share=0.25, size=0.2, ratio=ratio, bias=0.0)
    assert _most((entry,)) is entry


def in_three_camps(size: int) -> np.ndarray:
    """Closeness of raters where the middle camp is as near to the one at either end."""
    camp = np.arange(size) % 3
    close = np.array([0.9, 0.5, 0.3])[np.abs(camp[:, None] - camp[None, :])]
    np.fill_diagonal(close, np.nan)
    return close


def test_camps_do_not_depend_on_the_sign_that_a_library_gives_an_eigenvector(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matrix, eigh = in_three_camps(15), np.linalg.eigh
    best = camps._best_way(matrix)
    assert best is not None
    monkeypatch.setattr(camps.np.linalg, "eigh", lambda x: (eigh(x)[0], -eigh(x)[1]))
    turned = camps._best_way(matrix)
    assert turned is not None
    assert turned.tolist() == best.tolist() == [False, False, True] * 5
