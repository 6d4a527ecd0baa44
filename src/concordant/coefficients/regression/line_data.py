"""Two raters as x and y of a straight line: one number for each item and rater."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...errors import OptionError, is_number
from ...quote import quote
from ...reduce.item_weights import CaseWeights
from ...reduce.moments import Moments, of_values
from ...reduce.sums import Numbers
from ...result import Note
from ..coefficient import NO_ITEMS
from ..limits_of_agreement import mean_over, pairs_of

#: A spread, or a covariance, below this share of what it is made of is rounding.
ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class OneEach:
    """Moments of two columns. Where items were measured repeatedly they are of their means, and
    `error_ratio` is the variance of the means' errors, second rater over first."""

    moments: Moments
    error_ratio: float | None = None

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was made of repeats."""
        if self.moments.occasions != ("mean",):
            return ()
        text = "Items were measured repeatedly; the line is fitted to their means."
        return (Note("means-of-repeats", text),)


def one_each(m: Moments) -> OneEach:
    """The moments as they are, or those of items' means over occasions."""
    if len(m.occasions) == 1:
        return OneEach(m)
    y = m.measured.reshape(len(m.counts), 2, len(m.occasions))
    means = np.where(np.isnan(y).all(axis=2), np.nan, mean_over(y))
    out = of_values(means, m.raters, ("mean",), weights=m.counts, clusters=m.clusters)
    out = out if isinstance(m.by, CaseWeights) else out.weighed(m.by)
    return OneEach(out, _error_ratio(m))


def check_at(at: float | None) -> None:
    """The size at which a bias is asked for is a number."""
    if at is not None and not is_number(at):
        raise OptionError(
            f"at, the measurement at which to compute the bias, must be a number, got {quote(at)}."
        )


def _error_ratio(m: Moments) -> float | None:
    """From the variances within items, each over the mean number of measurements in a mean."""
    p = pairs_of(m, "plain", "unlinked")
    noise = []
    for w in p.within:
        df, n = float(p.counts @ (w.times - 1)), float(p.counts.sum())
        if not df > 0:
            return None
        noise.append(float(p.counts @ w.squares) / df * float(p.counts @ (1 / w.times)) / n)
    return noise[1] / noise[0] if len(noise) == 2 and noise[0] > 0 and noise[1] > 0 else None


def deming_slope(s_xx: Numbers, s_xy: Numbers, s_yy: Numbers, delta: float) -> Numbers:
    """The line with the least Σ(x − X)² + Σ(y − Y)²/δ over all true X, Y on it.

    The root of two that has the sign of s_xy, written so that nothing is subtracted from its like.
    """
    off = s_yy - delta * s_xx
    root = np.sqrt(off**2 + 4 * delta * s_xy**2)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(off.real > 0, (root + off) / (2 * s_xy), 2 * delta * s_xy / (root - off))


def why_no_line(m: Moments) -> Note | None:
    """The reason there is no line, if there is none."""
    b = m.complete
    if not float(b.n) > 0:
        return NO_ITEMS
    if not float(b.n) > 1:
        return Note("one-item", "Both raters measured only one item, and a line needs two.")
    for rater, spread, least in zip(m.raters, np.diagonal(b.cross), rounding(m), strict=True):
        if not spread > least:
            text = f"{rater} gave only one value, so no line can be fitted."
            return Note("constant-rater", text, {"rater": rater})
    return None


def rounding(m: Moments) -> tuple[float, float]:
    """For each rater the sum of squares that is nothing but rounding."""
    if m.values is None:
        return 0.0, 0.0
    first, second = ROUNDING * (np.abs(m.values).max(axis=0, initial=0.0) ** 2)
    return float(first), float(second)
