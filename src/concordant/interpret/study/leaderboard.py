"""The leaderboard: several judges, the best by the main measure first, and whether it is reliably best."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...digits import order_key
from ...language.message import Message
from ...ratings.ratings import Ratings
from ...ratings.times import Effort
from ...result import Result
from ..compare import Comparison, JudgePair, SelfAgreement, judge_pairs
from ..data_checks import ScaleDoubt, copied_from
from ..record import Record
from .comparison_report import ComparisonReport
from .leaderboard_words import leaderboard_sentences

#: Of more judges than this the best are compared with each other.
MOST_COMPARED = 50


@dataclass(frozen=True, kw_only=True)
class LeaderboardRow(Record):
    """One judge: `place` is the rank by the main measure, equal values alike; None where it is not ranked.

    That is where the measure is undefined, or where the ratings look like a copy of a person's (`copy_of`).
    `n_items` is how often items count that the judge and the reference rated. `short_of_people` is the main
    measure minus what people reach with each other. `stand_in` is the outcome of the alternative annotator
    test, as in `headline.stand-in-…`, with how many of `tested` people the judge can replace; empty without a
    test. `again` is how often the judge repeats its own rating (of measurements: how far apart repeats are).
    `cost` is for one item, `seconds` the median of one rating; nan where the data have none.
    """

    judge: str
    place: int | None = None
    n_items: float
    main: Result
    exact: Result | None = None
    adjacent: Result | None = None
    error: Result | None = None
    bias: Result | None = None
    short_of_people: Result | None = None
    stand_in: str = ""
    replaced: float = math.nan
    tested: float = math.nan
    again: Result | None = None
    seconds: float = math.nan
    cost: float = math.nan
    copy_of: str = ""


@dataclass(frozen=True, kw_only=True)
class Leaderboard(Record):
    """Judges in the order of the main measure, which is `measure` with `options`, and all pairs of them.

    `sentences` say who is reliably better than whom.
    """

    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    level: float
    rows: tuple[LeaderboardRow, ...]
    pairs: tuple[JudgePair, ...] = ()
    sentences: tuple[Message, ...] = ()

    @property
    def best(self) -> str:
        """The judge with the best main measure."""
        return self.rows[0].judge

    @property
    def lower_is_better(self) -> bool:
        """Whether the main measure is a distance."""
        return BY_NAME[self.measure].best == 0

    def pair(self, one: str, other: str) -> JudgePair | None:
        """The comparison of two judges, whichever comes first."""
        return next((pair for pair in self.pairs if {pair.first, pair.second} == {one, other}), None)


def leaderboard(
    ratings: Ratings,
    compared: Sequence[Comparison],
    reports: Sequence[ComparisonReport],
    within: Sequence[SelfAgreement],
    doubts: Sequence[ScaleDoubt],
) -> Leaderboard | None:
    """The judges of a study, compared on the same items; None with fewer than two.

    By `doubts` about the data, judges whose ratings look like a copy of a person's are not ranked.
    """
    judges = [one for one in reports if one.kind == "judge"]
    if len(judges) < 2:
        return None
    main = judges[0].main
    copies = {one.name: copied_from(one.name, one.reference, doubts) or "" for one in judges}
    rank = {one.name: math.inf if copies[one.name] else _from_best(one) for one in judges}
    ordered = sorted(judges, key=lambda one: rank[one.name])
    rows = tuple(
        replace(_row(one, ratings, within), place=_place(rank, one.name), copy_of=copies[one.name])
        for one in ordered
    )
    known = {one.name: one for one in compared if one.kind == "judge"}
    pairs = judge_pairs(ratings, [known[row.judge] for row in rows[:MOST_COMPARED] if row.place is not None])
    sentences = leaderboard_sentences(rows, pairs, (main.measure, main.options))
    return Leaderboard(
        measure=main.measure, options=main.options, level=known[rows[0].judge].plan.level, rows=rows,
        pairs=pairs, sentences=tuple(sentences),
    )  # fmt: skip


def in_order(reports: Sequence[ComparisonReport], board: Leaderboard | None) -> tuple[ComparisonReport, ...]:
    """The comparisons with judges in the order of the leaderboard."""
    if board is None:
        return tuple(reports)
    place = {row.judge: at for at, row in enumerate(board.rows)}
    return tuple(sorted(reports, key=lambda one: place[one.name] if one.kind == "judge" else -1))


def _from_best(one: ComparisonReport) -> float:
    """Smaller for a better judge; one without a value comes last."""
    value = one.main.result.estimate
    if math.isnan(value):
        return math.inf
    return order_key(value if one.main.lower_is_better else -value)


def _place(rank: Mapping[str, float], judge: str) -> int | None:
    own = rank[judge]
    return None if math.isinf(own) else 1 + sum(other < own for other in rank.values())


def _row(one: ComparisonReport, ratings: Ratings, within: Sequence[SelfAgreement]) -> LeaderboardRow:
    took = ratings.reading.effort.get(one.name, Effort())
    again = [part for found in within for part in found.again.parts if part.category == one.name]
    return LeaderboardRow(
        judge=one.name,
        n_items=one.n_items,
        main=one.main.result,
        exact=_result(one, "exact_agreement"),
        adjacent=_result(one, "adjacent_agreement"),
        error=_result(one, "mean_absolute_error"),
        bias=_result(one, "signed_bias"),
        short_of_people=one.short_of_people_main,
        **_stand_in(one),
        again=again[0] if again and again[0].defined else None,
        seconds=took.seconds,
        cost=took.cost * _ratings_per_item(ratings, one.name),
    )


def _result(one: ComparisonReport, name: str) -> Result | None:
    found = one.measure(name)
    return None if found is None or not found.result.defined else found.result


def _stand_in(one: ComparisonReport) -> dict[str, Any]:
    """The outcome of the test as the headline has it."""
    for message in one.headline:
        _, test, case = message.code.partition("headline.stand-in-")
        if test and "won" in message.facts:
            return {
                "stand_in": case, "replaced": float(message.facts["won"]), "tested": float(message.facts["n"])
            }  # fmt: skip
    return {}


def _ratings_per_item(ratings: Ratings, judge: str) -> float:
    """How many ratings of the judge an item has: dimensions and repeats cost each."""
    rated = ratings.columns[ratings.place_of(judge)] >= 0
    if ratings.items is None or not rated.any():
        return 1.0
    return float(rated.sum()) / len(set(ratings.items[rated].tolist()))
