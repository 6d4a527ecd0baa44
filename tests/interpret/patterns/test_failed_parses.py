"""Answers of a judge that could not be parsed: a finding where they are many."""

from __future__ import annotations

from typing import Any

import pytest

import concordant as cc

N = 60


def study(failed: int) -> Any:
    human = [1 + i % 5 for i in range(N)]
    answers = [f"Score: {1 + (i + (i % 7 == 0)) % 5}/5" for i in range(N)]
    answers[:failed] = ["I cannot say."] * failed
    return cc.study({"id": list(range(N)), "human": human, "judge": answers})


@pytest.mark.parametrize(("failed", "codes"), [(0, []), (2, []), (12, ["failed-parses"])])
def test_many_failed_parses_are_a_finding_and_a_few_are_not(failed: int, codes: list[str]) -> None:
    found = [finding.code for finding in study(failed).findings if finding.code == "failed-parses"]
    assert found == codes


def test_the_finding_says_how_many_with_an_exact_interval() -> None:
    """Clopper–Pearson of 12 of 60 at 95 %: 0.1078 to 0.3233 (R: binom.test(12, 60))."""
    (finding,) = [one for one in study(12).findings if one.code == "failed-parses"]
    assert finding.evidence.estimate == pytest.approx(0.2)
    assert (finding.evidence.interval.low, finding.evidence.interval.high) == pytest.approx(
        (0.1078, 0.3233), abs=5e-5
    )
    assert finding.text("en").startswith("20% of the answers of judge could not be parsed (12 of 60;")
    assert "judge" in finding.text("zh")


def test_they_are_missing_and_never_a_score() -> None:
    assert study(12).comparisons[0].n_items == N - 12
