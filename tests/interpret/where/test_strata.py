"""Strata in words: where the main coefficient and exact agreement tell different tales, both are told."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from scipy import stats

import concordant as cc
from concordant.interpret.compare.comparison import Comparison, judged
from concordant.interpret.where.strata import ExplainedStrata, strata_of

QUADRATIC = ("cohen_kappa", {"weights": "quadratic"})


def table(n: int, one_step: int, four_steps: int = 0) -> Any:
    """Scores at both ends of 0 to 4, so many of each end missed by one step and by all four."""
    cells = np.diag([n // 2 - one_step - four_steps, 0, 0, 0, n // 2 - one_step - four_steps])
    cells[0, 1] = cells[4, 3] = one_step
    cells[0, 4] = cells[4, 0] = four_steps
    return cells


def of(tables: dict[str, Any], main: Any = QUADRATIC) -> Comparison:
    pairs, where = [], []
    for name, cells in tables.items():
        places = np.indices(cells.shape).reshape(2, -1).T
        pairs.append(np.repeat(places, cells.ravel(), axis=0))
        where += [name] * int(cells.sum())
    ratings = cc.as_ratings(
        np.concatenate(pairs),
        raters=["human", "judge"],
        slices={"type": where},
        scale=cc.Scale.ordinal(range(5)),
    )
    return judged(ratings, ["human"], "judge", main=main)


# 61 % and 71 % agree exactly; the mean d² is .39 in x, and .40 in y: as in the tests of slices
EXACT_ONLY = {"x": table(200, 39), "y": table(800, 113, 3)}
# 75 % agree exactly in both, and miss by one step or by four
KAPPA_ONLY = {"far": table(400, 0, 50), "near": table(400, 50)}


def equal_shares(tables: dict[str, Any]) -> float:
    """p of Wald's chi-square for equal shares, Σ (p − p̄)²/v, by hand."""
    n = np.array([cells.sum() for cells in tables.values()])
    share = np.array([np.trace(cells) for cells in tables.values()]) / n
    v = share * (1 - share) / (n - 1)
    mean = (share / v).sum() / (1 / v).sum()
    return float(stats.chi2.sf(((share - mean) ** 2 / v).sum(), len(n) - 1))


def test_strata_that_differ_in_exact_agreement_only_are_told_so() -> None:
    strata = strata_of(of(EXACT_ONLY), "type")
    sentence = strata.said[-1]
    assert sentence.code == "strata.equal"
    p = equal_shares(EXACT_ONLY)
    assert strata.equality_beside is not None
    assert strata.equality_beside.details["chi_square_p"] == pytest.approx(p, rel=0.02)
    p = strata.equality_beside.p_value
    assert sentence.text().endswith(f"; but exact agreement differs between them (p = {p:.3f}).")
    assert sentence.text("zh").endswith(f"；但各层的完全一致率有差异（p = {p:.3f}）。")


def test_strata_that_differ_in_kappa_only_are_told_so() -> None:
    sentence = strata_of(of(KAPPA_ONLY), "type").said[-1]
    assert sentence.code == "strata.unequal"
    assert sentence.text().endswith("; whether exact agreement also differs is uncertain (p = 1.000).")
    assert sentence.text("zh").endswith("；各层的完全一致率是否也有差异，尚不能确定（p = 1.000）。")


@pytest.mark.parametrize("main", [QUADRATIC, ("exact_agreement", {})])
def test_where_both_say_the_same_nothing_is_added(main: Any) -> None:
    strata = strata_of(of({"x": table(400, 100), "y": table(400, 10)}, main), "type")
    assert strata.said[-1].code == "strata.unequal"
    assert strata.said[-1].text().endswith("), which a single overall value hides.")
    assert strata.said[-1].text("zh").endswith("），只报告一个总的数值会掩盖这一点。")
    assert (strata.equality_beside is None) == (main[0] == "exact_agreement")


def test_strata_return_from_strict_json() -> None:
    strata = strata_of(of(EXACT_ONLY), "type")
    back = ExplainedStrata.from_dict(json.loads(json.dumps(strata.to_dict(), allow_nan=False)))
    assert back.to_dict() == strata.to_dict()
    assert back.text("zh") == strata.text("zh")
