"""Gwet's AC1 and AC2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...reduce.profiles import Profiles
from ...reduce.totals import bilinear
from ..coefficient import Estimate, chance_corrected, coefficient
from ..kernels import NominalKernel, typical_miss
from ..weights import Weights, disagreement, spacing
from .bennett import explain_one_category


def _name(options: Mapping[str, Any]) -> str:
    return "Gwet's AC1" if _is_identity(options.get("weights", "identity")) else "Gwet's AC2"


def _is_identity(weights: Any) -> bool:
    return isinstance(weights, str) and weights == "identity"


@coefficient(
    title="Gwet's AC1 / AC2",
    title_zh="Gwet's AC1 / AC2 系数",
    symbol="AC",
    formula=r"AC = \frac{p_o - p_e}{1 - p_e}, \quad"
    r" p_e = \frac{\sum_{ij} w_{ij}}{k (k - 1)} \sum_j \pi_j (1 - \pi_j)",
    range=(-np.inf, 1),
    references=("gwet2008", "gwet2014"),
    ignores={"rater order", "category names"},
    variants=_name,
    together=True,
    interval="score",
    needs={"two categories"},
    disagreement="weighted",
)
def gwet_ac(
    profiles: Profiles, *, weights: Weights = "identity", scores: Sequence[float] | None = None
) -> Estimate:
    """Agreement of any number of raters beyond chance, stable if one category is rare.

    AC1 without weights, AC2 with them. Chance agreement is that of random ratings of the items that are
    hard to rate; it shrinks, rather than grows, when one category dominates. Its value depends on the
    number of categories of the declared scale.
    """
    s = profiles
    k = s.size
    d = disagreement(weights, s.scale, s.labels, scores)
    ones = np.ones(k)
    agreement_weight = k * k - float(ones @ d.apply(ones))  # Σ w_ij
    d_o = s.mean_disagreement(d.between)
    unlike = bilinear(s.item_margin, NominalKernel(), s.item_margin)  # Σ π_j (1 − π_j)
    p_e = unlike * (agreement_weight / (k * max(k - 1, 1)))
    n = s.n_rated_if_paired
    estimate = chance_corrected(
        d_o,
        1 - p_e,
        n,
        typical=lambda: typical_miss(d, s.item_margin.shares),
        items=s,
        worst=(lambda: (1 - 1 / (1 - p_e)).value) if k > 1 else None,
        proportional=False,
        details=spacing(weights, s.scale, scores),
    )
    return explain_one_category(estimate, k)
