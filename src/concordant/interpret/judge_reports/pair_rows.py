"""Preferences as a study compares them: every tie one category, and a row for each pair of answers.

Raters who saw a pair in different orders voted in different rows; there they are compared by the answer that
won, whichever was shown first. Raters who voted in both orders keep their rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...judges.preferences import FIRST, SECOND, TIE
from ...language.message import worded_note
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Ints
from ...result import Note
from .preference_votes import PreferenceVotes, outcome_of, preference_votes

#: What a study says first of preferences.
PREFERENCE_NOTES = ("preferences", "ties-counted", "orders-put-together")
_TIE = "tie"


def as_pair_rows(ratings: Ratings) -> Ratings:
    """The ratings as they are where they are no preferences."""
    votes = preference_votes(ratings)
    if votes is None:
        return ratings
    notes = [_what_they_are(ratings)]
    ties = [str(label) for label in ratings.labels.tolist() if outcome_of(label) == TIE]
    if len(ties) > 1:
        notes.append(worded_note("ties-counted", ties=_others(ratings, ties)))
        ratings = _with_labels(ratings, {label: _tie_of(ties) for label in ties})
    turned = _moves(ratings, votes) if ratings.weights is None and ratings.item_source is None else {}
    if turned:
        notes.append(worded_note("orders-put-together", votes=sum(map(len, turned.values()))))
        ratings = _moved(_by_winner(ratings, votes), turned)
    reading = ratings.reading.but(notes=(*ratings.reading.notes, *notes))
    return replace(ratings, reading=reading, same_rows=object())


def _what_they_are(ratings: Ratings) -> Note:
    source = ratings.reading.source
    if source and not any(sign in source for sign in " ,()"):
        return worded_note("preferences.file", source=source)
    return worded_note("preferences")


def _tie_of(ties: Sequence[str]) -> str:
    return next((label for label in ties if label.casefold() == _TIE), ties[0])


def _others(ratings: Ratings, ties: Sequence[str]) -> list[str]:
    """What else counts as a tie, with how often it was said."""
    kept, found = _tie_of(ties), []
    for code, label in enumerate(map(str, ratings.labels.tolist())):
        if label in ties and label != kept:
            found.append(f"“{label}” ({sum(int((own == code).sum()) for own in ratings.columns)})")
    return found


def _with_labels(ratings: Ratings, names: Mapping[str, str]) -> Ratings:
    """Some labels under other names; those of one name become one."""
    old = [names.get(str(label), label) for label in ratings.labels.tolist()]
    return _coded(ratings, dict.fromkeys(old), [[*old, None]] * ratings.n_raters)


def _coded(ratings: Ratings, labels: Mapping[Any, Any], known: Sequence[Sequence[Any]]) -> Ratings:
    """The ratings on other labels: what each code of a rater is called, the last one for a gap."""
    place = {label: code for code, label in enumerate(labels)}
    columns = tuple(
        np.array([-1 if label is None else place[label] for label in own], dtype=np.int32)[codes]
        for own, codes in zip(known, ratings.columns, strict=True)
    )
    made = np.array(list(labels), dtype=object)
    scale = replace(ratings.scale, categories=tuple(labels))
    return replace(ratings, columns=columns, labels=made, scale=scale, same_rows=object())


def _moves(ratings: Ratings, votes: PreferenceVotes) -> dict[int, dict[int, int]]:
    """By rater, the row of the only vote on a pair, and the pair's first row where it belongs."""
    rows: dict[Any, list[int]] = {}
    for row, key in enumerate(votes.pairs):
        rows.setdefault(key, []).append(row)
    found: dict[int, dict[int, int]] = {}
    for own in rows.values():
        for place, codes in enumerate(ratings.columns if len(own) > 1 else ()):
            there = [row for row in own if codes[row] >= 0]
            if len(there) == 1 and there[0] != own[0]:
                found.setdefault(place, {})[there[0]] = own[0]
    return found


def _by_winner(ratings: Ratings, votes: PreferenceVotes) -> Ratings:
    """The ratings with the winner's name in place of the place where it was shown."""
    outcomes = [outcome_of(label) for label in ratings.labels.tolist()]
    if not {FIRST, SECOND} & {*outcomes}:
        return ratings
    tie = next((str(x) for x, y in zip(ratings.labels.tolist(), outcomes, strict=True) if y == TIE), _TIE)
    names = [*sorted({*votes.first, *votes.second}), *([tie] if TIE in outcomes else [])]
    place = {name: code for code, name in enumerate(names)}
    first, second = (np.array([place[name] for name in shown]) for shown in (votes.first, votes.second))
    columns = []
    for name in ratings.raters:
        vote = votes.votes[name]
        won = np.where(vote == FIRST, first, np.where(vote == SECOND, second, place.get(tie, -1)))
        columns.append(np.where(np.isnan(vote), -1, won).astype(np.int32))
    scale = replace(ratings.scale, categories=tuple(names))
    labels = np.array(names, dtype=object)
    return replace(ratings, columns=tuple(columns), labels=labels, scale=scale, same_rows=object())


def _moved(ratings: Ratings, turned: Mapping[int, Mapping[int, int]]) -> Ratings:
    """Votes in the first rows of their pairs; rows without any vote are dropped."""
    columns = [codes.copy() for codes in ratings.columns]
    times, comments = list(ratings.times or ()), list(ratings.comments or ())
    for place, rows in turned.items():
        old, new = (np.array(some, dtype=np.int64) for some in (list(rows), list(rows.values())))
        columns[place][new], columns[place][old] = columns[place][old], -1
        if times and (when := times[place]) is not None:
            times[place] = _at_first(when, old, new)
        if comments and (own := comments[place]) is not None:
            comments[place] = replace(own, at=_at_first(own.at, old, new))
    left = np.zeros(len(ratings), dtype=bool)
    for before, after in zip(ratings.columns, columns, strict=True):
        left |= (before >= 0) & (after < 0)
    voted = np.any([codes >= 0 for codes in columns], axis=0)
    made = replace(
        ratings, columns=tuple(columns), times=tuple(times) if ratings.times else None,
        comments=tuple(comments) if ratings.comments else None, same_rows=object(),
    ).rows(voted | ~left)  # fmt: skip
    alone = made.items is not None and len({*made.items.tolist()}) == len(made)
    return replace(made, repeat=None) if alone and made.repeat is not None else made


def _at_first(values: Any, old: Ints, new: Ints) -> Any:
    """The values of some rows in other rows too."""
    found = values.copy()
    found[new] = values[old]
    return found
