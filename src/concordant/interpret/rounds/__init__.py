"""Rounds of a project: what changed from one to the next, whether it converged, whether a judge drifts."""

from .anchors import Anchored, Run, anchored
from .change import change_of
from .change_record import Change, Flip, MeasureChange
from .convergence import LEAST_GAIN, Convergence
from .count_phrases import counted, rated
from .difference import RoundPair, both
from .gain import direction, gain_of
from .match_rounds import comparisons_of, matched, on_one_scale
from .progress import Progress, RoundFacts, best_round, case_of, next_step_messages
from .round import MARKS, About, ComparedRound, Mark
from .rounds_in_data import anchored_in, carried_over_messages, parts_by_round, progress_in, rounds_in
from .same_items import things_of
from .slice_changes import SliceChange, slices_of_all
from .tables import (
    change_table,
    change_to,
    drift_messages,
    flip_name,
    gap_message,
    last_change,
    last_change_message,
    marks_cell,
    round_messages,
    rounds_table,
    rounds_tables,
    stage_of,
    tracked_change,
    verdict_message,
)

__all__ = [
    "LEAST_GAIN",
    "MARKS",
    "About",
    "Anchored",
    "Change",
    "ComparedRound",
    "Convergence",
    "Flip",
    "Mark",
    "MeasureChange",
    "Progress",
    "RoundFacts",
    "RoundPair",
    "Run",
    "SliceChange",
    "anchored",
    "anchored_in",
    "best_round",
    "both",
    "carried_over_messages",
    "case_of",
    "change_of",
    "change_table",
    "change_to",
    "comparisons_of",
    "counted",
    "direction",
    "drift_messages",
    "flip_name",
    "gain_of",
    "gap_message",
    "last_change",
    "last_change_message",
    "marks_cell",
    "matched",
    "next_step_messages",
    "on_one_scale",
    "parts_by_round",
    "progress_in",
    "rated",
    "round_messages",
    "rounds_in",
    "rounds_table",
    "rounds_tables",
    "slices_of_all",
    "stage_of",
    "things_of",
    "tracked_change",
    "verdict_message",
]
