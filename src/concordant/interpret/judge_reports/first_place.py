"""Whether the answer that is shown first is preferred, where the data name the systems and their places."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from ...coefficients.distributions import normal_quantile
from ...inference.item_means import ItemMean
from ...judges.preferences import TIE
from ...language.message import Message
from ...result import Interval, Result
from ..record import Record
from ..table import COUNT, SHARE_RESULT, Column, DeclaredTable
from ..table_cells import level_of
from .preference_votes import WHO, PreferenceVotes, named
from .section import NUMBER_RESULT, judge_message


@dataclass(frozen=True, kw_only=True)
class PlaceRow(Record):
    """A rater or group: how often the answer shown first wins, ties left out, and the effect in log odds.

    `effect` allows for the abilities of the systems (Davidson and Beaver 1977).
    """

    rater: str
    result: Result
    votes: float
    effect: Result | None = None


def first_places(
    votes: PreferenceVotes, groups: Mapping[str, list[str]], fitted: Mapping[str, Result], level: float
) -> Iterator[PlaceRow]:
    """How often the answer shown first wins, ties left out; questions vary together."""
    for group, members in groups.items():
        all_votes = np.concatenate([votes.votes[name] for name in members])
        decided = np.where(all_votes == TIE, math.nan, all_votes)
        unit = np.concatenate([votes.units] * len(members))
        found = ItemMean(decided, np.ones(len(decided)), unit, level).share("exact_agreement", "Shown first")
        if found.defined:
            count = float((~np.isnan(decided)).sum())
            yield PlaceRow(rater=group, result=found, votes=count, effect=_effect(fitted.get(group), level))


def _effect(fitted: Result | None, level: float) -> Result | None:
    """The effect of being shown first in log odds, where the model has one."""
    if fitted is None or "order_effect" not in fitted.details:
        return None
    value, se = fitted.details["order_effect"], fitted.details["order_effect_se"]
    reach = normal_quantile(0.5 + level / 2) * se
    return Result(
        measure="bradley_terry", title="Effect of order", estimate=value, se=se, n_items=fitted.n_items,
        interval=Interval(value - reach, value + reach, level, "Wald"),
        p_value=fitted.details["order_effect_p"], method="maximum likelihood",
    )  # fmt: skip


def place_sentences(rows: Sequence[PlaceRow]) -> Iterator[Message]:
    """Whether each rater or group favours a place."""
    for row in rows:
        if row.result.interval is None:
            continue
        within = row.result.interval
        sure = within.low > 0.5 or within.high < 0.5
        yield judge_message(
            "first-place" if sure else "first-place-open",
            rater=named(row.rater),
            x=row.result.estimate,
            within=[within.low, within.high],
            votes=row.votes,
        )


def place_table(rows: Sequence[PlaceRow]) -> DeclaredTable:
    """How often first places win, and the effect in log odds."""
    columns = (
        Column("rater", judge_message("head-by"), WHO, attrgetter("rater")),
        Column("decided_votes", judge_message("head-decided"), COUNT, attrgetter("votes")),
        Column("", judge_message("head-first-wins"), SHARE_RESULT, attrgetter("result")),
        Column("effect", judge_message("head-effect"), NUMBER_RESULT, attrgetter("effect")),
    )
    title = judge_message("table-places", level=level_of([row.result for row in rows]))
    return DeclaredTable("first-place", title, columns, tuple(rows), (judge_message("note-places"),))
