"""Within a rater: does each say the same again? People and judges apart."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...digits import order_key
from ...inference.intra_rater import intra_rater
from ...inference.plan import Plan
from ...language.message import Message
from ...ratings.ratings import Ratings
from ...ratings.repeats import side_by_side
from ...result import Result
from ..record import Record
from .choose_measures import shape_of
from .comparisons import RaterRoles


@dataclass(frozen=True, kw_only=True)
class SelfAgreement(Record):
    """Each rater's agreement with themselves, by the coefficient that goes with the scale.

    `again` says it without one: how often they gave the same rating again, of measurements how far apart
    two of an item lie.
    """

    kind: str
    again: Result
    main: Result
    sentences: tuple[Message, ...]


def within_raters(ratings: Ratings, who: RaterRoles, plan: Plan) -> tuple[SelfAgreement, ...]:
    """People's and judges' repeats, each by themselves; nothing of those who rated nothing twice."""
    if ratings.repeat is None or len(set(ratings.repeat.tolist())) < 2:
        return ()
    groups = (("people" if who.kinds_known else "raters", who.people), ("judge", who.judges))
    found = [_within(ratings.select(names), kind, plan) for kind, names in groups if names]
    return tuple(one for one in found if one.sentences)


def _within(ratings: Ratings, kind: str, plan: Plan) -> SelfAgreement:
    measured = shape_of(ratings, "within").measured
    again = intra_rater(ratings, "mean_absolute_error" if measured else "exact_agreement", {}, plan)
    main = intra_rater(ratings, "auto", {}, plan)
    known = [part for part in again.parts if part.defined]
    if len(known) == 1:
        sentences = [_of_one(ratings, known[0], measured)]
    else:
        sentences = _messages(kind, known, measured)
    return SelfAgreement(kind=kind, again=again, main=main, sentences=tuple(sentences))


def _of_one(ratings: Ratings, part: Result, measured: bool) -> Message:
    """The only rater who repeated: items that are rated in several dimensions are counted once."""
    rater = str(part.category)
    facts = {"rater": rater, "apart" if measured else "exact": part.estimate, "n": part.n_items}
    code = "within.one-measured" if measured else "within.one"
    items = _items_repeated(ratings.select([rater]))
    return (
        Message(f"{code}-ratings", {**facts, "items": items})
        if part.n_items > items
        else Message(code, facts)
    )


def _items_repeated(ratings: Ratings) -> float:
    """How many different items were rated again; nan where rows are not named or stand for several items."""
    wide, _ = side_by_side(ratings)
    if wide.items is None or wide.weights is not None:
        return math.nan
    again = np.sum([column >= 0 for column in wide.columns], axis=0) > 1
    return float(len(set(wide.items[again].tolist())))


def _messages(kind: str, known: list[Result], measured: bool) -> list[Message]:
    if not known:
        return []
    if measured:
        return _apart(known)
    worst, best = min(known, key=_estimate), max(known, key=_estimate)
    facts = {
        "kind": kind, "worst": worst.category, "least": worst.estimate, "best": best.category,
        "most": best.estimate,
    }  # fmt: skip
    return [Message("within.several", facts)]


def _estimate(part: Result) -> float:
    return order_key(part.estimate)


def _apart(known: list[Result]) -> list[Message]:
    """Of measurements: how far apart two of an item lie."""
    near, far = min(known, key=_estimate), max(known, key=_estimate)
    facts = {"near": near.category, "least": near.estimate, "far": far.category, "most": far.estimate}
    return [Message("within.several-measured", facts)]
