"""How large a problem must be to be spoken of, and how many items it takes to look for it."""

from __future__ import annotations

from collections.abc import Mapping

#: So many items both must have rated before anything is looked for.
LEAST_ITEMS = 20

#: So many items, and independent units, a slice and the rest must have.
LEAST_IN_SLICE = 10

#: So many items a test that counts rare events must expect: flips at a cut, uses of a category.
LEAST_COUNT = 5.0

#: A bias in steps of the scale (in standard deviations of the reference where there are no steps).
LEAST_BIAS = 0.2

#: The same for the change of a bias from a rater's first rating to the last.
LEAST_DRIFT = 0.4

#: Flips at a cut, those of a bias left out: how many times as many as at a cut as sharp as the others (more
#: if it has only two others, and at the first or last cut, where a crowd of items looks like a blur), how
#: many more of all pairs, how many times as many for each rating beside the cut as at other cuts, and by the
#: local odds how many times as blurred as any other cut, and by how many standard errors. With sharp cuts and
#: bimodal, skewed, flat or J-shaped items one of these fails.
LEAST_FLIPS: Mapping[str, float] = {
    "times": 1.3, "times beside few": 2.0, "times at an end": 3.3, "more": 0.02, "nearby": 1.3,
    "blur": 1.3, "errors": 1.4,
}  # fmt: skip

#: So many other cuts there must be to hold one against.
LEAST_CUTS: Mapping[str, int] = {"inside": 2, "end": 3}

#: Agreement: a slice below the rest, a rater below the others, two camps below what each has within.
LEAST_SHORTFALL: Mapping[str, float] = {"slice": 0.05, "rater": 0.1, "camps": 0.1}

#: A rater's standard deviation against the reference's.
MOST_SPREAD = 0.8

#: Correlation between dimensions above the reference's.
LEAST_HALO = 0.15

#: A rater who says one and the same: the share of that answer, and how much more it is than the reference's
#: own commonest answer.
LEAST_CONSTANT: Mapping[str, float] = {"share": 0.95, "more": 0.2}

#: A judge without skill: its association with people is at most the first, and reliably below the second
#: ("slight" to Landis and Koch).
MOST_UNSKILLED: Mapping[str, float] = {"at most": 0.1, "surely below": 0.2}

#: People on whom nothing can be built: their coefficient is reliably below the first, and they agree on less
#: than so much more of the items than a constant answer would (their distance is more than so much of its).
LEAST_AGREEMENT: Mapping[str, float] = {"surely below": 0.4, "more": 0.05, "distance": 0.8}

#: A correlation with the others that speaks for a scale used the wrong way round.
MOST_REVERSED = -0.2

#: Of the items in which two labels meet, the share that must be crossed.
LEAST_CROSSED = 0.6

#: Answers of a judge that could not be parsed: how many, and their share.
LEAST_FAILED: Mapping[str, float] = {"answers": 3, "share": 0.05}
