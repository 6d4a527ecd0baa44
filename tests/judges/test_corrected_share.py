"""The true share by a judge that errs at known rates."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc
from concordant.errors import InputError, OptionError
from concordant.interpret.judge_texts import corrected_share_text
from concordant.judges.corrected_share import corrected_share, label_allocation, rogan_gladen, share_by_answer

#: Lee et al. (2025), by their reference code: p, q0, q1, n, m0, m1, level, estimate, low, high.
LEE = [
    (0.4, 0.7, 0.9, 1000, 200, 200, 0.95, 0.1666667, 0.0563507, 0.2627330),
    (0.5, 0.8, 0.8, 500, 100, 100, 0.95, 0.5, 0.3799747, 0.6200253),
    (0.1, 0.95, 0.6, 300, 50, 80, 0.90, 0.0909091, 0.0, 0.1781373),
]


@pytest.mark.parametrize("row", LEE)
def test_published_numbers(row: tuple[float, ...]) -> None:
    found = rogan_gladen(*row[:6], level=row[6])
    assert found.interval is not None
    assert (found.estimate, found.interval.low, found.interval.high) == pytest.approx(row[7:], abs=5e-8)


def test_a_judge_that_contradicts_its_labels_gets_no_point_interval() -> None:
    """The reference code gives [0, 0] here."""
    found = rogan_gladen(0.05, 0.9, 0.9, 1000, 200, 200)
    assert found.notes[0].code == "judge-contradicts-labels"
    assert found.estimate == 0
    assert found.details["uncut"] == pytest.approx(-0.0625)
    assert found.interval is not None
    assert found.interval.low == 0
    assert found.interval.high > 0.03


def test_few_judged_items_are_no_certainty() -> None:
    """Resampling the labelled set alone, as judgy does, takes the share of 60 judged items for known."""
    rng, truth, q0, q1, m = np.random.default_rng(6), 0.4, 0.85, 0.9, 2000
    ours, theirs = [], []
    for _ in range(300):
        p = rng.binomial(60, truth * q1 + (1 - truth) * (1 - q0)) / 60
        found = [rng.binomial(m, q) / m for q in (q0, q1)]
        around = rogan_gladen(p, *found, 60, m, m).interval
        assert around is not None
        ours.append(truth in around)
        drawn = [rng.binomial(m, q, 400) / m for q in found]
        again = np.clip((p + drawn[0] - 1) / (drawn[0] + drawn[1] - 1), 0, 1)
        theirs.append(np.quantile(again, 0.025) <= truth <= np.quantile(again, 0.975))
    assert np.mean(theirs) < 0.4
    assert 0.92 <= np.mean(ours) <= 0.98


def test_a_judge_without_skill_is_undefined() -> None:
    found = rogan_gladen(0.5, 0.4, 0.6, 100, 50, 50)
    assert not found.defined
    assert found.notes[0].code == "judge-without-skill"


def test_labels_are_shared_out_as_published() -> None:
    assert label_allocation(200, 0.4, 0.7, 0.9, 10) == (136, 64)
    assert label_allocation(1000, 0.1, 0.95, 0.6, 50) == (786, 214)
    assert label_allocation(100, 0.0, 0.9, 0.9, 10) == (100, 0)  # nothing to detect: all on negatives


@pytest.mark.parametrize(("share", "labels"), [(0.1, 200), (0.4, 100)])
def test_intervals_hold_the_truth(share: float, labels: int) -> None:
    rng, held = np.random.default_rng(3), []
    for _ in range(500):
        truth = rng.random(1000) < share
        judge = np.where(truth, rng.random(1000) < 0.85, rng.random(1000) < 0.1)
        human = [bool(t) if i < labels else None for i, t in enumerate(truth)]
        found = corrected_share(judge.tolist(), human, positive=True)
        held.append(found.interval is not None and share in found.interval)
    assert 0.93 <= np.mean(held) <= 0.99


def test_several_categories_by_the_inverse_of_the_confusion_matrix() -> None:
    rng, shares = np.random.default_rng(8), [0.5, 0.3, 0.2]
    errors = np.array([[0.8, 0.1, 0.1], [0.15, 0.8, 0.1], [0.05, 0.1, 0.8]])
    held, values = [], []
    for _ in range(200):
        truth = rng.choice(3, 1500, p=shares)
        judge = (rng.random(1500)[:, None] > errors[:, truth].T.cumsum(axis=1)).sum(axis=1)
        human = ["abc"[t] if i < 300 else None for i, t in enumerate(truth)]
        found = corrected_share(["abc"[min(x, 2)] for x in judge], human)
        values.append([part.estimate for part in found.parts])
        held += [p.interval is not None and s in p.interval for p, s in zip(found.parts, shares, strict=True)]
    assert np.mean(values, axis=0) == pytest.approx(shares, abs=0.01)
    assert 0.92 <= np.mean(held) <= 0.98


def test_of_two_categories_both_ways_agree() -> None:
    rng = np.random.default_rng(5)
    truth = rng.random(600) < 0.3
    judge = np.where(truth, rng.random(600) < 0.8, rng.random(600) < 0.2)
    human = [bool(t) if i < 150 else None for i, t in enumerate(truth)]
    one = corrected_share(judge.tolist(), human, positive=True)
    both = {part.category: part.estimate for part in corrected_share(judge.tolist(), human).parts}
    assert both["True"] == pytest.approx(one.estimate)
    assert both["False"] == pytest.approx(1 - one.estimate)
    assert corrected_share(judge.tolist(), human).parts[1].interval == one.interval  # Lee's, either way


def test_labels_that_suffice_for_some_categories_are_said_of_these() -> None:
    rng = np.random.default_rng(7)
    truth = rng.choice(3, 2000, p=[0.5, 0.3, 0.2])
    judge = np.where(rng.random(2000) < 0.75, truth, rng.choice(3, 2000))
    human = ["abc"[t] if i < 200 else None for i, t in enumerate(truth)]
    found = corrected_share(["abc"[x] for x in judge], human)
    shorter = [
        part.category
        for part in found.parts
        if part.interval is not None
        and part.details["people_high"] - part.details["people_low"] < part.interval.high - part.interval.low
    ]
    assert 0 < len(shorter) < 3
    names = " and ".join(repr(name) for name in shorter)
    assert f"For {names}, the 200 labels alone give a shorter interval" in corrected_share_text(found)
    assert "仅用这 200 个标注，区间反而更短" in corrected_share_text(found, "zh")


@pytest.mark.parametrize("positive", ["pass", None])
def test_a_judge_worse_than_chance_corrects_no_share(positive: str | None) -> None:
    human = ["pass"] * 50 + ["fail"] * 50 + [None] * 100
    judge = ["fail"] * 40 + ["pass"] * 50 + ["fail"] * 10 + ["pass", "fail"] * 50
    found = corrected_share(judge, human, positive=positive)
    assert not found.defined
    assert [note.code for note in found.notes] == ["judge-without-skill"]


def test_what_the_labels_say_alone_is_shown_and_preferred_where_it_is_more_precise() -> None:
    # 100 labels of which 50 pass: Wilson's interval with t(99) = 1.984217: (.5 ± .5·√(q²/(100 + q²)))
    judge = ["pass"] * 60 + ["fail"] * 40 + ["pass"] * 55 + ["fail"] * 45
    human = ["pass"] * 50 + ["fail"] * 50 + [None] * 100
    found = corrected_share(judge, human, positive="pass")
    reach = 0.5 * 1.984217 / np.sqrt(100 + 1.984217**2)
    known = [found.details[name] for name in ("people_alone", "people_low", "people_high", "labels")]
    assert known == pytest.approx([0.5, 0.5 - reach, 0.5 + reach, 100], abs=1e-6)
    assert found.n_items == 200
    assert found.interval is not None
    assert found.interval.high - found.interval.low > 2 * reach
    for text, said in (("en", "The 100 labels alone give a shorter interval"), ("zh", "仅用这 100 个标注")):
        assert said in corrected_share_text(found, text)
        assert corrected_share_text(found, text).count("pass") == 1
        assert said in corrected_share_text(corrected_share(judge, human), text)
    # A judge without errors on 5,000 further items adds to them
    sure = corrected_share([x or "pass" for x in human] * 10, [*human, *[None] * 1800], positive="pass")
    assert "shorter interval" not in corrected_share_text(sure)


def test_bad_input_is_one_sentence() -> None:
    with pytest.raises(OptionError, match="must be between 0 and 1"):
        rogan_gladen(1.2, 0.9, 0.9, 10, 10, 10)
    with pytest.raises(InputError, match="None of the positives has a human label"):
        corrected_share([1, 0, 1], [0, 0, None], positive=1)
    with pytest.raises(OptionError, match="positive"):
        corrected_share([1, 0, 1], [0, 1, None], positive=7)


def _labelled_by_answer(seed: int, n: int = 4000) -> tuple[np.ndarray, list[str], list[str | None]]:
    """Truth, a judge that errs, and labels twice as often where the judge fails an answer."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.6
    judge = np.where(truth, rng.random(n) < 0.9, rng.random(n) < 0.3)
    drawn = rng.random(n) < np.where(judge, 0.1, 0.2)
    names = np.array(["fail", "pass"])
    human = [str(names[int(t)]) if there else None for t, there in zip(truth, drawn, strict=True)]
    return truth, names[judge.astype(int)].tolist(), human


