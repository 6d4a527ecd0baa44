"""The short road of plain columns gives what the general road gives, and leaves the rest to it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.errors import ConcordantError
from concordant.ratings import as_ratings
from concordant.ratings.ratings import Ratings
from concordant.ratings.reading.plain_arrays import from_plain_arrays

NAN = float("nan")
WORDS = ["good", "poor", "fair", "good", "poor", "good"]
OTHERS = ["good", "fair", "fair", "poor", "poor", "good"]
NUMBERS, NEARBY = [1, 2, 3, 1, 2, 1], [1, 3, 3, 2, 2, 1]


def _arrays(kind: Any) -> tuple[Any, Any]:
    return np.array(NUMBERS, dtype=kind), np.array(NEARBY, dtype=kind)


#: Two columns each that the short road takes.
SHORT = {
    **{
        f"numbers as {kind}": _arrays(kind)
        for kind in ("int8", "uint8", "int16", "int64", "uint64", "float16", "float64")
    },
    "big-endian": _arrays(">i8"),
    "lists of numbers": (NUMBERS, NEARBY),
    "tuples of numbers": (tuple(NUMBERS), tuple(NEARBY)),
    "a list and an array": (NUMBERS, np.array(NEARBY)),
    "every other number": (np.arange(12)[::2] % 4, np.arange(12)[::-2] % 4),
    "negative": ([-3, -2, -2, 0, 1], [-3, -3, -2, 0, 0]),
    "far from zero": ([10**12, 10**12 + 1, 10**12], [10**12, 10**12, 10**12]),
    "floats with gaps": ([1.0, NAN, 2.0, 3.0, 1.0], [1.0, 2.0, NAN, 3.0, 2.0]),
    "one rater is silent": ([1.0, 2.0, 1.0], [NAN, NAN, NAN]),
    "an item without a rating": ([1.0, NAN, 2.0, 1.0], [2.0, NAN, 2.0, 1.0]),
    "minus zero": ([-0.0, 1.0, 0.0], [0.0, 1.0, 1.0]),
    "a code for a missing rating": ([1, 2, 3, 99], [1, 2, 3, 3]),
    "a negative code for missing": ([1, 2, 3, -9], [1, 2, 3, 3]),
    "labels that never occur": ([1, 5, 9, 1], [9, 5, 5, 1]),
    "one category": ([4, 4, 4], [4, 4, 4]),
    "one item": ([1], [2]),
    "the widest range": ([0, 126, 3], [1, 2, 126]),
    "truth values as arrays": (np.array([True, False, True, True]), np.array([True, True, False, True])),
    "zeros and ones": (np.array([1, 0, 1, 1]), np.array([1, 1, 0, 1])),
    "one truth value": (np.array([True, True]), np.array([True, True])),
    "lists of words": (WORDS, OTHERS),
    "tuples of words": (tuple(WORDS), tuple(OTHERS)),
    "words as text": (np.array(WORDS), np.array(OTHERS)),
    "words as objects": (np.array(WORDS, dtype=object), np.array(OTHERS, dtype=object)),
    "words with gaps": (["good", None, "poor", "good"], ["good", "poor", None, "poor"]),
    "words with NaN": (["good", NAN, "poor", "good"], ["good", "poor", NAN, "poor"]),
    "words with numbers in them": (["grade 10", "grade 9", "grade 9"], ["grade 9", "grade 9", "grade 10"]),
    "words that differ in case": (["Yes", "no", "yes"], ["yes", "no", "no"]),
    "none is a word": (["none", "a", "b"], ["a", "a", "none"]),
    "one word": (["a", "a"], ["a", "a"]),
    "a word of one rater": (["a", "b", "a"], ["a", "a", "c"]),
}
#: Two columns each that take the general road.
GENERAL = {
    "unequal lengths": (NUMBERS, [1, 2]),
    "nothing": ([], []),
    "only gaps": ([NAN, NAN], [NAN, NAN]),
    "measurements": ([1.5, 2.25, 3.0], [1.5, 2.0, 3.5]),
    "whole at first": ([1.0, 2.0, 2.5], [1.0, 2.0, 2.0]),
    "a wide range": ([0, 1000, 3], [1, 2, 1000]),
    "huge": ([2**62, 1, 2], [1, 2**62, 2]),
    "huge without a sign": (np.array([2**64 - 1, 1], np.uint64), np.array([1, 2], np.uint64)),
    "beyond numpy": ([10**30, 1, 2], [1, 10**30, 2]),
    "beyond floats": ([10**400, 1.0], [1.0, 2.0]),
    "infinite": ([1.0, float("inf")], [1.0, 2.0]),
    "two kinds of numbers": (np.array([1, 2, 2]), np.array([1.0, 2.0, 1.0])),
    "truth values": ([True, False, True], [True, True, False]),
    "truth values and numbers": ([True, 2], [1, 2]),
    "numbers and None": ([1, None, 2], [1, 2, 2]),
    "objects that are numbers": (np.array([1, None], dtype=object), np.array([1, 2], dtype=object)),
    "numbers as text": (["1", "2", "2"], ["1", "1", "2"]),
    "words and numbers as text": (["a", "2", "2"], ["a", "1", "2"]),
    "words and numbers": (["a", "b", 2], ["a", "b", 1]),
    "words that read as gaps": (["a", "NA", "b"], ["a", "", "b"]),
    "words that read as truth": (["yes", "true", "no"], ["yes", "False", "no"]),
    "blanks around words": (["a ", "b", "a"], ["a", "b", " b"]),
    "bytes": (np.array([b"a", b"b"]), np.array([b"a", b"a"])),
    "a list in a list": (["a", ["b"]], ["a", "b"]),
    "a matrix": (np.ones((3, 2)), np.ones((3, 2))),
    "dates": ([date(2024, 1, 1), date(2024, 1, 2)], [date(2024, 1, 1), date(2024, 1, 1)]),
    "points in time": (np.array(["2024-01-01"], "datetime64[D]"), np.array(["2024-01-02"], "datetime64[D]")),
    "complex": (np.array([1j, 2]), np.array([1, 2j])),
    "masked": (np.ma.masked_array([1, 2, 3], [0, 1, 0]), np.ma.masked_array([1, 2, 3])),
    "many words": ([f"w{i}" for i in range(200)], [f"w{i}" for i in range(200)]),
    "more rows": (np.zeros(1 << 17, np.int8), np.ones(1 << 17, np.int8)),
    "no dimension": (np.array(1), np.array(1)),
    "text for a sequence": ("abc", "abd"),
}
EVERY = SHORT | GENERAL


def _outcome(call: Callable[..., cc.Result], first: Any, second: Any, **options: Any) -> Any:
    """The result in full, or the complaint."""
    try:
        return call(first, second, **options).to_dict()
    except ConcordantError as problem:
        return type(problem), str(problem)


def _generally(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(as_ratings, "from_plain_arrays", lambda first, second: None)


@pytest.mark.parametrize("name", EVERY)
def test_both_roads_give_the_same_result_or_complaint(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = EVERY[name]
    asked: list[tuple[Callable[..., cc.Result], dict[str, Any]]] = [
        (cc.cohen_kappa, {}),
        (cc.cohen_kappa, {"weights": "linear"}),
        (cc.krippendorff_alpha, {}),
        (cc.specific_agreement, {}),
        (cc.ccc, {}),
    ]
    short = [_outcome(call, first, second, **options) for call, options in asked]
    _generally(monkeypatch)
    assert short == [_outcome(call, first, second, **options) for call, options in asked]


@pytest.mark.parametrize("name", SHORT)
def test_both_roads_give_the_same_ratings(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    short = as_ratings.as_ratings(*SHORT[name])
    _generally(monkeypatch)
    general = as_ratings.as_ratings(*SHORT[name])
    for one, other in zip((*short.columns, short.labels), (*general.columns, general.labels), strict=True):
        assert one.dtype == other.dtype
        assert one.tolist() == other.tolist()
    assert [type(x) for x in short.labels.tolist()] == [type(x) for x in general.labels.tolist()]
    assert (short.scale, short.raters, short.audit) == (general.scale, general.raters, general.audit)
    assert (short.remarks, short.unrated) == (general.remarks, general.unrated)


@pytest.mark.parametrize("name", SHORT)
def test_plain_columns_take_the_short_road(name: str) -> None:
    first, second = SHORT[name]
    assert isinstance(
        from_plain_arrays(as_ratings.number_array(first), as_ratings.number_array(second)), Ratings
    )


@pytest.mark.parametrize("name", [name for name in GENERAL if name != "a list in a list"])
def test_all_others_take_the_general_road(name: str) -> None:
    first, second = GENERAL[name]
    assert from_plain_arrays(as_ratings.number_array(first), as_ratings.number_array(second)) is None


def test_series_keep_their_names_and_their_index(monkeypatch: pytest.MonkeyPatch) -> None:
    pd = pytest.importorskip("pandas")
    first, second = (
        pd.Series(NUMBERS, name="human"),
        pd.Series(NEARBY, index=[5, 4, 3, 2, 1, 0], name="judge"),
    )
    found = as_ratings.as_ratings(first, second)
    assert found.raters == ("human", "judge")
    assert found.columns[1].tolist() == [x - 1 for x in reversed(NEARBY)]


def test_options_of_reading_take_the_general_road() -> None:
    assert cc.cohen_kappa(NUMBERS, NEARBY, categories=[1, 2, 3, 4]).notes == ()
    assert as_ratings.as_ratings(NUMBERS, NEARBY, raters=["x", "y"]).raters == ("x", "y")


def test_the_labels_of_one_call_cannot_change_those_of_the_next() -> None:
    with pytest.raises(ValueError, match="read-only"):
        as_ratings.as_ratings(NUMBERS, NEARBY).labels[0] = 7


@pytest.mark.parametrize("kind", ["int8", "int64", "float64", "U4", object])
def test_an_array_that_is_changed_after_the_call_changes_nothing(kind: Any) -> None:
    words = kind in ("U4", object)
    first, second = np.array(WORDS if words else NUMBERS, kind), np.array(OTHERS if words else NEARBY, kind)
    at_once = cc.cohen_kappa(first, second).to_dict()
    later = cc.cohen_kappa(first, second)
    first[:] = second
    second[0] = first[1]
    assert later.to_dict() == at_once
