"""Within a rater: does each say the same again? People and judges apart."""

from __future__ import annotations

from dataclasses import dataclass

from ...digits import order_key
from ...inference.intra_rater import intra_rater
from ...inference.plan import Plan
from ...language.message import Message
from ...ratings.ratings import Ratings
from ...result import Result
from ..record import Record
from .choose_measures import shape_of
from .rater_roles import RaterRoles


@dataclass(frozen=True, kw_only=True)
class SelfAgreement(Record):
    """Each rater's agreement with themself, by the coefficient that goes with the scale.

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
    return SelfAgreement(kind=kind, again=again, main=main, sentences=tuple(_messages(kind, again, measured)))


def _messages(kind: str, again: Result, measured: bool) -> list[Message]:
    known = [part for part in again.parts if part.defined]
    if not known:
        return []
    if measured:
        return _apart(known)
    worst, best = min(known, key=_estimate), max(known, key=_estimate)
    if len(known) == 1:
        facts = {"rater": worst.category, "exact": worst.estimate, "n": worst.n_items}
        return [Message("within.one", facts)]
    facts = {
        "kind": kind, "worst": worst.category, "least": worst.estimate, "best": best.category,
        "most": best.estimate,
    }  # fmt: skip
    return [Message("within.several", facts)]


def _estimate(part: Result) -> float:
    return order_key(part.estimate)


def _apart(known: list[Result]) -> list[Message]:
    """Of measurements: how far apart two of an item lie."""
    if len(known) == 1:
        one = known[0]
        return [
            Message("within.one-measured", {"rater": one.category, "apart": one.estimate, "n": one.n_items})
        ]
    near, far = min(known, key=_estimate), max(known, key=_estimate)
    facts = {"near": near.category, "least": near.estimate, "far": far.category, "most": far.estimate}
    return [Message("within.several-measured", facts)]
