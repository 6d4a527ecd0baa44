"""A round: one iteration of a rubric, a prompt or a training, with the ratings that it gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...ratings.ratings import Ratings
from ..record import Record

#: What a round was made with, besides its data: each has a fingerprint, so that a change of it is seen.
MARKS = ("prompt", "rubric", "model")


@dataclass(frozen=True, kw_only=True)
class Mark(Record):
    """What something was: a name to show (of a file, of a model), and a fingerprint of its content."""

    name: str
    fingerprint: str


@dataclass(frozen=True, kw_only=True)
class About(Record):
    """What is known of a round: when it was added (ISO 8601, UTC), by whom, a note, and its marks.

    `marks` are those of `MARKS` that were given, and "data", the fingerprint of the ratings.
    """

    when: str = ""
    who: str = ""
    note: str = ""
    marks: Mapping[str, Mark] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, eq=False)
class ComparedRound:
    """A round as it is compared: `reference` says who judges are held against, as in a study.

    `look` is its place among the rounds of the same data, from 1; None where the data have one round only.
    """

    name: str
    ratings: Ratings
    reference: str | Sequence[str] | None = None
    about: About = field(default_factory=About)
    look: int | None = None
