"""The share of signal in signal and noise, both sums of mean squares, with F limits and F tests.

ρ = τ/(τ + ε). τ = A − B, where A holds the mean squares that only the signal moves (that of items), and B
what they hold besides. If ρ is known, A is expected to be B + ε·ρ/(1 − ρ); that sum of mean squares has
Satterthwaite's degrees of freedom. For items × raters these are the limits of Shrout and Fleiss and of
McGraw and Wong; for raters who repeat, those of Eliasziw et al.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import OptionError
from ...quote import quote
from ...reduce.sums import Numbers
from ..coefficient import Classical
from .mean_squares import f_quantile, f_tail
from .three_way import Anova


@dataclass(frozen=True, eq=False)
class Signal:
    """Rows of coefficients of signal and of noise, and the sources that make up A."""

    table: Anova
    signal: Numbers
    noise: Numbers
    lead: tuple[str, ...] = ("items",)

    @property
    def value(self) -> Numbers:
        """τ/(τ + ε); nan where ε or the sum came out below 0, of which no share can be had."""
        tau, noise = self.table.of(self.signal), self.table.of(self.noise)
        rounding = 1e-12 * np.abs(np.real(tau))
        with np.errstate(divide="ignore", invalid="ignore"):
            none = (np.real(noise) < -rounding) | ~(np.real(tau + noise) > rounding)
            return np.asarray(np.where(none, np.nan, tau / (tau + noise)))

    @property
    def _leads(self) -> Numbers:
        return np.array([source in self.lead for source in self.table.sources], dtype=float)

    @property
    def _first(self) -> tuple[float, float]:
        """A and its degrees of freedom."""
        row = self.signal * self._leads
        return float(self.table.of(row)), self.table.freedom(row)

    @property
    def _rest(self) -> Numbers:
        return np.asarray(-self.signal * (1 - self._leads))

    def classical(self, name: str = "F") -> Classical:
        """Standard error, limits and tests that rest on normal errors."""
        return Classical(name=name, se=self.se, limits=self.limits, test=self.test)

    def se(self) -> float:
        """By the slope of ρ in each mean square: dρ = (ε·dτ − τ·dε)/(τ + ε)²."""
        tau, noise = float(self.table.of(self.signal)), float(self.table.of(self.noise))
        slope = (noise * self.signal - tau * self.noise) / (tau + noise) ** 2
        return math.sqrt(float(self.table.variance(slope)))

    def limits(self, level: float) -> tuple[float, float]:
        """Where A over its expectation is no more than the upper quantile of F, or no less than the lower."""
        a, df1 = self._first
        noise, rest = float(self.table.of(self.noise)), float(self.table.of(self._rest))
        if not noise > 0:
            return math.nan, math.nan
        odds = (a - rest) / noise
        df2 = self.table.freedom(self._rest + odds * self.noise)
        p = 0.5 + level / 2
        low = (a / float(f_quantile(p, df1, df2)) - rest) / noise
        high = (a * float(f_quantile(p, df2, df1)) - rest) / noise
        return _share(low), _share(high)

    def test(self, null: float, side: str | None) -> tuple[dict[str, Any], float]:
        """F against any value below 1."""
        if not null < 1:
            raise OptionError(f"A reliability can be tested only against a value below 1, got {quote(null)}.")
        a, df1 = self._first
        row = self._rest + null / (1 - null) * self.noise
        expected, df2 = float(self.table.of(row)), self.table.freedom(row)
        f = a / expected if expected > 0 else math.inf if expected == 0 else math.nan
        details = {"null_value": null, "test": "F", "statistic": f, "df1": df1, "df2": df2}
        return details, float(f_tail(f, df1, df2, side))


def _share(odds: float) -> float:
    """ρ from ρ/(1 − ρ)."""
    return odds / (1 + odds) if odds > -1 else -math.inf
