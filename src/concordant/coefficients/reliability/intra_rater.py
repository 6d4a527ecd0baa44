"""The reliability of a rater with themselves: the intraclass correlation of repeated readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import OptionError, choose
from ...reduce.moments import Moments
from ...reduce.sums import Numbers
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import Estimate, coefficient
from .icc import one_form
from .icc_forms import Form, RaterModel, form_of
from .replicates import components, incomplete, negative, why_no_table, within
from .signal_share import Signal
from .three_way import (
    ERROR,
    ITEMS,
    ITEMS_OCCASIONS,
    ITEMS_RATERS,
    OCCASIONS,
    RATERS,
    RATERS_OCCASIONS,
    crossed,
    replicated,
)


def _named(options: Mapping[str, Any]) -> str:
    form = _form(options.get("form") or "1,1")
    return f"Intra-rater {form.mcgraw_wong}, {options.get('model') or 'random'} raters"


@coefficient(
    title="Intra-rater intraclass correlation",
    title_zh="评分者内 ICC（重测信度）",
    symbol="ICC_intra",
    formula=r"\rho = \frac{\sigma_s^2 + \sigma_r^2 + \sigma_{sr}^2}"
    r"{\sigma_s^2 + \sigma_r^2 + \sigma_{sr}^2 + \sigma_e^2}",
    range=(-np.inf, 1),
    references=("eliasziw1994",),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order", "shift"},
    chance_corrected=False,
    variants=_named,
    transform="fisher",
    interval="classical",
    repeats=True,
)
def intra_rater_icc(moments: Moments, *, form: str = "1,1", model: RaterModel = "random") -> Estimate:
    """Intra-rater (test–retest) reliability: how alike two readings of an item by the same rater are.

    It is given over all raters, from the items that all of them read on all occasions, and for each rater
    alone. With `model="random"`, differences in level between raters count as part of what a rater repeats;
    "mixed" is about these raters only and excludes such differences. `form` states how readings may differ:
    for "1,1" occasions are interchangeable; for "A,1" they are the first, the second, …, and a shift from
    one to the next counts against the rater; "C,1" ignores it. Needs repeats: name their column with
    `repeat=…`.
    """
    chosen = _form(form)
    choose("model", model, ("random", "mixed"))
    m = moments
    if m.anonymous:
        raise OptionError(
            "Counts do not record who gave each rating, so ratings cannot be assigned to raters."
        )
    if len(m.occasions) < 2:
        nothing = 0.0 * m.n_with(1)
        return Estimate(value=Total(nothing + np.nan), n=Total(nothing), undefined=ONE_OCCASION)
    parts = {rater: _alone(m, g, chosen) for g, rater in enumerate(m.raters)}
    alone = m.n_raters == 1
    found = parts[m.raters[0]] if alone else _together(m, chosen, fixed=model == "mixed")
    return replace(found, parts=parts, notes=(*found.notes, TO_CHECK))


TO_CHECK = Note(
    "to-check",
    "Check what the data cannot show: were raters blind to their first rating, and was the time "
    "between occasions long enough to forget it but short enough for the items not to change?",
)


def _form(name: str) -> Form:
    found = form_of(name)
    if found.average:
        raise OptionError(f"A rater's own readings are compared one by one: form must be '{found.key[0]},1'.")
    return found


ONE_OCCASION = Note(
    "one-occasion",
    "Every rater rated each item once, so intra-rater reliability cannot be estimated: name the column "
    "that numbers repeats with repeat=…, or have the same items rated again.",
)


# --- one rater ------------------------------------------------------------------------------------


def _alone(m: Moments, place: int, form: Form) -> Estimate:
    """The rater's occasions as if each were a rater; gaps by restricted likelihood."""
    found = one_form(m.of_rater(place), form, "auto", None)
    if found.undefined is not None and found.undefined.code == "no-pairs":
        text = f"{m.raters[place]} rated no item twice, so there is nothing to compare."
        return replace(found, undefined=Note("no-pairs", text, {"rater": m.raters[place]}))
    facts = {name: value for name, value in found.details.items() if name not in _UNSAID}
    return replace(found, details={_RENAMED.get(name, name): value for name, value in facts.items()})


_RENAMED = {"var_raters": "var_occasions", "ms_raters": "ms_occasions"}
_UNSAID = {"shrout_fleiss", "meaning"}


# --- all raters -----------------------------------------------------------------------------------


def _together(m: Moments, form: Form, *, fixed: bool) -> Estimate:
    def value(part: Moments) -> Numbers:
        return _signal(part, form, fixed).value

    n = Total(m.complete.n)
    if m.draws or not m.by.follows_slopes:
        with np.errstate(all="ignore"):
            return Estimate(value=Total(value(m)), n=n)
    reason = why_no_table(m)
    if reason is not None:
        return Estimate(value=Total(np.nan), n=n, undefined=reason)
    found = _signal(m, form, fixed)
    return Estimate(
        value=m.follow(value),
        n=n,
        classical=found.classical("F, Satterthwaite"),
        at_best=lambda missed: 1 - missed,
        details={**components(found.table), "n_occasions": len(m.occasions)},
        notes=(*negative(found.table), *incomplete(m)),
    )


def _signal(m: Moments, form: Form, fixed: bool) -> Signal:
    """What two readings of an item by one rater share, against what they do not."""
    k, t = m.n_raters, len(m.occasions)
    if form.raters == "nested":
        return within(replicated(m.complete, k, t), fixed=fixed)
    table = crossed(m.complete, k, t)
    shared = (ITEMS, ITEMS_RATERS) if fixed else (ITEMS, RATERS, ITEMS_RATERS)
    shift = (OCCASIONS, RATERS_OCCASIONS) if form.absolute else ()
    return Signal(table, table.row(*shared), table.row(ITEMS_OCCASIONS, ERROR, *shift), lead=shared)
