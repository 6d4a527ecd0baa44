"""Whether a goal is met and nothing was lost since a baseline."""

from .gate import NOTHING_TO_CHECK, Gate
from .regressions import UNNAMED, gain_ends, slices_between, watched
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
