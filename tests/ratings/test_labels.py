"""Labels of any kind as codes: what meets, what stays apart, what is a gap."""

from __future__ import annotations

from datetime import date

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.errors import InputError, ScaleError
from concordant.ratings.factorise import factorise
from concordant.ratings.labels import encode
from concordant.ratings.observed import Origin
from concordant.ratings.scale import Scale


def decoded(column, **options):
    """A column through codes and back, gaps as None."""
    encoded = encode([column], **options)
    labels = [*encoded.labels.tolist(), None]
    return [labels[code] for code in encoded.columns[0].tolist()]


WHOLE = {
    "list": list,
    "tuple": tuple,
    "float list": lambda x: [float(v) for v in x],
    "text": lambda x: [str(v) for v in x],
    "text with a point": lambda x: [f"{v}.0" for v in x],
    "int64": np.array,
    "int8": lambda x: np.array(x, dtype=np.int8),
    "uint64": lambda x: np.array(x, dtype=np.uint64),
    "float32": lambda x: np.array(x, dtype=np.float32),
    "U": lambda x: np.array(x).astype(str),
    "S": lambda x: np.array(x).astype("S"),
    "object": lambda x: np.array(x, dtype=object),
    "masked": np.ma.masked_array,
    "pandas": pd.Series,
    "pandas Int64": lambda x: pd.Series(x, dtype="Int64"),
    "pandas category": lambda x: pd.Series(x, dtype="category"),
    "pandas text": lambda x: pd.Series([str(v) for v in x]),
    "polars": pl.Series,
    "polars text": lambda x: pl.Series([str(v) for v in x]),
    "polars category": lambda x: pl.Series([str(v) for v in x]).cast(pl.Categorical),
    "pyarrow": pa.array,
    "pyarrow chunks": lambda x: pa.chunked_array([x[:1], x[1:]]),
    "pyarrow dictionary": lambda x: pa.chunked_array([[str(v) for v in x]]).dictionary_encode(),
}


@pytest.mark.parametrize("kind", WHOLE)
@given(values=st.lists(st.integers(0, 30), min_size=1, max_size=30))
def test_any_column_type_of_the_same_whole_numbers_gives_the_same_codes(kind, values):
    expected = encode([values])
    found = encode([WHOLE[kind](values)])
    assert found.labels.tolist() == expected.labels.tolist() == sorted(set(values))
    assert found.columns[0].tolist() == expected.columns[0].tolist()


TEXT = {
    "list": list,
    "U": lambda x: np.array([v or "" for v in x]),
    "object": lambda x: np.array(x, dtype=object),
    "pandas": lambda x: pd.Series(x, dtype="str"),
    "pandas object": lambda x: pd.Series(x, dtype=object),
    "pandas category": lambda x: pd.Series(x, dtype="category"),
    "polars": lambda x: pl.Series(x, dtype=pl.String),
    "polars category": lambda x: pl.Series(x, dtype=pl.String).cast(pl.Categorical),
    "pyarrow": lambda x: pa.array(x, pa.string()),
    "pyarrow dictionary": lambda x: pa.array(x, pa.string()).dictionary_encode(),
}


@pytest.mark.parametrize("kind", TEXT)
@given(values=st.lists(st.sampled_from(["a", "b", "好", "c d", None]), min_size=1, max_size=30).filter(any))
def test_any_column_type_of_the_same_text_gives_the_same_codes(kind, values):
    assert decoded(TEXT[kind](values)) == values


@given(st.lists(st.floats(-1e6, 1e6) | st.none(), min_size=1).filter(lambda x: set(x) != {None}))
def test_measurements_come_back_as_they_were(values):
    assert decoded([np.nan if v is None else v for v in values]) == values


def test_gaps_of_every_kind_are_gaps():
    assert decoded([1, None, float("nan"), pd.NA, pd.NaT, np.float32("nan"), 2]) == [1, *[None] * 5, 2]
    assert decoded(pl.Series([2**60 + 1, None])) == [2**60 + 1, None]
    assert decoded(pa.array([1, None])) == [1, None]
    assert decoded(np.ma.masked_array([1, 99], mask=[False, True])) == [1, None]
    assert encode([np.ma.masked_array([1, 99], mask=[False, True])]).labels.tolist() == [1]
    assert decoded(pd.Series([True, None], dtype="boolean")) == [True, None]


def test_usual_missing_text_is_a_gap_and_counted_by_its_name():
    encoded = encode([["good", "NA", " ", "n/a", "NA"]])
    assert encoded.labels.tolist() == ["good"]
    assert encoded.missing == {"NA": 2, "(empty)": 1, "n/a": 1}


def test_whole_numbers_that_gaps_made_floats_are_whole_again():
    labels = encode([np.array([4.0, np.nan, 2.0])]).labels
    assert labels.tolist() == [2, 4]
    assert labels.dtype.kind == "i"


