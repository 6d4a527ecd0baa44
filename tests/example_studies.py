"""The studies of the bundled examples, each made once."""

from __future__ import annotations

from functools import cache

import concordant as cc
from tests.kept_results import kept


@cache
def example_study(name: str) -> cc.Study:
    """The study of one example, as `study` makes it by itself."""
    return kept(f"example {name}", lambda: cc.study(cc.example(name)))
