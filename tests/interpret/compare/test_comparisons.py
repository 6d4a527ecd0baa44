"""Who is held against whom."""

from __future__ import annotations

import numpy as np
import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.interpret.compare.comparisons import rater_roles
from concordant.ratings.ratings import Ratings


def rated(**kinds: str) -> Ratings:
    import pandas as pd

    frame = pd.DataFrame({name: np.arange(6) % 3 for name in kinds})
    return cc.as_ratings(frame, raters=list(kinds), rater_kind=kinds)


def test_kinds_tell_people_from_judges() -> None:
    who = rater_roles(rated(ann="human", bob="human", gpt="judge", rule="code", key="gold"))
    assert (who.people, who.judges, who.gold) == (("ann", "bob"), ("gpt", "rule"), ("key",))
    assert who.reference == ("ann", "bob")
    assert who.kinds_known
    assert who.notes == ()


def test_a_stranger_beside_a_judge_is_taken_for_a_person_and_that_is_said() -> None:
    who = rater_roles(rated(ann="", gpt="judge"))
    assert who.people == ("ann",)
    assert who.judges == ("gpt",)
    assert [n.code for n in who.notes] == ["who.taken-as-people"]


def test_raters_of_no_known_kind_are_peers() -> None:
    who = rater_roles(rated(ann="", bob=""))
    assert who.people == ("ann", "bob")
    assert who.judges == ()
    assert not who.kinds_known


def test_a_reference_makes_the_others_judges() -> None:
    who = rater_roles(rated(ann="", bob="", cid=""), ["ann", "bob"])
    assert (who.people, who.judges) == (("ann", "bob"), ("cid",))


def test_a_kind_can_be_the_reference() -> None:
    who = rater_roles(rated(ann="human", bob="", gpt="judge"), "human")
    assert (who.people, who.judges) == (("ann",), ("bob", "gpt"))


def test_the_truth_alone_is_the_reference_of_judges() -> None:
    who = rater_roles(rated(key="gold", gpt="judge"))
    assert who.people == ()
    assert who.reference == ("key",)


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("zoe", "reference must be one of"),
        ("gold", "No rater is of kind 'gold'"),
        (["ann", "bob"], "Every rater is a reference"),
    ],
)
def test_a_reference_that_makes_no_sense_is_refused(reference: object, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        rater_roles(rated(ann="", bob=""), reference)  # type: ignore[arg-type]


def test_counts_have_no_reference() -> None:
    counts = cc.counts([[2, 1], [0, 3], [3, 0]], categories=["a", "b"])
    with pytest.raises(OptionError, match="Counts do not record who"):
        rater_roles(counts, "human")
