"""What stands behind an intraclass correlation, and what to know about it."""

from __future__ import annotations

from typing import Any

from ...result import Note
from .icc_forms import Form
from .mean_squares import MeanSquares


def details_of(ms: MeanSquares, form: Form, together: float, *, seen: bool = True) -> dict[str, Any]:
    """The form, variance components and, where they were `seen` and not made up from them, mean squares."""
    facts: dict[str, Any] = {"form": form.mcgraw_wong, "model": form.model}
    for what in ("var", "ms") if seen else ("var",):
        for name in ("items", "raters", "error"):
            if not (name == "raters" and form.raters == "nested"):
                facts[f"{what}_{name}"] = float(getattr(ms, f"var_{name}" if what == "var" else name))
    if form.average:
        facts["averaged"] = together
    if form.shrout_fleiss:
        facts["shrout_fleiss"] = form.shrout_fleiss
    return {**facts, "meaning": form.meaning}


def negative(ms: MeanSquares, form: Form) -> tuple[Note, ...]:
    """A variance cannot be negative, but its estimate can; it is shown as it came out."""
    what = {"items": ms.var_items, **({} if form.raters == "nested" else {"raters": ms.var_raters})}
    notes = [
        Note("variance-of", f"that of {name} is {float(v):.4g}", {"of": name, "value": float(v)})
        for name, v in what.items()
        if float(v) < 0
    ]
    if not notes:
        return ()
    text = "A variance estimate is below 0 and was used as it is: "
    return (Note("negative-variance", f"{text}{' and '.join(map(str, notes))}.", {"found": notes}),)


#: Above this share of the variance, the level of raters matters to the interval.
_MATTERS = 0.05


def few_raters(ms: MeanSquares, form: Form, *, cure: bool = True) -> tuple[Note, ...]:
    """The interval of absolute agreement rests on how raters differ, which few raters do not tell."""
    if form.raters == "nested" or not form.absolute or not float(ms.df_raters) < 4:
        return ()
    total = float(ms.var_items + ms.var_raters + ms.var_error)
    if not float(ms.var_raters) > _MATTERS * total:
        return ()
    raters = float(ms.df_raters) + 1
    text = (
        f"Rater variance is poorly estimated from {raters:g} raters, so the absolute-agreement interval may "
        "be too narrow."
    )
    text += " Use interval='generalised'." if cure else ""
    return (Note("few-raters", text, {"raters": raters}),)


def raters_as_sample(ms: MeanSquares, form: Form) -> tuple[Note, ...]:
    """Why the interval of absolute agreement is wide with two or three raters."""
    raters = float(ms.df_raters) + 1
    if raters > 3:
        return ()
    text = (
        f"The interval is for raters like these, and rater variance is poorly estimated from {raters:g} "
        "raters; for these raters alone, use model='mixed' or ccc."
    )
    return (Note("few-raters", text, {"raters": raters}),)
