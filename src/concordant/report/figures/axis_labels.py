"""Places on a number line that bear names, so that equal or endless labels stay apart."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ...digits import rounded
from .drawing import altair, short
from .theme import LABEL

#: How wide a letter of an axis is, about.
_LETTER = 6.5


def named_axis(names: Sequence[str], places: Sequence[float] | None = None, **options: Any) -> Any:
    """An axis with a name at each place; without places in the middle of one step each.

    A name is found by its place, which is rounded as all numbers of a figure are.
    """
    at = [i + 0.5 for i in range(len(names))] if places is None else [rounded(place) for place in places]
    return altair().Axis(
        values=at,
        tickCount=len(at),
        labelExpr=f"{name_list(names)}[indexof({json.dumps(at)}, datum.value)]",
        **{"grid": False, "ticks": False, "domain": False, "labelOverlap": False, **options},
    )


def name_list(labels: Sequence[str]) -> str:
    """Short labels as a list in an expression: text in quotes, whatever it says."""
    return json.dumps([short(label) for label in labels], ensure_ascii=False)


def steps(low: float, high: float, **options: Any) -> Any:
    """A scale of exactly so many steps."""
    return altair().Scale(domain=[low, high], nice=False, zero=False, **options)


def across(labels: Sequence[str], cell: float, **options: Any) -> dict[str, Any]:
    """How labels stand below columns so wide: level where they fit, else upright."""
    size = min(LABEL, 0.9 * cell)
    level = max(map(_width, map(short, labels)), default=0) * size / LABEL <= cell
    upright = {"labelAngle": -90, "labelAlign": "right", "labelBaseline": "middle"}
    turned = {"labelAngle": 0} if level else upright
    return {"labelFontSize": size, **turned, **options}


def down(cell: float, **options: Any) -> dict[str, Any]:
    """How labels stand beside rows so high."""
    return {"labelFontSize": min(LABEL, 0.9 * cell), **options}


def _width(label: str) -> float:
    """About how wide a label is; signs of Chinese are twice as wide."""
    return _LETTER * sum(2 if sign >= "\u2e80" else 1 for sign in label)
