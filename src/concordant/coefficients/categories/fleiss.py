"""Fleiss' kappa for any number of raters, and kappa category by category."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from ...errors import choose
from ...quote import quote
from ...reduce.profiles import Profiles
from ...reduce.totals import Total, bilinear
from ...result import Note
from ..coefficient import NO_ITEMS, Estimate, chance_corrected, coefficient
from ..kernels import Kernel, MatrixKernel, typical_miss
from ..null_variance import profile_null_variance
from ..weights import Weights, disagreement, spacing


@coefficient(
    title="Fleiss' kappa",
    title_zh="Fleiss' Kappa 系数",
    symbol="κ_F",
    formula=r"\kappa_F = 1 - \frac{\bar d_o}{\sum d_{ij}\,\pi_i\,\pi_j}, \quad"
    r" \pi_j = \frac1n \sum_i \frac{r_{ij}}{r_i}",
    range=(-1, 1),
    references=("fleiss1971", "fleiss1979"),
    ignores={"rater order", "category names"},
    interval="score",
    disagreement="weighted",
)
def fleiss_kappa(
    profiles: Profiles,
    *,
    weights: Weights = "identity",
    scores: Sequence[float] | None = None,
    margins: Literal["items", "ratings"] = "items",
) -> Estimate:
    """Agreement of any number of raters beyond chance, with chance based on one distribution shared by all.

    Who rated which item does not matter. If items have different numbers of ratings, each item counts once
    in the margins (`margins="items"`, as in Gwet's work); with `margins="ratings"`, each rating counts once
    instead.
    """
    d = disagreement(weights, profiles.scale, profiles.labels, scores)
    estimate = _fleiss(profiles, d, margins)
    scores_used = spacing(weights, profiles.scale, scores)
    return replace(estimate, details={**estimate.details, **scores_used})


def _fleiss(s: Profiles, d: Kernel, margins: Literal["items", "ratings"]) -> Estimate:
    choose("margins", margins, ("items", "ratings"))
    margin = s.item_margin if margins == "items" else s.rating_margin
    weight = (s.given >= 1).astype(float) if margins == "items" else s.given
    d_o = s.mean_disagreement(d.between)
    return chance_corrected(
        d_o,
        bilinear(margin, d, margin),
        s.n_rated_if_paired,
        typical=lambda: typical_miss(d, margin.shares),
        items=s,
        null_variance=lambda: profile_null_variance(s, d, margin.shares, weight),
        details=_other_margins(s, d, d_o, margins),
    )


def _other_margins(s: Profiles, d: Kernel, d_o: Total, margins: str) -> dict[str, float]:
    """F9: with unequal raters per item, what the other kind of margin would give."""
    given = s.given[s.given > 0]
    if not s.by.follows_slopes or len(given) == 0 or given.min() == given.max():
        return {}
    other = s.rating_margin if margins == "items" else s.item_margin
    name = "ratings" if margins == "items" else "items"
    return {f"estimate_with_margins_of_{name}": float(1 - d_o / bilinear(other, d, other))}


@coefficient(
    title="Fleiss' kappa by category",
    title_zh="各类别的 Fleiss' Kappa",
    symbol="κ_j",
    formula=r"\kappa_j = 1 - \frac{\overline{d}_{o,j}}{2\pi_j(1-\pi_j)}",
    range=(-1, 1),
    references=("fleiss1971",),
    ignores={"rater order", "category names", "category order"},
    interval="score",
    disagreement="nominal",
)
def category_kappa(profiles: Profiles) -> Estimate:
    """For each category, kappa of "this category or not"; overall, Fleiss' kappa.

    It shows on which category the raters disagree. A category that nobody used has no kappa.
    """
    overall = _fleiss(profiles, disagreement("identity", profiles.scale, profiles.labels), "items")
    if profiles.size > 500:
        text = f"With {profiles.size} distinct values, kappa by category is not reported."
        note = Note("many-categories", text, {"values": profiles.size})
        return replace(overall, notes=(note,))
    parts = {
        str(label): _explain_unused(_fleiss(profiles, _one_against_rest(j, profiles.size), "items"), label)
        for j, label in enumerate(profiles.labels.tolist())
    }
    return replace(overall, parts=parts)


def _one_against_rest(j: int, size: int) -> MatrixKernel:
    is_j = np.arange(size) == j
    return MatrixKernel((is_j[:, None] != is_j[None, :]).astype(float))


def _explain_unused(estimate: Estimate, label: object) -> Estimate:
    if estimate.undefined is None or estimate.undefined is NO_ITEMS:
        return estimate
    text = f"Either all ratings or none are {quote(label)}, so there is no chance disagreement about it."
    return replace(estimate, undefined=Note("no-variation", text, {"category": label}))
