"""Weighted Deming regression, for errors in proportion to what is measured (Linnet 1990).

Weights are 1/size², where the size of an item is taken on the line; line and weights are found in turn until
they settle. How the line moves with an item follows from both moving together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...errors import InputError
from ...reduce.item_weights import Floats, Ints
from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from ...reduce.totals import Pending, Total
from .line_data import deming_slope

_TURNS = 500
_BLOCK = 2_000_000
_STEP = 1e-100


def weighted_line(m: Moments, delta: float) -> tuple[Floats, Floats]:
    """Slope and intercept for each vector of weights; nan where they do not settle."""
    points = _points(m)
    lines = [points.settled(weights, delta) for weights in _blocks(m, points.here)]
    slope, intercept = (np.concatenate(part) for part in zip(*lines, strict=True))
    return slope, intercept


def weighted_totals(m: Moments, delta: float) -> list[Total]:
    """Slope and intercept on counts, with what one more item of each row does to them."""
    points = _points(m)
    counts = m.counts[points.here]
    slope, intercept = (float(v[0]) for v in points.settled(counts[None, :], delta))

    def moved(which: int) -> Floats:
        out = np.zeros(len(m.counts))
        out[points.here] = points.slopes(counts, delta, slope, intercept)[which]
        return out

    return [Pending(slope, lambda: moved(0)), Pending(intercept, lambda: moved(1))]


@dataclass(frozen=True, eq=False)
class _Points:
    """Items both raters measured, about a centre, so that large numbers keep their digits."""

    x: Floats
    y: Floats
    centre: tuple[float, float]
    here: Ints

    @cached_property
    def entries(self) -> Floats:
        """1, x, y, xx, xy, yy."""
        x, y = self.x, self.y
        return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)

    def settled(self, counts: Floats, delta: float) -> tuple[Floats, Floats]:
        """Line, weights, line, … from equal weights on, until nothing moves."""
        line = _fitted(counts @ self.entries, delta)
        moved = np.full(len(counts), np.inf)
        with np.errstate(all="ignore"):
            for _ in range(_TURNS):
                weights = counts * self.weights(line[..., None, :], delta)
                following = _fitted(weights @ self.entries, delta)
                moved = np.abs(following - line).max(axis=-1) / np.abs(following).max(axis=-1)
                line = following
                if not (moved > 1e-14).any():
                    break
        line = np.where((moved <= 1e-10)[:, None], line, np.nan)
        x0, y0 = self.centre
        return line[:, 0], line[:, 1] + y0 - line[:, 0] * x0

    def weights(self, line: Numbers, delta: float) -> Numbers:
        """1/size², the size being (δX + Y)/(δ + 1) for the point X, Y of the line nearest to x, y."""
        slope, intercept = line[..., 0], line[..., 1]
        off = self.y - intercept - slope * self.x
        x0, y0 = self.centre
        nearest_x = x0 + self.x + slope * off / (delta + slope**2)
        nearest_y = y0 + self.y - delta * off / (delta + slope**2)
        return np.asarray(((delta + 1) / (delta * nearest_x + nearest_y)) ** 2)

    def slopes(self, counts: Floats, delta: float, slope: float, intercept: float) -> Floats:
        """(I − ∂fit/∂line)⁻¹ · ∂fit/∂sums · what an item adds to the sums; the centre stays."""
        x0, y0 = self.centre
        line = np.array([slope, intercept - y0 + slope * x0])
        weights = self.weights(line, delta)
        sums = (counts * weights) @ self.entries
        size = np.abs(sums).max()
        by_sums = _fitted(sums + 1j * _STEP * size * np.eye(6), delta).imag / (_STEP * size)
        steps = [self.weights(line + 1j * _STEP * e, delta) for e in np.eye(2)]
        by_line = np.stack([((counts * moved) @ self.entries).imag / _STEP for moved in steps])
        own = (weights[:, None] * self.entries @ by_sums).T
        moved = np.linalg.solve(np.eye(2) - (by_line @ by_sums).T, own)
        return np.stack([moved[0], moved[1] - moved[0] * x0])


def _points(m: Moments) -> _Points:
    y = m.measured
    here = np.flatnonzero(~np.isnan(y).any(axis=1))
    bad = np.argwhere(y <= 0)
    if len(bad):
        row, rater = bad[0]
        raise InputError(
            "weighted=True assumes errors proportional to size and needs measurements above 0, but rater "
            f"{m.raters[rater]} has {y[row, rater]:g} (item {row + 1} of those measured): "
            "use weighted=False."
        )
    centre = y[here].mean(axis=0) if len(here) else np.zeros(2)
    return _Points(y[here, 0] - centre[0], y[here, 1] - centre[1], (float(centre[0]), float(centre[1])), here)


def _blocks(m: Moments, here: Ints) -> Iterator[Floats]:
    """Weight vectors, some at a time."""
    block: list[Floats] = []
    for vector in m.by.vectors():
        block.append(vector[here])
        if len(block) * max(len(here), 1) >= _BLOCK:
            yield np.stack(block)
            block = []
    if block:
        yield np.stack(block)


def _fitted(sums: Numbers, delta: float) -> Numbers:
    """Deming's line of weighed sums."""
    n, x, y, xx, xy, yy = np.moveaxis(sums, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = deming_slope(xx - x * x / n, xy - x * y / n, yy - y * y / n, delta)
        return np.stack([slope, y / n - slope * x / n], axis=-1)
