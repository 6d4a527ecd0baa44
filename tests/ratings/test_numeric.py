"""Numbers as codes: whatever way they take, the codes lead back to the numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import concordant as cc
from concordant.ratings import numeric
from concordant.ratings.factorise import factorise_together
from concordant.ratings.numeric import code_numbers

rng = np.random.default_rng(11)


def gapped(x: NDArray[np.float64]) -> NDArray[np.float64]:
    out = x.astype(float)
    out[rng.random(x.shape) < 0.3] = np.nan
    return out


few = rng.integers(0, 5, (3000, 3))
MATRICES = {
    "few": few,
    "few bytes": few.astype(np.uint8),
    "negative": few - 3,
    "from -128 on": (few * 20 - 128).astype(np.int8),
    "far from zero": few + 10**15,
    "bytes over half": (few + 200).astype(np.uint8),
    "just narrow": np.where(few == 4, 126, few),
    "just not narrow": np.where(few == 4, 127, few),
    "the last is beyond": np.vstack([few, [[300, 0, 1]]]),
    "wide": few * 1000,
    "very wide": few * 10**12,
    "beyond signed": (few.astype(np.uint64) + np.uint64(2**63)) // np.uint64(4096) * np.uint64(4096),
    "by columns": np.asfortranarray(few),
    "part of another": few[::2, ::2],
    "floats": few.astype(float),
    "floats with gaps": gapped(few),
    "negative floats with gaps": gapped(few - 4),
    "floats from -126 on": gapped(few * 30 - 126),
    "floats across a byte": gapped(few * 25 + 100),
    "floats far from zero": gapped(few + 10**9),
    "floats with a half at the end": np.vstack([gapped(few), [[0.5, 1, 2]]]),
    "floats in single precision": gapped(few).astype(np.float32),
    "wide floats": gapped(few * 1000),
    "very wide floats": gapped(few * 10**9),
    "a column of gaps": np.where([True, True, False], gapped(few), np.nan),
    "gaps only": np.full((5, 2), np.nan),
    "gaps at first": np.vstack([np.full((2000, 3), np.nan), few]),
    "measurements": rng.normal(size=(3000, 3)).round(2),
    "measurements with gaps": gapped(rng.normal(size=(3000, 3)).round(2)),
    "one row": np.array([[4, 2, 9]]),
    "almost 0, and whole after a subtraction": np.array([[1e-28], [-1.0]]),
    "almost −1, and whole after a subtraction": np.array([[np.nextafter(-1.0, -2.0)], [-127.0], [np.nan]]),
}


@pytest.mark.parametrize("matrix", MATRICES.values(), ids=MATRICES)
def test_codes_lead_back_to_the_numbers(matrix: NDArray[np.float64], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numeric, "_BLOCK", 512)
    before = matrix.copy()
    codes, labels = code_numbers(matrix)
    assert np.array_equal(matrix, before, equal_nan=matrix.dtype.kind == "f")
    assert codes.shape == matrix.T.shape
    assert all(column.flags.c_contiguous for column in codes)
    back = np.append(labels.astype(float), np.nan)[codes]
    assert np.array_equal(back, matrix.T.astype(float), equal_nan=True)
    seen = np.unique(matrix[matrix == matrix])
    assert labels.tolist() == seen.tolist()  # every one that occurs, once, rising


@given(st.lists(st.one_of(st.none(), st.floats(-1e3, 1e3), st.integers(-300, 300)), min_size=1, max_size=40))
def test_any_floats_lead_back(values: list[float | None]) -> None:
    column = np.array([np.nan if x is None else float(x) for x in values])
    codes, labels = code_numbers(column[:, None])
    assert np.array_equal(np.append(labels.astype(float), np.nan)[codes[0]], column, equal_nan=True)


def test_few_whole_numbers_take_a_byte_each() -> None:
    for name in ("few", "floats with gaps", "just narrow"):
        assert code_numbers(MATRICES[name])[0].dtype == np.int8
    assert code_numbers(MATRICES["just not narrow"])[0].dtype == np.int8  # 5 distinct, though far apart


def test_an_infinite_number_in_a_matrix_is_told_with_its_rater() -> None:
    x = MATRICES["measurements"].copy()
    x[6, 1] = np.inf
    with pytest.raises(cc.InputError, match="rater 2: Row 7 contains an infinite rating"):
        cc.as_ratings(x)


def test_columns_of_measurements_are_coded_as_the_matrix_is() -> None:
    x = MATRICES["measurements with gaps"]
    whole, apart = cc.as_ratings(x), cc.as_ratings({f"r{j}": x[:, j] for j in range(3)})
    assert whole.labels.tolist() == apart.labels.tolist()
    assert np.array_equal(whole.matrix, apart.matrix)


def test_only_numbers_of_one_kind_are_coded_together() -> None:
    x = MATRICES["measurements"]
    assert factorise_together(few.astype(str)) is None
    assert factorise_together([x[:, 0], few[:, 0]]) is None
    assert factorise_together([x[:, 0], x[:5, 1]]) is None
    assert factorise_together(np.ma.masked_array(few, few == 1)) is None
    assert len(factorise_together([x[:, 0], x[:, 1]]) or ()) == 2
