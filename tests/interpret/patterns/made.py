"""Ratings that are made so that a problem is there, or is not, by construction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.interpret.compare.comparison import Comparison, judged, together
from concordant.interpret.finding import Finding
from concordant.interpret.patterns import Candidate, PatternContext, candidates, find_patterns
from concordant.interpret.patterns.find_patterns import Pattern
from concordant.ratings.factorise import factorise
from concordant.ratings.ratings import Ratings
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale

FIVE = Scale.ordinal([1, 2, 3, 4, 5])
FLEISS: tuple[str, dict[str, Any]] = ("fleiss_kappa", {})
KAPPA: tuple[str, dict[str, Any]] = ("cohen_kappa", {})


def truth(n: int, seed: int = 0) -> Any:
    """Scores from 1 to 5, most in the middle."""
    return np.random.default_rng([seed, 1]).choice([1, 2, 3, 4, 5], n, p=[0.1, 0.2, 0.3, 0.25, 0.15])


def noisy(true: Any, seed: int, share: float = 0.3) -> Any:
    """A rater who is one off, up or down alike, on this share of items."""
    off = np.random.default_rng([seed, 2]).choice([-1, 0, 1], len(true), p=[share / 2, 1 - share, share / 2])
    return np.clip(true + off, 1, 5)


def rated(
    columns: Sequence[Any], names: Sequence[str] | None = None, scale: Scale | None = FIVE,
    slices: dict[str, Any] | None = None, **rows: Any,
) -> Ratings:  # fmt: skip
    """Ratings of raters a, b, c, … or of these names."""
    given = {name: factorise(list(values)) for name, values in (slices or {}).items()}
    return from_columns(
        list(columns), names or list("abcdefgh"[: len(columns)]), scale=scale, slices=given, **rows
    )


def people(ratings: Ratings, **facts: Any) -> Comparison:
    """All raters among themselves."""
    return together(ratings, ratings.raters, "people", **{"main": FLEISS, **facts})


def judge(ratings: Ratings, **facts: Any) -> Comparison:
    """The last rater against the others."""
    return judged(ratings, ratings.raters[:-1], ratings.raters[-1], **facts)


def found(*compared: Comparison, fdr: float = 0.05) -> tuple[Finding, ...]:
    """What is found in these comparisons."""
    return find_patterns([PatternContext(c) for c in compared], fdr)


def codes(*compared: Comparison) -> list[str]:
    """The names of what is found."""
    return [f.code for f in found(*compared)]


def only(compared: Comparison, code: str) -> Finding:
    """The one finding of this name."""
    hits = [f for f in found(compared) if f.code == code]
    assert len(hits) == 1, [f.code for f in found(compared)]
    return hits[0]


def tried(compared: Comparison, code: str) -> list[Candidate]:
    """What is looked at under this name."""
    return [c for c in candidates([PatternContext(compared)]) if c.code == code]


def tried_by(pattern: Pattern, compared: Comparison) -> list[Candidate]:
    """What one pattern looks at, without the others."""
    return list(pattern(PatternContext(compared)))
