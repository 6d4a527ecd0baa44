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
    assert any("Up to 5%" in text for text in texts(found))


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
    root = stats.t.ppf(0.9875, 59) + stats.norm.ppf(0.8)  # the first look has half of the error
    assert found.detectable == pytest.approx(root * shift.se)
    same = followed([run("a", [FIRST]), run("b", [FIRST])])
    # p = √k·√(p(1 − p)/n)
    assert same.detectable == pytest.approx(root * math.sqrt(same.detectable * (1 - same.detectable) / 60))


@pytest.mark.parametrize(
    ("n", "verdict", "said"), [(10, "cannot-tell", "unchanged-few"), (29, "steady", "unchanged")]
)
def test_too_few_anchors_without_a_change_are_not_steady(n: int, verdict: str, said: str) -> None:
    # 1 − .05^(1/10) is 26 %, 1 − .05^(1/28) is 10.15 % and 1 − .05^(1/29) is 9.81 %
    found = followed([run(name, [np.resize(np.arange(5), n)]) for name in "ab"])
    assert found.verdict == verdict
    assert said in codes(found)
    if n == 10:
        assert any("up to 26%" in text and "29 unchanged anchor items" in text for text in texts(found))
        assert any("26%" in text and "有 29 个锚定条目" in text for text in texts(found))


def test_anchors_that_all_changed_are_not_said_to_be_without_a_change() -> None:
    """Every category is used as often as before, so that only repeats could tell change from noise."""
    words = np.resize(list("abcde"), 20)
    found = followed([run("a", [words]), run("b", [np.roll(words, 1)])])
    assert found.verdict == "cannot-tell"
    assert found.between is not None
    assert found.between.estimate == 0
    assert "cannot-tell-noise-shares" in codes(found)
    assert not any(
        "no reliable change was found" in text or "未检出统计上可靠的变化" in text for text in texts(found)
    )


def test_a_later_look_asks_for_more_and_says_so() -> None:
    found = followed([run("a", [FIRST]), run("b", [SECOND]), run("c", [THIRD])])
    assert (found.looked, found.level_now) == (2, pytest.approx(1 - 0.05 / 6))
    assert any("This is check 2" in text and "99.17%" in text for text in texts(found))
    assert any("第 2 次检查" in text and "99.17%" in text for text in texts(found))
