"""Specific agreement: when one rater says this category, how often does another say it too?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...quote import quote
from ...reduce.profiles import Profiles
from ...result import Note
from ..coefficient import Estimate, coefficient, why_undefined
from ..kernels import NominalKernel


@coefficient(
    title="Specific agreement by category",
    title_zh="各类别的特定一致率",
    symbol="p_s(j)",
    formula=r"p_s(j) = \frac{\sum_i r_{ij} (r_{ij} - 1)}{\sum_i r_{ij} (r_i - 1)}",
    range=(0, 1),
    references=("spitzer1974",),
    ignores={"rater order", "category names", "category order"},
    chance_corrected=False,
    null=None,
    interval="score",
)
def specific_agreement(profiles: Profiles) -> Estimate:
    """For each category: of the pairs in which one rater chose it, the share where the other did too.

    For two raters and two categories these are positive and negative agreement. The overall value is
    the share of all pairs of ratings that agree (every pair counts once).
    """
    s = profiles
    pairs = s.given * (s.given - 1)
    agreeing = pairs * (1 - s.mean_over_pairs(NominalKernel().between))
    possible = s.sum(np.where(s.paired, pairs, 0.0))
    overall = s.sum(np.where(s.paired, agreeing, 0.0)) / possible
    whole = Estimate(
        value=overall,
        n=s.n_paired,
        observed=overall,
        undefined=why_undefined(possible),
        at_best=lambda missed: 1 - missed,
        worst=lambda: 0.0,
    )
    if s.size > 500:
        text = f"With {s.size} distinct values, agreement by category is not reported."
        note = Note("many-categories", text, {"values": s.size})
        return replace(whole, notes=(note,))
    parts = {str(label): _of_category(s, j, label) for j, label in enumerate(s.labels.tolist())}
    return replace(whole, parts=parts)


def _of_category(s: Profiles, j: int, label: object) -> Estimate:
    r = s.matrix[:, j]
    chosen = s.sum(np.where(s.paired, r * (s.given - 1), 0.0))
    both = s.sum(np.where(s.paired, r * (r - 1), 0.0))
    reason = None
    if chosen.nothing:
        text = f"Nobody chose {quote(label)} on an item that another rater also rated."
        reason = Note("unused-category", text, {"category": label})
    n = s.sum(s.paired & (r > 0))
    return Estimate(
        value=both / chosen, n=n, undefined=reason, at_best=lambda missed: 1 - missed, worst=lambda: 0.0
    )
