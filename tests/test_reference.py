"""Every reference case in scope, read from one file, at its own tolerance."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from concordant.inference.plan import Plan
from tests.reference.cases import CASES, ask, got

#: Keys of a case that are another package's own construction or belong to a later room, and why.
NOT_OURS = {
    "z_irr": "irr's variance of Light's kappa multiplies over pairs of raters (definitions, B30)",
    "prevalence_index_se": "epiR's only: it takes two cells of one table for independent samples",
    "bias_index_se": "as prevalence_index_se",
    "ci_irr_low": "irr and irrNA put ICC(A,k) itself into the degrees of freedom (definitions, F11 and B2)",
    "ci_irr_high": "as ci_irr_low",
    "F_irr": "as df2_irr",
    "df2_irr": "irr's test of ICC(A,.) takes the degrees of freedom of the interval (definitions, B2)",
    "p_irr": "irr's own (B2, B30)",
}


def _close(value: Any, expected: Any, tolerance: dict[str, float], exact: float | None) -> bool:
    if expected is None:
        return value is None or math.isnan(value)
    allowed = exact if exact is not None else tolerance["abs"] + tolerance["rel"] * np.abs(expected)
    return bool(np.all(np.abs(np.asarray(value, dtype=float) - np.asarray(expected)) <= allowed))


#: irr and scipy give no mean where a pair of raters has no correlation; ours is over the others, with a note.
WITHOUT_A_PAIR = ("irr-video-meancor", "irr-video-meanrho")


@pytest.mark.parametrize("case", [c for c in CASES if c["id"] in WITHOUT_A_PAIR], ids=lambda c: c["id"])
def test_a_rater_who_never_varies_leaves_the_mean_of_the_other_pairs(case: dict[str, Any]) -> None:
    path = Path(__file__).parent / "reference" / case["data"]["file"]
    ratings = np.genfromtxt(path, delimiter=",", names=True)
    columns = [ratings[name] for name in case["data"]["columns"]]
    assert np.ptp(columns[0]) == 0
    varying = np.array(columns[1:])
    if case["id"] == "irr-video-meanrho":  # midranks
        varying = np.array([[(c < x).sum() + (c == x).sum() / 2 for x in c] for c in varying])
    assert case["expected"]["value"] is None
    expected = np.corrcoef(varying)[np.triu_indices(3, 1)].mean()
    assert got(case)["value"] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["id"] not in WITHOUT_A_PAIR], ids=lambda case: str(case["id"])
)
def test_the_reference_value_comes_out(case: dict[str, Any]) -> None:
    ours = got(case)
    asked = [key for key in case["expected"] if key not in NOT_OURS]
    assert asked, "a case must ask for something"
    wrong = {
        key: (ours.get(key), case["expected"][key])
        for key in asked
        if not _close(
            ours.get(key), case["expected"][key], case["tolerance"], case.get("key_tolerance", {}).get(key)
        )
    }
    assert wrong == {}


@pytest.mark.parametrize("case", [c for c in CASES if c["statistic"] == "pabak"], ids=lambda c: c["id"])
def test_where_the_errors_of_the_two_indices_part_from_epir(case: dict[str, Any]) -> None:
    """epiR adds the variances of two proportions as if they came from different items.

    Cells of one table are negatively correlated, and two margins of it positively; ours is the
    multinomial variance, and the jackknife agrees with it.
    """
    (a, b), (c, d) = np.array(case["data"]["table"], dtype=float)
    n = a + b + c + d
    independent = {
        "prevalence_index": a / n * (1 - a / n) + d / n * (1 - d / n),
        "bias_index": (a + b) / n * (1 - (a + b) / n) + (a + c) / n * (1 - (a + c) / n),
    }
    for name, variance in independent.items():
        assert math.sqrt(variance / n) == pytest.approx(case["expected"][f"{name}_se"], abs=1e-8)
        difference = (a - d) / n if name == "prevalence_index" else (b - c) / n
        share = (a + d) / n if name == "prevalence_index" else (b + c) / n
        multinomial = math.sqrt((share - difference**2) / n)
        assert ask(case, name).se == pytest.approx(multinomial, abs=1e-12)
        jackknife = ask(case, name, Plan(interval="jackknife")).se
        assert jackknife == pytest.approx(multinomial, rel=0.02)
