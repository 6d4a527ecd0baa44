"""A judge's answers against the truth: sensitivity, specificity, precision, F1, MCC, balanced accuracy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...errors import choose
from ...quote import quote
from ...reduce.item_weights import Ints
from ...reduce.table import Table
from ...reduce.totals import Total, sqrt
from ...result import Note
from ..coefficient import NO_ITEMS, Estimate, coefficient


@coefficient(
    title="Diagnostic accuracy (balanced)",
    title_zh="判断准确性（平衡准确率）",
    symbol="BA",
    formula=r"BA = \tfrac12 \left( \frac{TP}{TP + FN} + \frac{TN}{TN + FP} \right)",
    range=(0, 1),
    references=("youden1950", "matthews1975"),
    test="z",
    chance_corrected=False,
    null=None,
    interval="score",
)
def diagnostic_accuracy(table: Table, *, positive: str | None = None, truth: str | None = None) -> Estimate:
    """How well a judge's answers match the truth: sensitivity, specificity, precision, F1 and MCC.

    `truth` names the rater who is right; by default, it is the first. `positive` is the category to be
    detected, against all others; by default, the last of two (1, yes, pass, true). The overall value is
    balanced accuracy; the parts are sensitivity (recall), specificity, precision (positive predictive
    value), negative predictive value, F1 and Matthews' correlation. With more than two categories and no
    `positive` the overall value is the mean recall of the categories that occur in the truth; the parts are
    their recalls.
    """
    true, judged, notes = _sides(table, truth)
    names = [str(label) for label in table.labels.tolist()]
    if positive is None and len(names) != 2:
        return _several(table, true, judged, names, notes)
    if positive is None:
        text = f"{quote(names[-1])} was used as the positive answer; to change this, pass positive=…."
        notes = (*notes, Note("positive-guessed", text, {"category": names[-1]}))
    else:
        choose("positive", positive, names)
    name = names[-1] if positive is None else positive
    parts, prevalence = _two(table, true == names.index(name), judged == names.index(name), name)
    first, second = parts["sensitivity"], parts["specificity"]
    return Estimate(
        value=(first.value + second.value) / 2,
        n=table.n,
        undefined=NO_ITEMS if table.n.nothing else first.undefined or second.undefined,
        at_best=lambda missed: 1 - missed,
        worst=lambda: 0.0,
        parts=parts,
        details={"positive": name, **_if_counted(table, "prevalence", prevalence)},
        notes=notes,
    )


def _two(table: Table, true: Any, judged: Any, name: str) -> tuple[dict[str, Estimate], Total]:
    """The parts for one category against all others, and how common it is."""
    tp, fn = table.sum(true & judged), table.sum(true & ~judged)
    fp, tn = table.sum(~true & judged), table.sum(~true & ~judged)
    positives, flagged = tp + fn, tp + fp
    parts = {
        "sensitivity": _share(tp, positives, _none_there(name)),
        "specificity": _share(
            tn,
            fp + tn,
            Note("no-negatives", f"According to the truth, every item is {quote(name)}.", {"category": name}),
        ),
        "precision": _share(
            tp, flagged, Note("none-flagged", f"The judge rated no item {quote(name)}.", {"category": name})
        ),
        "negative predictive value": _share(
            tn,
            fn + tn,
            Note("all-flagged", f"The judge rated every item {quote(name)}.", {"category": name}),
        ),
        "f1": _share(
            tp * 2.0,
            positives + flagged,
            Note("no-positives", f"Nobody rated any item {quote(name)}.", {"category": name}),
        ),
        "mcc": _matthews(tp, fn, fp, tn, table.n),
    }
    return parts, positives / table.n


def _several(table: Table, true: Ints, judged: Ints, names: list[str], notes: tuple[Note, ...]) -> Estimate:
    """The mean recall over the categories that occur in truth."""
    parts: dict[str, Estimate] = {}
    recalls, present = Total(0.0), Total(0.0)
    for code, name in enumerate(names):
        here, found = table.sum(true == code), table.sum((true == code) & (judged == code))
        part = parts[name] = _share(found, here, _none_there(name))
        if not here.nothing:
            there = here.value > 0  # in every draw
            recalls = recalls + Total(np.where(there, part.value.value, 0.0), part.value.slope)
            present = present + Total(there)
    return Estimate(
        value=recalls / present,
        n=table.n,
        undefined=NO_ITEMS if table.n.nothing else None,
        at_best=lambda missed: 1 - missed,
        worst=lambda: 0.0,
        parts=parts,
        notes=notes,
    )


def _sides(table: Table, truth: str | None) -> tuple[Ints, Ints, tuple[Note, ...]]:
    """The codes of the truth and of the judge, and what to say if nobody said which is which."""
    if truth is None:
        text = f"{table.raters[0]}, the first rater, was used as the truth; to change this, pass truth=…."
        return table.first, table.second, (Note("truth-guessed", text, {"rater": table.raters[0]}),)
    choose("truth", truth, table.raters)
    return (table.first, table.second, ()) if truth == table.raters[0] else (table.second, table.first, ())


def _none_there(name: str) -> Note:
    return Note("no-positives", f"According to the truth, no item is {quote(name)}.", {"category": name})


def _share(part: Total, whole: Total, why: Note) -> Estimate:
    return Estimate(
        value=part / whole,
        n=whole,
        undefined=why if whole.nothing else None,
        at_best=lambda missed: 1 - missed,
        worst=lambda: 0.0,
    )


def _matthews(tp: Total, fn: Total, fp: Total, tn: Total, n: Total) -> Estimate:
    """(TP·TN − FP·FN) / √((TP+FN)(TN+FP)(TP+FP)(TN+FN)), the correlation of the two."""
    product = (tp + fn) * (tn + fp) * (tp + fp) * (tn + fn)
    text = "One side gave only one answer, so the correlation is undefined."
    return Estimate(
        value=(tp * tn - fp * fn) / sqrt(product),
        n=n,
        undefined=Note("one-answer", text) if product.nothing else None,
        range=(-1.0, 1.0),
        at_best=lambda missed: 1 - 2 * missed,
        worst=lambda: -1.0,
    )


def _if_counted(table: Table, name: str, value: Total) -> Mapping[str, float]:
    """A detail, where it is one number."""
    return {name: float(value)} if value.value.ndim == 0 and not table.n.nothing else {}
