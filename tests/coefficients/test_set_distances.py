"""Ratings that are sets: Jaccard and MASI as distances of alpha, by hand and by the definition."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import pytest

import concordant as cc
from concordant.coefficients.categories.set_distances import jaccard_distance, masi_distance, set_distances
from concordant.errors import OptionError

RATERS = {
    "ann": ["a;b", "a", "b;c", "a;c", "d"],
    "bob": ["b; a", "a;b", "b", "c", "d"],
    "cal": ["a;b", "a", "c;b", "a", None],
}


def s(text: str) -> frozenset[str]:
    return frozenset(text)


def test_distances_by_hand() -> None:
    # {a, b} and {a, b, c}: 2 of 3 in common, one contains the other: MASI 1 − 2/3·2/3
    assert jaccard_distance(s("ab"), s("abc")) == pytest.approx(1 / 3)
    assert masi_distance(s("ab"), s("abc")) == pytest.approx(1 - 4 / 9)
    # {a, b} and {b, c}: 1 of 3, neither contains the other: MASI 1 − 1/3·1/3
    assert jaccard_distance(s("ab"), s("bc")) == pytest.approx(2 / 3)
    assert masi_distance(s("ab"), s("bc")) == pytest.approx(1 - 1 / 9)
    assert masi_distance(s("a"), s("b")) == jaccard_distance(s("a"), s("b")) == 1
    assert masi_distance(s(""), s("")) == jaccard_distance(s(""), s("")) == 0
    assert masi_distance(s(""), s("a")) == 1


def by_definition(distance: Callable[[frozenset[str], frozenset[str]], float]) -> float:
    """α = 1 − D_o/D_e with D_o over pairs within items and D_e over all pairs, in plain loops."""
    columns = [
        [None if x is None else s(x.replace(";", "").replace(" ", "")) for x in own]
        for own in RATERS.values()
    ]
    items = [[x for x in row if x is not None] for row in zip(*columns, strict=True)]
    n = sum(map(len, items))
    inside = sum(
        sum((Fraction(distance(a, b)) for a, b in permutations(row, 2)), Fraction(0)) / (len(row) - 1)
        for row in items
    )
    every = [x for row in items for x in row]
    among = sum((Fraction(distance(a, b)) for a, b in permutations(every, 2)), Fraction(0)) / (n - 1)
    return float(1 - inside / among)


@pytest.mark.parametrize(("metric", "distance"), [("jaccard", jaccard_distance), ("masi", masi_distance)])
def test_alpha_is_that_of_the_definition(metric: str, distance: Callable[..., float]) -> None:
    found = cc.krippendorff_alpha(RATERS, metric=metric, multilabel=";")
    assert found.estimate == pytest.approx(by_definition(distance))


def test_the_order_and_the_writing_of_a_set_do_not_matter() -> None:
    lists = {name: [None if x is None else sorted(x.replace(" ", "").split(";"), reverse=True) for x in own]
             for name, own in RATERS.items()}  # fmt: skip
    text = {
        name: [None if x is None else "|".join(reversed(x.replace(" ", "").split(";"))) for x in own]
        for name, own in RATERS.items()
    }
    wanted = cc.krippendorff_alpha(RATERS, metric="masi", multilabel=";").estimate
    assert cc.krippendorff_alpha(lists, metric="masi").estimate == pytest.approx(wanted)
    assert cc.krippendorff_alpha(text, metric="masi", multilabel="|").estimate == pytest.approx(wanted)
    # items 1 and 5: all pairs agree; 2 and 3: 1 of 3; 4: none of 3
    assert cc.exact_agreement(lists).estimate == pytest.approx((1 + 1 / 3 + 1 / 3 + 0 + 1) / 5)


def test_reading_states_that_ratings_are_sets_and_how_they_were_split() -> None:
    notes = {note.code: note for note in cc.read(RATERS, multilabel=";").audit.notes}
    assert "';'" in notes["label-sets"].text


def test_a_study_of_sets_has_masi() -> None:
    study = cc.study({name: own * 6 for name, own in RATERS.items()}, multilabel=";")
    assert any(m.options.get("metric") == "masi" for m in study.main.measures)


def test_too_many_sets_are_refused() -> None:
    with pytest.raises(OptionError, match="distinct sets"):
        set_distances(list(range(3001)), "masi")
