"""Drift on anchor items: what is called drifting, steady, or not to be told."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from tests.interpret.rounds.anchor_data import (
    FIRST,
    SECOND,
    THIRD,
    TRUTH,
    codes,
    followed,
    noisy,
    run,
    texts,
    truth,
)


def test_a_judge_that_says_the_same_in_every_run_is_steady() -> None:
    found = followed([run(name, [TRUTH, TRUTH]) for name in "abc"])
    assert found.verdict == "steady"
    assert "unchanged" in codes(found)
    # of 60 items none changed: 1 − .05^(1/60) is 4.9 %
    assert any("up to 5%" in text for text in texts(found))


def test_a_judge_that_rates_every_item_one_higher_drifts() -> None:
    found = followed([run("a", [TRUTH]), run("b", [TRUTH + 1])])
    assert found.verdict == "drifting"
    assert "higher-every" in codes(found)


def test_people_who_change_their_minds_are_not_the_judges_drift() -> None:
    people = [TRUTH, np.clip(TRUTH + 1, 0, 4)]
    found = followed([run(name, [TRUTH], human=own) for name, own in zip("ab", people, strict=True)])
    assert found.verdict == "steady"
    assert found.n_people_changed == float((people[0] != people[1]).sum())
    assert {"people-changed", "people-less"} <= set(codes(found))
    assert "away" not in codes(found)


def test_items_that_change_beyond_noise_are_found_though_the_mean_stays() -> None:
    swapped = np.where(TRUTH == 0, 4, np.where(TRUTH == 4, 0, TRUTH))
    found = followed([run("a", [TRUTH, TRUTH]), run("b", [swapped, swapped])])
    assert found.verdict == "drifting"
    assert found.level is not None
    assert found.level.p_value > 0.9
    assert found.adjusted["beyond_noise"] < 0.001
    assert "beyond-noise" in codes(found)
    assert "higher" not in codes(found)


def test_without_repeats_change_that_cancels_cannot_be_told_from_noise() -> None:
    swapped = np.where(TRUTH == 1, 2, np.where(TRUTH == 2, 1, TRUTH))
    found = followed([run("a", [TRUTH]), run("b", [swapped])])
    assert found.verdict == "cannot-tell"
    assert "no-repeats" in codes(found)


def test_many_anchors_without_a_change_that_matters_are_steady() -> None:
    rng = np.random.default_rng(9)
    items = truth(rng, 1500)
    found = followed([run(name, [noisy(rng, items, 0.1) for _ in "12"]) for name in "ab"])
    assert found.verdict == "steady"
    assert "steady" in codes(found)


def test_a_sure_change_that_hardly_matters_is_called_small() -> None:
    items = np.resize(np.arange(5), 2000)
    found = followed([run("a", [items]), run("b", [items + (np.arange(2000) % 50 == 0)])])
    assert found.verdict == "drifting"
    assert "small" in codes(found)


def test_a_change_towards_people_may_be_what_was_wanted() -> None:
    harsh = np.where(np.arange(60) % 2, TRUTH, np.clip(TRUTH - 1, 0, 4))
    found = followed([run("a", [harsh], human=TRUTH), run("b", [TRUTH], human=TRUTH)])
    assert {"drifting", "higher", "people-more", "towards"} <= set(codes(found))


def test_holm_multiplies_the_smallest_p_by_the_number_of_tests() -> None:
    found = followed([run("a", [FIRST, SECOND]), run("b", [SECOND, THIRD]), run("c", [THIRD, FIRST])])
    p = {name: getattr(found, name).p_value for name in ("level", "trend", "beyond_noise")}
    first, second, third = sorted(p, key=lambda name: p[name])
    assert found.adjusted[first] == pytest.approx(min(1, 3 * p[first]))
    assert found.adjusted[second] == pytest.approx(min(1, max(3 * p[first], 2 * p[second])))
    assert found.adjusted[third] >= found.adjusted[second]


def test_what_so_many_anchors_show() -> None:
    found = followed([run("a", [FIRST]), run("b", [SECOND])])
    shift = found.runs[1].shift
    assert shift is not None
    root = stats.t.ppf(0.975, 59) + stats.norm.ppf(0.8)
    assert found.detectable == pytest.approx(root * shift.se)
    same = followed([run("a", [FIRST]), run("b", [FIRST])])
    # p = √k·√(p(1 − p)/n)
    assert same.detectable == pytest.approx(root * math.sqrt(same.detectable * (1 - same.detectable) / 60))
