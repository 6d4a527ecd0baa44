"""The squared length of a vector as its covariance measures it: tests of several numbers at once use it."""

from __future__ import annotations

import numpy as np

from ..reduce.item_weights import Floats

#: Of correlations, eigenvalues below this are rounding.
_ROUNDING = 1e-12


def quadratic(vector: Floats, matrix: Floats) -> tuple[float, int]:
    """vᵀM⁻v and the rank of M, for a covariance M and a vector v in its range: any inverse M⁻ gives the same.

    M is brought to correlations first, so that rare and common categories weigh alike in the rounding.
    """
    varies = np.diag(matrix) > 0
    if not varies.any():
        return 0.0, 0
    unit = np.sqrt(np.diag(matrix)[varies])
    values, axes = np.linalg.eigh(matrix[np.ix_(varies, varies)] / np.outer(unit, unit))
    kept = values > _ROUNDING * len(values)
    along = (vector[varies] / unit) @ axes[:, kept]
    return float((along**2 / values[kept]).sum()), int(kept.sum())
