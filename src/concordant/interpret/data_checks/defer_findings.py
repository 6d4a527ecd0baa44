"""Findings that a doubt about the scale explains: they wait until the doubt is settled.

Where a rater's numbers mean something else, advice about thresholds would be wrong advice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..compare import Comparison
from ..finding import Finding
from .scale_doubt import COPIED, LIMITS, ScaleDoubt

#: Doubts about all that a rater says, and what is seen rightly all the same.
_OF_RATER = {
    "other-unit": {"constant-rater", "halo"},
    "shifted": {"constant-rater", "halo"},
    "reversed": {"constant-rater", "halo", "reversed-scale"},
    "reversed-words": {"constant-rater", "halo", "reversed-scale"},
    "unset": {"constant-rater"},
}

#: What raters who are one and the same make of the others.
_BY_COPIES = ("rogue-rater", "label-policy-split")

#: Doubts about labels.
_OF_LABELS = ("look-alike", "mixed-truth", "words-among-numbers")


def defer_explained(
    findings: Sequence[Finding], doubts: Sequence[ScaleDoubt], compared: Sequence[Comparison]
) -> tuple[tuple[Finding, ...], tuple[ScaleDoubt, ...]]:
    """The findings that no doubt explains, and the doubts, each with the codes of those it does.

    A scale turned round is a finding where it is one, as that has evidence and gain, and else a doubt.
    """
    sides = {one.name: (one.ratings.raters, one.reference) for one in compared}
    left, kept = list(findings), []
    for doubt in doubts:
        explained = [f for f in findings if _explains(doubt, f, *sides[f.about["comparison"]])]
        left = [f for f in left if not any(f is one for one in explained)]
        if not _is_found(doubt, findings):
            kept.append(replace(doubt, explains=tuple(dict.fromkeys(f.code for f in explained))))
    return tuple(left), tuple(kept)


def _is_found(doubt: ScaleDoubt, findings: Sequence[Finding]) -> bool:
    turned = [f.about["rater"] for f in findings if f.code == "reversed-scale"]
    return doubt.code.startswith("reversed") and doubt.about["rater"] in turned


def _explains(doubt: ScaleDoubt, f: Finding, raters: Sequence[str], reference: Sequence[str]) -> bool:
    if doubt.code == "counts":
        return True
    if doubt.code in _OF_RATER:
        return f.code not in _OF_RATER[doubt.code] and _concerns(doubt.about["rater"], f, raters, reference)
    if doubt.code in COPIED:
        both = sum(name in (*raters, *reference) for name in doubt.about["names"]) > 1
        return both and f.code in _BY_COPIES
    if doubt.code not in _OF_LABELS or f.code == "constant-rater":
        return False
    apart = float(doubt.evidence.get("share", 0.0)) >= LIMITS.stray
    return apart or not {*doubt.about["written"]}.isdisjoint(_labels(f))


def _concerns(rater: str, f: Finding, raters: Sequence[str], reference: Sequence[str]) -> bool:
    """Whether the rater is on one of two sides, or among many the one who is spoken of.

    What all of them do, and a category that only this rater may use, is moved by one among many too.
    """
    if rater not in (*raters, *reference):
        return False
    other = "rater" in f.about and f.about["rater"] != rater
    return len(raters) == 2 or not other or f.code == "unused-category"


def _labels(f: Finding) -> tuple[str, ...]:
    """The labels that a finding speaks of."""
    named = (f.facts.get("one"), f.facts.get("other"), *f.facts.get("categories", ()))
    return tuple(str(name) for name in named if name is not None)
