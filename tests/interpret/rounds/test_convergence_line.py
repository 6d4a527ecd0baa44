"""What else is told of convergence: missing rounds, a best round that is past, one percent of what."""

from __future__ import annotations

import math

import pytest

from tests.interpret.rounds.gains import LARGE, called, counted

# --- how many more rounds -----------------------------------------------------------------------


def test_rounds_that_only_are_too_few_are_told_how_many_are_missing() -> None:
    same = counted(0, 0, 900)
    found = called([0.6] * 3, [same] * 2, same)
    assert (found.verdict, found.rounds_needed) == ("cannot-tell", 1)
    assert found.sentences[0].code == "convergence.cannot-tell-rounds"
    assert "1 more round" in found.sentences[0].text("en")
    assert "再有 1 轮" in found.sentences[0].text("zh")
    assert called([0.6] * 4, [same] * 3, same).verdict == "converged"
    # at the third look n > 99·z² = 813 items show it: 800 do not, however many rounds there will be
    assert called([0.6] * 3, [counted(0, 0, 800)] * 2, same).rounds_needed is None


def test_too_few_rounds_are_not_called_hopeless() -> None:
    nearly = counted(31, 30, 300)
    found = called([0.6, 0.603], [nearly], nearly)
    assert found.items_needed == math.inf
    assert found.rounds_needed is None
    assert found.sentences[0].code == "convergence.cannot-tell-early"
    assert "2 more rounds" in found.sentences[0].text("en")


# --- the best round is past ---------------------------------------------------------------------


def test_a_gain_that_is_being_lost_again_is_said_to_be() -> None:
    found = called([0.5, 0.7, 0.66, 0.63], LARGE, counted(70, 25, 300))
    assert found.verdict == "improving"
    sentence = next(s for s in found.sentences if s.code == "convergence.past-best")
    assert sentence.text("en") == (
        "Based on the estimates alone, the last 2 rounds are worse: v2 is the best so far, 7.0 percentage "
        "points better than v4."
    )
    assert "最好的是 v2" in sentence.text("zh")
    once = called([0.5, 0.66, 0.7, 0.68], LARGE, counted(70, 25, 300))
    assert "convergence.past-best-once" in {s.code for s in once.sentences}
    for last in (0.75, 0.695):  # a gain, and a loss of less than 1 %
        other = called([0.5, 0.66, 0.7, last], LARGE, counted(70, 25, 300))
        assert not any("past-best" in s.code for s in other.sentences)


# --- one percent of what ------------------------------------------------------------------------


def test_one_percent_of_a_measure_in_units_is_of_its_first_value() -> None:
    errors = [0.0170, 0.0110, 0.0070, 0.0049]
    found = called(errors, [None] * 3, None, measure="mean_absolute_error")
    assert found.least_gain == pytest.approx(0.00017)
    assert found.rule == "not-converged"
    line = next(s for s in found.sentences if s.code == "convergence.line")
    assert "1% of its value in v1 (0.017): 0.00017" in line.text("en")
    assert "0.00017" in line.text("zh")
    # the same in thousandths: what unit is chosen does not matter
    assert (
        called([1000 * x for x in errors], [None] * 3, None, measure="mean_absolute_error").rule == found.rule
    )
    flat = called([17.0, 16.9, 16.8, 16.7], [None] * 3, None, measure="mean_absolute_error")
    assert flat.rule == "converged"  # gains of .1, and the line is .17


def test_a_share_and_a_coefficient_keep_their_line() -> None:
    for measure in ("exact_agreement", "cohen_kappa"):
        found = called([0.5, 0.6], [None], None, measure=measure)
        assert found.least_gain == 0.01
        assert not any(s.code == "convergence.line" for s in found.sentences)