def test_none_is_a_category_of_severity_and_it_is_said():
    encoded = encode([["None", "mild", None]])
    assert encoded.labels.tolist() == ["mild", "None"]
    assert [note.text for note in encoded.notes] == [
        "The text 'None' was kept as a category; if it means no rating, pass missing=['None']."
    ]
    assert encode([["None", "mild"]], missing=["None"]).labels.tolist() == ["mild"]


def test_labels_that_differ_in_case_are_kept_apart_and_it_is_said():
    encoded = encode([["a", "A", "b"]])
    assert encoded.labels.tolist() == ["A", "a", "b"]
    assert [note.text for note in encoded.notes] == [
        "'A' and 'a' differ only in case and were kept as separate categories."
    ]


def test_numbers_in_text_sort_by_size():
    assert encode([["10", "9", "2"]]).labels.tolist() == [2, 9, 10]
    assert encode([["grade 10", "grade 9"]]).labels.tolist() == ["grade 9", "grade 10"]


def test_a_number_meets_itself_however_it_is_written():
    encoded = encode([[4, 5], ["4", "5.0"], [4.0, 5.0]])
    assert [c.tolist() for c in encoded.columns] == [[0, 1]] * 3
    named = encode([[4, 5.0], ["4", " 5"]], scale=Scale.ordinal(["4", "5"]))
    assert [c.tolist() for c in named.columns] == [[0, 1]] * 2


def test_a_missing_code_meets_itself_however_it_is_written():
    for code in (-9, -9.0, "-9", "-9.0"):
        assert decoded([1, -9, 2], missing=[code]) == [1, None, 2]
    assert encode([[1, -9]], missing=[-9]).missing == {"-9": 1}


def test_declared_missing_codes_are_added_to_the_usual_ones():
    assert decoded(["NA", "", "DE"], missing=[]) == [None, None, "DE"]
    assert decoded(["x", "", "NA", "DE"], missing="x") == [None, None, None, "DE"]
    assert decoded([1, -9, 2], missing=-9) == [1, None, 2]


def test_a_declared_category_is_never_a_gap():
    countries = Scale.nominal(["NA", "DE"])
    assert decoded(["NA", "DE", ""], scale=countries) == ["NA", "DE", None]
    assert decoded(["NA", "DE", "x"], scale=countries, missing=["x"]) == ["NA", "DE", None]


def test_truth_values_are_not_numbers():
    assert encode([[True, False], [False, True]]).labels.tolist() == [False, True]
    for mixture in ([[True, 1]], [[True, 2]], [[True], [1]], [np.array([True, 0], dtype=object)]):
        with pytest.raises(InputError) as told:
            encode(mixture)
        assert str(told.value) == "Ratings mix truth values (True, False) with numbers: use one kind."


def test_text_beside_numbers_is_refused_with_its_place():
    for columns in ([[1, 2], ["1", "oops"]], [np.array([1, 2]), np.array(["1", "oops"])]):
        with pytest.raises(InputError) as told:
            encode(columns, origin=Origin(["human", "judge"]))
        assert str(told.value) == (
            "Ratings mix text, such as 'oops' (judge, row 2), with numbers, such as 1 (human, "
            "row 1): correct "
            "it, pass missing=['oops'] if it means no rating, or declare all categories with categories=[…]."
        )
    with pytest.raises(InputError, match=r"such as 'a' \(rater 2, row 1\), with truth values, such as True"):
        encode([[True], ["a"]])


def test_true_and_false_are_one_label_each_however_they_are_written():
    encoded = encode([["TRUE", "true", "False"], [True, "FALSE", " false"]])
    assert encoded.labels.tolist() == [False, True]
    assert [c.tolist() for c in encoded.columns] == [[1, 1, 0], [1, 0, 0]]
    with_others = encode([["TRUE", "true", "unsure"]])
    assert with_others.labels.tolist() == ["TRUE", "unsure"]
    assert [note.text for note in with_others.notes] == ["'TRUE' and 'true' were treated as one label."]
    assert decoded(["True", "FALSE"], scale=Scale.nominal(["true", "false"])) == ["true", "false"]


def test_labels_that_differ_only_in_blanks_around_them_are_one_and_it_is_said():
    encoded = encode([["yes", " yes", "no"], ["no ", "yes", "yes"]])
    assert encoded.labels.tolist() == ["no", "yes"]
    assert [c.tolist() for c in encoded.columns] == [[1, 1, 0], [0, 1, 1]]
    assert [note.text for note in encoded.notes] == [
        "'yes' and ' yes' were treated as one label.",
        "'no' and 'no ' were treated as one label.",
    ]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ([1, 5, 99], ["99 looks like a code for a missing rating; if so, pass missing=[99]."]),
        (
            [0, 10, -9, 999],
            ["-9 and 999 look like codes for missing ratings; if so, pass missing=[-9, 999]."],
        ),
        ([0.5, 0.25, 9999], ["9999 looks like a code for a missing rating; if so, pass missing=[9999]."]),
        ([-50, 50, -9], []),
        ([1, 80, 99], []),
        ([99], []),
        ([1, 2, 3], []),
    ],
)
def test_numbers_that_look_like_codes_for_missing_are_asked_about(numbers, said):
    assert [note.text for note in encode([numbers]).notes] == said


