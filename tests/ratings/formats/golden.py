"""One set of ratings that every format is written from: 12 items, 3 people, a judge, 2 dimensions.

One annotation is skipped, one is a draft, one is given twice, and one answer of the judge cannot be parsed.
"""

from __future__ import annotations

from dataclasses import dataclass

PEOPLE = ("ann", "bob", "cem")
JUDGE = "gpt-judge"
RATERS = (*PEOPLE, JUDGE)
DIMENSIONS = ("helpfulness", "safety")
ITEMS = tuple(str(number) for number in range(101, 113))
TYPES = ("code", "chat", "math")

SKIPPED = ("cem", "105")
DRAFT = ("bob", "109")
TWICE = ("ann", "103")
FAILED = (JUDGE, "107")

TIME, EARLIER = "2024-03-09T22:16:08Z", "2024-03-08T09:00:00Z"
EPOCH, EARLIER_EPOCH = 1710022568, 1709888400


@dataclass(frozen=True)
class Rating:
    item: str
    rater: str
    kind: str
    dimension: str
    score: int


def score(item: str, rater: str, dimension: str) -> int:
    """Any numbers from 1 to 5 that differ between raters; no value is left unused."""
    place = ITEMS.index(item) + 5 * DIMENSIONS.index(dimension)
    return 1 + (place * place + 3 * place + RATERS.index(rater) * (place % 3)) % 5


def earlier(item: str, rater: str, dimension: str) -> int:
    """What was said before it was said again: something else."""
    return 1 + score(item, rater, dimension) % 5


def content_type(item: str) -> str:
    return TYPES[ITEMS.index(item) % 3]


def text(item: str) -> str:
    return f"What is item {item} about?"


def is_rated(rater: str, item: str) -> bool:
    return (rater, item) not in (SKIPPED, DRAFT, FAILED)


def golden(raters: tuple[str, ...] = RATERS, dimensions: tuple[str, ...] = DIMENSIONS) -> list[Rating]:
    """Every rating that counts."""
    return [
        Rating(item, rater, "judge" if rater == JUDGE else "human", dimension, score(item, rater, dimension))
        for item in ITEMS
        for rater in raters
        for dimension in dimensions
        if is_rated(rater, item)
    ]
