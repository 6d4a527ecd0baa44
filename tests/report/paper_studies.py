"""Studies whose words for a paper are kept as files, with versions that do not change."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from concordant.interpret.study.study import DataFacts, Study
from tests.interpret.study_cases import studied
from tests.interpret.test_study_words import STUDIES

_MADE = {
    "judge": STUDIES["harsh_judge"],
    "nominal": lambda: studied("six raters of text with gaps"),
    "measured": lambda: studied("measurements of two"),
}


@cache
def made(name: str) -> Study:
    """A study by its name."""
    return replace(
        _MADE[name](),
        version="1.2.3",
        versions={"python": "3.11.2", "numpy": "2.0.1"},
        data=DataFacts(source="ratings.csv", fingerprint="sha256:0f1e2d"),
    )


NAMES = tuple(_MADE)
