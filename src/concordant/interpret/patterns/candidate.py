"""A candidate: what might be a problem, before it is known how much was looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from ...result import Result
from ..compare.comparison import Comparison


@dataclass(frozen=True, eq=False, kw_only=True)
class Candidate:
    """`material` says whether it is large enough to matter, once it is sure.

    `repaired` gives the ratings of `base` as they would be without the problem; `score` says, for each row of
    a comparison, how well it shows the problem. All three are asked only of what is found, as they cost.
    Without `repaired`, or where it gives nothing, nobody knows what a repair would gain; `bound` says that no
    repair could gain more. `joined` makes one of several that are found
    about the same rater.
    """

    code: str
    about: Mapping[str, Any]
    evidence: Result
    facts: Mapping[str, Any]
    base: Comparison
    material: Callable[[], bool]
    repaired: Callable[[], Ratings | None] | None
    score: Callable[[Ratings], Floats]
    examples_of: Comparison
    bound: bool = False
    joined: Callable[[Sequence[Candidate]], Candidate] | None = None
