"""What is counted: items, or with dimensions the ratings of them, in the same words everywhere."""

from __future__ import annotations

from typing import Any

from ...language.message import Message, fact
from ...result import Result


def rated(n: float, rows: float | None) -> dict[str, Any]:
    """How much was rated, as a fact: "150 items"; of items with several rows "300 ratings of 150 items"."""
    if rows is None or rows == n:
        return counted(n)
    return fact(Message("rounds.ratings-of-items", {"rows": rows, "n": n}))


def counted(n: float, *, ratings: bool = False) -> dict[str, Any]:
    """A number of items, or of ratings, as a fact."""
    return fact(Message("rounds.n-ratings" if ratings else "rounds.n-items", {"n": n}))


def rated_in(difference: Result) -> dict[str, Any]:
    """What a difference of two rounds rests on: the items of both, or those of the one and the other."""
    details = difference.details
    if "items_first" in details:
        return fact(Message("rounds.n-and-n", {"a": details["items_first"], "b": details["items_second"]}))
    return rated(details.get("items", difference.n_items), details.get("rows"))
