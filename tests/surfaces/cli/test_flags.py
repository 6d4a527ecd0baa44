"""Sentences worded for Python, said for the command line."""

from __future__ import annotations

import pytest

from concordant.surfaces.cli.flags import as_flags

SAID = {
    "pass header=True if it names them": "pass --header if it names them",
    "pass header=False": "pass --no-header",
    "choose two with raters=[…], or use": "choose two with --raters …, or use",
    "give item=, rater= and value= for one": "give --item, --rater and --value for one",
    "Pass rater_kind=… to say otherwise.": "Pass --rater-kind … to say otherwise.",
    "Pass duplicates='first', 'last' or 'repeat' (to": "Pass --duplicates first, last or repeat (to",
    "goes with interval='analytic' or 'jackknife'.": "goes with --interval analytic or jackknife.",
    '`across="all"` asks instead': "--across all asks instead",
    "that differ by `within` or less": "that differ by --within or less",
    "its chance level (`expected_agreement`)": "its chance level (expected agreement)",
    "such as fleiss_kappa, conger_kappa or": "such as fleiss-kappa, conger-kappa or",
    "rater_kind names 'x'; raters are ['a', \"b's\"].": "--rater-kind names 'x'; raters are a, b's.",
    "the columns are ['item', 'A', 2].": "the columns are item, A, 2.",
    "with categories=['low', '中', 'high'].": "with --categories low,中,high.",
    "with categories=['very low', 'high'].": "with --categories 'very low,high'.",
    "to slice by; there are [].": "to slice by; there are none.",
    "There is no column 'fleiss_kappa'": "There is no column 'fleiss_kappa'",
    "There is no column 'header=True'": "There is no column 'header=True'",
    "goal must be one of first, mature, got 'foo'.": "--goal must be one of first, mature, got 'foo'.",
    "two raters' raw agreement, S": "two raters' raw agreement, S",
}


@pytest.mark.parametrize(("python", "shell"), SAID.items())
def test_python_is_said_as_flags(python: str, shell: str) -> None:
    assert as_flags(python) == shell


def test_values_to_choose_from_in_chinese_lose_their_quotation_marks():
    assert as_flags("Alpha 的 metric='masi' 或 'jaccard' 会") == "Alpha 的 --metric masi 或 jaccard 会"
