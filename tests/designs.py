"""Random rating designs for properties, and ways to ask the whole catalogue."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from concordant.coefficients.catalogue import CATALOGUE
from concordant.coefficients.coefficient import Coefficient
from concordant.inference.measure import Measure
from concordant.ratings.ratings import Ratings
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale

#: Without repeats there is nothing to say; asked in tests/coefficients/reliability/test_repeated_designs.py.
NEED_REPEATS = {"intra_rater_icc"}
PLAIN = tuple(c for c in CATALOGUE if c.name not in NEED_REPEATS)

every_coefficient = pytest.mark.parametrize("c", PLAIN, ids=[c.name for c in PLAIN])

#: Options that change the arithmetic, so that each is asked too.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "exact_agreement": [{"across": "all"}],
    "adjacent_agreement": [{"within": 2}, {"across": "all"}],
    "cohen_kappa": [
        {"weights": "quadratic"},
        {"weights": "linear"},
        {"scores": [0, 1, 3, 10], "weights": "power:1.5"},
    ],
    "kappa_max": [{"weights": "linear"}],
    "scott_pi": [{"weights": "quadratic"}],
    "fleiss_kappa": [{"weights": "quadratic"}, {"margins": "ratings"}],
    "conger_kappa": [{"weights": "ordinal"}],
    "light_kappa": [{"weights": "linear"}],
    "hubert_kappa": [{"weights": "radical"}],
    "brennan_prediger": [{"weights": "bipolar"}],
    "gwet_ac": [{"weights": "circular"}, {"weights": "quadratic"}],
    "krippendorff_alpha": [{"metric": m} for m in ("nominal", "interval", "ratio", "circular", "bipolar")],
    "kendall_w": [{"correct_ties": False}],
    "icc": [
        {"form": "C,1"},
        {"form": "1,1"},
        {"form": "A,k"},
        {"form": "A,1", "method": "anova"},
        {"form": "C,k", "averaged": 5},
    ],
    "variance_components": [{"method": "anova"}],
    "g_study": [{"method": "anova"}],
    "g_coefficient": [{"n_raters": 7}, {"method": "anova"}],
    "phi_coefficient": [{"n_raters": 7, "method": "anova"}],
    "ccc": [{"divisor": "n"}, {"transform": "none"}],
    "bland_altman": [
        {"agreement": 0.8, "limits_interval": "mover"},
        {"multiplier": 1.96, "limits_interval": "approximate"},
        {"limits": "nonparametric"},
        {"limits": "regression"},
    ],
    "deming": [{"ratio": 4.0}, {"at": 2.0}],
    "passing_bablok": [{"at": 2.0}],
    "total_deviation_index": [{"approximate": True}, {"coverage": 0.5}],
    "coverage_probability": [{"within": 0.5}],
    "against_truth": [{"truth": "r1"}],
    "iota": [{"standardized": True}],
    "robinson_a": [{"kind": "consistency"}],
    "finn_coefficient": [{"kind": "consistency"}, {"levels": 7}],
    "sem": [{"kind": "consistency"}, {"method": "anova"}],
    "cronbach_alpha": [{"standardized": True}],
}

ASKED = [(c, o) for c in PLAIN for o in ({}, *VARIANTS.get(c.name, []))]
every_variant = pytest.mark.parametrize(
    ("c", "options"), ASKED, ids=[f"{c.name}-{'-'.join(map(str, o.values())) or 'plain'}" for c, o in ASKED]
)

K = 4


def make(matrix: Any, c: Coefficient | None = None, **more: Any) -> Ratings:
    """Ratings on the scale 0..3 from a matrix of codes, -1 a gap; two raters where that is asked."""
    codes = np.asarray(matrix)
    if c is not None and c.two_raters_only:
        codes = codes[:, :2]
    columns = [[None if x < 0 else int(x) for x in column] for column in codes.T]
    names = [f"r{g}" for g in range(codes.shape[1])]
    return from_columns(columns, names, scale=Scale.ordinal(range(K)), **more)


def repeated(values: Any, weights: Any = None) -> Ratings:
    """Measurements of items × raters × occasions, nan a gap: one row for each item and occasion."""
    y = np.asarray(values, dtype=float)
    n, raters, occasions = y.shape
    rows = y.transpose(0, 2, 1).reshape(n * occasions, raters)
    return from_columns(
        [[None if np.isnan(x) else float(x) for x in column] for column in rows.T],
        [f"r{g}" for g in range(raters)],
        level="interval",
        items=np.repeat(np.arange(n), occasions),
        repeat=np.tile(np.arange(1, occasions + 1), n),
        weights=None if weights is None else np.repeat(np.asarray(weights, dtype=float), occasions),
    )


def value(c: Coefficient, ratings: Ratings, **options: Any) -> float:
    """The coefficient, nan where undefined."""
    m = Measure(c, ratings, options)
    estimate = m.estimate(m.reduce())
    return float("nan") if estimate.undefined else float(estimate.value)


def same(a: float, b: float, tolerance: float = 1e-9) -> bool:
    """Equal up to rounding; undefined equals undefined."""
    return bool(np.isclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True))


@st.composite
def matrices(draw: Any, raters: int = 3, gaps: bool = True, least: int = 3, most: int = 14) -> Any:
    """Items × raters codes with gaps; ratings of an item tend to agree."""
    n = draw(st.integers(least, most))
    low = -1 if gaps else 0
    rows = []
    for _ in range(n):
        true = draw(st.integers(0, K - 1))
        row = [draw(st.sampled_from([true, true, *range(low, K)])) for _ in range(raters)]
        rows.append(row)
    return np.array(rows)


def simulated(n: int, raters: int, gaps: float, seed: int) -> Any:
    """A large random design: noisy raters with a bias of their own, and gaps."""
    rng = np.random.default_rng(seed)
    true = rng.normal(1.5, 1.0, n)
    noise = true[:, None] + rng.normal(0, 0.7, (n, raters)) + rng.normal(0, 0.3, raters)
    codes = np.clip(np.round(noise), 0, K - 1).astype(int)
    codes[rng.random((n, raters)) < gaps] = -1
    return codes
