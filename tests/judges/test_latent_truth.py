"""The truth behind a panel's ratings, by the model of Dawid and Skene."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.interpret.judge_texts import latent_truth_text
from concordant.judges.latent_truth import latent_truth

#: Dawid and Skene (1979), table 1: 45 patients; observer 1 three times, then observers 2 to 5.
ANAESTHESIA = """
1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 2223343
1111111 2223212 1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222 2212222
1111111 1111111 2322222 1111111 1111111 1121121 1111111 3333233 1111111 2222222 2223232 4334343
2212232 2323233 3333432 1111111 1111111 1212111 2322222 1211111 2222222
"""
#: What expectation–maximisation from the shares of votes gives for the shares of the four categories.
SHARES = [0.399555, 0.421983, 0.111795, 0.066667]


def _long() -> list[dict[str, object]]:
    who = ("one", "one", "one", "two", "three", "four", "five")
    run = (1, 2, 3, 1, 1, 1, 1)
    return [
        {"item": i, "rater": r, "repeat": t, "score": int(x)}
        for i, row in enumerate(ANAESTHESIA.split())
        for r, t, x in zip(who, run, row, strict=True)
    ]


@pytest.fixture(scope="module")
def ratings() -> cc.Ratings:
    return cc.as_ratings(_long(), item="item", rater="rater", repeat="repeat", value="score")


def test_the_published_example(ratings: cc.Ratings) -> None:
    found = latent_truth(ratings, pseudo_count=0)
    assert found.shares == pytest.approx(SHARES, abs=5e-6)
    assert len(found.items) == 45
    assert found.probabilities.sum(axis=1) == pytest.approx(np.ones(45))
    assert found.confusion.sum(axis=2) == pytest.approx(np.ones((5, 4)))


def test_every_step_of_the_maximum_is_a_fixed_point(ratings: cc.Ratings) -> None:
    """At the maximum Bayes' rule, with shares and confusions recomputed, gives the same probabilities."""
    found = latent_truth(ratings, pseudo_count=0)
    said = np.zeros((45, 5, 4))
    for i, row in enumerate(ANAESTHESIA.split()):
        for r, x in zip((0, 0, 0, 1, 2, 3, 4), row, strict=True):
            said[i, r, int(x) - 1] += 1
    t = found.probabilities
    confusion = np.einsum("ij,irl->rjl", t, said)
    confusion /= confusion.sum(axis=2, keepdims=True)
    joint = t.mean(axis=0) * np.prod(confusion[None] ** said[:, :, None, :], axis=(1, 3))
    assert joint / joint.sum(axis=1, keepdims=True) == pytest.approx(t, abs=1e-4)


def test_pseudo_counts_keep_certainty_below_one(ratings: cc.Ratings) -> None:
    plain, careful = latent_truth(ratings, pseudo_count=0), latent_truth(ratings, pseudo_count=0.5)
    assert careful.certainty.min() < plain.certainty.max() <= 1
    assert (careful.confusion > 0).all()
    assert not (plain.confusion > 0).all()


def test_planted_raters_are_found() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, 600)
    skills = [0.9, 0.8, 0.7, 0.4]
    columns = [np.where(rng.random(600) < s, truth, rng.integers(0, 3, 600)) for s in skills]
    names = {f"r{i}": ["abc"[x] for x in column] for i, column in enumerate(columns)}
    found = latent_truth(cc.as_ratings(names))
    right = [s + (1 - s) / 3 for s in skills]
    assert list(found.accuracy.values()) == pytest.approx(right, abs=0.06)
    answers = np.array(found.answers)
    best = max(np.mean(column == truth) for column in columns)
    assert np.mean(answers == np.array(["abc"[x] for x in truth])) > best
    assert 0 < found.moved < 0.2


