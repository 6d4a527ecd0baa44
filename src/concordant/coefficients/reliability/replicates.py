"""The intraclass correlation between raters who read every item several times.

y = μ + item + rater + item×rater + reading: readings of an item by one rater differ by error alone, so
that disagreement between raters is distinguished from that of a rater with themselves (Eliasziw et al. 1994).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...number_text import show, show_count
from ...ratings.phrases import many
from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import Estimate
from .icc import raters_averaged
from .icc_forms import Form
from .mean_squares import NO_SPREAD
from .signal_share import Signal
from .three_way import ERROR, ITEMS, ITEMS_RATERS, RATERS, Anova, nested, replicated


def icc_of_replicates(moments: Moments, form: Form, averaged: int | None) -> Estimate:
    """Reliability of one reading by one rater, or of the mean of several raters' readings, one each."""
    m = moments
    together = raters_averaged(m, form, averaged)

    def value(part: Moments) -> Numbers:
        return between(_table(part, form), form, together).value

    n = Total(m.complete.n)
    if m.draws or not m.by.follows_slopes:
        with np.errstate(all="ignore"):
            return Estimate(value=Total(value(m)), n=n)
    reason = why_no_table(m)
    if reason is not None:
        return Estimate(value=Total(np.nan), n=n, undefined=reason)
    table = _table(m, form)
    return Estimate(
        value=m.follow(value),
        n=n,
        classical=between(table, form, together).classical(),
        at_best=lambda missed: 1 - missed,
        details=_details(m, table, form, together),
        notes=(_readings(m), *negative(table), *incomplete(m)),
    )


def _table(m: Moments, form: Form) -> Anova:
    design = nested if form.raters == "nested" else replicated
    return design(m.complete, m.n_raters, len(m.occasions))


def between(table: Anova, form: Form, together: float = 1.0) -> Signal:
    """σ_s² against σ_r² + σ_sr² + σ_e², without σ_r² where consistency is enough."""
    others = (ITEMS_RATERS, ERROR, *((RATERS,) if form.absolute else ()))
    return Signal(table, table.row(ITEMS), table.row(*others) / together)


def within(table: Anova, *, fixed: bool) -> Signal:
    """Two readings of an item by one rater share σ_s² + σ_r² + σ_sr²; without σ_r² for these raters only."""
    shared = (ITEMS, ITEMS_RATERS) if fixed else (ITEMS, RATERS, ITEMS_RATERS)
    return Signal(table, table.row(*shared), table.row(ERROR), lead=shared)


# --- what is said of the design -------------------------------------------------------------------


def why_no_table(m: Moments) -> Note | None:
    """The reason there is no analysis of variance of raters × occasions, if there is none."""
    b = m.complete
    n = float(b.n)
    if n == 0:
        return Note(
            "no-complete-items",
            "No item was measured by all raters on all occasions, which this measure requires.",
        )
    if n < 2:
        return Note("one-item", "Only one item is complete, so variation between items cannot be estimated.")
    return None if float(np.trace(b.cross)) + float(np.ptp(b.level)) > 0 else NO_SPREAD


def incomplete(m: Moments) -> tuple[Note, ...]:
    """Items that lack a reading do not count."""
    if not m.has_gaps:
        return ()
    gone = float(m.n_with(1)) - float(m.complete.n)
    items = f"{show_count(gone)} {'item' if gone == 1 else 'items'}"
    text = f"{items} not measured by all raters on all occasions {'was' if gone == 1 else 'were'} excluded."
    return (Note("incomplete-items", text, {"items": gone}),)


def negative(table: Anova) -> tuple[Note, ...]:
    """A variance cannot be negative, but its estimate can; it is shown as it came out."""
    found = {source: float(table.component(source)) for source in table.sources}
    rounding = 1e-12 * sum(map(abs, found.values()))
    notes = [
        Note("variance-of", f"that of {name} is {show(value)}", {"of": name, "value": value})
        for name, value in found.items()
        if value < -rounding
    ]
    if not notes:
        return ()
    text = "A variance estimate is below 0 and was used as it is: "
    return (Note("negative-variance", f"{text}{' and '.join(map(str, notes))}.", {"found": notes}),)


def _readings(m: Moments) -> Note:
    text = (
        f"Every rater measured every item {many(len(m.occasions), 'time')}. The result is for a single "
        "measurement by each; variation between a rater's own measurements is part of the error."
    )
    return Note("replicates", text, {"times": len(m.occasions)})


def components(table: Anova) -> dict[str, float]:
    """Components and mean squares by name, for details."""
    facts = {f"var_{_key(s)}": float(table.component(s)) for s in table.sources}
    return facts | {f"ms_{_key(s)}": float(x) for s, x in zip(table.sources, table.squares, strict=True)}


def _key(source: str) -> str:
    return source.replace(" × ", "_")


def _details(m: Moments, table: Anova, form: Form, together: float) -> dict[str, Any]:
    every = replicated(m.complete, m.n_raters, len(m.occasions))
    facts: dict[str, Any] = {
        **components(table),
        "n_replicates": len(m.occasions),
        "intra_rater_icc": float(within(every, fixed=form.raters == "mixed").value),
    }
    if form.average:
        facts["averaged"] = together
    return {**facts, "meaning": form.meaning}