def test_labels_drawn_by_the_judges_answer_are_said_first_and_weighted_by_its_answers() -> None:
    truth, judge, human = _labelled_by_answer(1)
    wrong, held = 0, 0
    for positive in ("pass", None):
        found = corrected_share(judge, human, positive=positive)
        assert found.notes[0].code == "labels-chosen"
        noted = [note.facts for note in found.notes if note.code == "share-by-answer"]
        honest = {facts["category"]: facts for facts in noted}
        # Σ over answers of P(answer) · P(people pass | answer), by hand
        by_hand = 0.0
        for answer in ("fail", "pass"):
            labels = [h for j, h in zip(judge, human, strict=True) if j == answer and h is not None]
            by_hand += judge.count(answer) / len(judge) * labels.count("pass") / len(labels)
        assert honest["pass"]["share"] == pytest.approx(by_hand)
        text = corrected_share_text(found)
        assert text.index("do not look like a random sample") < text.index("If items were chosen")
        assert "shorter interval" not in text
        assert "不像随机样本" in corrected_share_text(found, "zh")
    for seed in range(100):
        truth, judge, human = _labelled_by_answer(seed)
        found = corrected_share(judge, human, positive="pass")
        assert found.interval is not None
        wrong += truth.mean() not in found.interval
        facts = found.notes[1].facts
        held += facts["low"] <= truth.mean() <= facts["high"]
    assert wrong > 50
    assert held >= 90