def test_the_text_names_the_most_frequent_error_of_each_rater() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 3, 300)
    votes = {f"r{i}": np.where(rng.random(300) < 0.9, truth, (truth + 1) % 3) for i in range(3)}
    votes["odd"] = np.where((truth == 1) & (rng.random(300) < 0.6), 2, truth)  # b taken for c
    found = cc.latent_truth({name: ["abc"[x] for x in row] for name, row in votes.items()}, draws=50)
    line = next(one for one in latent_truth_text(found).splitlines() if one.split()[:3] == ["odd", "b", "c"])
    share = float(line.split()[3].rstrip("%"))
    assert share == pytest.approx(100 * np.mean(votes["odd"][truth == 1] == 2), abs=3)
    assert "每位评分者最常见的误判" in latent_truth_text(found, "zh")


def test_two_raters_are_said_to_be_too_few() -> None:
    found = latent_truth(cc.as_ratings({"a": [1, 2, 1, 2, 1], "b": [1, 2, 2, 2, 1]}))
    assert [note.code for note in found.notes] == ["few-raters-for-truth"]


def test_counts_and_negative_pseudo_counts_are_refused() -> None:
    with pytest.raises(OptionError, match="pseudo_count must be 0 or more"):
        latent_truth(cc.as_ratings({"a": [1, 2], "b": [1, 2]}), pseudo_count=-1)


def test_intervals_of_confusion_hold_the_truth() -> None:
    """Five raters who are right in 80 %, two categories as frequent: the diagonal of each rater is .8."""
    rng, inside, n = np.random.default_rng(11), 0, 0
    for _ in range(25):
        truth = rng.integers(0, 2, 150)
        votes = {f"r{i}": np.where(rng.random(150) < 0.8, truth, 1 - truth).tolist() for i in range(5)}
        found = cc.latent_truth(votes, draws=100)
        assert found.confusion_low is not None
        assert found.confusion_high is not None
        assert (found.confusion_low <= found.confusion_high).all()
        low, high = (np.diagonal(x, axis1=1, axis2=2) for x in (found.confusion_low, found.confusion_high))
        inside += int(((low <= 0.8) & (high >= 0.8)).sum())
        n += low.size
    assert inside >= 0.9 * n  # raters of a sample share its items
    assert cc.latent_truth({"a": [1, 2, 1], "b": [1, 2, 2], "c": [1, 1, 2]}).confusion_low is None


@pytest.mark.parametrize(("n", "right"), [(60, (0.9, 0.8, 0.7)), (100, (0.9, 0.85, 0.8, 0.75, 0.65))])
def test_intervals_of_accuracies_and_shares_hold_the_truth_with_few_raters(n: int, right: Any) -> None:
    rng, of_accuracy, of_share = np.random.default_rng(5), [], []
    for _ in range(120):
        truth = (rng.random(n) < 0.3).astype(int)
        votes = {f"r{i}": np.where(rng.random(n) < p, truth, 1 - truth).tolist() for i, p in enumerate(right)}
        found = cc.latent_truth(votes, draws=100)
        of_accuracy += [p in one for p, one in zip(right, found.accuracy_intervals.values(), strict=True)]
        of_share.append(0.3 in found.share_intervals["1"])
        assert all(
            found.accuracy[name] in one for name, one in found.accuracy_intervals.items()
        )  # as percentiles are not
        assert found.moved_interval is None or found.moved in found.moved_interval
    # 94 and 97 % of accuracies, 92 and 95 % of shares in longer runs; percentiles 90 and 95, 92 and 94
    assert 0.92 <= np.mean(of_accuracy) <= 0.99
    assert 0.88 <= np.mean(of_share) <= 0.99


def test_two_raters_have_no_intervals_and_the_reason_comes_first() -> None:
    votes = {"a": list("xxyyxyxyxy") * 6, "b": list("xyyyxyxxxy") * 6}
    found = cc.latent_truth(votes, draws=50)
    assert not found.accuracy_intervals
    assert not found.share_intervals
    assert found.confusion_low is None
    assert latent_truth_text(found).startswith("2 raters are too few to estimate who is right")
    assert "不给出置信区间" in latent_truth_text(found, "zh").splitlines()[0]
    three = cc.latent_truth({**votes, "c": list("xxyyxyxyyy") * 6}, draws=50)
    assert set(three.accuracy_intervals) == {"a", "b", "c"}
