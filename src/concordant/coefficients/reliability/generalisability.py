"""Generalisability: how far a mean over some raters and occasions speaks of all raters and occasions.

Items are what is measured, raters and occasions are facets that were sampled. Components of variance
from the data (the G study) give the reliability of a design with other numbers of both (the D study).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ...errors import OptionError, choose, is_count
from ...quote import quote
from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import Estimate, coefficient
from .effective_df import not_allowed_for
from .icc_forms import few_raters, form_of
from .mean_squares import Method, left_out, mean_squares, uses_likelihood, why_not
from .replicates import components, incomplete, negative, why_no_table
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
    crossed,
    two_way,
)

Facet = Literal["raters", "occasions"]


@coefficient(
    title="Generalisability coefficient",
    title_zh="概化系数",
    symbol="Eρ²",
    formula=r"E\rho^2 = \frac{\sigma_s^2}{\sigma_s^2 + \sigma_\delta^2}",
    range=(-np.inf, 1),
    references=("brennan2001", "cronbach1972"),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order", "shift"},
    chance_corrected=False,
    transform="fisher",
    interval="classical",
    repeats=True,
    from_mean_squares=True,
    needs={"linked raters", "variation"},
)
def g_coefficient(
    moments: Moments,
    *,
    n_raters: int | None = None,
    n_occasions: int | None = None,
    fixed: Facet | None = None,
    method: Method = "auto",
) -> Estimate:
    """How well the mean over raters (and occasions) distinguishes items: for decisions that compare items.

    A shift of all items is not an error here. `n_raters` and `n_occasions` are those of the design used for
    decisions; by default, those of the data. `fixed` is a facet that is not generalised over: only these
    raters, or only these occasions, matter. For items × raters it is
    ICC(C,k); where ratings are missing, components are estimated by restricted likelihood.
    """
    return _reliability(
        moments, DecisionDesign(moments, n_raters, n_occasions, fixed), method, absolute=False
    )


@coefficient(
    title="Index of dependability",
    title_zh="可靠性指数",
    symbol="Φ",
    formula=r"\Phi = \frac{\sigma_s^2}{\sigma_s^2 + \sigma_\Delta^2}",
    range=(-np.inf, 1),
    references=("brennan2001", "cronbach1972"),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order", "shift"},
    chance_corrected=False,
    transform="fisher",
    interval="classical",
    repeats=True,
    from_mean_squares=True,
    needs={"linked raters", "variation"},
)
def phi_coefficient(
    moments: Moments,
    *,
    n_raters: int | None = None,
    n_occasions: int | None = None,
    fixed: Facet | None = None,
    method: Method = "auto",
) -> Estimate:
    """How well the mean over raters (and occasions) gives an item's own value: for decisions on its level.

    Constant differences between raters or between occasions count as error. Options are those
    of `g_coefficient`; for items × raters it is ICC(A,k).
    """
    return _reliability(moments, DecisionDesign(moments, n_raters, n_occasions, fixed), method, absolute=True)


# --- what was observed ----------------------------------------------------------------------------


def table_of(m: Moments, method: Method) -> Anova:
    """The analysis of variance that the design of the data allows."""
    if m.n_raters > 1 and len(m.occasions) > 1:
        return crossed(m.complete, m.n_raters, len(m.occasions))
    return two_way(mean_squares(flat(m), method=method), RATERS if m.n_raters > 1 else OCCASIONS)


def flat(m: Moments) -> Moments:
    """Items × one facet: raters, or the occasions of the only rater."""
    return m if m.n_raters > 1 else m.of_rater(0)


def by_likelihood(m: Moments, method: Method) -> bool:
    """Whether components are by restricted likelihood, which knows one facet only."""
    if m.anonymous:
        raise OptionError(
            "Counts do not record who gave each rating, so rater variance cannot be separated from error."
        )
    if m.n_raters > 1 and len(m.occasions) > 1:
        choose("method", method, ("auto", "anova", "reml"))
        if method == "reml":
            raise OptionError(
                "A raters × occasions design uses analysis of variance of complete items: omit method."
            )
        return False
    return uses_likelihood(flat(m), method)


def why_undefined(m: Moments, method: Method) -> Note | None:
    """The reason there are no components, if there are none."""
    if m.n_raters > 1 and len(m.occasions) > 1:
        return why_no_table(m)
    found = why_not(flat(m), method)
    if found is not None and found.code == "no-pairs" and m.n_raters == 1:
        text = f"{m.raters[0]} rated no item twice, so there is nothing to compare."
        return Note("no-pairs", text, {"rater": m.raters[0]})
    return found


def notes_on(m: Moments, method: Method, table: Anova) -> tuple[Note, ...]:
    """Estimates below 0, gaps, and a facet that could not be seen."""
    several = m.n_raters > 1 and len(m.occasions) > 1
    hidden = () if m.n_raters > 1 else (_ONE_RATER,)
    return (*negative(table), *(incomplete(m) if several else left_out(flat(m), method)), *hidden)


_ONE_RATER = Note(
    "one-rater",
    "There is only one rater: the result applies to occasions of this rater, not to other raters.",
)


def _reliability(m: Moments, design: DecisionDesign, method: Method, *, absolute: bool) -> Estimate:
    likelihood = by_likelihood(m, method)
    n = Total(flat(m).n_with(1) if likelihood else m.complete.n)

    def found(part: Moments) -> Signal:
        return design.reliability(table_of(part, method), absolute=absolute)

    if m.draws or not m.by.follows_slopes:
        with np.errstate(all="ignore"):
            return Estimate(value=Total(found(m).value), n=n)
    reason = why_undefined(m, method)
    if reason is not None:
        return Estimate(value=Total(np.nan), n=n, undefined=reason)
    signal = found(m)
    notes, details = notes_on(m, method, signal.table), _details(design, signal)
    if absolute and len(m.occasions) == 1:
        notes = (*few_raters(mean_squares(m, method=method), form_of("A,k"), cure=False), *notes)
    if np.isnan(signal.value):
        reason = NO_NOISE if min(details["var_signal"], details["var_noise"]) < 0 else _NOTHING
        return Estimate(value=Total(np.nan), n=n, undefined=reason, notes=notes, details=details)
    textbook = signal.classical("F, effective design" if likelihood else "F")
    if len(m.occasions) == 1:
        squares = mean_squares(m, method=method)
        textbook = replace(
            textbook, notes=not_allowed_for(m, squares, one_way=False, complete=not likelihood)
        )
    return Estimate(
        value=m.follow(lambda part: found(part).value),
        n=n,
        classical=textbook,
        at_best=lambda missed: 1 - missed,
        details=details,
        notes=notes,
    )


_NOTHING = Note(
    "no-variation",
    "The items do not differ; only the level of raters or occasions varies, so the proportion is undefined.",
)
NO_NOISE = Note(
    "negative-error",
    "Components below 0 make the variance of this design, or of its error, negative, so no proportion "
    "can be computed: use more items, raters or occasions, or a simpler design.",
)


def _details(design: DecisionDesign, signal: Signal) -> dict[str, Any]:
    table = signal.table
    return {
        **components(table),
        "var_signal": float(table.of(signal.signal)),
        "var_noise": float(table.of(signal.noise)),
        "averaged_raters": design.raters,
        "averaged_occasions": design.occasions,
    }


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
                raise OptionError(
                    f"n_{facet} must be a whole number of {facet}, 1 or more, got {quote(count)}."
                )
            if count is not None and count > 1 and seen[facet] == 1:
                raise OptionError(
                    f"The facet {facet} has only one level in the data, so the effect of more is unknown: "
                    f"omit n_{facet}."
                )
        if self.fixed is not None:
            self._check_fixed(seen)

    def _check_fixed(self, seen: dict[str, int]) -> None:
        choose("fixed", self.fixed, ("raters", "occasions"))
        if min(seen.values()) < 2:
            raise OptionError(
                "A facet can be fixed only if items were rated by several raters on several occasions; "
                "otherwise its effect on items cannot be separated from error."
            )
        count = self.n_raters if self.fixed == "raters" else self.n_occasions
        if count not in (None, seen[str(self.fixed)]):
            raise OptionError(
                f"With fixed {self.fixed}, their number must be that in the data, {seen[str(self.fixed)]}, "
                f"not {count}."
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
