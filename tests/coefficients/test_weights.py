"""Weights by name, by power, by matrix and by score."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import concordant as cc
from concordant.errors import InputError, OptionError, ScaleError

NAMES = ["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar", "power:1.3"]


@pytest.mark.parametrize("name", NAMES)
@given(values=st.lists(st.integers(0, 50), min_size=2, max_size=8, unique=True).map(sorted))
def test_named_weights_are_1_on_the_diagonal_symmetric_and_between_0_and_1(
    name: str, values: list[int]
) -> None:
    w = cc.weight_matrix(name, values)
    assert np.allclose(np.diag(w), 1)
    assert np.allclose(w, w.T)
    assert w.min() >= -1e-12
    assert w.max() <= 1 + 1e-12
    assert np.isclose(w.min(), 0)


def test_powers_contain_the_named_ones() -> None:
    scale = [0, 1, 2, 3, 4]
    for power, name in ((0, "identity"), (0.5, "radical"), (1, "linear"), (2, "quadratic")):
        assert np.allclose(cc.weight_matrix(f"power:{power}", scale), cc.weight_matrix(name, scale))


def test_agreement_and_disagreement_matrices_mean_the_same() -> None:
    table = cc.table([[8, 2, 1], [1, 9, 3], [0, 2, 7]])
    agree = np.array([[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]])
    same = {
        round(cc.cohen_kappa(table, weights=w).estimate, 12)
        for w in (agree, 1 - agree, 7 * (1 - agree), agree.tolist(), "linear")
    }
    assert len(same) == 1


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([[1, 0.5], [0.5, 0]], "The diagonal of a weight matrix must be all 1"),
        ([[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]], "The weight matrix must be 2 × 2"),
        ([[1, 2], [2, 1]], "No two categories may have a higher weight"),
        ([[0, 0], [0, 0]], "all categories agree with each other"),
        ([["a", "b"], ["c", "d"]], "must contain only numbers"),
        ([[1, float("nan")], [0, 1]], "only finite numbers"),
        ("linar", "weights must be one of .* Did you mean 'linear'"),
        ("power:x", "Power weights must have the form 'power:1.5'"),
        ("power:-1", "0 or more"),
    ],
)
def test_bad_weights_are_refused_in_words(weights: object, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        cc.cohen_kappa([1, 2, 1], [1, 2, 2], weights=weights)


def test_text_without_a_declared_order_cannot_be_weighted() -> None:
    low, high = ["dull", "plain", "bright", "plain"], ["dull", "bright", "bright", "plain"]
    with pytest.raises(OptionError, match="declare it, lowest first"):
        cc.cohen_kappa(low, high, weights="linear")
    ordered = cc.cohen_kappa(low, high, weights="linear", categories=["dull", "plain", "bright"])
    numbers = cc.cohen_kappa([1, 2, 3, 2], [1, 3, 3, 2], weights="linear")
    assert ordered.estimate == pytest.approx(numbers.estimate)


def test_scores_replace_positions() -> None:
    table = cc.table([[20, 5, 1, 0], [4, 18, 6, 1], [1, 5, 15, 4], [0, 1, 3, 16]])
    spaced = cc.cohen_kappa(table, weights="quadratic", scores=[0, 1, 3, 10]).estimate
    assert spaced == pytest.approx(0.7865781361157212)  # reference case identity-two-raters
    assert cc.cohen_kappa(table, weights="quadratic", scores=[5, 7, 11, 25]).estimate == pytest.approx(spaced)
    with pytest.raises(OptionError, match="give weights, for example weights='quadratic'"):
        cc.cohen_kappa(table, scores=[0, 1, 3, 10])
    with pytest.raises(OptionError, match="one number for each of the 4 categories"):
        cc.cohen_kappa(table, weights="quadratic", scores=[1, 2])


def test_severity_of_an_unused_category_is_refused() -> None:
    ratings = cc.as_ratings([1, 2, 1], [1, 2, 2], categories=[1, 2, 3])
    with pytest.raises(ScaleError, match=r"No item with a measurement was rated \[3\]"):
        cc.severity_scores(ratings, [0.5, 1.0, 2.0])


def test_a_measure_that_cannot_be_added_up_is_refused() -> None:
    ratings = cc.as_ratings([1, 2, 1], [1, 2, 2])
    with pytest.raises(InputError, match=r"Values of the measure are as large as 1e\+308"):
        cc.severity_scores(ratings, [1e308, 1e308, 1.0])
    assert cc.severity_scores(ratings, [2.0, 4.0, np.nan]).tolist() == [2.0, 4.0]


def test_a_circle_has_the_same_weights_whatever_the_step() -> None:
    quarters = cc.weight_matrix("circular", [0, 90, 180, 270])
    assert np.allclose(quarters, cc.weight_matrix("circular", [0, 1, 2, 3]))
    # on a circle of four, first and last are neighbours: sin²(π/4) = 1/2 of the worst, sin²(π/2)
    assert quarters[0].tolist() == pytest.approx([1, 0.5, 0, 0.5])


def test_scores_do_not_go_with_a_matrix_or_with_words() -> None:
    table = cc.table([[5, 1], [1, 5]])
    with pytest.raises(OptionError, match="a weight matrix has its own: omit scores"):
        cc.cohen_kappa(table, weights=[[1, 0], [0, 1]], scores=[1, 2])
    with pytest.raises(OptionError, match="scores must be numbers"):
        cc.cohen_kappa(table, weights="linear", scores=["a", "b"])
