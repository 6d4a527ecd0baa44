"""What judge methods say of a study: corrected means, errors by kind, panels, soft labels, preferences."""

from .label_panels import gives_labels, label_panel_of, label_panel_section, label_report_of
from .pair_rows import PREFERENCE_NOTES, as_pair_rows
from .panels import PanelReport, RunsReport, first_ratings, panel_section, runs_reports
from .panels import report_of as panel_report_of
from .preference_votes import PreferenceVotes, preference_votes
from .preferences import PreferenceReport, preference_report, preference_section
from .reports import JudgeReports, judge_reports, judge_sections
from .score_maps import ordinal_map_section, score_map_section
from .section import JudgeSection, judge_message, rated_things, section_text
from .soft_labels import LEAST_ITEMS as LEAST_SOFT_ITEMS
from .soft_labels import SoftLabelReport, soft_label_reports, soft_label_section
from .thresholds import ThresholdReport, curve_of, threshold_section
from .thresholds import report_of as threshold_report_of

__all__ = [
    "LEAST_SOFT_ITEMS",
    "PREFERENCE_NOTES",
    "JudgeReports",
    "JudgeSection",
    "PanelReport",
    "PreferenceReport",
    "PreferenceVotes",
    "RunsReport",
    "SoftLabelReport",
    "ThresholdReport",
    "as_pair_rows",
    "curve_of",
    "first_ratings",
    "gives_labels",
    "judge_message",
    "judge_reports",
    "judge_sections",
    "label_panel_of",
    "label_panel_section",
    "label_report_of",
    "ordinal_map_section",
    "panel_report_of",
    "panel_section",
    "preference_report",
    "preference_section",
    "preference_votes",
    "rated_things",
    "runs_reports",
    "score_map_section",
    "section_text",
    "soft_label_reports",
    "soft_label_section",
    "threshold_report_of",
    "threshold_section",
]
