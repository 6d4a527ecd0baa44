"""The true share of a category, by a judge that errs at known rates.

Two categories: Rogan and Gladen (1978), with the interval of Lee, Zeng, Lee and Kang (2025), which allows for
the error of the judge's sensitivity and specificity too. With p the share the judge calls positive, q₁ its
sensitivity and q₀ its specificity,

    θ̂ = (p + q₀ − 1) / (q₀ + q₁ − 1).

Both of two categories are done so, one by one.

Several categories: p = M·π with M the judge's answers given the true category, so π̂ = M⁻¹p; its error is by
the delta method.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..coefficients.distributions import normal_quantile
from ..errors import InputError, OptionError, choose
from ..inference.item_means import ItemMean
from ..inference.testing import p_value
from ..language.message import worded_note
from ..number_text import show
from ..quote import quote
from ..ratings.native import is_gap
from ..reduce.item_weights import Floats, Ints
from ..result import Interval, Note, Result
from .labelled_items import chosen_by_answer

_TITLE = "Corrected share"
#: A judge whose answers hardly depend on the truth cannot be corrected: |det M| at least.
_LEAST_SKILL = 1e-9
#: An estimate below 0 or above 1 more seldom than this by chance is a contradiction.
_SELDOM = 0.05


def rogan_gladen(
    share: float, specificity: float, sensitivity: float, n: float, negatives: float, positives: float,
    *, level: float = 0.95,
) -> Result:  # fmt: skip
    """The true share of positives, where the judge calls `share` of n items positive.

    `specificity` is known from so many `negatives` of the labelled items, `sensitivity` from `positives`.
    """
    _check(share, specificity, sensitivity, n, negatives, positives)
    skill = specificity + sensitivity - 1
    if skill <= 0:
        return _no_skill(specificity, sensitivity, n)
    value = (share + specificity - 1) / skill
    z = normal_quantile(0.5 + level / 2)
    se, middle = _lee(share, specificity, sensitivity, n, negatives, positives, z)
    low, high = (min(max(middle + sign * z * se, 0.0), 1.0) for sign in (-1, 1))
    notes = _contradiction(value, se)
    if notes:
        low, high = _one_sided(value, z * se)
    return Result(
        measure="corrected_share",
        title=_TITLE,
        estimate=min(max(value, 0.0), 1.0),
        se=se,
        interval=Interval(low, high, level, "Lee et al."),
        n_items=n,
        n_raters=2,
        method="Lee et al.",
        details={
            "uncut": value, "judge_share": share, "sensitivity": sensitivity, "specificity": specificity,
            "labels": negatives + positives,
        },
        notes=notes,
    )  # fmt: skip


def _check(share: float, q0: float, q1: float, n: float, m0: float, m1: float) -> None:
    for name, value in (("share", share), ("specificity", q0), ("sensitivity", q1)):
        if not 0 <= value <= 1:
            raise OptionError(f"{name} must be between 0 and 1, got {show(value)}.")
    for name, count in (("n", n), ("negatives", m0), ("positives", m1)):
        if not count >= 1:
            raise OptionError(f"{name} must be 1 or more, got {show(count)}.")


def _lee(p: float, q0: float, q1: float, n: float, m0: float, m1: float, z: float) -> tuple[float, float]:
    """Standard error, and the middle of the interval, on counts that are drawn to the middle a little."""
    p, n = (n * p + z * z / 2) / (n + z * z), n + z * z
    q0, q1, m0, m1 = (m0 * q0 + 1) / (m0 + 2), (m1 * q1 + 1) / (m1 + 2), m0 + 2, m1 + 2
    theta = min(max((p + q0 - 1) / (q0 + q1 - 1), 0.0), 1.0)
    v0, v1 = q0 * (1 - q0) / m0, q1 * (1 - q1) / m1
    shift = 2 * z * z * (-(1 - theta) * v0 + theta * v1)
    se = math.sqrt(p * (1 - p) / n + (1 - theta) ** 2 * v0 + theta**2 * v1) / (q0 + q1 - 1)
    return se, theta + shift


def _no_skill(q0: float, q1: float, n: float) -> Result:
    return _undefined(n, (worded_note("judge-without-skill", sensitivity=q1, specificity=q0),))


def _undefined(n: float, notes: tuple[Note, ...]) -> Result:
    return Result(
        measure="corrected_share", title=_TITLE, estimate=math.nan, n_items=n, n_raters=2, notes=notes
    )


def _one_sided(value: float, reach: float) -> tuple[float, float]:
    """From the nearest share there can be, as far as chance could lead."""
    return (0.0, min(reach, 1.0)) if value < 0 else (max(1 - reach, 0.0), 1.0)


def _contradiction(value: float, se: float) -> tuple[Note, ...]:
    """That a share outside [0, 1] is more than chance, or that it was cut."""
    over = -value if value < 0 else value - 1
    if over <= 0:
        return ()
    p = p_value(over / se, math.inf, "greater") if se > 0 else 0.0
    return (worded_note("judge-contradicts-labels" if p < _SELDOM else "share-cut", uncut=value, p=p),)


# --- from items -------------------------------------------------------------------------------


def corrected_share(
    judge: Sequence[Any], human: Sequence[Any], *, positive: Any = None, ties: int = 0, level: float = 0.95
) -> Result:
    """The true share of `positive` (or of every category, as parts) by the judge on all items.

    `human` has a label where people gave one and None elsewhere. The judge's error rates are those on
    labelled items; its shares are those on the others, or on all where all are labelled. `ties` says on how
    many items people's votes tied, so that they have no label.

    Error rates are right only if labels were drawn whatever the judge's answer. Where they were drawn by its
    answer, the note `share-by-answer` gives the share that is right then: see `share_by_answer`.
    """
    if len(judge) != len(human):
        raise InputError(f"judge has {len(judge)} values, but human has {len(human)}.")
    labelled = np.array([has_label(x) for x in human], dtype=bool)
    truth = [x for x, there in zip(human, labelled, strict=True) if there]
    for value in (*truth, *judge):
        if not isinstance(value, Hashable):
            raise InputError(f"A label must be a single value, such as 'pass' or 1, got {quote(value)}.")
    names = sorted({*truth, *judge}, key=str)
    place = {name: code for code, name in enumerate(names)}
    said = np.array([place[x] for x in judge], dtype=np.int64)
    true = np.array([place[x] for x in truth], dtype=np.int64)
    if positive is None:
        of_all = _both if len(names) == 2 else _several
        found = of_all(said, labelled, true, names, level)
    else:
        shown = [str(name) for name in names]
        choose("positive", str(positive), shown)
        wanted = shown.index(str(positive))
        found = _two(said == wanted, labelled, true == wanted, level)
        found = replace(found, details={**found.details, "positive": str(positive)})
    return _with_notes_on_labels(found, said, labelled, true, names, ties, level)


def has_label(value: Any) -> bool:
    """Whether people labelled an item: its cell is neither a gap nor empty text."""
    return not (is_gap(value) or str(value) == "")


def _with_notes_on_labels(
    found: Result, said: Ints, labelled: Any, true: Ints, names: Sequence[Any], ties: int, level: float
) -> Result:
    """The result with what is to be known of how items came by their labels, ahead of its other notes."""
    notes = [worded_note("tied-votes", ties=ties)] if ties else []
    unlabelled = set(said.tolist()) - set(said[labelled].tolist())
    if unlabelled:
        answers = [names[code] for code in sorted(unlabelled)]
        return _undefined(len(said), (worded_note("answers-unlabelled", answers=answers), *notes))
    chosen = chosen_by_answer(said[labelled], said[~labelled], names)
    if not chosen:
        return replace(found, notes=(*notes, *found.notes))
    parts = found.parts or (found,)
    shares = [
        share_by_answer(said, labelled, true == code, level)
        for code, name in enumerate(names)
        if str(name) in {part.category or part.details.get("positive") for part in parts}
    ]
    honest = tuple(
        worded_note(
            "share-by-answer", category=str(part.category or part.details["positive"]), share=share,
            low=around.low, high=around.high, level=level,
        )
        for part, (share, around) in zip(parts, shares, strict=True)
    )  # fmt: skip
    return replace(found, notes=(*chosen, *honest, *notes, *found.notes))


def share_by_answer(said: Ints, labelled: Any, true: Any, level: float = 0.95) -> tuple[float, Interval]:
    """The share of a category among labels of each answer of the judge, weighted by all its answers.

    It is right where labels were drawn by the judge's answer alone: what an answer means (its predictive
    value) does not depend on how many of its items are labelled. Post-stratification; the interval is on
    counts with one added on each side (Agresti and Caffo 2000), so that no variance is 0.
    """
    answers, codes = np.unique(said, return_inverse=True)
    weights = np.bincount(codes) / len(codes)
    m = np.bincount(codes[labelled], minlength=len(answers))
    of = np.bincount(codes[labelled], true, minlength=len(answers))
    middle = (of + 1) / (m + 2)
    value, centre = float(weights @ (of / m)), float(weights @ middle)
    within = float(weights**2 @ (middle * (1 - middle) / (m + 2)))
    between = float(weights @ middle**2 - centre**2) / len(codes)
    reach = normal_quantile(0.5 + level / 2) * math.sqrt(within + between)
    return value, Interval(max(centre - reach, 0.0), min(centre + reach, 1.0), level, "post-stratified")


def _two(said: Any, labelled: Any, truth: Any, level: float) -> Result:
    positives, negatives = int(truth.sum()), int((~truth).sum())
    if not positives or not negatives:
        missing = "positives" if not positives else "negatives"
        raise InputError(f"None of the {missing} has a human label, so the judge's error there is unknown.")
    other = said[~labelled] if (~labelled).any() else said
    found = rogan_gladen(
        float(other.mean()),
        float((~said[labelled])[~truth].mean()),
        float(said[labelled][truth].mean()),
        len(other),
        negatives,
        positives,
        level=level,
    )
    alone = {
        "judge_alone": float(said.mean()), **_labels_alone(positives, positives + negatives, level)
    }  # fmt: skip
    return replace(found, n_items=len(said), details={**found.details, **alone})


def _both(said: Any, labelled: Any, true: Any, names: Sequence[Any], level: float) -> Result:
    """Both of two categories, each as if it had been asked for."""
    m = _labels_of_each(true, names)
    parts = tuple(
        replace(found, category=str(names[c]), details={**found.details, "labels": float(m[c])})
        for c in (0, 1)
        if (found := _two(said == c, labelled, true == c, level)).defined
    )
    if not parts:
        return _undefined(len(said), _two(said == 1, labelled, true == 1, level).notes)
    return _of_parts(parts, len(said), "Lee et al.")


def _labels_of_each(true: Any, names: Sequence[Any]) -> Ints:
    """How many labels each category has; complains of one that has none."""
    m = np.bincount(true, minlength=len(names))
    if (m == 0).any():
        gone = ", ".join(str(names[c]) for c in np.flatnonzero(m == 0).tolist())
        raise InputError(f"No labelled item is {gone}, so the judge's error there is not known.")
    return m


def _of_parts(parts: tuple[Result, ...], n: int, method: str) -> Result:
    return Result(
        measure="corrected_share", title=_TITLE, estimate=math.nan, n_items=n, n_raters=2, parts=parts,
        method=method,
    )  # fmt: skip


def _labels_alone(of: int, labels: int, level: float) -> dict[str, float]:
    """The share among the labels, with Wilson's interval: what is known without the judge."""
    said, rows = (np.arange(labels) < of).astype(float), np.arange(labels)
    around = ItemMean(said, np.ones(labels), rows, level).share("corrected_share", _TITLE).interval
    low, high = (math.nan, math.nan) if around is None else (around.low, around.high)
    return {"people_alone": of / labels, "people_low": low, "people_high": high, "labels": labels}