@pytest.mark.parametrize(("p1", "p0", "m"), [(0.9, 0.2, 40), (0.97, 0.05, 60), (0.7, 0.4, 15)])
def test_the_share_by_answers_holds_the_truth(p1: float, p0: float, m: int) -> None:
    rng, held, n, passed = np.random.default_rng(12), 0, 600, 0.7
    for _ in range(500):
        said = rng.random(n) < passed
        truth = rng.random(n) < np.where(said, p1, p0)
        labelled = np.zeros(n, dtype=bool)
        for answer, many in ((True, m), (False, 2 * m)):  # twice as many labels where it fails an answer
            labelled[rng.choice(np.flatnonzero(said == answer), many, replace=False)] = True
        _, around = share_by_answer(said.astype(int), labelled, truth[labelled])
        held += passed * p1 + (1 - passed) * p0 in around
    assert 0.93 <= held / 500 <= 0.985


def test_labels_drawn_at_random_are_not_said_to_be_chosen() -> None:
    rng, said = np.random.default_rng(4), 0
    for _ in range(200):
        judge = rng.choice(["pass", "fail"], 500)
        human = np.where(rng.random(500) < 0.2, judge, None)
        said += any(note.code == "labels-chosen" for note in corrected_share(judge, human.tolist()).notes)
    assert said <= 6  # 1 in 100


@pytest.mark.parametrize("positive", ["pass", None])
def test_labels_of_one_answer_only_are_not_blamed_on_the_judge(positive: str | None) -> None:
    judge = ["pass"] * 60 + ["fail"] * 40
    human = ["pass"] * 20 + ["fail"] * 10 + [None] * 70
    found = corrected_share(judge, human, positive=positive)
    assert not found.defined
    assert [note.code for note in found.notes] == ["answers-unlabelled"]
    assert "No item to which the judge gives 'fail' has a human label" in corrected_share_text(found)
    assert "cannot distinguish" not in corrected_share_text(found)


def test_an_interval_of_several_categories_is_never_the_wrong_way_round() -> None:
    judge = ["pass"] * 120 + ["fail"] * 80 + ["fail"] * 800
    human = ["pass"] * 110 + ["fail"] * 10 + ["pass"] * 45 + ["fail"] * 35 + [None] * 800
    for part in corrected_share(judge, human).parts:
        assert not 0 < part.details["uncut"] < 1
        assert part.interval is not None
        assert 0 <= part.interval.low <= part.estimate <= part.interval.high <= 1


def test_tied_votes_are_counted_and_the_judge_alone_is_that_of_all_items() -> None:
    votes = {
        "ann": ["a", "b", "a", "b"] * 10 + ["a", "b", None, ""],
        "bob": ["a", "b", "a", "b"] * 10 + ["b", "a", None, ""],
        "judge": ["a", "b", "a", "a"] * 10 + ["b", "b", "b", "b"],
    }
    found = cc.corrected_share(votes, judge="judge", positive="a")
    assert found.details["judge_alone"] == pytest.approx(30 / 44)
    (tied,) = [note for note in found.notes if note.code == "tied-votes"]
    assert tied.facts == {"ties": 2}
    assert "票数相同" in tied.text("zh")
