"""No skill: a judge who does no better than chance; people who hardly do better than a constant answer.

Both are claims that agreement is low, so each is tested: that the association of judge and people is below
.2, and that people's own coefficient is below .4. A few items show neither.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ...digits import rounded
from ...errors import OptionError
from ...language.message import Message, fact
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from ...result import Result
from ..compare import Comparison, Floor, floor_of
from .candidate import Candidate
from .context import PatternContext, RaterView, words
from .minimum_sizes import LEAST_AGREEMENT, LEAST_ITEMS, MOST_UNSKILLED


def no_skill(context: PatternContext) -> Iterable[Candidate]:
    """Whether the association of a judge with the reference is below .2; a constant judge has none.

    Of an ordered scale it is Pearson's correlation, which a bias leaves as it is, else kappa.
    """
    if not context.judging:
        return
    for view in context.views:
        constant = _constant_evidence(view)
        evidence = _association(context.plain) if constant is None else constant
        if evidence is None or math.isnan(evidence.p_value):
            continue
        small = constant is not None or _is_small(evidence)
        yield Candidate(
            code="no-skill",
            about={"comparison": context.compared.name, "rater": view.rater},
            evidence=evidence,
            facts=_unskilled_facts(context, view, constant is not None) if small else {},
            base=context.plain,
            material=partial(bool, small),
            repaired=None,
            score=partial(_far_apart, context),
            examples_of=context.compared,
        )


def _is_small(association: Result) -> bool:
    """Whether an association is small, and no larger one is left by its interval.

    With a rare category the standard error behind the test is far too small where agreement is low, while the
    score interval is not.
    """
    ends = association.interval
    if ends is not None and ends.method.startswith("score") and ends.high >= MOST_UNSKILLED["surely below"]:
        return False
    return rounded(association.estimate) <= MOST_UNSKILLED["at most"]


def _association(one: Comparison) -> Result | None:
    """Correlation, or kappa of names, tested against the skill that would be little."""
    name = "pearson" if one.ordered else "cohen_kappa"
    found = _tested_below(one, name, {}, MOST_UNSKILLED["surely below"])
    return None if found is None else replace(found, measure="association")


def _tested_below(one: Comparison, name: str, options: Mapping[str, Any], null: float) -> Result | None:
    """A measure with the one-sided p-value of being as high as `null`; None where it is not available."""
    try:
        found = one.cached_measures.answer(name, options, replace(one.plan, null=null, alternative="less"))
    except OptionError:
        return None
    return found if found.defined else None


def _constant_evidence(view: RaterView) -> Result | None:
    """The share of another answer where the rater has none: at 5 % none would be seen in .95ⁿ of cases."""
    own = view.codes[1][view.both]
    if len(np.unique(own)) != 1 or len(np.unique(view.codes[0][view.both])) < 2:
        return None
    share = view.sums.mean(np.ones(len(view.both)), view.both)
    return view.sums.result("constant_answer", share, n=view.n, p=_MOST_OTHER ** view.sums.units(view.both))


#: A rater who gave another answer in 5 % of cases would have been seen to, but for .95ⁿ.
_MOST_OTHER = 0.95


def _unskilled_facts(context: PatternContext, view: RaterView, constant: bool) -> dict[str, Any]:
    one = context.compared
    main = None if constant else one.measure(*one.main)
    facts: dict[str, Any] = {**view.facts, "n": view.n, "guide": context.guide}
    if main is None or not main.defined:
        answer = context.label(int(view.codes[1][view.both][0]))
        facts["verdict"] = words("skill-none")
        facts["shown"] = fact(Message("patterns.shown-constant", {"answer": answer}))
    else:
        facts["verdict"] = words(f"skill-{_case(main)}")
        facts["shown"] = _shown(one, main)
    return {**facts, "baseline": _baseline(one, view.rater)}


def _case(main: Result) -> str:
    """No better than chance, below it, or hardly above it."""
    ends = main.interval
    if ends is None:
        return "none"
    return "below" if ends.high < 0 else "hardly" if ends.low > 0 else "none"


def _shown(one: Comparison, main: Result) -> dict[str, Any]:
    """The main coefficient with its interval."""
    facts: dict[str, Any] = {"m": [one.main[0], dict(one.main[1])], "value": [main.measure, main.estimate]}
    if main.interval is None:
        return fact(Message("patterns.shown-value", facts))
    ends = [[main.measure, end] for end in (main.interval.low, main.interval.high)]
    return fact(Message("patterns.shown-interval", facts | {"within": ends, "level": main.interval.level}))


def _baseline(one: Comparison, rater: str) -> dict[str, Any]:
    """What a constant answer would reach, next to what the rater does."""
    name = "mean_absolute_error" if one.measurements else "exact_agreement"
    own, floor = one.measure(name), floor_of(one, name, {})
    if floor.constant is None or not floor.constant.defined or not own.defined:
        return dict.fromkeys(("en", "zh"), "")
    facts = {"answer": floor.category, "x": [name, floor.constant.estimate], "own": [name, own.estimate]}
    return fact(Message(f"patterns.baseline-{name}", facts | {"rater": rater}))


def _far_apart(context: PatternContext, ratings: Ratings) -> Floats:
    """How far apart the ratings of a row are; names are apart or not."""
    x = context.compared.positions if context.compared.ordered else None
    low, high = np.full(len(ratings), np.inf), np.full(len(ratings), -np.inf)
    for column in ratings.columns:
        there = column >= 0
        at = column.astype(float) if x is None else x[np.maximum(column, 0)]
        low, high = (np.where(there, f(end, at), end) for f, end in ((np.minimum, low), (np.maximum, high)))
    apart = np.where(np.isfinite(low) & np.isfinite(high), high - low, 0.0)
    return np.sign(apart) if x is None else apart


# --- the reference itself ---------------------------------------------------------------------


def unclear_rubric(context: PatternContext) -> Iterable[Candidate]:
    """Whether raters of equal standing agree below .4, and hardly more often than a constant answer would."""
    one = context.plain
    if context.judging or one.kind == "within" or one.weights.sum() < LEAST_ITEMS:
        return
    evidence = _tested_below(one, *one.main, LEAST_AGREEMENT["surely below"])
    if evidence is None or math.isnan(evidence.p_value):
        return
    name = "mean_absolute_error" if one.measurements else "exact_agreement"
    agreed, floor = one.measure(name), floor_of(one, name, {})
    weak = _hardly_above(agreed, floor, one.measurements)
    yield Candidate(
        code="unclear-rubric",
        about={"comparison": context.compared.name},
        evidence=replace(evidence, measure="agreement_level"),
        facts=_rubric_facts(context, agreed, floor) if weak else {},
        base=one,
        material=partial(bool, weak),
        repaired=None,
        score=partial(_far_apart, context),
        examples_of=context.compared,
    )


def _hardly_above(agreed: Result, floor: Floor, measured: bool) -> bool:
    """Whether agreement is less than .05 above the baseline, or a distance not a fifth below it."""
    if not agreed.defined or math.isnan(floor.level):
        return False
    if measured:
        return rounded(agreed.estimate) > LEAST_AGREEMENT["distance"] * rounded(floor.level)
    return rounded(agreed.estimate - floor.level) < LEAST_AGREEMENT["more"]


def _rubric_facts(context: PatternContext, agreed: Result, floor: Floor) -> dict[str, Any]:
    one = context.compared
    main = one.measure(*one.main)
    name = agreed.measure
    return {
        "who": words("the-people") if one.kind == "people" else context.who,
        "own": [name, agreed.estimate], "baseline": [name, floor.level], "answer": floor.category,
        "shown": _shown(one, main), "n": main.n_items, "measured": one.measurements,
    }  # fmt: skip