def test_a_word_among_numbers_is_asked_about():
    encoded = encode([["1", "2", "-"], ["2", "-", "1"]])
    assert [note.text for note in encoded.notes] == [
        "The text '-' was kept as a category; if it means no rating, pass missing=['-']."
    ]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ([1, [2]], "A rating must be a single label, but one is a list."),
        ([1, {"a": 1}], "A rating must be a single label, but one is a dict."),
        ([(1, 2), (1, 3)], "A rating must be a number, text or a truth value, got (1, 2)."),
        ([1.0, float("inf")], "Row 2 contains an infinite rating. Correct it, or leave it empty for a gap."),
        (
            np.array([1, 2], dtype="m8[D]"),
            "Ratings must be numbers, text or truth values, got timedelta64[D].",
        ),
        (np.zeros((2, 2)), "Each rater's ratings must be one-dimensional, got 2 dimensions."),
    ],
)
def test_what_is_not_a_rating_is_refused(column, message):
    with pytest.raises(InputError) as told:
        encode([column])
    assert str(told.value) == message


def test_dates_are_labels_by_how_they_are_written():
    days = np.array(["2020-02-01", "2020-01-31", "NaT"], dtype="M8[D]")
    moments = np.array(["2020-02-01T10:00", "2020-01-31T09:30:00.5", "NaT"], dtype="M8[ns]")
    assert encode([days]).labels.tolist() == ["2020-01-31", "2020-02-01"]
    assert encode([days]).columns[0].tolist() == [1, 0, -1]
    assert encode([moments]).labels.tolist() == ["2020-01-31 09:30:00.500000", "2020-02-01 10:00:00"]
    assert encode([[date(2020, 2, 1), None]]).labels.tolist() == ["2020-02-01"]


def test_a_value_off_the_scale_is_refused_with_its_row():
    with pytest.raises(ScaleError) as told:
        encode([[1, 2], [1, 7]], scale=Scale.ordinal([1, 2]), origin=Origin(["human", "judge"]))
    assert str(told.value) == (
        "7 (judge, row 2) is not on the declared scale [1, 2]. Correct it, declare it, or pass "
        "out_of_scale='drop' to count it as a gap."
    )
    encoded = encode([[1, 2], [1, 7]], scale=Scale.ordinal([1, 2]), out_of_scale="drop")
    assert encoded.columns[1].tolist() == [0, -1]
    assert encoded.out_of_scale == {"7": 1}


def test_text_on_a_scale_of_numbers_is_refused():
    with pytest.raises(ScaleError) as told:
        encode([["a", "b"]], scale=Scale.interval())
    assert str(told.value) == "'a' is not a number, but the declared scale is numeric."
    assert encode([["1.5", "2"]], scale=Scale.interval()).labels.tolist() == [1.5, 2.0]


def test_an_ordered_categorical_declares_its_order():
    kind = pd.CategoricalDtype(["low", "mid", "high"], ordered=True)
    for column in (
        pd.Series(["high", None, "low"], dtype=kind),
        pl.Series(["high", None, "low"], dtype=pl.Enum(["low", "mid", "high"])),
        pa.DictionaryArray.from_arrays([2, None, 0], ["low", "mid", "high"], ordered=True),
    ):
        encoded = encode([column])
        assert (encoded.scale.level, encoded.scale.categories) == ("ordinal", ("low", "mid", "high"))
        assert encoded.scale.declared
        assert encoded.columns[0].tolist() == [2, -1, 0]


def test_codes_are_as_small_as_they_can_be():
    assert encode([list(range(100))]).columns[0].dtype == np.int8
    assert encode([list(range(300))]).columns[0].dtype == np.int16


def test_numbers_far_apart_and_too_big_for_a_machine_word_are_told_apart():
    assert decoded([0, 10**9]) == [0, 10**9]
    assert factorise([2**70, 2**70 + 1]).codes.tolist() == [0, 1]


@given(st.sampled_from([np.int8, np.uint8, np.int16, np.int64, np.uint64]), st.data())
def test_whole_numbers_of_any_width_and_place_come_back(kind, data):
    span = np.iinfo(kind)
    values = data.draw(st.lists(st.integers(int(span.min), int(span.max)), min_size=1, max_size=20))
    column = factorise(np.array(values, dtype=kind))
    assert [int(column.labels[code]) for code in column.codes] == values
    assert decoded([1000, 1004, 1000]) == [1000, 1004, 1000]


def test_labels_first_seen_late_are_found():
    late = np.zeros(5000, dtype=int)
    late[-1] = 3
    assert encode([late]).labels.tolist() == [0, 3]
    words = np.array(["a"] * 5000 + ["b"])
    assert encode([words]).columns[0][-1] == 1