def _several(said: Any, labelled: Any, true: Any, names: Sequence[Any], level: float) -> Result:
    """π̂ = M⁻¹p; M's columns and p are shares of independent samples, so that the errors add up."""
    k, m = len(names), _labels_of_each(true, names)
    table = np.zeros((k, k))
    np.add.at(table, (said[labelled], true), 1)
    errors = table / m
    other = said[~labelled] if (~labelled).any() else said
    shares, n = np.bincount(other, minlength=k) / len(other), len(other)
    if abs(np.linalg.det(errors)) < _LEAST_SKILL:
        return _undefined(n, (worded_note("judge-without-skill.several"),))
    back = np.linalg.inv(errors)
    found = back @ shares
    variance = _multinomial(shares, n) + sum(
        found[c] ** 2 * _multinomial(errors[:, c], m[c]) for c in range(k)
    )
    se = np.sqrt(np.diag(back @ variance @ back.T))
    parts = tuple(
        _category(
            str(names[c]), float(found[c]), float(se[c]), len(said), level,
            {
                "judge_share": float(shares[c]), "judge_alone": float((said == c).mean()),
                **_labels_alone(int(m[c]), int(m.sum()), level),
                "labels": float(m[c]),
            },
        )
        for c in range(k)
    )  # fmt: skip
    return _of_parts(parts, len(said), "delta")


