"""The bundled examples: what the scripts write, what papers published, and what is planted in them."""

from __future__ import annotations

import csv
import json
import re
import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.finding import Finding
from concordant.interpret.study.outline import outline
from concordant.surfaces.api.examples import EXAMPLES, FOLDER, Example
from tests.example_studies import example_study

ROOT = Path(__file__).parents[3]
REFERENCE = ROOT / "tests/reference"
IDS = [example.name for example in EXAMPLES]
MOST_BYTES = 450_000


def of_case(name: str) -> dict[str, Any]:
    """The expected values of a reference case."""
    cases = json.loads((REFERENCE / "cases.json").read_text(encoding="utf-8"))["cases"]
    found: dict[str, Any] = next(case["expected"] for case in cases if case["id"] == name)
    return found


@pytest.fixture(scope="module", params=EXAMPLES, ids=IDS)
def example(request: pytest.FixtureRequest) -> Example:
    """Each in turn."""
    found: Example = request.param
    return found


@pytest.fixture(scope="module")
def judged() -> cc.Study:
    """The study of the judge."""
    return example_study("judge")


# --- all of them ------------------------------------------------------------------------------


def test_the_files_are_what_the_scripts_write() -> None:
    judge = runpy.run_path(str(ROOT / "tools/make_examples_judge.py"))
    crowd = runpy.run_path(str(ROOT / "tools/make_examples_crowd.py"))
    scores = runpy.run_path(str(ROOT / "tools/make_demo_data.py"))
    rounds = runpy.run_path(str(ROOT / "tools/make_examples_rounds.py"))
    made = {
        "judge": judge["text"]("en"),
        "judge-zh": judge["text"]("zh"),
        "crowd": crowd["text"](),
        "scores": scores["text"](),
        "rounds": rounds["text"](),
    }
    assert {e.name for e in EXAMPLES if e.simulated} == made.keys()
    for name, text in made.items():
        assert cc.examples()[name].path.read_text(encoding="utf-8") == text, name


def test_every_file_belongs_to_an_example_and_all_are_small() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(e.path for e in EXAMPLES)
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES


def test_an_example_is_asked_for_by_name() -> None:
    assert list(cc.examples()) == IDS
    assert cc.example("methods").raters == ("Wright", "mini Wright")
    with pytest.raises(cc.OptionError, match="Did you mean 'pathology'"):
        cc.example("patology")


def test_what_it_is_and_where_it_comes_from_is_said_in_both_languages(example: Example) -> None:
    for lang in ("en", "zh"):
        assert 20 < len(example.about(lang)) < 160
        assert example.source in example.origin(lang)
    assert example.about("en").isascii()
    assert not example.about("zh").isascii()
    assert not example.simulated or (ROOT / example.source).exists()


@pytest.mark.by_turns(3)
def test_its_study_speaks_both_languages(example: Example) -> None:
    study = example_study(example.name)
    assert study.main is not None
    assert study.main.main.result.defined
    for lang in ("en", "zh"):
        text = study.text(lang)
        assert "nan" not in text.split()
        assert not re.search(r"\bNone\b(?! of )", text)
    assert len(list(outline(study))) > 5


def test_nothing_has_to_be_declared_to_read_its_file(example: Example) -> None:
    plain = cc.read(example.path, **({"shape": "counts"} if example.name == "clinical" else {}))
    declared = example.read()
    assert plain.audit.n_items == declared.audit.n_items
    assert plain.audit.n_ratings == declared.audit.n_ratings
    assert sorted(plain.raters) == sorted(declared.raters)


# --- the judge --------------------------------------------------------------------------------


def found(study: cc.Study) -> dict[tuple[str, str], Finding]:
    """Findings by code and what they are about."""
    return {
        (f.code, f.about.get("rater") or f.about.get("value") or f.about["cut"]): f for f in study.findings
    }


