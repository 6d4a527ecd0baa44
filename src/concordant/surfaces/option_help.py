"""The meaning of each option in one line, for readers who do not write Python; see option_help.toml."""

from __future__ import annotations

from ..language.words_file import topic


def _words(*groups: str) -> dict[str, str]:
    """The English text of every option of these groups, by its name."""
    parts = ((*key.split(".", 1), said["en"]) for key, said in topic("option_help").items())
    return {name: text for group, name, text in parts if group in groups}


#: Options of coefficients and of reading.
WORDS = _words("own", "reading")
#: Options of inference. docs/inference.md has more.
PLAN_WORDS = _words("inference")
#: Options of a study, and of its parts that stand alone.
STUDY_WORDS = _words("study")
#: Options of plans.
PLANNING_WORDS = _words("planning")
#: Options of a report.
REPORT_WORDS = _words("report")
#: Options of stored rounds.
TRACK_WORDS = _words("track")
#: Options of a check.
CHECK_WORDS = _words("check")
#: Options of writing back.
EXPORT_WORDS = _words("export")
#: Options of what is shown, of corrected estimates, of designs, of many features, and of items.
OUTPUT_WORDS = _words("output")
CORRECT_WORDS = _words("correct")
DESIGN_WORDS = _words("design")
FEATURE_WORDS = _words("features")
ITEM_WORDS = _words("items")
STRATA_WORDS = _words("strata")
#: Options of the web server.
SERVE_WORDS = _words("serve")
