"""The study: every part in turn, and the order in which it is read."""

from ..data_checks import SERIOUS
from .brief import FIRST, brief, next_messages
from .comparison_report import ComparisonReport
from .leaderboard import Leaderboard, LeaderboardRow
from .leaderboard_tables import judge_pairs_table, leaderboard_table, leaderboard_tables
from .make_study import silent
from .outline import (
    MOST_JUDGES,
    Section,
    comparisons_in_order,
    glance,
    leaderboard_section,
    rater_messages,
    title_of,
)
from .rater_tables import (
    LISTED,
    pairs_table,
    rater_tables,
    raters_table,
    shown_measure,
    shows_exact,
    truth_table,
    truth_tables,
)
from .readers import for_readers, sensitivity_for_readers
from .rounded_report import RoundedReport
from .stand_in_table import StandInLine, stand_in_table
from .study import ScaleFacts, Study, as_text, with_progress
from .summary import OF_ORDER, first_of, gain_message, read_as, reading_warnings, rubric_messages
from .tables import MOST, agreement_tables, count_words, measures_table, rater_name, rounded_table
from .where_tables import bands_table, cuts_table, failing_tables, grid_table, is_measured, slices_table

__all__ = [
    "FIRST",
    "LISTED",
    "MOST",
    "MOST_JUDGES",
    "OF_ORDER",
    "SERIOUS",
    "ComparisonReport",
    "Leaderboard",
    "LeaderboardRow",
    "RoundedReport",
    "ScaleFacts",
    "Section",
    "StandInLine",
    "Study",
    "agreement_tables",
    "as_text",
    "bands_table",
    "brief",
    "comparisons_in_order",
    "count_words",
    "cuts_table",
    "failing_tables",
    "first_of",
    "for_readers",
    "gain_message",
    "glance",
    "grid_table",
    "is_measured",
    "judge_pairs_table",
    "leaderboard_section",
    "leaderboard_table",
    "leaderboard_tables",
    "measures_table",
    "next_messages",
    "pairs_table",
    "rater_messages",
    "rater_name",
    "rater_tables",
    "raters_table",
    "read_as",
    "reading_warnings",
    "rounded_table",
    "rubric_messages",
    "sensitivity_for_readers",
    "shown_measure",
    "shows_exact",
    "silent",
    "slices_table",
    "stand_in_table",
    "title_of",
    "truth_table",
    "truth_tables",
    "with_progress",
]
