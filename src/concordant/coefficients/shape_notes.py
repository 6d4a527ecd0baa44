"""What is said where scores are far from normal, and from how many items on their shape can be judged."""

from __future__ import annotations

from ..result import Note

#: From so many items on, their shape can be judged. Below, one item decides what is found.
LEAST_ITEMS = 30
#: So many times the variance of normal scores is worth a note, worth it with few items, and worth a warning.
_MATTERS, _FEW_MATTERS, _STRONG = 1.5, 2.0, 4.0


def shape_notes(times: float) -> tuple[Note, ...]:
    """What to say where an estimate varies so many times as much as it would with normal scores."""
    if not times >= _MATTERS:
        return ()
    text = (
        f"Scores are skewed or heavy-tailed: the variance of this estimate is {times:.2g} times that for "
        "normal scores, and the interval was widened accordingly."
    )
    if times >= _STRONG:
        text += " With such heavy tails it may still be too narrow."
    return (Note("shape-of-scores", text, {"times": times}),)


def few_items_notes(times: float, items: float) -> tuple[Note, ...]:
    """That scores look far from normal where items are too few to allow for it."""
    if not (times >= _FEW_MATTERS and items < LEAST_ITEMS):
        return ()
    text = (
        f"Scores look skewed or heavy-tailed, but {items:g} items are too few to adjust for it: the "
        "interval assumes normal scores and may be too narrow."
    )
    return (Note("shape-of-scores", text, {"items": items}),)
