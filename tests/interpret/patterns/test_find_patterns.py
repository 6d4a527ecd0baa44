"""All patterns together: how often chance is taken for a problem, what comes first, what it costs."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from concordant.errors import OptionError
from concordant.inference.false_discovery import adjusted
from concordant.interpret.compare.comparison import Comparison, judged, together
from concordant.interpret.finding import Finding
from concordant.interpret.patterns import PATTERNS, PatternContext, candidates, find_patterns
from concordant.ratings.reading.arrays import from_counts
from concordant.ratings.scale import Scale
from tests.interpret.patterns.made import FLEISS, codes, found, judge, noisy, people, rated, tried, truth

#: Raters who guess have no skill, and that is to be found.
SKILL_CODES = ("no-skill", "unclear-rubric")
SHARES = [0.1, 0.2, 0.3, 0.25, 0.15]


def equal_skill(rng: Any, n: int, raters: int) -> list[Any]:
    """Raters who see the same with noise alike."""
    t = rng.choice([1, 2, 3, 4, 5], n, p=SHARES)
    return [np.clip(t + rng.choice([-1, 0, 1], n, p=[0.15, 0.7, 0.15]), 1, 5) for _ in range(raters)]


def independent(rng: Any, n: int, raters: int) -> list[Any]:
    """Raters who guess, each category as often."""
    return [rng.choice([1, 2, 3, 4, 5], n, p=SHARES) for _ in range(raters)]


def chance_study(make: Any, raters: int, seed: int, n: int = 90) -> list[PatternContext]:
    """Comparisons in which nothing is wrong, with a slice, dimensions and times to look into."""
    rng = np.random.default_rng([seed, raters])
    three = {"items": np.repeat(np.arange(n // 3), 3), "dimension": np.tile(list("xyz"), n // 3)}
    slices = {"type": rng.choice(list("pqrs"), n)}
    ratings = rated(make(rng, n, raters), slices=slices, **(three if seed % 2 else {}))
    ratings = replace(ratings, times=tuple(rng.permutation(n).astype(float) for _ in range(raters)))
    return [PatternContext(judge(ratings)), *([PatternContext(people(ratings))] if raters > 2 else [])]


@pytest.mark.slow
@pytest.mark.parametrize(("raters", "studies"), [(2, 250), (4, 200)])
@pytest.mark.parametrize("make", [equal_skill, independent])
def test_on_noise_alone_hardly_any_study_finds_anything(make: Any, raters: int, studies: int) -> None:
    """If the rate were above 0.05, more than 0.05 + 2 standard errors would be rare."""
    hits = sure = skill = 0
    for seed in range(studies):
        context = chance_study(make, raters, seed)
        q = adjusted(np.array([c.evidence.p_value for c in candidates(context)]))
        if make is not independent:
            skill += any(f.code in SKILL_CODES for f in find_patterns(context))
        if (q <= 0.05).any():  # without that nothing else can be found
            sure += 1
            hits += any(make is not independent or f.code not in SKILL_CODES for f in find_patterns(context))
    limit = studies * 0.05 + 2 * np.sqrt(studies * 0.05 * 0.95)
    assert hits <= limit
    # and it is the tests that hold the rate, not only the size that a problem must have
    assert sure <= limit
    assert skill == 0  # these raters see the same with little noise


def test_a_higher_rate_finds_more() -> None:
    t = truth(60)
    compared = judge(rated([noisy(t, 1), np.clip(noisy(t, 2) + (np.arange(60) % 2), 1, 5)]))
    (bias,) = tried(compared, "systematically-high")
    (finding,) = found(compared, fdr=0.2)
    assert finding.code == "systematically-high"
    assert bias.evidence.p_value < finding.q_value
    assert found(compared, fdr=finding.q_value) == (finding,)
    assert found(compared, fdr=finding.q_value * 0.999) == ()


def test_more_comparisons_make_each_finding_less_sure() -> None:
    t = truth(200)
    off = judge(rated([noisy(t, 1), np.clip(noisy(t, 2) + (np.arange(200) % 2), 1, 5)]))
    quiet = judge(rated([noisy(t, 3), noisy(t, 4)]))
    alone, among = found(off)[0], found(off, quiet)[0]
    assert among.code == alone.code == "systematically-high"
    assert among.q_value > alone.q_value


def test_what_gains_most_comes_first() -> None:
    t = truth(900)
    kind = np.tile(["p", "q", "r"], 300)
    off = np.clip(np.where(kind == "q", noisy(t, 2, 0.6), noisy(t, 3, 0.1)) + 1, 1, 5)
    got = found(judge(rated([noisy(t, 1, 0.1), off], slices={"type": kind})))
    assert {"systematically-high", "slice-misjudged"} <= {f.code for f in got}
    gains = [f.headroom.gain for f in got if f.headroom is not None]
    assert gains == sorted(gains, reverse=True)


def test_a_finding_goes_to_json_and_back() -> None:
    t = truth(300)
    for f in found(judge(rated([noisy(t, 1), np.clip(noisy(t, 2) + 1, 1, 5)]))):
        written = json.dumps(f.to_dict(), allow_nan=False)
        back = Finding.from_dict(json.loads(written))
        assert back.to_dict() == f.to_dict()
        assert back.text("zh") == f.text("zh")


def test_a_rate_must_be_one() -> None:
    with pytest.raises(OptionError, match="fdr must be a false discovery rate"):
        found(fdr=0)


def test_nothing_is_found_in_nothing() -> None:
    assert find_patterns([]) == ()
    assert len(PATTERNS) == 13


@pytest.mark.parametrize(
    "columns",
    [
        [[1], [2]],
        [[3] * 50, [3] * 50],
        [[1, None] * 30, [None, 1] * 30],
        [[1, 2, 3] * 20],
        [[None] * 40 + [1], [1] + [None] * 40, [2] * 41],
    ],
    ids=["one item", "one category", "no item in common", "one rater", "almost all gaps"],
)
def test_data_with_nothing_to_see_are_silent(columns: list[Any]) -> None:
    ratings = rated(columns)
    context = [together(ratings, ratings.raters, "people", main=FLEISS)]
    if len(columns) > 1:
        context.append(judge(ratings))
    assert [f.code for f in found(*context)] == []


def test_counts_that_do_not_say_who_are_looked_at_for_slices_alone() -> None:
    ratings = from_counts(np.array([[3, 0], [2, 1], [0, 3]] * 20), categories=["u", "v"])
    assert codes(together(ratings, ratings.raters, "raters", main=FLEISS)) == []


def test_equal_rows_may_be_counted_before() -> None:
    t = truth(500)
    ratings = rated([noisy(t, 1), noisy(t, 2), np.clip(noisy(t, 3) + 1, 1, 5)], slices={"s": t % 2})
    rows, counts = np.unique(np.column_stack([ratings.matrix, t % 2]), axis=0, return_counts=True)
    counted = rated([rows[:, at] + 1 for at in range(3)], slices={"s": rows[:, 3]}, weights=counts)
    one, other = found(judge(ratings), people(ratings)), found(judge(counted), people(counted))
    assert [f.code for f in one] == [f.code for f in other]
    for a, b in zip(one, other, strict=True):
        assert a.evidence.estimate == pytest.approx(b.evidence.estimate)
        assert a.q_value == pytest.approx(b.q_value)
        assert a.headroom is not None
        assert b.headroom is not None
        assert a.headroom.repaired == pytest.approx(b.headroom.repaired)


def large() -> list[Comparison]:
    """A hundred thousand items by five raters with three columns to slice by."""
    n = 100_000
    rng = np.random.default_rng(1)
    t = truth(n)
    slices = {name: rng.choice(list("pqrstu"), n) for name in ("x", "y", "z")}
    ratings = rated([*(noisy(t, s) for s in range(4)), np.clip(noisy(t, 5) + 1, 1, 5)], slices=slices)
    return [together(ratings, ratings.raters[:4], "people", main=FLEISS),
            judged(ratings, ratings.raters[:4], ratings.raters[4])]  # fmt: skip


@pytest.mark.slow
def test_many_items_cost_little() -> None:
    compared = large()
    start = time.perf_counter()
    got = found(*compared)
    assert time.perf_counter() - start < 5  # well under a second on a machine of its own
    assert [f.code for f in got] == ["systematically-high"]


def test_names_in_order_are_spoken_of_in_steps() -> None:
    levels = ["poor", "fair", "good", "great"]
    t = np.random.default_rng(2).integers(0, 3, 200)
    named = np.array(levels)
    got = found(judge(rated([named[t], named[t + 1]], ["human", "gpt"], scale=Scale.ordinal(levels))))
    assert got[0].text().startswith("gpt rates systematically high: 1.00 steps above human on average")


def test_gain_goes_before_sureness() -> None:
    many, few = truth(5000), truth(100)
    slight = judge(rated([many, np.minimum(many + (np.arange(5000) % 4 == 0), 5)], ["a", "sure"]))
    much = judge(rated([noisy(few, 1), np.minimum(noisy(few, 2) + 1, 5)], ["a", "worth"]))
    first, second = found(slight, much)
    assert (first.about["rater"], second.about["rater"]) == ("worth", "sure")
    assert first.q_value > second.q_value
