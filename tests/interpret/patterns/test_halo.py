"""Halo: dimensions that go together more than they do for the reference."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant.interpret.compare.comparison import judged
from concordant.ratings.ratings import Ratings
from concordant.ratings.scale import Scale

from .made import codes, found, judge, only, people, rated, tried

N, D = 150, 3


def on_dimensions(columns: list[Any], **rows: Any) -> Ratings:
    """Ratings of items × dimensions."""
    items = np.repeat(np.arange(N), D)
    return rated(
        [np.asarray(c).ravel() for c in columns], items=items, dimension=np.tile(list("xyz"), N), **rows
    )


def seen(seed: int, general: float, noise: float = 0.3) -> Any:
    """A rater's ratings; `general` is how much of one impression is in all dimensions."""
    true = np.random.default_rng(0).normal(size=(N, D))
    whole = true.mean(axis=1, keepdims=True) * np.sqrt(D)
    own = np.random.default_rng([seed, 7]).normal(size=(N, D))
    x = np.sqrt(general) * whole + np.sqrt(1 - general) * true + noise * own
    return np.digitize(x, [-1.2, -0.4, 0.4, 1.2]) + 1


def between(x: Any) -> float:
    """The mean correlation between dimensions."""
    r = np.corrcoef(x.T)
    return float(np.mean([r[0, 1], r[0, 2], r[1, 2]]))


def test_a_judge_with_one_impression_for_all_dimensions_shows_a_halo() -> None:
    human, gpt = seen(1, 0), seen(2, 0.8)
    f = only(judge(on_dimensions([human, gpt])), "halo")
    assert f.facts["own"] == pytest.approx(between(gpt))
    assert f.facts["rest"] == pytest.approx(between(human))
    assert f.evidence.n_items == N
    assert f.headroom is not None
    assert f.headroom.gain > 0.1
    assert f.headroom.at_most
    assert len(f.examples) == 3


def test_dimensions_that_belong_together_for_everyone_are_no_halo() -> None:
    assert "halo" not in codes(judge(on_dimensions([seen(1, 0.8), seen(2, 0.8)])))


def test_the_difference_has_the_standard_error_of_resampled_items() -> None:
    human, gpt = seen(1, 0.2), seen(2, 0.5)
    (one,) = tried(judge(on_dimensions([human, gpt])), "halo")
    rng = np.random.default_rng(1)
    draws = [between(gpt[i]) - between(human[i]) for i in rng.integers(0, N, (1000, N))]
    assert one.evidence.se == pytest.approx(np.std(draws), rel=0.12)


def test_of_several_raters_the_one_with_the_halo_is_named() -> None:
    ratings = on_dimensions([seen(1, 0), seen(2, 0), seen(3, 0.9), seen(4, 0)])
    assert [f.about["rater"] for f in found(people(ratings)) if f.code == "halo"] == ["c"]


def test_several_people_are_the_reference_of_a_judge() -> None:
    humans = [seen(s, 0) for s in (1, 2)]
    gpt = seen(3, 0.9)
    ratings = on_dimensions([*humans, gpt])
    f = only(judged(ratings, ["a", "b"], "c"), "halo")
    assert f.facts["rest"] == pytest.approx(np.mean([between(x) for x in humans]))


def test_without_dimensions_or_order_there_is_no_halo() -> None:
    x = np.random.default_rng(1).integers(1, 6, (450, 2))
    assert not tried(judge(rated(list(x.T))), "halo")
    names = Scale.nominal([1, 2, 3, 4, 5])
    assert not tried(judge(on_dimensions([seen(1, 0), seen(2, 0.9)], scale=names)), "halo")


def test_gaps_leave_out_what_they_leave_out() -> None:
    human, gpt = seen(1, 0).astype(float), seen(2, 0.9)
    human[:30, 1] = np.nan
    f = only(judge(on_dimensions([human, gpt])), "halo")
    r = [
        np.corrcoef(human[30:, 0], human[30:, 1])[0, 1],
        np.corrcoef(human[:, 0], human[:, 2])[0, 1],
        np.corrcoef(human[30:, 1], human[30:, 2])[0, 1],
    ]
    assert f.facts["rest"] == pytest.approx(np.mean(r))


def test_beside_one_who_guesses_the_others_have_no_halo() -> None:
    # the guesser's dimensions do not go together, so that the others' do more than the mean of the rest
    guess = np.random.default_rng(3).integers(1, 6, (N, D))
    compared = people(on_dimensions([seen(1, 0.8), seen(2, 0.8), guess, seen(4, 0.8)]))
    assert any(c.evidence.p_value < 1e-3 and c.evidence.estimate > 0.15 for c in tried(compared, "halo"))
    assert "halo" not in codes(compared)


def test_items_that_are_rated_again_and_again_are_no_more_items() -> None:
    # four equal repeats say nothing new: the standard error, the degrees of freedom and n stay
    human, gpt = seen(1, 0.2), seen(2, 0.5)
    (once,) = tried(judge(on_dimensions([human, gpt])), "halo")
    ratings = rated(
        [np.tile(x.ravel(), 4) for x in (human, gpt)],
        items=np.tile(np.repeat(np.arange(N), D), 4),
        dimension=np.tile(list("xyz"), 4 * N),
        repeat=np.repeat(np.arange(4), N * D),
    )
    (again,) = tried(judge(ratings), "halo")
    assert again.evidence.estimate == pytest.approx(once.evidence.estimate)
    assert again.evidence.n_items == once.evidence.n_items == N
    assert again.evidence.se == pytest.approx(once.evidence.se)
    assert again.evidence.p_value == pytest.approx(once.evidence.p_value)


def test_weights_of_a_sample_are_no_copies() -> None:
    human, gpt = seen(1, 0.2), seen(2, 0.5)
    w = np.exp(1.2 * np.random.default_rng(3).normal(size=N))

    def difference(keep: Any) -> float:
        r = [np.cov(x[keep].T, aweights=w[keep], ddof=0) for x in (gpt, human)]
        means = [
            np.mean((s / np.sqrt(np.outer(s.diagonal(), s.diagonal())))[np.triu_indices(D, 1)]) for s in r
        ]
        return float(means[0] - means[1])

    (one,) = tried(judge(on_dimensions([human, gpt], weights=np.repeat(w, D))), "halo")
    left_out = [difference(np.arange(N) != at) for at in range(N)]
    jackknife = np.sqrt((N - 1) ** 2 / N * np.var(left_out, ddof=1))
    assert one.evidence.estimate == pytest.approx(difference(np.ones(N, dtype=bool)))
    assert one.evidence.se == pytest.approx(jackknife, rel=0.15)
