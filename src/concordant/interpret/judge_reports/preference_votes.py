"""Ratings that say which of two answers is better: votes, who was shown where, and what belongs together."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import Any

import numpy as np

from ...judges.preferences import FIRST, SECOND, TIE
from ...language.render import topic
from ...ratings.ratings import Ratings
from ...ratings.reading import pair_columns, turn_column
from ...reduce.item_weights import Floats, Ints
from ..table import ColumnKind

#: All people as one group.
PEOPLE = "people"
#: What the first and the second answer are called in ratings.
_NOUNS = ("", "model", "answer", "response", "assistant", "system", "option")
_FIRST_WORDS = (*(f"{noun}a" for noun in _NOUNS), "awins", "left", "first", "甲")
_SECOND_WORDS = (*(f"{noun}b" for noun in _NOUNS), "bwins", "right", "second", "乙")
#: In the names of ties that stand for answers which changed with the order.
_CONTRADICTIONS = ("inconsistent", "不一致")
_TIE_WORDS = ("both", "equal", "draw", "same", "neither", "bothbad", "bothgood", "平局", "平", "持平")


@dataclass(frozen=True, kw_only=True)
class PreferenceVotes:
    """`votes` by rater: 1 for the first answer, 0 for the second, 0.5 for a tie, nan for none.

    `first` and `second` name the systems by row, empty where the data do not; `units` number questions,
    `pairs` what was asked in either order: the question, its turn and its two systems. `turns` are those of
    a conversation, empty where there is one; `inconsistent` says by rater which ties stand for two answers
    that changed with the order.
    """

    votes: dict[str, Floats]
    first: tuple[str, ...]
    second: tuple[str, ...]
    units: Ints
    pairs: tuple[Any, ...]
    turns: tuple[str, ...] = ()
    inconsistent: dict[str, Floats] = field(default_factory=dict)

    def of_turn(self, turn: str) -> PreferenceVotes:
        """The votes on one turn."""
        rows = np.array([own == turn for own in self.turns])
        some = [bool(own) for own in rows]
        return replace(
            self,
            votes={name: own[rows] for name, own in self.votes.items()},
            first=tuple(compress(self.first, some)),
            second=tuple(compress(self.second, some)),
            units=self.units[rows],
            pairs=tuple(compress(self.pairs, some)),
            turns=tuple(compress(self.turns, some)),
            inconsistent={name: own[rows] for name, own in self.inconsistent.items()},
        )

    def alongside(self, mine: str, theirs: str) -> tuple[Floats, Floats]:
        """The votes of two raters by row, those on a pair seen in different orders turned to the first's."""
        own, other = self.votes[mine], self.votes[theirs].copy()
        if not self.pairs:
            return own, other
        there = ~np.isnan(own), ~np.isnan(other)
        together = {key for key, both in zip(self.pairs, there[0] & there[1], strict=True) if both}
        turned: dict[Any, tuple[str, float]] = {}
        for key, first, vote in zip(self.pairs, self.first, other.tolist(), strict=True):
            if key not in together and not math.isnan(vote):
                turned.setdefault(key, (first, vote))
        for row in np.flatnonzero(there[0]) if turned else ():
            if (known := turned.get(self.pairs[row])) is not None:
                other[row] = known[1] if known[0] == self.first[row] else 1 - known[1]
        return own, other

    @property
    def places_known(self) -> bool:
        """Whether it can be told which answer was shown first; not where every row has the names in order."""
        return bool(self.first) and any(a > b for a, b in zip(self.first, self.second, strict=True))


def named(name: str) -> Any:
    """A rater, or people in words."""
    return dict(topic("terms")["people"]) if name == PEOPLE else name


WHO = ColumnKind(named, data=True)


def outcome_of(label: object) -> float:
    """The vote that a word means, nan for any other word."""
    word = re.sub(r"[\s_\-.()（）]+", "", str(label)).casefold()
    if "tie" in word or word in _TIE_WORDS:
        return TIE
    return FIRST if word in _FIRST_WORDS else SECOND if word in _SECOND_WORDS else math.nan


def preference_votes(ratings: Ratings) -> PreferenceVotes | None:
    """The votes of ratings that are preferences; None where they are something else."""
    if (
        ratings.scale.categories is None
        or ratings.scale.ordered
        or ratings.anonymous
        or len(ratings.labels) > 50
    ):
        return None
    columns = pair_columns(ratings.slices)
    first, second = ((), ()) if columns is None else (_names(ratings, name) for name in columns)
    votes = _votes(ratings, first, second)
    if votes is None:
        return None
    units, turns = _units(ratings), _turns(ratings)
    asked = zip(units.tolist(), turns or [""] * len(ratings), strict=True)
    both = map(frozenset, zip(first, second, strict=True))
    return PreferenceVotes(
        votes=votes,
        first=first,
        second=second,
        units=units,
        pairs=tuple(zip(asked, both, strict=True)) if first else (),
        turns=turns if len({*turns}) > 1 else (),
        inconsistent=_inconsistent(ratings),
    )


def _turns(ratings: Ratings) -> tuple[str, ...]:
    """The turn of each row, empty where no column names it."""
    column = turn_column(ratings.slices)
    return () if column is None else _names(ratings, column)


def _inconsistent(ratings: Ratings) -> dict[str, Floats]:
    """1 where a rater's tie stands for two answers that differ, 0 for any other vote, nan for none."""
    marks = [any(word in str(x).casefold() for word in _CONTRADICTIONS) for x in ratings.labels.tolist()]
    if not any(marks):
        return {}
    known = np.array([*map(float, marks), math.nan])
    found = {name: known[codes] for name, codes in zip(ratings.raters, ratings.columns, strict=True)}
    return {name: own for name, own in found.items() if (own == 1).any()}


def _names(ratings: Ratings, column: str) -> tuple[str, ...]:
    return tuple(map(str, ratings.column_of(column).tolist()))


def _votes(ratings: Ratings, first: Sequence[str], second: Sequence[str]) -> dict[str, Floats] | None:
    """Votes by rater, from words for the places or from the names of systems; None where neither fits."""
    labels = [str(label) for label in ratings.labels.tolist()]
    words = np.array([*map(outcome_of, labels), math.nan])
    if {FIRST, SECOND} <= set(words.tolist()) and not np.isnan(words[:-1]).any():
        return {name: words[codes] for name, codes in zip(ratings.raters, ratings.columns, strict=True)}
    systems = {*first, *second}
    if not systems or not all(label in systems or outcome_of(label) == TIE for label in labels):
        return None
    return {
        name: np.array(
            [_by_name(labels, code, a, b) for code, a, b in zip(codes, first, second, strict=True)]
        )
        for name, codes in zip(ratings.raters, ratings.columns, strict=True)
    }


def _by_name(labels: Sequence[str], code: int, first: str, second: str) -> float:
    if code < 0:
        return math.nan
    label = labels[code]
    return FIRST if label == first else SECOND if label == second else outcome_of(label)


def _units(ratings: Ratings) -> Ints:
    """Questions by number: clusters, else items."""
    own = ratings.clusters_in_force if ratings.clusters_in_force is not None else ratings.item_labels
    return np.unique(own.astype(str), return_inverse=True)[1]
