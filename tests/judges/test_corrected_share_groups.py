"""Corrected shares of groups, and the difference of two."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

import concordant as cc
from concordant.errors import InputError, OptionError
from concordant.interpret.judge_texts import corrected_share_text
from concordant.judges.corrected_share import rogan_gladen
from concordant.judges.corrected_share_groups import share_difference

Group = tuple[list[bool], list[bool | None]]


def _group(share: float, n: int, labels: int, rng: np.random.Generator) -> Group:
    truth = rng.random(n) < share
    judge = np.where(truth, rng.random(n) < 0.85, rng.random(n) < 0.15)
    return judge.tolist(), [bool(t) if i < labels else None for i, t in enumerate(truth)]


def _by_counts(good: tuple[int, int], bad: tuple[int, int], passed: int, n: int) -> Group:
    """Labelled items of each truth as (called positive, called negative), then n others."""
    judge = [True] * good[0] + [False] * good[1] + [True] * bad[0] + [False] * bad[1]
    human: list[bool | None] = [*[True] * sum(good), *[False] * sum(bad), *[None] * n]
    return judge + [True] * passed + [False] * (n - passed), human


def test_a_difference_is_that_of_two_shares_and_its_interval_is_made_of_both() -> None:
    new = _by_counts((18, 2), (6, 14), 60, 100)  # sensitivity .9, specificity .7
    old = _by_counts((16, 4), (4, 16), 40, 100)  # both .8
    groups = ["new"] * 140 + ["old"] * 140
    found = cc.corrected_difference(new[0] + old[0], new[1] + old[1], by=groups, positive=True)
    one, other = rogan_gladen(0.6, 0.7, 0.9, 100, 20, 20), rogan_gladen(0.4, 0.8, 0.8, 100, 20, 20)
    assert found.estimate == pytest.approx(0.5 - 1 / 3)
    assert found.interval is not None
    assert one.interval is not None
    assert other.interval is not None
    low = math.hypot(0.5 - one.interval.low, other.interval.high - 1 / 3)
    high = math.hypot(one.interval.high - 0.5, 1 / 3 - other.interval.low)
    assert found.interval.low == pytest.approx(0.5 - 1 / 3 - low)
    assert found.interval.high == pytest.approx(0.5 - 1 / 3 + high)
    assert [part.category for part in found.parts] == ["new", "old"]
    for lang, title in (("en", "Difference of shares of “True”"), ("zh", "比例之差")):
        text = corrected_share_text(found, lang)
        assert title in text
        assert "new − old" in text


@pytest.mark.parametrize(("share", "other"), [(0.5, 0.3), (0.15, 0.1)])
def test_intervals_of_differences_hold_the_truth(share: float, other: float) -> None:
    rng, held = np.random.default_rng(9), []
    for _ in range(400):
        (j1, h1), (j2, h2) = _group(share, 800, 150, rng), _group(other, 800, 150, rng)
        found = share_difference(j1 + j2, h1 + h2, ["a"] * 800 + ["b"] * 800, positive=True)
        held.append(found.interval is not None and share - other in found.interval)
    assert 0.93 <= np.mean(held) <= 0.99


def _paired(count: int, labels: int, per: int, share: float, other: float, rng: np.random.Generator) -> Any:
    """Two systems on the same prompts, `per` answers each; prompts are hard for both, and for the judge."""
    easy, clear = rng.normal(size=(2, count))
    judge, human, group, prompt = [], [], [], []
    for name, p in (("new", share), ("old", other)):
        for _ in range(per):
            truth = norm.cdf(np.sqrt(0.6) * easy + np.sqrt(0.4) * rng.normal(size=count)) < p
            luck = norm.cdf(np.sqrt(0.6) * clear + np.sqrt(0.4) * rng.normal(size=count))
            judge += np.where(luck < 0.15, ~truth, truth).tolist()
            human += [bool(x) if i < labels else None for i, x in enumerate(truth)]
            group += [name] * count
            prompt += list(range(count))
    return judge, human, group, prompt


@pytest.mark.parametrize(("count", "labels", "per"), [(600, 150, 1), (150, 40, 4)])
def test_prompts_that_both_systems_answered_make_a_paired_difference(
    count: int, labels: int, per: int
) -> None:
    rng, held, shorter = np.random.default_rng(6), [], []
    for _ in range(300):
        judge, human, group, prompt = _paired(count, labels, per, 0.5, 0.3, rng)
        paired = share_difference(judge, human, group, positive=True, clusters=prompt)
        apart = share_difference(judge, human, group, positive=True)
        assert paired.estimate == apart.estimate
        assert paired.interval is not None
        assert apart.interval is not None
        held.append(0.2 in paired.interval)
        shorter.append(paired.se / apart.se)
    assert 0.93 <= np.mean(held) <= 0.985
    assert np.mean(shorter) < (0.95 if per == 1 else 1.0)


def test_clusters_within_a_group_widen_its_interval_as_copies_do() -> None:
    # Four copies of every row: the same share, and with copies as clusters hardly another interval than once
    new, old = _by_counts((180, 20), (60, 140), 600, 1000), _by_counts((160, 40), (40, 160), 400, 1000)
    judge, human, groups = new[0] + old[0], new[1] + old[1], ["new"] * 1400 + ["old"] * 1400
    rows = list(range(2800)) * 4
    once = share_difference(judge, human, groups, positive=True)
    kept = share_difference(judge * 4, human * 4, groups * 4, positive=True, clusters=rows)
    copied = share_difference(judge * 4, human * 4, groups * 4, positive=True)
    assert kept.estimate == pytest.approx(once.estimate)
    assert kept.se == pytest.approx(once.se, rel=0.05)
    assert copied.se == pytest.approx(once.se / 2, rel=0.05)
    assert "clustered" in kept.method
    with pytest.raises(InputError, match="same cluster"):
        share_difference(judge, human, groups, positive=True, clusters=["one"] * 2800)


def test_clusters_are_read_from_a_column_or_from_a_value_for_each_item() -> None:
    judge, human, group, prompt = _paired(200, 80, 1, 0.5, 0.3, np.random.default_rng(2))
    names = (
        ["pass" if x else "fail" for x in judge],
        [None if x is None else "pass" if x else "fail" for x in human],
    )
    table = {
        "item": list(range(400)),
        "human": names[1],
        "judge": names[0],
        "system": group,
        "prompt": prompt,
    }
    of_table = cc.corrected_difference(
        table, by="system", slices="system", positive="pass", clusters="prompt", item="item"
    )
    of_lists = cc.corrected_difference(*names, by=group, positive="pass", clusters=prompt)
    plain = cc.corrected_difference(*names, by=group, positive="pass")
    assert of_table.estimate == of_lists.estimate == plain.estimate
    assert of_table.se == of_lists.se < plain.se
    assert "群" in of_lists.text("zh") or "簇" in of_lists.text("zh")


def test_a_group_without_labels_of_both_kinds_is_undefined_and_named() -> None:
    new, old = _by_counts((18, 2), (6, 14), 60, 100), _by_counts((16, 4), (0, 0), 40, 100)
    groups = ["new"] * 140 + ["old"] * 120
    judge, human = new[0] + old[0], new[1] + old[1]
    found = cc.corrected_difference(judge, human, by=groups, positive=True)
    assert not found.defined
    assert found.notes[0].facts == {"groups": ["old"]}
    shares = cc.corrected_share(judge, human, by=groups, positive=True)
    assert [part.defined for part in shares.parts] == [True, False]
    assert "old: Human labels of both kinds are needed, but 20 are positive and 0 negative." in (
        corrected_share_text(shares)
    )


def test_names_are_compared_by_one_category_only() -> None:
    table = {"judge": ["yes", "no"] * 10, "human": ["yes", "no"] * 10, "system": ["a"] * 10 + ["b"] * 10}
    with pytest.raises(OptionError, match="by needs positive"):
        cc.corrected_share(table["judge"], table["human"], by=table["system"])
    with pytest.raises(InputError, match="exactly two groups"):
        cc.corrected_difference(table["judge"], table["human"], by=["a"] * 20, positive="yes")
    with pytest.raises(OptionError, match="Design weights are not supported"):
        cc.corrected_difference(
            table["judge"], table["human"], by=table["system"], positive="yes", weights=[1.0] * 20
        )
    found = cc.corrected_difference(table, judge="judge", by="system", slices="system", positive="yes")
    assert found.estimate == 0
