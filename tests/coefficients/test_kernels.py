"""Kernels: the formula, the matrix and the fast road agree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.coefficients.kernels import (
    AbsoluteKernel,
    MatrixKernel,
    NominalKernel,
    RatioKernel,
    SquaredKernel,
    as_matrix,
)

VALUES = st.lists(st.floats(0, 1e6), min_size=2, max_size=40, unique=True).map(lambda x: np.array(x))


@pytest.mark.parametrize("make", [SquaredKernel, AbsoluteKernel, RatioKernel, lambda x: NominalKernel()])
@given(values=VALUES, seed=st.integers(0, 1000))
def test_applying_a_kernel_is_multiplying_by_its_matrix(make, values, seed) -> None:
    kernel = make(values)
    h = np.random.default_rng(seed).random((3, len(values)))
    d = as_matrix(kernel, len(values))
    scale = max(1.0, float(np.abs(d).max()))
    assert np.allclose(kernel.apply(h), h @ d.T, rtol=1e-9, atol=1e-9 * scale)
    assert np.allclose(kernel.apply(h[0]), d @ h[0], rtol=1e-9, atol=1e-9 * scale)


def test_an_asymmetric_matrix_keeps_its_direction() -> None:
    kernel = MatrixKernel(np.array([[0.0, 1.0], [0.25, 0.0]]))
    h = np.array([2.0, 3.0])
    assert kernel.apply(h).tolist() == [3.0, 0.5]
    assert kernel.apply_transposed(h).tolist() == [0.75, 2.0]
    assert not kernel.symmetric


def test_the_ratio_kernel_is_exact_over_a_huge_range() -> None:
    values = np.concatenate([[0.0], np.geomspace(1e-300, 1e300, 300), [3.0, 3.0000000001]])
    h = np.random.default_rng(0).random(len(values))
    a, b = values[:, None], values[None, :]
    with np.errstate(over="ignore", invalid="ignore"):
        d = np.where(a + b == 0, 0.0, ((a - b) / np.where(a + b == 0, 1.0, a + b)) ** 2)
    assert RatioKernel(values).apply(h) == pytest.approx(d @ h, rel=1e-11)


def test_squares_at_a_billion_lose_no_digits() -> None:
    values = 1e9 + np.arange(5.0)
    kernel = SquaredKernel(values)
    assert kernel.apply(np.ones(5)).tolist() == [30.0, 15.0, 10.0, 15.0, 30.0]
