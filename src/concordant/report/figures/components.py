"""Variance components as one bar: how much of the variance of a rating is of items, raters and error."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ...errors import OptionError
from ...language.numerals import in_units
from ...language.render import Language
from ...result import Result
from ..figure import BLUE, GREEN, GREY, ORANGE, PURPLE, RED, SKY, Figure
from .drawing import Words, altair, titled, values
from .theme import themed

#: One colour for each source, whatever sources there are beside it.
_COLOURS = {
    "items": BLUE, "raters": ORANGE, "occasions": GREEN, "items × raters": SKY, "items × occasions": PURPLE,
    "raters × occasions": RED, "error": GREY,
}  # fmt: skip
_WIDTH, _HEIGHT = 460, 42


def has_components(result: Result | None) -> bool:
    """Whether a result tells the components of a variance above 0."""
    return result is not None and sum(x for x in components_in(result).values() if x > 0) > 0


def components_in(result: Result) -> Mapping[str, float]:
    """The components by source: the parts of a G study, or what stands behind an intraclass correlation."""
    if result.measure in ("variance_components", "g_study"):
        return {str(part.category): part.estimate for part in result.parts}
    sources = ("items", "raters", "error")
    return {s: float(result.details[f"var_{s}"]) for s in sources if f"var_{s}" in result.details}


def components(result: Result, *, lang: Language = "en") -> Figure:
    """The shares of the variance of a single rating, stacked to the whole.

    `result` is one of `variance_components`, `g_study` or `icc`. An estimate below 0 takes no room.
    """
    if not has_components(result):
        why = result.notes[0].text if result.notes else "no component of variance is above 0."
        raise OptionError(f"There are no variance components to draw here: {why}")
    words, found = Words(lang), components_in(result)
    total = math.fsum(x for x in found.values() if x > 0)
    rows = [_row(place, source, x, total, words) for place, (source, x) in enumerate(found.items())]
    below = [words("component-below", source=source, x=in_units(x)) for source, x in found.items() if x < 0]
    lines = [words("below-nought", names=below)] if below else []
    chart = _bar(rows, words).properties(title=titled(words("components"), *lines))
    return themed("variance-components", chart, lang=lang)


def _row(place: int, source: str, variance: float, total: float, words: Words) -> dict[str, Any]:
    share = max(variance, 0.0) / total
    text = words("component", source=source, share=share)
    return {"place": place, "source": source, "share": share, "said": text, "variance": in_units(variance)}


def _bar(rows: list[dict[str, Any]], words: Words) -> Any:
    alt = altair()
    scale = alt.Scale(
        domain=[row["said"] for row in rows], range=[_COLOURS.get(row["source"], GREY) for row in rows]
    )
    legend = alt.Legend(title=None, orient="bottom", direction="horizontal", columns=4, labelLimit=240)
    axis = alt.Axis(format="~%", grid=False, tickCount=5)
    bar = alt.Chart(values(rows)).mark_bar(stroke="white", strokeWidth=1.5)
    return bar.encode(
        x=alt.X(
            "share:Q", title=words("of-variance"), stack="zero", scale=alt.Scale(domain=[0, 1]), axis=axis
        ),
        color=alt.Color("said:N", scale=scale, sort=None, legend=legend),
        order=alt.Order("place:Q"),
        tooltip=[
            alt.Tooltip("said:N", title=words("source")),
            alt.Tooltip("variance:N", title=words("variance")),
        ],
    ).properties(width=_WIDTH, height=_HEIGHT)