def _category(
    name: str, found: float, se: float, n: int, level: float, details: Mapping[str, float]
) -> Result:
    """The corrected share of one category, cut where it lies outside 0 to 1."""
    reach = normal_quantile(0.5 + level / 2) * se
    notes = _contradiction(found, se)
    low, high = _one_sided(found, reach) if notes else (max(found - reach, 0.0), min(found + reach, 1.0))
    return Result(
        measure="corrected_share",
        title=_TITLE,
        category=name,
        estimate=min(max(found, 0.0), 1.0),
        se=se,
        interval=Interval(low, high, level, "delta"),
        n_items=n,
        n_raters=2,
        method="delta",
        details={"uncut": found, **details},
        notes=notes,
    )


def _multinomial(shares: Floats, n: float) -> Floats:
    """The covariance of shares of n items."""
    return np.asarray((np.diag(shares) - np.outer(shares, shares)) / n)


# --- how to share out labels ------------------------------------------------------------------


def label_allocation(
    labels: int, share: float, specificity: float, sensitivity: float, pilot: int
) -> tuple[int, int]:
    """How many of the labels to spend on items that people call negative and positive (Lee et al. 2025).

    m₁ = m / (1 + (1/p − 1)·√κ) with κ = (m_p(1 − q₀) + 1)/(m_p(1 − q₁) + 1) of a pilot of m_p labels each.
    """
    if not 0 <= share <= 1:
        raise OptionError(f"share must be between 0 and 1, got {show(share)}.")
    if share == 0:
        return labels, 0
    kappa = (pilot * (1 - specificity) + 1) / (pilot * (1 - sensitivity) + 1)
    positives = labels / (1 + (1 / share - 1) * math.sqrt(kappa))
    return labels - round(positives), round(positives)
