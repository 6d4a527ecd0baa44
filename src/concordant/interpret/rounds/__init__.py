"""Rounds of a project: what changed from one to the next, whether it converged, whether a judge drifts."""

from .anchors import Anchored, Run, anchored
from .change import change_of
from .change_record import Change, Flip, MeasureChange
from .change_words import told_apart
from .convergence import LEAST_GAIN, Convergence
from .difference import RoundPair, both
from .gain import direction, gain_of
from .progress import Progress, RoundFacts, best_round, case_of, next_step_messages
from .progress_words import (
    change_to,
    drift_messages,
    gap_message,
    last_change,
    last_change_message,
    round_messages,
    tracked_change,
    verdict_message,
)
from .round import MARKS, About, ComparedRound, Mark, comparisons_of, counted, matched, on_one_scale, rated
from .rounds_in_data import anchored_in, carried_over_messages, parts_by_round, progress_in, rounds_in
from .same_items import things_of
from .slice_changes import SliceChange, slices_of_all
from .tables import (
    change_table,
    flip_name,
    flips_tables,
    marks_cell,
    moment,
    note_of,
    outcome,
    rounds_table,
    rounds_tables,
    stage_of,
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
    "flips_tables",
    "gain_of",
    "gap_message",
    "last_change",
    "last_change_message",
    "marks_cell",
    "matched",
    "moment",
    "next_step_messages",
    "note_of",
    "on_one_scale",
    "outcome",
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
    "told_apart",
    "tracked_change",
    "verdict_message",
]
