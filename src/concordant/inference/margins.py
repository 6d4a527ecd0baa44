"""How raters use the categories, and tests of equal margins: Cochran's Q, its generalisation, Wald."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..coefficients.coefficient import NO_ITEMS
from ..number_text import show_count, whole
from ..ratings.phrases import many
from ..ratings.ratings import Ratings
from ..reduce.item_weights import Floats, Ints
from ..reduce.patterns import cluster_copies, patterns
from ..result import Note, Result
from .testing import chi_square_p, quadratic


@dataclass(frozen=True, eq=False)
class Margins:
    """Distinct rows of codes 0..`size` − 1 (−1: a gap) over the categories that occur, with their counts."""

    codes: Ints
    counts: Floats
    size: int
    clusters: Ints | None
    copies: Floats | None
    left_out: float

    @property
    def n(self) -> float:
        """How many items two raters or more rated."""
        return float(self.counts.sum())

    @property
    def n_raters(self) -> int:
        """How many raters there are."""
        return int(self.codes.shape[1])

    @cached_property
    def there(self) -> NDArray[np.bool_]:
        """Who rated each row."""
        return np.asarray(self.codes >= 0)

    @property
    def counted(self) -> bool:
        """Whether rows are whole numbers of independent items."""
        return self.clusters is None and bool((self.counts == np.round(self.counts)).all())

    @cached_property
    def cells(self) -> Floats:
        """The table of the first two raters."""
        out = np.zeros((self.size, self.size))
        np.add.at(out, (self.codes[:, 0], self.codes[:, 1]), self.counts)
        return out

    @cached_property
    def silent(self) -> Note | None:
        """Why no test can tell the margins apart, if none can."""
        if self.n == 0:
            return NO_ITEMS
        if self.size == 1:
            return _ONE_CATEGORY
        highest = self.codes.max(axis=1)
        return _NO_DISAGREEMENT if bool(((self.codes == highest[:, None]) | ~self.there).all()) else None

    def undefined(self, name: str, title: str, why: Note) -> Result:
        """A test that has no value on these ratings."""
        return self.result(name, title, math.nan, notes=(why,), method="undefined")

    def result(
        self,
        name: str,
        title: str,
        statistic: float,
        *,
        p_value: float = math.nan,
        method: str,
        details: Mapping[str, Any] | None = None,
        notes: tuple[Note, ...] = (),
    ) -> Result:
        """The answer of a test."""
        left = whole(self.left_out)
        text = f"{many(left, 'item was', 'items were')} excluded, rated by only one rater."
        return Result(
            measure=name,
            title=title,
            estimate=statistic,
            p_value=p_value,
            n_items=whole(self.n),
            n_raters=self.n_raters,
            method=method,
            notes=(*notes, *((Note("incomplete-pairs", text, {"items": left}),) if left else ())),
            details=dict(details or {}),
        )


_ONE_CATEGORY = Note(
    "one-category", "Only one category was used, so there are no marginal distributions to compare."
)
_NO_DISAGREEMENT = Note(
    "no-disagreement",
    "The raters never disagree, so their marginal distributions are equal and no test is needed.",
)


def margins_of(ratings: Ratings) -> Margins:
    """The rows of ratings with two ratings or more, over the categories that occur in them."""
    p = patterns(ratings)
    paired = p.given >= 2
    codes = p.codes[paired]
    used = np.unique(codes[codes >= 0])
    place = np.full(p.size + 1, -1)  # a gap (-1) reads the -1 at the end
    place[used] = np.arange(len(used))
    return Margins(
        place[codes],
        p.counts[paired],
        len(used),
        None if p.clusters is None else p.clusters[paired],
        cluster_copies(ratings),
        float(p.counts[~paired].sum()),
    )


_BLOCK = 1 << 13

_COCHRAN = ("cochran_q", "Cochran's Q")
_GENERALISED = ("generalised_cmh", "Cochran's Q for several categories (generalised Cochran–Mantel–Haenszel)")
_EQUAL = ("equal_margins", "Equal margins of all raters (Wald test)")


def cochran(margins: Margins) -> Result:
    """tᵀV⁻t with the covariance that t has when the ratings of each item are shuffled among its raters.

    With two categories and no gaps it is Cochran's Q (1950), with two raters Stuart's and Maxwell's test; in
    general the test of Cochran, Mantel and Haenszel with items as strata (Landis, Heyman and Koch 1978).
    """
    named = _COCHRAN if margins.size <= 2 else _GENERALISED
    if margins.silent is not None:
        return margins.undefined(*named, margins.silent)
    t = sum(margins.counts[rows] @ each for rows, each in _deviations(margins))
    statistic, df = quadratic(np.asarray(t), _shuffled(margins))
    return margins.result(
        *named, statistic, p_value=chi_square_p(statistic, df), method=f"chi-square({df})", details={"df": df}
    )


def _shuffled(margins: Margins) -> Floats:
    """Σ over items of m/(m − 1)·(δ_rs − 1/m)·(p_c δ_cd − p_c p_d), m ratings with the shares p."""
    width, k = margins.n_raters - 1, margins.size
    out = np.zeros((k, k, width, width))
    for rows, there, chose in _blocks(margins):
        m = there.sum(axis=1)
        p = chose.sum(axis=1) / m[:, None]
        here = there[:, :-1]
        weight = margins.counts[rows] * m / (m - 1)
        for c in range(k):
            for d in range(c, k):
                shares = weight * ((p[:, c] if c == d else 0.0) - p[:, c] * p[:, d])
                added = np.diag(shares @ here) - here.T @ (here * (shares / m)[:, None])
                out[c, d] += added
                out[d, c] += added if c != d else 0.0
    return out.transpose(2, 0, 3, 1).reshape(width * k, width * k)


def equal_margins(margins: Margins) -> Result:
    """Bhapkar's test for any number of raters, gaps, and rows that belong together (clusters).

    X² = tᵀV⁻t with V = Σ u uᵀ − t tᵀ/m, u what each of the m items or clusters adds to t. Its p is that of
    Hotelling's F = X²·(m − q)/(q·m) with q and m − q degrees of freedom, q the rank of V.
    """
    from scipy.special import fdtrc

    if margins.silent is not None:
        return margins.undefined(*_EQUAL, margins.silent)
    t, squares, units = _sums(margins)
    under_null, q = quadratic(t, squares)
    if not q:
        return margins.undefined(*_EQUAL, _BALANCED)
    if units <= q or under_null > units * (1 - 1e-12):
        return margins.undefined(*_EQUAL, _too_few(units, q))
    statistic = under_null / (1 - under_null / units)
    f = statistic * (units - q) / (q * units)
    return margins.result(
        *_EQUAL,
        statistic,
        p_value=float(fdtrc(q, units - q, f)),
        method=f"Hotelling F({q}, {units - q:g})" + (", clustered" if margins.clusters is not None else ""),
        details={"df": q, "df_error": units - q, "f": f},
    )


_BALANCED = Note(
    "no-spread",
    "The disagreements within each cluster cancel out, so the margins are equal and no test is needed.",
)


def _too_few(units: float, q: int) -> Note:
    text = f"{show_count(units)} independent items are too few to test {q} marginal differences."
    return Note("few-items", text, {"units": units, "differences": q})


def _sums(margins: Margins) -> tuple[Floats, Floats, float]:
    """t, Σ u uᵀ over what independent items or clusters add to it, and how many of those there are."""
    width = (margins.n_raters - 1) * margins.size
    t, squares = np.zeros(width), np.zeros((width, width))
    if margins.clusters is None:
        for rows, each in _deviations(margins):
            t += margins.counts[rows] @ each
            squares += each.T @ (margins.counts[rows][:, None] * each)
        return t, squares, margins.n
    used, cluster = np.unique(margins.clusters, return_inverse=True)
    together = np.zeros((len(used), width))
    for rows, each in _deviations(margins):
        np.add.at(together, cluster[rows], margins.counts[rows][:, None] * each)
    copies = np.ones(len(used)) if margins.copies is None else margins.copies[used]
    return together.sum(axis=0), together.T @ (together / copies[:, None]), float(copies.sum())


def _deviations(margins: Margins) -> Iterator[tuple[slice, Floats]]:
    """x_irc − x̄_i.c of every row, raters (but the last, which the others determine) × categories."""
    for rows, there, chose in _blocks(margins):
        mean = chose.sum(axis=1, keepdims=True) / there.sum(axis=1)[:, None, None]
        each = chose - there[:, :, None] * mean
        yield rows, each[:, :-1].reshape(len(each), -1)


def _blocks(margins: Margins) -> Iterator[tuple[slice, Floats, Floats]]:
    """Rows in blocks: who rated, and who chose what."""
    for start in range(0, len(margins.codes), _BLOCK):
        rows = slice(start, start + _BLOCK)
        codes = margins.codes[rows]
        chose = (codes[:, :, None] == np.arange(margins.size)).astype(float)
        yield rows, margins.there[rows].astype(float), chose
