"""Thousands of hostile files: each is taken, or refused in one sentence with exit code 2 or 3."""

from __future__ import annotations

import pytest

from tests.hostile_files import findings, findings_here


def test_some_hostile_files_are_taken_or_refused_in_one_sentence() -> None:
    assert list(findings_here(range(100))) == []


@pytest.mark.slow
def test_ten_thousand_hostile_files_are_taken_or_refused_in_one_sentence() -> None:
    assert list(findings(10_000)) == []
