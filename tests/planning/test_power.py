"""So many items do show it: data drawn as a plan assumes, measured with concordant's own intervals."""

from __future__ import annotations

import pytest

from benchmarks.calibration.planning import CASES, Case


def _id(case: Case) -> str:
    aim = "width" if "width" in case.options else "power"
    return f"{case.label}, {aim}{', by the formula' if case.by_formula else ''}"


FAST = [case for case in CASES if _id(case) in ("share, power", "ICC(1,1), power")]


@pytest.mark.parametrize("case", FAST, ids=_id)
def test_a_plan_for_80_percent_gives_about_80(case: Case) -> None:
    # 300 samples: the standard error is √(.8·.2/300) = .023, and three of them .07
    assert abs(case.measured(300) - 0.8) < 0.07


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=_id)
def test_a_plan_gives_the_power_and_the_width_that_was_asked(case: Case) -> None:
    found = case.measured(1500)
    if "width" in case.options:
        assert found == pytest.approx(case.options["width"], rel=0.08)
    else:
        # 78 to 82 %, and 1.5 standard errors of 1500 samples; quadratic kappa is on the safe side
        assert 0.765 <= found <= (0.87 if case.label == "quadratic kappa" else 0.835)
