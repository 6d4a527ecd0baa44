"""The D study: how reliable decisions would be with other numbers of raters and occasions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np

from ...errors import InputError, OptionError, is_count, is_number
from ...frame import Frame
from ...quote import quote
from ...reduce.moments import Moments
from ...result import Note
from .generalisability import (
    NO_NOISE,
    DecisionDesign,
    Facet,
    by_likelihood,
    notes_on,
    table_of,
    why_undefined,
)
from .mean_squares import Method
from .three_way import Anova


def d_study(
    moments: Moments,
    *,
    n_raters: Sequence[int] | None = None,
    n_occasions: Sequence[int] | None = None,
    fixed: Facet | None = None,
    target: float | None = None,
    method: Method = "auto",
) -> Frame:
    """One row for every design: numbers of raters and occasions, Eρ², Φ and both errors of measurement.

    `sem_relative` is σ_δ and `sem_absolute` σ_Δ, in points of the scale. With a `target`, how many raters
    would reach it with that many occasions, for comparing items (`raters_for_g`) and for judging their level
    (`raters_for_phi`); inf where no number of raters does.
    """
    m = moments
    by_likelihood(m, method)
    reason = why_undefined(m, method)
    if reason is not None:
        raise InputError(f"A D study of these data is not possible. {reason.text}")
    table = table_of(m, method)
    designs = [DecisionDesign(m, r, o, fixed) for o, r in product(*_grid(m, n_raters, n_occasions, fixed))]
    rows = [_row(table, design) for design in designs]
    if target is not None:
        rows = [{**row, **_needed(table, d, target)} for row, d in zip(rows, designs, strict=True)]
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    notes = notes_on(m, method, table)
    if np.isnan(columns["g"]).any() or np.isnan(columns["phi"]).any():
        notes = (*notes, NO_NOISE)
    stated = {"fixed": fixed, "target": target, "method": None if method == "auto" else method}
    options = {name: value for name, value in stated.items() if value is not None}
    return Frame(columns, "D study", (*notes, *_beyond(m)), options)


def _grid(
    m: Moments, n_raters: Sequence[int] | None, n_occasions: Sequence[int] | None, fixed: Facet | None
) -> tuple[Sequence[int], Sequence[int]]:
    """The numbers of occasions and of raters to go through; what was not sampled stays as it was."""
    k, t = m.n_raters, len(m.occasions)
    usual = {"raters": range(1, max(10, k) + 1), "occasions": range(1, max(3, t) + 1)}
    for name, counts in (("n_raters", n_raters), ("n_occasions", n_occasions)):
        if counts is not None and not (isinstance(counts, Iterable) and all(map(is_count, counts))):
            raise OptionError(
                f"{name} must be a list of whole numbers, such as [1, 2, 4], got {quote(counts)}."
            )
    raters = n_raters or ([k] if k == 1 or fixed == "raters" else usual["raters"])
    occasions = n_occasions or ([t] if t == 1 or fixed == "occasions" else usual["occasions"])
    return occasions, raters


def _row(table: Anova, d: DecisionDesign) -> dict[str, float]:
    g, phi = (d.reliability(table, absolute=absolute) for absolute in (False, True))
    return {
        "n_raters": d.raters,
        "n_occasions": d.occasions,
        "g": float(g.value),
        "phi": float(phi.value),
        "sem_relative": _root(float(table.of(g.noise))),
        "sem_absolute": _root(float(table.of(phi.noise))),
    }


def _root(variance: float) -> float:
    return math.sqrt(variance) if variance >= 0 else math.nan


def _needed(table: Anova, d: DecisionDesign, target: float) -> dict[str, float]:
    """The noise is a/n_r + b: raters make a small, and nothing but occasions makes b small."""
    if not (is_number(target) and 0 < target < 1):
        raise OptionError(f"target must be a reliability between 0 and 1, such as 0.8, got {quote(target)}.")
    if d.fixed == "raters" or d.moments.n_raters == 1:
        raise OptionError("target asks for a number of raters, but here the raters are not a sample.")
    out = {}
    for name, absolute in (("raters_for_g", False), ("raters_for_phi", True)):
        one, two = (_noise(table, d, r, absolute) for r in (1, 2))
        a, b = 2 * (one - two), 2 * two - one
        room = float(table.of(d.signal(table))) * (1 - target) / target - b
        out[name] = max(1.0, math.ceil(round(a / room, 9))) if room > 0 else math.inf
    return out


def _noise(table: Anova, d: DecisionDesign, raters: int, absolute: bool) -> float:
    other = DecisionDesign(d.moments, raters, d.n_occasions, d.fixed)
    return float(table.of(other.noise(table, absolute=absolute)))


def _beyond(m: Moments) -> tuple[Note, ...]:
    counts = {"raters": m.n_raters, "occasions": len(m.occasions)}
    few = {what: count for what, count in counts.items() if 1 < count < 5}
    few_text = " and ".join(f"{count} {what}" for what, count in few.items())
    text = (
        f"With {few_text}, the variance components and everything derived from them are only rough; "
        "g_study gives their intervals."
    )
    return (Note("few-conditions", text, few),) if few else ()