def test_what_was_planted_in_the_judges_is_found_and_nothing_else(judged: cc.Study) -> None:
    assert found(judged).keys() == {
        ("slice-misjudged", "code"),
        ("unstable-boundary", "2|3"),
        ("central-tendency", "judge_v1"),
        ("systematically-high", "judge_v1"),
    }
    assert found(judged)["slice-misjudged", "code"].about["comparison"] == "judge_v2"
    assert found(judged)["unstable-boundary", "2|3"].about["comparison"] == "judge_v2"


def test_the_judge_of_now_is_shown_first_and_is_better_than_the_older_one(judged: cc.Study) -> None:
    assert judged.main is not None
    assert (judged.main.name, judged.main.reference) == ("judge_v2", ("human_1", "human_2", "human_3"))
    ratings = cc.example("judge")
    new, old = (
        cc.measure("exact_agreement", ratings, raters=["human_1", j]) for j in ("judge_v2", "judge_v1")
    )
    change = cc.compare(new, old)
    assert change.interval is not None
    assert change.interval.low > 0


def test_the_judge_takes_points_off_code_only() -> None:
    bias = {}
    for content, part in cc.example("judge").by("content_type"):
        result = cc.signed_bias(part.select(["human_1", "judge_v2"]))
        assert result.interval is not None
        bias[content] = result
    code = bias.pop("code")
    assert code.interval is not None
    assert code.interval.high < -0.5
    assert all(abs(other.estimate) < 0.3 for other in bias.values())


def test_the_judge_repeats_some_items_and_people_leave_some_out(judged: cc.Study) -> None:
    (again,) = judged.within
    (said,) = again.sentences
    assert said.facts["rater"] == "judge_v2"
    assert 0.6 < said.facts["exact"] < 0.95
    rows = list(csv.DictReader(cc.examples()["judge"].path.read_text(encoding="utf-8").splitlines()))
    first = [row for row in rows if row["repeat"] == "1"]
    gaps = [row for row in first if "" in (row["human_1"], row["human_2"], row["human_3"])]
    assert len(first) == 128 * 3
    assert 10 < len(gaps) < 60
    assert 30 < len(rows) - len(first) < 100


