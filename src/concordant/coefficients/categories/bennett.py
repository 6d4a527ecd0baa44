"""Chance as equal use of all categories: Bennett's S, PABAK, Brennan–Prediger, Randolph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...reduce.profiles import Profiles
from ...reduce.table import Table
from ...reduce.totals import as_total
from ...result import Note
from ..coefficient import NO_ITEMS, Estimate, chance_corrected, coefficient
from ..distributions import clopper_pearson
from ..kernels import Kernel, NominalKernel, typical_miss
from ..null_variance import table_null_variance, uniform_null_variance
from ..weights import Weights, disagreement, spacing

_FORMULA = r"\frac{p_o - 1/k}{1 - 1/k}"
ONE_CATEGORY = Note(
    "one-category",
    "The scale has only one category, so raters cannot disagree; declare all categories they could have "
    "used.",
)


@coefficient(
    title="Bennett's S",
    title_zh="Bennett's S 系数",
    symbol="S",
    formula="S = " + _FORMULA,
    range=(-1, 1),
    references=("bennett1954",),
    ignores={"rater order", "category names", "category order"},
    test="z",
    together=True,
    interval="score",
    needs={"two categories"},
    disagreement="nominal",
)
def bennett_s(table: Table) -> Estimate:
    """Agreement of two raters beyond what random picking among all categories would give.

    The number of categories is that of the declared scale; every unused category raises the value.
    """
    return _uniform_table(table)


@coefficient(
    title="PABAK",
    title_zh="PABAK（患病率与偏倚校正 Kappa）",
    symbol="PABAK",
    formula="PABAK = " + _FORMULA,
    range=(-1, 1),
    references=("byrt1993",),
    ignores={"rater order", "category names", "category order"},
    test="z",
    together=True,
    interval="score",
    needs={"two categories"},
    disagreement="nominal",
)
def pabak(table: Table) -> Estimate:
    """Kappa as it would be if categories were equally common and both raters used them alike.

    For two categories it is 2·p_o − 1. Read it together with kappa, never instead of it, and with
    the prevalence and bias indices.
    """
    return _uniform_table(table)


def _uniform_table(table: Table) -> Estimate:
    p = np.full(table.size, 1 / table.size)
    d = NominalKernel()
    d_e = as_total(1 - 1 / table.size)
    miss = table.mean(d.between(table.first, table.second))
    estimate = chance_corrected(
        miss,
        d_e,
        table.n,
        typical=lambda: 1.0,
        null_variance=lambda: table_null_variance(table, d, p, p),
        worst=(lambda: 1 - 1 / float(d_e)) if table.size > 1 else None,
        intervals={"exact": lambda level: _exact(1 - float(miss), float(table.n), table.size, level)},
    )
    return explain_one_category(estimate, table.size)


def _exact(p_o: float, n: float, size: int, level: float) -> tuple[float, float]:
    """The Clopper–Pearson limits of the raw agreement, carried over."""
    low, high = clopper_pearson(p_o * n, n, level)
    return (size * low - 1) / (size - 1), (size * high - 1) / (size - 1)


@coefficient(
    title="Brennan–Prediger coefficient",
    title_zh="Brennan–Prediger 系数",
    symbol="BP",
    formula=r"BP = \frac{p_o - p_e}{1 - p_e}, \quad p_e = \frac{1}{k^2} \sum_{ij} w_{ij}",
    range=(-np.inf, 1),
    references=("brennan1981",),
    ignores={"rater order", "category names"},
    together=True,
    interval="score",
    needs={"two categories"},
    disagreement="weighted",
)
def brennan_prediger(
    profiles: Profiles, *, weights: Weights = "identity", scores: Sequence[float] | None = None
) -> Estimate:
    """Agreement of any number of raters beyond random picking among all categories.

    Rare categories hardly affect it. It depends on the number of declared categories.
    """
    d = disagreement(weights, profiles.scale, profiles.labels, scores)
    return _uniform(profiles, d, spacing(weights, profiles.scale, scores))


@coefficient(
    title="Randolph's free-marginal kappa",
    title_zh="Randolph's 自由边际 Kappa",
    symbol="κ_free",
    formula=r"\kappa_{free} = " + _FORMULA,
    range=(-1, 1),
    references=("randolph2005",),
    ignores={"rater order", "category names", "category order"},
    together=True,
    interval="score",
    needs={"two categories"},
    disagreement="nominal",
)
def randolph_kappa(profiles: Profiles) -> Estimate:
    """Fleiss' kappa for raters who may use each category as often as they like.

    It is the unweighted Brennan–Prediger coefficient for several raters, under the name used in
    survey and annotation research.
    """
    return _uniform(profiles, NominalKernel(), {})


def _uniform(s: Profiles, d: Kernel, details: dict[str, str]) -> Estimate:
    p = np.full(s.size, 1 / s.size)
    d_e = float(p @ d.apply(p))
    d_o = s.mean_disagreement(d.between)
    estimate = chance_corrected(
        d_o,
        as_total(d_e),
        s.n_paired,
        typical=lambda: typical_miss(d, s.item_margin.shares),
        items=s,
        null_variance=lambda: uniform_null_variance(s, d),
        worst=(lambda: 1 - 1 / d_e) if d_e > 0 else None,
        proportional=isinstance(d, NominalKernel),
        details=details,
    )
    return explain_one_category(estimate, s.size)


def explain_one_category(estimate: Estimate, size: int) -> Estimate:
    """Name the reason where the scale itself leaves no room for disagreement."""
    if size > 1 or estimate.undefined is NO_ITEMS:
        return estimate
    return replace(estimate, undefined=ONE_CATEGORY)
