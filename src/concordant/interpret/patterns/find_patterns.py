"""All problem patterns: what is looked for, and what is found once all that was looked at is counted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ...digits import order_key, rounded, tied
from ...inference.false_discovery import adjusted_in_families, check_rate
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from ..compare import Comparison
from ..finding import Finding, Headroom
from ..where import row_identity
from .bias import systematic
from .camps import policy_split
from .candidate import Candidate, exact_of, value_of
from .constant import constant_rater
from .context import PatternContext
from .cuts import blurred_cuts
from .drift import drift
from .halo import halo
from .labels import reversed_scale, swapped_labels, unused_category
from .minimum_sizes import LEAST_AGREEMENT, MOST_UNSKILLED
from .rogue import rogue_rater
from .skill import no_skill, unclear_rubric
from .slices import misjudged_slices
from .tendency import central_tendency
from .unsteady import unsteady_rater

Pattern = Callable[[PatternContext], Iterable[Candidate]]

#: In reading order.
PATTERNS: tuple[Pattern, ...] = (
    constant_rater,
    systematic,
    blurred_cuts,
    misjudged_slices,
    central_tendency,
    halo,
    rogue_rater,
    unsteady_rater,
    drift,
    swapped_labels,
    reversed_scale,
    unused_category,
    policy_split,
)


#: Whether there is any skill at all, asked before all else and tested apart from it.
SKILL: tuple[Pattern, ...] = (unclear_rubric, no_skill)


def candidates(context: Sequence[PatternContext]) -> tuple[Candidate, ...]:
    """All that is looked at, in all comparisons."""
    return tuple(c for one in context for pattern in PATTERNS for c in pattern(one))


def find_patterns(context: Sequence[PatternContext], fdr: float = 0.05) -> tuple[Finding, ...]:
    """The problems that are sure and large enough, those with the most to gain first.

    At most a share `fdr` of what is found is expected to be there by chance, over all patterns, raters,
    slices and cuts of all comparisons (Benjamini and Hochberg in families, see `adjusted_in_families`; tests
    of one data set mostly rise and fall together, and simulations hold the rate where they do not). How large
    is large enough: `minimum_sizes.py`.
    """
    check_rate(fdr)
    skill = [c for one in context for pattern in SKILL for c in pattern(one)]
    sure = [*_sure(skill, fdr), *_sure(candidates(context), fdr)]
    now: dict[Comparison, tuple[float, float]] = {}
    found = [_finished(c, at, now) for c, at in _one_each(sure)]
    return tuple(sorted(_without_repetition(found), key=_worth))


def _sure(tried: Sequence[Candidate], fdr: float) -> list[tuple[Candidate, float]]:
    """What is sure among all that was tried, and large enough, each with its q-value.

    The slices of a column are one family, and so are the pairs of labels that a rater may have exchanged, and
    the categories a rater may never use: looking in many places does not make other patterns less sure.
    """
    families = [_family(c) for c in tried]
    q = adjusted_in_families(np.array([c.evidence.p_value for c in tried]), families)
    return [(c, float(at)) for c, at in zip(tried, q, strict=True) if at <= fdr and c.material()]


#: Patterns that ask many places of one comparison, and what tells the families of such tests apart.
_FAMILIES: Mapping[str, tuple[str, ...]] = {
    "slice-misjudged": ("comparison", "column"),
    "swapped-labels": ("comparison", "rater"),
    "unused-category": ("comparison", "rater"),
}


def _family(c: Candidate) -> tuple[str, ...] | None:
    if c.code not in _FAMILIES:
        return None
    return c.code, *(c.about[name] for name in _FAMILIES[c.code])


def _one_each(sure: Sequence[tuple[Candidate, float]]) -> list[tuple[Candidate, float]]:
    """What can be joined as one, with the q of its least sure part."""
    groups: dict[object, list[tuple[Candidate, float]]] = {}
    for place, (c, q) in enumerate(sure):
        alone = c.joined is None
        groups.setdefault(place if alone else (c.code, *map(c.about.get, _WHO)), []).append((c, q))
    return [
        (one[0][0].joined([c for c, _ in one]), max(q for _, q in one)) if one[0][0].joined else one[0]
        for one in groups.values()
    ]


def _finished(c: Candidate, q: float, known: dict[Comparison, tuple[float, float]]) -> Finding:
    """The finding with what costs: headroom and examples; `known` are the values without any repair."""
    if c.base not in known:
        known[c.base] = _values(c.base, c.base.ratings)
    now, exact_now = known[c.base]
    then, exact_then = _values(c.base, None if c.repaired is None else c.repaired())
    name, options = c.base.main
    gain = {
        "measure": [name, dict(options)], "now": now, "repaired": then,
        "exact_now": exact_now, "exact_repaired": exact_then,
    }  # fmt: skip
    return Finding(
        code=c.code,
        about=c.about,
        evidence=c.evidence,
        facts={**c.facts, **gain, "level": c.base.plan.level, **_counted_in(c)},
        q_value=q,
        headroom=Headroom(measure=name, options=dict(options), now=now, repaired=then, at_most=c.bound),
        examples=_different(c.examples_of.examples(_first(c.score(c.examples_of.ratings)), _LOOKED_AT)),
    )


#: So many examples are shown, chosen among the first so many.
_SHOWN, _LOOKED_AT = 3, 12


def _different(examples: Sequence[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    """The first of them, of different items where an item has several rows and there are enough."""
    names = [row_identity(example)[0] for example in examples]
    order = sorted(range(len(names)), key=lambda place: (names.index(names[place]) != place, place))
    return tuple(examples[place] for place in order[:_SHOWN])


def _counted_in(c: Candidate) -> dict[str, bool]:
    """That a finding counts ratings, of which items have several; a halo is seen on items."""
    several = float(c.base.weights.sum()) > c.base.n_distinct
    return {"in_ratings": True} if several and c.code != "halo" else {}


def _values(base: Comparison, ratings: Ratings | None) -> tuple[float, float]:
    """The main measure and exact agreement, nan where there are no ratings."""
    return (math.nan, math.nan) if ratings is None else (value_of(base, ratings), exact_of(base, ratings))


#: So many rows are enough to find three items in: an item may have a row for each of several people.
_ENOUGH = 30


def _first(score: Floats) -> Floats:
    """The scores of the first few rows alone: of thousands that show it alike no more are looked up."""
    first = np.argsort(-tied(score), kind="stable")[:_ENOUGH]
    out = np.zeros(len(score))
    out[first] = score[first]
    return out


def _gain(finding: Finding) -> float:
    gain = math.nan if finding.headroom is None else finding.headroom.gain
    return -math.inf if math.isnan(gain) else order_key(gain)


#: What comes before all else: nothing can be said of the rest as long as it is so.
_FIRST = ("unclear-rubric", "no-skill", "constant-rater")


def _worth(finding: Finding) -> tuple[int, float, float]:
    """A reference that is no reference comes first, then raters who do not look at the items."""
    place = _FIRST.index(finding.code) if finding.code in _FIRST else len(_FIRST)
    return place, -_gain(finding), rounded(finding.q_value)


_OF_LABELS = {"swapped-labels", "reversed-scale"}
_OF_LEVEL = {"systematically-high", "systematically-low", "central-tendency"}
_CONSTANT = {"constant-rater"}
_UNSKILLED = {"no-skill"}

#: What says less than something else that is found about the same rater (or comparison), and what that is.
_COVERED_BY: Mapping[str, set[str]] = {
    **dict.fromkeys(_OF_LEVEL, _OF_LABELS | _CONSTANT | _UNSKILLED),
    "top-inconsistent": _OF_LABELS | _CONSTANT | _UNSKILLED,
    "unstable-boundary": _OF_LABELS | _CONSTANT | _UNSKILLED,
    "slice-misjudged": _CONSTANT | _UNSKILLED,
    "halo": _UNSKILLED,
    "drift": _CONSTANT | _UNSKILLED,
    "swapped-labels": {"reversed-scale"} | _CONSTANT,
    "reversed-scale": _CONSTANT,
    "no-skill": _OF_LABELS | _CONSTANT | {"unclear-rubric"},
    "unused-category": _OF_LEVEL | _CONSTANT | _UNSKILLED | {"label-policy-split"},
    "rogue-rater": _OF_LEVEL | _OF_LABELS | {"drift"} | _CONSTANT,
}

#: Of whom a finding is.
_WHO = ("comparison", "rater")

#: Of what one repair would gain, so much another must gain to stand for it.
_HALF = 0.5


def _without_repetition(found: Sequence[Finding]) -> list[Finding]:
    """Without what another finding says better.

    A rater who agrees with nobody because of a bias has a bias: repairing it gains at least half of what
    leaving the rater out would.
    """
    return [f for f in found if not any(_says_more(other, f) for other in found)]


def _says_more(other: Finding, f: Finding) -> bool:
    if f.code == "unclear-rubric":
        return _explains(other, f)
    if {f.code, other.code} & _UNSKILLED and {f.code, other.code} & _OF_LABELS:
        labels = f if f.code in _OF_LABELS else other
        return _of_the_same(other, f) and _gives_skill(labels) == (labels is other)
    if other.code not in _COVERED_BY.get(f.code, ()) or not _of_the_same(other, f):
        return False
    if other.code in (*_UNSKILLED, "unclear-rubric"):
        return True
    if other.code in _CONSTANT:  # one of many raters does not stand for all of them
        return "rater" in f.about or bool(other.facts["of_two"])
    return _gain(other) >= _HALF * _gain(f)


def _gives_skill(labels: Finding) -> bool:
    """Whether a rater would have skill with labels exchanged: among guesses some pair always seems to be."""
    return labels.headroom is not None and labels.headroom.repaired >= MOST_UNSKILLED["surely below"]


def _explains(other: Finding, f: Finding) -> bool:
    """Whether people would agree well enough without one rater's problem, so that the rubric is not it."""
    same = other.about["comparison"] == f.about["comparison"] and "rater" in other.about
    return same and other.headroom is not None and other.headroom.repaired >= LEAST_AGREEMENT["surely below"]


def _of_the_same(other: Finding, f: Finding) -> bool:
    """Whether both are of one rater, or comparison; camps are of a rater who avoids what they part on.

    People without a rubric are the reference of every judge.
    """
    if other.code == "unclear-rubric":
        return True
    if other.code == "label-policy-split":
        parted = {other.facts["one"], other.facts["other"]} & {*f.facts["categories"]}
        return bool(parted) and other.about["comparison"] == f.about["comparison"]
    return all(name not in f.about or other.about.get(name) == f.about[name] for name in _WHO)
