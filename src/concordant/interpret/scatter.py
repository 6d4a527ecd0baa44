"""Measurements of two raters as points: what a plot of their differences shows."""

from __future__ import annotations

from dataclasses import dataclass

from .record import Record


@dataclass(frozen=True, kw_only=True)
class Scatter(Record):
    """Pairs of values of the same items, at most so many that a picture can show them.

    `n` is how many pairs there are in all.
    """

    first: str
    second: str
    pairs: tuple[tuple[float, float], ...]
    n: float