def test_the_chinese_twin_has_the_same_scores_in_chinese(judged: cc.Study) -> None:
    twin = cc.example("judge-zh")
    same = cc.example("judge")
    assert twin.raters == ("人工_1", "人工_2", "人工_3", "模型_v2", "模型_v1")
    assert twin.rater_kinds == same.rater_kinds == ("human",) * 3 + ("judge",) * 2
    for ours, theirs in zip(same.columns, twin.columns, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    findings = found(cc.study(twin))
    assert [code for code, _ in findings] == [f.code for f in judged.findings]
    assert ("slice-misjudged", "编程问答") in findings


def test_texts_follow_the_scores() -> None:
    """A better answer is a longer one: what supports it grows with its depth."""
    rows = list(csv.DictReader(cc.examples()["judge"].path.read_text(encoding="utf-8").splitlines()))
    deep = [(row["human_2"], len(row["response"])) for row in rows if row["dimension"] == "depth"]
    lengths = {s: np.mean([n for score, n in deep if score == s]) for s in "0123" + "4"}
    assert lengths["0"] < lengths["2"] < lengths["4"]
    assert all(row["judge_v2_reason"] for row in rows)


# --- the crowd --------------------------------------------------------------------------------


def test_what_was_planted_in_the_crowd_is_found_and_nothing_else() -> None:
    assert found(example_study("crowd")).keys() == {
        ("constant-rater", "w13"),
        ("rogue-rater", "w07"),
        ("systematically-high", "w21"),
        ("systematically-high", "w33"),
        ("unstable-boundary", "mild|moderate"),
    }


def test_five_workers_see_each_post_and_all_workers_see_as_many() -> None:
    crowd = cc.example("crowd")
    rated = np.stack([column >= 0 for column in crowd.columns])
    assert rated.shape == (40, 320)
    assert set(rated.sum(axis=0)) == {5}
    assert set(rated.sum(axis=1)) == {40}
    assert crowd.scale.level == "ordinal"


# --- the classics -----------------------------------------------------------------------------


def test_fleiss_diagnoses_give_the_published_kappa() -> None:
    clinical = cc.example("clinical")
    assert cc.fleiss_kappa(clinical).estimate == pytest.approx(of_case("fleiss-1971")["value"], abs=1e-12)
    assert round(cc.fleiss_kappa(clinical).estimate, 3) == 0.430  # Fleiss (1971), p. 380
    assert cc.gwet_ac(clinical).estimate == pytest.approx(of_case("fleiss-1971-gwet_ac")["value"], abs=1e-12)


def test_bland_and_altmans_meters_differ_as_published() -> None:
    rows = list(csv.DictReader(cc.examples()["methods"].path.read_text(encoding="utf-8").splitlines()))
    first = {
        meter: [float(r["reading"]) for r in rows if r["meter"] == meter and r["occasion"] == "1"]
        for meter in ("Wright", "mini Wright")
    }
    found = cc.bland_altman(first["Wright"], first["mini Wright"])
    assert found.estimate == pytest.approx(of_case("bland-altman-1986")["bias"], abs=1e-12)
    assert found.details["sd_differences"] == pytest.approx(of_case("bland-altman-1986")["sd"], abs=1e-12)


@pytest.mark.parametrize(("meter", "published"), [("Wright", 21.6), ("mini Wright", 28.2)])
def test_bland_and_altmans_meters_repeat_themselves_as_published(meter: str, published: float) -> None:
    """The paper's coefficients of repeatability, 43.2 and 56.4 l/min, are twice these (p. 309)."""
    limit = cc.repeatability_limit(cc.example("methods").select([meter]))
    assert round(limit.estimate / 1.96, 1) == published


def test_the_pathologists_agree_as_in_textbooks() -> None:
    pathology = cc.example("pathology")
    codes = np.minimum(np.stack(pathology.columns), 3)  # 4 and 5 taken together
    table = np.zeros((4, 4), dtype=int)
    np.add.at(table, (codes[0], codes[1]), 1)
    # Agresti, Categorical Data Analysis (2002), Table 10.8: pathologists A and B.
    assert table.tolist() == [[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]]
    # p_o = 75/118, p_e = 3916/118², so kappa = (75·118 − 3916)/(118² − 3916) = 4934/10008 (0.493 there).
    assert cc.cohen_kappa(cc.table(table)).estimate == pytest.approx(4934 / 10008, abs=1e-12)


def test_the_pathologists_answers_for_carcinoma_have_the_published_patterns() -> None:
    """Agresti, Categorical Data Analysis (2002), Table 13.1: carcinoma or not, twenty patterns of seven."""
    patterns = Counter(zip(*(tuple((c >= 2).tolist()) for c in cc.example("pathology").columns), strict=True))
    published = (34, 2, 6, 1, 4, 5, 2, 1, 2, 1, 2, 7, 1, 1, 2, 3, 13, 5, 10, 16)
    assert tuple(count for _, count in sorted(patterns.items())) == published


def test_the_pathologists_use_the_categories_as_often_as_in_another_copy_of_the_table() -> None:
    """Counted in the data set `Carcinoma` of the R package ggpcp, which gives the same source."""
    pathology = cc.example("pathology")
    counted = {
        name: np.bincount(column, minlength=5).tolist()
        for name, column in zip(pathology.raters, pathology.columns, strict=True)
    }
    assert counted == {
        "A": [26, 26, 38, 22, 6],
        "B": [27, 12, 69, 7, 3],
        "C": [31, 42, 37, 6, 2],
        "D": [38, 48, 23, 8, 1],
        "E": [16, 31, 53, 14, 4],
        "F": [62, 31, 20, 1, 4],
        "G": [32, 20, 61, 3, 2],
    }
