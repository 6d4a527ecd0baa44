"""The forms of the intraclass correlation: ten by McGraw and Wong, six estimates, one sentence each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ...arguments import check_arguments
from ...errors import OptionError, choose
from ...reduce.sums import Numbers
from ...result import Note
from .mean_squares import MeanSquares

FormName = Literal["1,1", "1,k", "A,1", "A,k", "C,1", "C,k"]
RaterModel = Literal["random", "mixed"]


@dataclass(frozen=True)
class Form:
    """One of the ten forms of the intraclass correlation (McGraw and Wong 1996).

    `raters` is "nested" (every item may have raters of its own), "random" (these raters stand for
    others) or "mixed" (these raters are all that matter). `absolute` counts a rater who is always
    higher as disagreement. `average` is about the mean of k raters, else about one rater.
    """

    raters: Literal["nested", "random", "mixed"]
    absolute: bool
    average: bool

    def __str__(self) -> str:
        return self.mcgraw_wong

    @property
    def key(self) -> FormName:
        """How the form is asked for: "A,1", …"""
        kind = "1" if self.raters == "nested" else "A" if self.absolute else "C"
        key: FormName = f"{kind},{'k' if self.average else '1'}"  # type: ignore[assignment]
        return key

    @property
    def mcgraw_wong(self) -> str:
        """The name by McGraw and Wong (1996)."""
        if self.raters == "nested":
            return "ICC(k)" if self.average else "ICC(1)"
        return f"ICC({self.key})"

    @property
    def shrout_fleiss(self) -> str | None:
        """The name by Shrout and Fleiss (1979), where they have the form."""
        unit = "k" if self.average else "1"
        if self.raters == "nested":
            return f"ICC(1,{unit})"
        if self.raters == "random" and self.absolute:
            return f"ICC(2,{unit})"
        return f"ICC(3,{unit})" if self.raters == "mixed" and not self.absolute else None

    @property
    def model(self) -> str:
        """The model in the words of the papers."""
        return {"nested": "one-way random", "random": "two-way random", "mixed": "two-way mixed"}[self.raters]

    @property
    def meaning(self) -> str:
        """What the number is about, and to whom it may be generalised."""
        unit = "the mean rating of k raters" if self.average else "a single rating by one rater"
        what = (
            "absolute agreement"
            if self.absolute
            else "consistency (ignoring constant differences between raters)"
        )
        reach = {
            "nested": "you may generalise to any raters like these, whoever rates which item",
            "random": "you may generalise to other raters like these",
            "mixed": "it applies to these raters only",
        }[self.raters]
        more = (
            " It assumes no interaction between raters and items."
            if self.raters == "mixed" and self.average
            else ""
        )
        return f"Reliability of {unit}, {what}; {reach}.{more}"

    @property
    def model_zh(self) -> str:
        """The model in Chinese."""
        names = {"nested": "单因素随机效应", "random": "双因素随机效应", "mixed": "双因素混合效应"}
        return names[self.raters]

    @property
    def meaning_zh(self) -> str:
        """What the number is about, in Chinese."""
        unit = "k 位评分者平均分" if self.average else "单个评分者一次评分"
        what = "绝对一致性" if self.absolute else "相合性（不计评分者之间固定的高低差异）"
        reach = {
            "nested": "结论可推广到与这些评分者类似的任何评分者，不论谁评哪个条目",
            "random": "结论可推广到与这些评分者类似的其他评分者",
            "mixed": "结论仅适用于这几位评分者，不能推广到其他人",
        }[self.raters]
        more = "前提是评分者与条目之间没有交互作用。" if self.raters == "mixed" and self.average else ""
        return f"{unit}的信度，衡量{what}；{reach}。{more}"


FORMS: tuple[Form, ...] = (
    Form("nested", True, False),
    Form("nested", True, True),
    Form("random", True, False),
    Form("random", True, True),
    Form("random", False, False),
    Form("random", False, True),
    Form("mixed", True, False),
    Form("mixed", True, True),
    Form("mixed", False, False),
    Form("mixed", False, True),
)

_SHROUT_FLEISS = {"1": "1", "2": "A", "3": "C"}


def form_of(name: str | Form, model: RaterModel | None = None) -> Form:
    """The form of a name: "A,1", "ICC(2,1)", "ICC3k", …; `model` tells random from mixed raters."""
    if isinstance(name, Form):
        return name if model is None else form_of(name.key, model)
    if model is not None:
        choose("model", model, ("random", "mixed"))
    plain = re.sub(r"[\s()]", "", str(name)).upper().removeprefix("ICC").replace("K", "k")
    plain = {"1": "1,1", "k": "1,k", "2": "2,1", "3": "3,1"}.get(plain, plain)
    if re.fullmatch(r"[123AC]k", plain):
        plain = f"{plain[0]},k"
    kind, _, unit = plain.partition(",")
    if kind in _SHROUT_FLEISS and unit in ("1", "k"):
        meant = {"2": "random", "3": "mixed"}.get(kind)
        if model is not None and meant not in (None, model):
            raise OptionError(f"ICC({kind},{unit}) has {meant} raters: omit model, or use form='A,1'.")
        model = model or meant  # type: ignore[assignment]
        kind = _SHROUT_FLEISS[kind]
    if kind not in ("1", "A", "C") or unit not in ("1", "k"):
        choose("form", name, ["1,1", "1,k", "A,1", "A,k", "C,1", "C,k"])
    if kind == "1":
        return Form("nested", True, unit == "k")
    usual: RaterModel = "random" if kind == "A" else "mixed"
    return Form(model or usual, kind == "A", unit == "k")


@check_arguments
def icc_form(
    *,
    same_raters: bool = True,
    generalise: bool = True,
    absolute: bool = True,
    average: bool = False,
) -> Form:
    """Find the form of the intraclass correlation that a design calls for, from four questions.

    Parameters
    ----------
    same_raters : bool, default True
        Did the same raters rate every item?
    generalise : bool, default True
        Should the conclusion generalise to other raters like these?
    absolute : bool, default True
        Do values have to be the same, or is the same order with a constant shift enough?
    average : bool, default False
        Will decisions be based on the mean of these raters, or on one rater's rating?

    Returns
    -------
    Form
        `form.key` is what `concordant.icc(data, form=…)` takes, `form.shrout_fleiss` its other name,
        and `form.meaning` explains the number.

    Examples
    --------
    >>> import concordant as cc
    >>> form = cc.icc_form(generalise=False, absolute=False, average=True)
    >>> form.key, form.shrout_fleiss
    ('C,k', 'ICC(3,k)')
    """
    if not same_raters:
        if not absolute:
            raise OptionError(
                "When each item is rated by different raters, rater and item effects cannot be separated: "
                "only absolute agreement can be measured."
            )
        return Form("nested", True, average)
    return Form("random" if generalise else "mixed", absolute, average)


#: The questions of `icc_form`, as they are put to a person, in both languages.
QUESTIONS: tuple[tuple[str, str, str], ...] = (
    ("same_raters", "Did the same raters rate every item?", "每个条目是否都由同一组评分者评分？"),
    (
        "generalise",
        "Should the conclusion generalise to other raters like these?",
        "结论是否要推广到与这些评分者类似的其他评分者？",
    ),
    (
        "absolute",
        "Must the values themselves agree (not only the ranking)?",
        "是否要求数值本身相同（而不仅是排序一致）？",
    ),
    (
        "average",
        "Will decisions be based on the mean of these raters (rather than one rater)?",
        "实际决策是否依据这些评分者的平均分（而非单个评分者的评分）？",
    ),
)


def icc_of(ms: MeanSquares, form: Form, together: float) -> Numbers:
    """σ_s² / (σ_s² + (σ_r² + σ_e²)/k), without σ_r² where consistency is enough."""
    return share_of_items(ms.var_items, ms.var_error + (ms.var_raters if form.absolute else 0), together)


def share_of_items(signal: Numbers, noise: Numbers, together: float) -> Numbers:
    """Where estimates of variance below 0 leave no variance at all, there is no share of it."""
    whole = signal + noise / together
    with np.errstate(divide="ignore", invalid="ignore"):
        some = np.real(whole) > 1e-12 * (np.abs(signal) + np.abs(noise) / together)
        return np.asarray(np.where(some, signal / whole, np.nan))


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
