"""Kendall's W: do all raters put the items in one order?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...errors import choose
from ...reduce.item_weights import weight_by_code
from ...reduce.patterns import Patterns
from ...reduce.totals import Total, total
from ...result import Note
from ..coefficient import Estimate, coefficient
from ..order_statistics import midranks, pull_midranks
from ..weights import positions

Mask = NDArray[np.bool_]


@coefficient(
    title="Kendall's W",
    title_zh="Kendall's W 和谐系数",
    symbol="W",
    formula=r"W = \frac{12 \sum_i (R_i - \bar R)^2}{m^2 (n^3 - n) - m \sum_g T_g}",
    range=(0, 1),
    references=("kendall1939",),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order", "shift", "spread"},
    chance_corrected=False,
    null=None,
    transform="fisher",
    needs={"complete items", "variation"},
)
def kendall_w(patterns: Patterns, *, correct_ties: bool = True) -> Estimate:
    """How closely several raters agree on the order of the items, 0 to 1.

    Items that a rater did not rate are excluded, and their number is reported. For two raters it is (ρ +
    1)/2.
    """
    choose("correct_ties", correct_ties, (True, False))
    p = patterns
    complete = np.asarray((p.codes >= 0).all(axis=1))
    n = total(p.by, complete)
    if not p.by.follows_slopes:
        draws = [
            float(kendall_w(replace(p, counts=c, weighing=None), correct_ties=correct_ties).value)
            for c in p.by.vectors()
        ]
        return Estimate(value=Total(np.array(draws)), n=n)
    reason = _reason(p, complete)
    if reason:
        return Estimate(value=Total(np.nan, np.zeros(len(p.counts))), n=n, undefined=reason)
    value = _w(p, complete, correct_ties)
    df = float(n) - 1
    chi_square = p.codes.shape[1] * df * float(value)
    return Estimate(
        value=value,
        n=n,
        null_test=("chi-square", chi_square, df),
        notes=_left_out(p, complete),
        at_best=lambda missed: 1 - missed * (1 - 1 / p.codes.shape[1]),
    )


def _w(p: Patterns, complete: Mask, correct_ties: bool) -> Total:
    """Σ_i (Σ_g U_gi)² / (m Σ_g Σ_i U_gi²) with U the midrank as a share, less ½."""
    order = np.argsort(positions(p.scale, p.labels, None, "Kendall's W"), kind="stable")
    c = np.where(complete, p.counts, 0.0)
    n, m = float(c.sum()), int(p.codes.shape[1])
    codes = np.where(complete[:, None], p.codes, 0)
    h = [weight_by_code(x, c, p.size) for x in codes.T]
    rank = [midranks(w, order) / w.sum() for w in h]  # a constant rater has ½ exactly
    u = [r[x] - 0.5 for r, x in zip(rank, codes.T, strict=True)]
    together = np.sum(u, axis=0)
    to_sum, to_own = np.asarray(together**2), np.asarray(np.sum([v**2 for v in u], axis=0))
    own = c @ to_own
    for g in range(m):
        along = weight_by_code(codes[:, g], 2 * c * together, p.size)
        to_sum = to_sum + pull_midranks(along, rank[g], order)[codes[:, g]] / n
        spread = 2 * h[g] * (rank[g] - 0.5)
        to_own = to_own + pull_midranks(spread, rank[g], order)[codes[:, g]] / n
    here = complete.astype(float)
    top = Total(c @ together**2, np.asarray(to_sum * here))
    if correct_ties:
        return top / (Total(own, to_own * here) * m)
    untied = Total((n - 1 / n) / 12, (1 + 1 / n**2) / 12 * here)
    return top / (untied * m**2)


def _reason(p: Patterns, complete: Mask) -> Note | None:
    used = complete & (p.counts > 0)
    if not used.any():
        return Note(
            "no-complete-items", "No item was rated by all raters, so their rankings cannot be compared."
        )
    constant = [r for r, x in zip(p.raters, p.codes.T, strict=True) if np.unique(x[used]).size < 2]
    if len(constant) == len(p.raters):
        return Note("no-variation", "Every rater gave only one value, so there are no rankings to compare.")
    return None


def _left_out(p: Patterns, complete: Mask) -> tuple[Note, ...]:
    gone = float(p.counts[~complete & (p.given > 0)].sum())
    text = f"{gone:g} items not rated by all raters were excluded."
    return (Note("incomplete-items", text, {"items": gone}),) if gone else ()
