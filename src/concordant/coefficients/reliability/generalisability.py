"""Generalisability: how far a mean over some raters and occasions speaks of all raters and occasions.

Items are what is measured, raters and occasions are facets that were sampled. Components of variance
from the data (the G study) give the reliability of a design with other numbers of both (the D study).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import OptionError, choose
from ...reduce.moments import Moments
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import Estimate, coefficient
from .decision import DecisionDesign, Facet
from .icc_forms import form_of
from .icc_notes import few_raters
from .mean_squares import Method, left_out, mean_squares, uses_likelihood, why_not
from .replicates import components, incomplete, negative, why_no_table
from .signal_share import Signal
from .three_way import OCCASIONS, RATERS, Anova, crossed, two_way


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
    """How well the mean over raters (and occasions) keeps items apart: for decisions that compare items.

    What shifts all items alike is no error here. `n_raters` and `n_occasions` are those of the design that
    decisions will rest on; without them, those that took part. `fixed` names a facet that is not to be
    generalised over: these raters, or these occasions, are all that matter. For items × raters it is
    ICC(C,k); where ratings are missing, components are by restricted likelihood.
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

    Raters who are always higher, and occasions on which all is higher, count as error. Options are those
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
        raise OptionError("Counts do not say who gave which rating, so raters cannot be told from error.")
    if m.n_raters > 1 and len(m.occasions) > 1:
        choose("method", method, ("auto", "anova", "reml"))
        if method == "reml":
            raise OptionError(
                "Raters × occasions are by analysis of variance of complete items: leave method out."
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
    return Estimate(
        value=m.follow(lambda part: found(part).value),
        n=n,
        classical=signal.classical("F, effective design" if likelihood else "F"),
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
