"""What Python users read of panels and maps of scores: the sections that the commands show."""

from __future__ import annotations

from ...judges.label_panel import LabelPanel
from ...judges.ordinal_map import OrdinalMap
from ...judges.panel import JudgePanel
from ...judges.score_map import ScoreMap
from ...language.render import Language
from .label_panels import label_panel_section, label_report_of
from .panels import panel_section, report_of
from .score_maps import ordinal_map_section, score_map_section
from .section import section_text


def panel_text(found: JudgePanel, lang: Language = "en") -> str:
    """Panels of judges with scores."""
    return section_text(panel_section(report_of(found)), lang)


def label_panel_text(found: LabelPanel, lang: Language = "en") -> str:
    """Panels of judges with labels."""
    return section_text(label_panel_section(label_report_of(found)), lang)


def score_map_text(found: ScoreMap, lang: Language = "en") -> str:
    """Scores of a judge on the scale of people."""
    return section_text(score_map_section(found), lang)


def ordinal_map_text(found: OrdinalMap, lang: Language = "en") -> str:
    """Scores of a judge as categories of people."""
    return section_text(ordinal_map_section(found), lang)
