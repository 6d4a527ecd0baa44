"""The intraclass correlation of many features at once: every form, with limits and a test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_arguments
from ..coefficients.reliability import (
    NO_SPREAD,
    Form,
    FormName,
    MeanSquares,
    Method,
    form_of,
    groups,
    why_undefined,
)
from ..errors import OptionError, choose
from ..quote import quote
from ..ratings.phrases import listed, many
from ..ratings.read_features import as_stack
from ..ratings.reading import Stack
from ..reduce.item_weights import Floats
from ..result import Note
from .false_discovery import adjusted, check_rate
from .feature_frame import USUAL, Features, FeatureTable, column_of, numbers
from .plan import Plan


@check_arguments
def icc_features(
    data: Any,
    *,
    features: Sequence[str] | None = None,
    forms: Sequence[str] | None = None,
    level: float = 0.95,
    null: float = 0.0,
    raters: Sequence[str] | None = None,
    item: str | None = None,
    rater: str | None = None,
    value: str | None = None,
    feature: str | None = None,
    fdr: float = 0.05,
    method: Method = "auto",
) -> Features:
    """Measure the intraclass correlation of many features at once, as in radiomics.

    Every number is the one that `icc` with `interval="classical"` gives for the feature alone, also with
    missing ratings, so the limits assume normal values: check features with skewed or heavy-tailed values one
    by one with `icc`. There are two exceptions. Under `method="anova"` all forms are based on complete items,
    where `icc` uses all items for the one-way forms; and a feature without any error has p = 0, where `icc`
    gives none, so that a perfect feature is not excluded. `concordant.reliable_features` keeps the features
    that are reliable.

    Parameters
    ----------
    data : array, frame, path or Ratings
        An array of items × raters × features, nan for a gap; a frame or a file with a row for each
        item and rater and a column for each feature, or with a row for each value; or ratings whose
        dimension is the feature.
    features : sequence of str, optional
        Names of the features of an array, or the columns to use. By default, all numeric
        columns.
    forms : sequence of str, optional
        Forms of the intraclass correlation, named as in `icc`. By default, all six.
    level : float, default 0.95
        Confidence level of the limits.
    null : float, default 0.0
        Null value of the F test.
    raters : sequence of str, optional
        Names of the raters of an array, or the raters to use.
    item : str, optional
        Column with the item.
    rater : str, optional
        Column with the rater.
    value : str, optional
        Column with the value, where each value has a row.
    feature : str, optional
        Column with the feature, where each value has a row.
    fdr : float, default 0.05
        False discovery rate by which a note counts features.
    method : {"auto", "anova", "reml"}, default "auto"
        Analysis of variance of complete items, or restricted likelihood (reml) from all values;
        auto: the latter where values are missing. The column `method` records which was used.

    Returns
    -------
    Features
        One row for each feature. For each form there is the estimate (`icc_a1`), its limits
        (`icc_a1_low`, `icc_a1_high`), the F test (`icc_a1_f`, with `df1` and `icc_a1_df2` degrees of
        freedom, `icc_a1_p`), and `icc_a1_p_adjusted` for testing so many features (Benjamini and
        Hochberg). What is undefined is nan, and `reason` explains why.
        `shares()` gives the shares of features that reach 0.75 and 0.90.

    Examples
    --------
    >>> import numpy as np
    >>> import concordant as cc
    >>> volume = [[9.1, 9.0], [6.2, 6.6], [8.0, 7.8], [7.3, 7.9], [10.4, 10.1], [6.5, 6.3]]
    >>> texture = [[1.0, 1.6], [3.2, 2.1], [2.0, 2.8], [1.3, 1.9], [2.4, 1.9], [2.5, 3.3]]
    >>> found = cc.icc_features(np.dstack([volume, texture]), features=["volume", "texture"])
    >>> dict(zip(found["feature"], found["icc_a1"].round(2).tolist()))
    {'volume': 0.97, 'texture': 0.43}
    """
    request = FeatureRequest(_forms(forms), Plan(level=level, null=null), method, fdr)
    stack = as_stack(
        data, features=features, raters=raters, item=item, rater=rater, value=value, feature=feature
    )
    table = FeatureTable(len(stack.features))
    for group in groups(stack, method):
        table.put(group, numbers(group, request.forms, len(stack.raters), level=level, null=null))
    return _answer(stack, request, table)


@dataclass(frozen=True)
class FeatureRequest:
    """What is wanted of every feature."""

    forms: tuple[Form, ...]
    plan: Plan
    method: Method
    fdr: float

    def __post_init__(self) -> None:
        choose("method", self.method, get_args(Method))
        check_rate(self.fdr)

    def options(self) -> dict[str, Any]:
        """As they are told with the answer."""
        facts = {"level": self.plan.level, "null": self.plan.null, "method": self.method, "fdr": self.fdr}
        return {"forms": tuple(form.key for form in self.forms), **facts}


def _forms(forms: Sequence[str] | None) -> tuple[Form, ...]:
    if forms is None:
        return tuple(form_of(key) for key in get_args(FormName))
    if isinstance(forms, str) or not forms:
        raise OptionError(f"forms must be a list such as ['A,1', 'C,1'], got {quote(forms)}.")
    return tuple({form_of(name).key: form_of(name) for name in forms}.values())


# --- the answer -----------------------------------------------------------------------------------


def _answer(stack: Stack, request: FeatureRequest, table: FeatureTable) -> Features:
    """The frame, with a reason where there is no number, and what to know."""
    two_way, one_way = table.mean_squares("two_way"), table.mean_squares("one_way")
    reasons = _reasons(stack, request, table, two_way)
    columns: dict[str, Any] = {
        "feature": _objects(stack.features),
        "n_items": table.columns["n_items"].astype(int),
        "n_raters": np.full(table.width, len(stack.raters)),
        "method": np.where(np.isnan(one_way.items), "", table.methods).astype(object),
        "df1": np.where(np.isnan(one_way.items), np.nan, one_way.df_items),
    }
    columns |= _with_adjusted([table.of_form(form) for form in request.forms])
    columns |= {f"ms_{name}": getattr(two_way, name) for name in ("items", "raters", "error")}
    columns |= {name: getattr(two_way, name) for name in ("var_items", "var_raters", "var_error")}
    size = f"{len(stack.values)} items by {len(stack.raters)} raters"
    title = f"Intraclass correlation of {many(table.width, 'feature')}, {size}"
    found = Features({**columns, "reason": reasons}, title, (), request.options(), two_way, one_way)
    return replace(found, notes=tuple(_notes(found, stack)))


def _objects(texts: Sequence[str]) -> NDArray[Any]:
    out = np.empty(len(texts), dtype=object)
    out[:] = texts
    return out


def _with_adjusted(forms: Sequence[dict[str, Floats]]) -> dict[str, Floats]:
    """All forms, each with its p adjusted for the number of features; forms with the same p share it."""
    done: list[tuple[Floats, Floats]] = []
    columns: dict[str, Floats] = {}
    for form in forms:
        name, p = list(form.items())[-1]
        same = next((q for other, q in done if np.array_equal(other, p, equal_nan=True)), None)
        done.append((p, adjusted(p) if same is None else same))
        columns |= {**form, f"{name}_adjusted": done[-1][1]}
    return columns


def _reasons(
    stack: Stack, request: FeatureRequest, table: FeatureTable, two_way: MeanSquares
) -> NDArray[Any]:
    """Why a feature has no number, or not of every form; empty where it has."""
    reasons = _objects([""] * table.width)
    spread = two_way.items + two_way.raters + two_way.error
    reasons[spread == 0] = NO_SPREAD.text
    for place in np.flatnonzero(np.isnan(spread)).tolist():
        reasons[place], table.columns["n_items"][place] = why_undefined(stack, place, request.method)
    gone = {form.mcgraw_wong: np.isnan(table.of_form(form)[column_of(form)]) for form in request.forms}
    for place in np.flatnonzero(np.any(list(gone.values()), axis=0) & (spread > 0)).tolist():
        names = listed((name for name, here in gone.items() if here[place]), " and ")
        reasons[place] = f"{names}: there is no variance to divide up."
    return reasons


def _notes(found: Features, stack: Stack) -> Iterator[Note]:
    """What was read, what is undefined or incomplete, and what the main form says of the features."""
    yield from stack.notes
    undefined = int(np.count_nonzero(found["reason"] != ""))
    if undefined:
        text = f"{many(undefined, 'feature is', 'features are')} partly or wholly undefined: see the reasons."
        yield Note("undefined-features", text, {"features": undefined})
    gaps = int(np.count_nonzero(found["method"] == "reml"))
    if gaps and found.options["method"] != "reml":
        lack = many(gaps, "feature lacks", "features lack")
        text = f"{lack} some ratings: estimated from all others by restricted maximum likelihood (REML)."
        yield Note("gaps-by-likelihood", text, {"features": gaps})
    fewer = int(np.count_nonzero((found["method"] == "anova") & (found["n_items"] < len(stack.values))))
    if fewer:
        based = many(fewer, "feature is", "features are")
        text = f"{based} based on fewer items: those not rated by all raters were excluded."
        yield Note("incomplete-items", text, {"features": fewer})
    if not np.isnan(found[column_of(found.main)]).all():
        yield from _sums(found)


def _sums(found: Features) -> Iterator[Note]:
    form, fdr = found.main, found.options["fdr"]
    shares = replace(found, options={**found.options, "forms": (form.key,)}).shares()
    facts = {
        "form": form.mcgraw_wong,
        "marks": [f"{least:g}" for least in USUAL],
        "estimate": [f"{x:.1%}" for x in shares["by_estimate"].tolist()],
        "limit": [f"{x:.1%}" for x in shares["by_lower_limit"].tolist()],
    }
    marks, estimate, limit = (" and ".join(facts[name]) for name in ("marks", "estimate", "limit"))
    text = (
        f"{form.mcgraw_wong} reaches {marks} in {estimate} of the features; its lower confidence limit "
        f"does in {limit}."
    )
    yield Note("shares", text, facts)
    above, null = int(np.count_nonzero(found[f"{column_of(form)}_p_adjusted"] <= fdr)), found.options["null"]
    text = (
        f"By the F test, {form.mcgraw_wong} is above {null:g} in {many(above, 'feature')} at a false "
        f"discovery rate of {fdr:g} (Benjamini–Hochberg)."
    )
    facts_of_tests = {"form": form.mcgraw_wong, "null": null, "features": above, "fdr": fdr}
    yield Note("discoveries", text, facts_of_tests)
