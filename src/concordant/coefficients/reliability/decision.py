"""The design of decisions: over how many raters and occasions they are averaged, and what is error then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...errors import OptionError, choose, is_count
from ...quote import quote
from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from .signal_share import Signal
from .three_way import (
    ERROR,
    ITEMS,
    ITEMS_OCCASIONS,
    ITEMS_RATERS,
    OCCASIONS,
    RATERS,
    RATERS_OCCASIONS,
    Anova,
)

Facet = Literal["raters", "occasions"]


@dataclass(frozen=True)
class DecisionDesign:
    """Over how many raters and occasions decisions will be averaged, and which facet is fixed."""

    moments: Moments
    n_raters: int | None = None
    n_occasions: int | None = None
    fixed: Facet | None = None

    def __post_init__(self) -> None:
        seen = {"raters": self.moments.n_raters, "occasions": len(self.moments.occasions)}
        for facet, count in (("raters", self.n_raters), ("occasions", self.n_occasions)):
            if count is not None and not is_count(count):
                raise OptionError(f"n_{facet} is a whole number of {facet}, 1 or more, got {quote(count)}.")
            if count is not None and count > 1 and seen[facet] == 1:
                raise OptionError(
                    f"There was one of the {facet} only, so what more of them would bring is not known: "
                    f"leave n_{facet} out."
                )
        if self.fixed is not None:
            self._check_fixed(seen)

    def _check_fixed(self, seen: dict[str, int]) -> None:
        choose("fixed", self.fixed, ("raters", "occasions"))
        if min(seen.values()) < 2:
            raise OptionError(
                "A facet can be fixed where items were rated by several raters on several occasions; else "
                "what it does to items cannot be told from error."
            )
        count = self.n_raters if self.fixed == "raters" else self.n_occasions
        if count not in (None, seen[str(self.fixed)]):
            raise OptionError(
                f"Fixed {self.fixed} are those that took part, {seen[str(self.fixed)]}, not {count}."
            )

    @property
    def raters(self) -> int:
        """How many raters the mean is over."""
        return self.moments.n_raters if self.n_raters is None else int(self.n_raters)

    @property
    def occasions(self) -> int:
        """How many occasions the mean is over."""
        return len(self.moments.occasions) if self.n_occasions is None else int(self.n_occasions)

    def signal(self, table: Anova) -> Numbers:
        """σ_s², and what a fixed facet does to items."""
        row = table.row(ITEMS)
        if self.fixed == "raters":
            return np.asarray(row + table.row(ITEMS_RATERS) / self.raters)
        if self.fixed == "occasions":
            return np.asarray(row + table.row(ITEMS_OCCASIONS) / self.occasions)
        return row

    def noise(self, table: Anova, *, absolute: bool) -> Numbers:
        """σ_δ² = σ_sr²/n_r + σ_so²/n_o + σ_e²/(n_r·n_o); σ_Δ² has the main effects of facets too."""
        r, o = self.raters, self.occasions
        over = {ITEMS_RATERS: r, ITEMS_OCCASIONS: o, ERROR: r * o}
        if absolute:
            over |= {RATERS: r, OCCASIONS: o, RATERS_OCCASIONS: r * o}
        unsampled = {"raters": (RATERS, ITEMS_RATERS), "occasions": (OCCASIONS, ITEMS_OCCASIONS)}
        left = {source: n for source, n in over.items() if source not in unsampled.get(str(self.fixed), ())}
        return np.asarray(sum(table.row(source) / n for source, n in left.items()))

    def reliability(self, table: Anova, *, absolute: bool) -> Signal:
        """Eρ² or Φ of this design."""
        return Signal(table, self.signal(table), self.noise(table, absolute=absolute))
