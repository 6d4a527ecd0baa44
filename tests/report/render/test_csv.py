"""CSV files: every number with all its digits, and no text that runs as a formula."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.digits import rounded
from concordant.interpret.study.study import Study
from concordant.language.render import topic
from concordant.report.render.csv import cell, csv_files
from concordant.report.tidy import tidy_tables
from tests.interpret.judge_reports.made_studies import NAMES as JUDGE_METHODS
from tests.interpret.judge_reports.made_studies import made_study
from tests.interpret.study.test_leaderboard import priced_study
from tests.interpret.study_cases import studied
from tests.interpret.study_data import scores, wide
from tests.interpret.test_study_words import STUDIES
from tests.report.progress_made import in_rounds


def rows_of(study: Study, name: str, lang: Any = "en") -> list[dict[str, str]]:
    text = csv_files(study, lang)[f"{name}.csv"].decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize(
    "text", ["=cmd()", "+1+1", "-2+3", "@SUM(A1)", "\tx", "\rx", "\n=x", "＝1+1", "-", "=1"]
)
def test_text_that_looks_like_a_formula_is_quoted(text: str) -> None:
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (-0.25, "-0.25"), (0.1 + 0.2, "0.3"), (3.0, 3), (7, 7), (math.nan, ""), (None, ""),
        (True, 1), ("-1", "-1"), ("+0.5", "+0.5"), ("1e-3", "1e-3"), ("a=b", "a=b"), ("–", "–"),
        (math.inf, "inf"), (2 / 3, "0.6666666667"), (1e20, "1e+20"),
    ],
)  # fmt: skip
def test_numbers_are_numbers_and_nothing_is_nothing(value: Any, shown: Any) -> None:
    assert cell(value) == shown


def test_hostile_names_do_not_run_and_come_back() -> None:
    names = ["=HYPERLINK(1)", "@b", 'q"uo,te\n']
    data = wide(scores(30, 3), names, **{"-kind": ["=a", "b"] * 15})
    study = cc.study(data, raters=names, slices=["-kind"])
    for name in csv_files(study):
        for row in rows_of(study, name.removesuffix(".csv")):
            for text in (*row, *row.values()):
                assert not text.startswith(("=", "@", "\t")), (name, row)
    assert {row["first"] for row in rows_of(study, "rater-pairs")} == {"'=HYPERLINK(1)", "'@b"}


def test_the_measures_are_those_of_the_study_to_ten_digits() -> None:
    study = STUDIES["harsh_judge"]()
    rows = iter(rows_of(study, "measures"))
    for one in study.comparisons:
        for m in one.measures:
            row, result = next(rows), m.result
            assert row["measure"] == m.measure
            assert float(row["estimate"]) == rounded(result.estimate)
            assert result.interval is not None
            assert float(row["conf_low"]) == rounded(result.interval.low)
            assert float(row["conf_high"]) == rounded(result.interval.high)
            assert (row["floor"] == "") == math.isnan(m.floor.level)
            assert row["ceiling_estimate"] == ("" if m.ceiling is None else str(cell(m.ceiling.estimate)))
    assert list(rows) == []


def test_the_cells_of_the_table_add_up_to_the_items() -> None:
    study = STUDIES["harsh_judge"]()
    for one in study.comparisons:
        called = topic("terms")["people"]["en"] if one.kind == "people" else one.name
        cells = [float(r["n_items"]) for r in rows_of(study, "confusion") if r["comparison"] == called]
        assert one.confusion is not None
        assert sum(cells) == pytest.approx(one.confusion.total)
        assert len(cells) == 25


def test_a_slice_has_a_row_for_each_measure() -> None:
    rows = [r for r in rows_of(STUDIES["harsh_judge"](), "slices") if r["value"] == "help"]
    judged = {r["measure"]: r for r in rows if r["comparison"] == "judge"}
    assert {"exact_agreement", "cohen_kappa"} <= set(judged)
    assert judged["exact_agreement"]["n_items"] == "20"
    assert -1 < float(judged["exact_agreement"]["difference_estimate"]) < 0


def test_limits_of_agreement_have_their_file() -> None:
    rows = rows_of(STUDIES["two_scales"](), "limits")
    assert [float(r["estimate"]) for r in rows] == pytest.approx([-0.5, -0.5])  # always half a unit lower


def test_a_problem_says_whose_and_where_it_is_and_which_items_show_it() -> None:
    study = cc.study(cc.example("judge"))
    rows = rows_of(study, "findings")
    assert len(rows) == len(study.findings) > 1
    for row, finding in zip(rows, study.findings, strict=True):
        assert (row["code"], row["comparison"]) == (finding.code, finding.about["comparison"])
        assert row["rater"] == finding.about.get("rater", "")
        assert (row["column"], row["value"]) == tuple(finding.about.get(x, "") for x in ("column", "value"))
        assert row["examples"].split("; ") == [str(item["item"]) for item in finding.examples]
        assert float(row["q_value"]) == rounded(finding.q_value)
        assert finding.headroom is not None
        assert float(row["gain"]) == rounded(finding.headroom.gain)
    assert {row["column"] for row in rows} > {""}


def test_every_head_of_ours_is_said_in_chinese_and_names_of_the_data_stay() -> None:
    for study in (studied("two slice columns"), made_study("map")):
        check_heads(study)


def check_heads(study: Study) -> None:
    for name in csv_files(study):
        english, chinese = (list(rows_of(study, name.removesuffix(".csv"), lang)[0]) for lang in ("en", "zh"))
        for one, other in zip(english, chinese, strict=True):
            data = name == "adjudicate.csv" and one in (
                "human",
                "human_1",
                "human_2",
                "judge",
                "type",
                "size",
            )
            assert (one == other) == data, (name, one, other)


def test_every_head_is_used() -> None:
    names = ("two slice columns", "gold with people and judges", "repeats of several")
    studies = [
        *(make() for make in STUDIES.values()),
        *map(studied, names),
        *map(made_study, JUDGE_METHODS),
        in_rounds("dimensions"),
        priced_study(),
    ]
    used = {head for study in studies for table in tidy_tables(study).values() for head in table.names}
    used |= {head.split("_")[0] for head in used if head.startswith("p_") and head[2:].isdigit()}
    known = {key.removeprefix("column-") for key in topic("report") if key.startswith("column-")}
    assert known <= used


def test_excel_sees_that_it_is_utf_8(tmp_path: Path) -> None:
    folder = cc.study([1, 2, 2], [1, 2, 1]).to_csv(tmp_path / "tables", lang="zh")
    assert (folder / "measures.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    import pandas as pd

    assert "估计值" in pd.read_csv(folder / "measures.csv").columns


def test_undefined_is_empty_and_says_why() -> None:
    rows = rows_of(studied("one category"), "measures")
    undefined = [row for row in rows if row["undefined_because"]]
    assert undefined
    assert all(row["estimate"] == row["conf_low"] == "" for row in undefined)
