"""A scale: declared or inferred, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.errors import OptionError, ScaleError
from concordant.ratings.scale import Scale, declare, infer_scale


def test_rising_numbers_keep_their_spacing_and_names_are_ranked():
    assert Scale.ordinal([0, 1, 4]).values == (0.0, 1.0, 4.0)
    assert Scale.ordinal(["low", "high"]).values is None


def test_a_scale_that_runs_backwards_keeps_its_values():
    scale = Scale.ordinal([10, 2, 1])
    assert scale.categories == (10, 2, 1)
    assert scale.values == (10.0, 2.0, 1.0)


def test_numbers_in_no_order_are_ranked_as_declared():
    assert Scale.ordinal([2, 10, 1]).values is None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Scale("ordinal"), "The categories of a scale of level 'ordinal' must be given."),
        (lambda: Scale.nominal([]), "A scale needs at least one category."),
        (lambda: Scale.nominal(["a", "a"]), "The category 'a' is declared twice."),
        (
            lambda: Scale.ordinal(["a", "b"], [1]),
            "values must have one number for each of the 2 categories, got 1.",
        ),
        (
            lambda: Scale.ordinal(["a", "b", "c"], [2, 1, 3]),
            "Values must rise (or fall) with the order of the categories, got [2.0, 1.0, 3.0].",
        ),
        (
            lambda: Scale.ordinal(["a", "b"], [1, float("inf")]),
            "The values of categories must be finite numbers.",
        ),
        (lambda: Scale.ratio([-1, 1]), "A ratio scale cannot have negative values."),
        (lambda: Scale.interval(["a"]), "The categories of a scale of level 'interval' must be numbers."),
    ],
)
def test_a_scale_that_cannot_be_is_refused_in_one_sentence(make, message):
    with pytest.raises(ScaleError) as told:
        make()
    assert str(told.value) == message


def test_few_whole_numbers_are_ordinal_and_it_is_said():
    scale = infer_scale(np.array([1, 2, 5]))
    assert (scale.level, scale.categories, scale.declared) == ("ordinal", (1, 2, 5), False)
    assert [note.text for note in scale.notes] == [
        "No scale was declared: the 3 whole numbers found (1 to 5) were treated as an ordinal scale "
        "spaced by value."
    ]


def test_many_or_broken_numbers_are_measurements():
    assert infer_scale(np.arange(21)).level == "interval"
    assert infer_scale(np.array([0.5, 1.0])).categories is None


def test_text_and_truth_have_no_order_until_it_is_declared():
    scale = infer_scale(["high", "low"])
    assert scale.level == "nominal"
    assert scale.notes[0].text == (
        "No scale was declared: 2 categories were found (high, low) and treated as nominal (unordered); "
        "if they have an order, pass categories=[…] from lowest to highest."
    )
    assert infer_scale([False, True]).level == "nominal"


def test_a_declared_level_without_categories_is_kept():
    assert infer_scale(np.array([1, 2]), "nominal").values is None
    assert infer_scale(np.array([1, 2]), "interval").categories == (1, 2)
    assert infer_scale(np.array([0.5, 1.25]), "ordinal").categories == (0.5, 1.25)
    with pytest.raises(ScaleError, match=r"give categories=\[…\] from lowest to highest"):
        infer_scale(["a", "b"], "ordinal")


def test_more_text_labels_than_a_scale_has_are_still_read():
    assert len(infer_scale([f"x{i}" for i in range(20_000)]).categories or ()) == 20_000


def test_a_scale_beats_categories_and_a_word_for_scale_is_its_level():
    nominal = Scale.nominal(["b", "a"])
    assert declare(nominal, ["a", "b"]) == (nominal, None)
    assert declare("nominal", ["b", "a"]) == (nominal, None)
    assert declare("interval") == (None, "interval")
    assert declare(None, ["lo", "hi"]) == (Scale.ordinal(["lo", "hi"]), None)
    assert declare() == (None, None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"scale": "ordinl"},
            "scale must be one of ['nominal', 'ordinal', 'interval', 'ratio'], got "
            "'ordinl'. Did you mean 'ordinal'?",
        ),
        ({"categories": "abc"}, "categories must be a list, from lowest to highest, got the text 'abc'."),
    ],
)
def test_an_option_that_declares_no_scale_is_refused(options, message):
    with pytest.raises(OptionError) as told:
        declare(**options)
    assert str(told.value) == message
