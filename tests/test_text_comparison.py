"""Generated files are compared by meaning: the last digit of a number is no change, anything else is."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

FILE = Path(__file__).parents[1] / "tools/text_comparison.py"
SPEC = importlib.util.spec_from_file_location("text_comparison", FILE)
assert SPEC is not None
assert SPEC.loader is not None
COMPARISON = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(COMPARISON)

DRAWN = '<line x1="-3.5" x2="80.18962449991156" width="12"/> kappa 0.512, 34 items, p = 1.25e-07'


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("80.18962449991156", "80.18962449991139", True),
        ("1.25e-07", "1.2500000000001e-07", True),
        ("80.18962449991156", "80.1896", False),
        ("0.512", "0.513", False),
        ("-3.5", "3.5", False),
        ("34 items", "35 items", False),
        ("34 items", "34 ratings", False),
        ('width="12"', 'width="12.0"', False),
        (", p = 1.25e-07", "", False),
    ],
)
def test_only_the_last_digits_of_a_number_may_differ(old: str, new: str, same: bool) -> None:
    assert DRAWN.count(old) == 1
    assert COMPARISON.same_meaning(DRAWN, DRAWN.replace(old, new)) is same
