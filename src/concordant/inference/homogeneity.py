"""Do raters use the categories alike? Tests of equal margins, and of symmetry, of two raters or more.

Two raters: McNemar (1947), Bowker (1948), Stuart (1955) and Maxwell (1970), Bhapkar (1966). Several:
`several_margins`. Each answer is a `Result` whose estimate is the test's statistic.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from ..ratings.ratings import Ratings
from ..reduce.item_weights import Floats
from ..result import Note, Result
from .margins import Margins, cochran, equal_margins, margins_of
from .testing import chi_square_p, exact_mcnemar, quadratic

#: More categories than this are measurements, whose margins no table compares.
MOST_CATEGORIES = 100

#: More sums than this (raters × categories) are not compared at once.
MOST_SUMS = 400

#: Fewer disagreements than this are too few for McNemar's chi-square.
_FEW = 25


def homogeneity(ratings: Ratings) -> tuple[Result, ...]:
    """Every test of equal margins that these ratings allow; none where raters or categories are unknown.

    Rows that belong together, or that count in part, leave the test that allows for it, `equal_margins`.
    """
    if ratings.anonymous or ratings.n_raters < 2:
        return ()
    margins = margins_of(ratings)
    if margins.size > MOST_CATEGORIES or margins.size * ratings.n_raters > MOST_SUMS:
        return ()
    if ratings.n_raters > 2:
        return (*((cochran(margins),) if margins.counted else ()), equal_margins(margins))
    if not margins.counted:
        return (equal_margins(margins),)
    tests = _TWO_CATEGORIES if margins.size <= 2 else _MORE_CATEGORIES
    if margins.silent is not None:
        return tuple(margins.undefined(*named, margins.silent) for named, _ in tests)
    return tuple(test(margins, margins.cells) for _, test in tests)


# --- two categories ---------------------------------------------------------------------------


def _mcnemar(margins: Margins, cells: Floats, *, correction: float) -> Result:
    """(|b − c| − correction)²/(b + c), with b and c the two ways to disagree."""
    b, c = float(cells[0, 1]), float(cells[1, 0])
    statistic = max(abs(b - c) - correction, 0.0) ** 2 / (b + c)
    text = f"Fewer than {_FEW} items are in disagreement: use the exact test."
    few = Note("few-disagreements", text, {"least": _FEW})
    return margins.result(
        *(_MCNEMAR_CORRECTED if correction else _MCNEMAR),
        statistic,
        p_value=chi_square_p(statistic, 1),
        method="chi-square(1)",
        details={"df": 1, "first_only": b, "second_only": c},
        notes=(few,) if b + c < _FEW else (),
    )


def _mcnemar_exact(margins: Margins, cells: Floats) -> Result:
    """The smaller of b and c, which is binomial(b + c, 1/2) where margins are equal; both tails."""
    b, c = float(cells[0, 1]), float(cells[1, 0])
    return margins.result(
        *_MCNEMAR_EXACT,
        min(b, c),
        p_value=exact_mcnemar(b, c),
        method="exact binomial",
        details={"first_only": b, "second_only": c},
    )


# --- any number of categories -----------------------------------------------------------------


def _bowker(margins: Margins, cells: Floats) -> Result:
    """Σ_{i<j} (n_ij − n_ji)²/(n_ij + n_ji); a pair of categories that nobody mixed up has no say in it."""
    above, below = cells[np.triu_indices(len(cells), 1)], cells.T[np.triu_indices(len(cells), 1)]
    met = above + below > 0
    statistic = float(((above - below)[met] ** 2 / (above + below)[met]).sum())
    return _chi_square(margins, _BOWKER, statistic, int(met.sum()))


def _stuart_maxwell(margins: Margins, cells: Floats) -> Result:
    """dᵀS⁻d, d_i = n_i. − n_.i, S_ii = n_i. + n_.i − 2n_ii, S_ij = −(n_ij + n_ji)."""
    return _chi_square(margins, _STUART_MAXWELL, *_stuart(cells))


def _bhapkar(margins: Margins, cells: Floats) -> Result:
    """X²/(1 − X²/n) of Stuart and Maxwell's X²: the covariance S − ddᵀ/n does not suppose equal margins."""
    statistic, df = _stuart(cells)
    share = statistic / float(cells.sum())
    if share > 1 - 1e-12:
        return margins.undefined(*_BHAPKAR, _ONE_WAY)
    return _chi_square(margins, _BHAPKAR, statistic / (1 - share), df)


def _stuart(cells: Floats) -> tuple[float, int]:
    apart = cells + cells.T
    spread = np.diag(apart.sum(axis=1)) - apart
    return quadratic(cells.sum(axis=1) - cells.sum(axis=0), spread)


_ONE_WAY = Note(
    "no-spread", "All items differ in the same way, so the variability of the margins cannot be estimated."
)


def _chi_square(margins: Margins, named: tuple[str, str], statistic: float, df: int) -> Result:
    return margins.result(
        *named,
        statistic,
        p_value=chi_square_p(statistic, df) if df else math.nan,
        method=f"chi-square({df})",
        details={"df": df},
    )


_MCNEMAR = ("mcnemar", "McNemar's test")
_MCNEMAR_CORRECTED = ("mcnemar_corrected", "McNemar's test with continuity correction")
_MCNEMAR_EXACT = ("mcnemar_exact", "McNemar's exact test")
_BOWKER = ("bowker", "Bowker's test of symmetry")
_STUART_MAXWELL = ("stuart_maxwell", "Stuart–Maxwell test of equal margins")
_BHAPKAR = ("bhapkar", "Bhapkar's test of equal margins")

_Test = tuple[tuple[str, str], Callable[[Margins, Floats], Result]]
_TWO_CATEGORIES: tuple[_Test, ...] = (
    (_MCNEMAR, partial(_mcnemar, correction=0.0)),
    (_MCNEMAR_CORRECTED, partial(_mcnemar, correction=1.0)),
    (_MCNEMAR_EXACT, _mcnemar_exact),
    (_BHAPKAR, _bhapkar),
)
_MORE_CATEGORIES: tuple[_Test, ...] = (
    (_BOWKER, _bowker),
    (_STUART_MAXWELL, _stuart_maxwell),
    (_BHAPKAR, _bhapkar),
)
