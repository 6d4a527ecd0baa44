"""Whether a goal is met and nothing was lost since a baseline."""

from .baseline_change import gain_ends, watched
from .gate import NOTHING_TO_CHECK, Gate
from .regressions import UNNAMED, slices_between
from .words import (
    apart,
    gone_message,
    item_messages,
    new_message,
    q_words,
    since,
    slice_message,
    whole_messages,
    within,
)

__all__ = [
    "NOTHING_TO_CHECK",
    "UNNAMED",
    "Gate",
    "apart",
    "gain_ends",
    "gone_message",
    "item_messages",
    "new_message",
    "q_words",
    "since",
    "slice_message",
    "slices_between",
    "watched",
    "whole_messages",
    "within",
]
