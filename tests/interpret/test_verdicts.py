"""Judges that no verdict may be fooled by: random, copied, constant, nearly constant, like a person."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from benchmarks.calibration.judges import SHOWN, told
from benchmarks.calibration.stored import read_rows
from concordant.interpret.data_checks import scale_doubts
from concordant.interpret.study.outline import glance
from concordant.interpret.where import ADVISED
from concordant.language.render import LANGUAGES
from concordant.report.page.verdict import verdict
from tests.interpret.judges import JUDGES, PEOPLE, like_a_person, people, random_judge, table


@cache
def studied(name: str) -> cc.Study:
    return cc.study(JUDGES[name](), item="item", reference=list(PEOPLE))


def of(data: pd.DataFrame, **options: Any) -> cc.Study:
    return cc.study(data, item="item", reference=list(PEOPLE), **options)


def said(study: cc.Study) -> list[str]:
    """The codes of what is read first."""
    return [message.code for section in glance(study) for message in section.sentences]


def found(study: cc.Study) -> list[str]:
    return [finding.code for finding in study.findings]


def stand_in(study: cc.Study) -> str:
    (code,) = [one for one in said(study) if "stand-in" in one]
    return code.removeprefix("headline.stand-in-")


def doubts(study: cc.Study) -> list[str]:
    return [doubt.code for doubt in study.scale_doubts]


# --- no skill ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random", "4 or 5 at random"])
def test_a_judge_without_skill_is_the_first_finding_and_the_only_one(name: str) -> None:
    study = studied(name)
    assert found(study) == ["no-skill"]
    assert "study.found-no-skill" in said(study)
    assert "study.nothing-found" not in said(study)
    assert {"headline.below-constant", "headline.skill-not-shown"} <= {*said(study)}
    text = study.findings[0].text()
    assert text.startswith("No skill: judge is no better than chance.")
    assert "Always giving “3” would match" in text
    assert study.findings[0].text("zh").startswith("没有判断力：")
    assert study.findings[0].examples


def test_a_constant_judge_is_called_so_and_nothing_else() -> None:
    assert found(studied("constant")) == ["constant-rater"]


@pytest.mark.parametrize("name", ["random", "constant", "people hardly beat a constant"])
def test_without_skill_no_advice_is_given_on_a_score(name: str) -> None:
    study = studied(name)
    assert study.main is not None
    assert study.main.bands is not None
    assert study.main.bands.said is not None
    assert study.main.bands.said.code != ADVISED
    assert ADVISED not in said(study)


def test_kappa_of_a_constant_judge_misses_a_goal_and_is_called_chance() -> None:
    study = studied("constant")
    assert "benchmarks.constant-rater" in said(study)
    assert study.main is not None
    assert study.main.stages is not None
    kappa = study.main.stages.stages[0].targets[1]
    assert (kappa.result.measure, kappa.outcome, kappa.said.code) == (
        "cohen_kappa", "not-met", "goals.constant-not-met"
    )  # fmt: skip
    assert kappa.said.text("zh")


def test_no_word_is_claimed_for_a_coefficient_that_a_constant_answer_reaches() -> None:
    human = [4] * 200 + [3] * 50 + [5] * 50
    study = cc.study(pd.DataFrame({"human": human, "judge": [4] * 300}))
    assert study.main is not None
    ac = study.main.measure("gwet_ac", weights="quadratic")
    assert ac is not None
    assert ac.result.estimate > 0.8
    assert not any(v.headline is not None and v.headline != v.benchmark.worst for v in ac.verdicts)


def test_three_rare_ratings_show_no_lack_of_skill() -> None:
    """[[0, 3], [4, 93]]: kappa −.04 with an interval up to .39, which leaves much skill open."""
    pairs = [("yes", "no")] * 3 + [("no", "yes")] * 4 + [("no", "no")] * 93
    study = cc.study(pd.DataFrame(pairs, columns=["human", "judge"]))
    assert "no-skill" not in found(study)
    assert "benchmarks.below-chance-unsure" in said(study)


def test_a_constant_judge_where_people_nearly_always_say_the_same_has_no_skill() -> None:
    rng = np.random.default_rng(1)
    rare = rng.random(300) < 0.12
    three = np.where(rare[:, None] & (rng.random((300, 3)) < 0.9), 3, 4)
    study = of(table(three, judge=np.full(300, 4)))
    assert found(study)[0] == "no-skill"
    assert "it gives 4 every time" in study.findings[0].text()


@pytest.mark.slow
def test_text_categories_measurements_gaps_and_several_judges() -> None:
    rng = np.random.default_rng(2)
    truth, three = people(rng, 400)
    names = np.array(["", "ape", "bee", "cat", "dog", "owl"])
    nominal = table(names[three], judge=names[rng.integers(1, 6, 400)])
    assert found(of(nominal, scale="nominal"))[0] == "no-skill"
    holes = random_judge(400).astype(object)
    for person in PEOPLE:
        holes.loc[rng.random(400) < 0.3, person] = None
    assert found(of(holes))[0] == "no-skill"
    x = rng.normal(50, 10, 400)
    measured = table(x[:, None] + rng.normal(0, 3, (400, 3)), judge=rng.normal(50, 10, 400))
    study = of(measured.round(3))
    assert found(study) == ["no-skill"]
    assert "off on average" in study.findings[0].text()
    two = table(three, judge_a=rng.integers(1, 6, 400), judge_b=np.clip(truth, 1, 5))
    about = [(f.code, f.about.get("rater")) for f in of(two).findings]
    assert about[0] == ("no-skill", "judge_a")
    assert ("no-skill", "judge_b") not in about


def test_a_judge_with_a_bias_has_skill() -> None:
    rng = np.random.default_rng(3)
    truth, three = people(rng, 300)
    low = np.clip(np.rint(truth - 2 + rng.normal(0, 0.5, 300)), 1, 5)
    got = found(of(table(three, judge=low.astype(int))))
    assert "no-skill" not in got
    assert "systematically-low" in got


def test_a_scale_turned_round_is_named_as_such() -> None:
    rng = np.random.default_rng(4)
    truth, three = people(rng, 300)
    turned = 6 - np.clip(np.rint(truth + rng.normal(0, 0.5, 300)), 1, 5)
    study = of(table(three, judge=turned.astype(int)))
    assert "no-skill" not in found(study)
    assert "benchmarks.below-chance" in said(study)


def test_few_items_claim_no_lack_of_skill_and_say_that_none_is_shown() -> None:
    study = of(random_judge(25))
    assert "no-skill" not in found(study)
    assert "headline.skill-not-shown" in said(study)


@pytest.mark.parametrize(("samples", "most"), [(15, 3), pytest.param(60, 6, marks=pytest.mark.slow)])
def test_a_judge_with_little_skill_is_seldom_said_to_have_none(samples: int, most: int) -> None:
    # association .2 is the least that is not "no skill": at most 5 % may be called so; here it is .25 or more
    rng = np.random.default_rng(5)
    called = 0
    for _ in range(samples):
        truth = rng.normal(size=150)
        both = 0.55 * truth[:, None] + np.sqrt(1 - 0.55**2) * rng.normal(size=(150, 2))  # r = .3
        scores = np.clip(np.rint(3 + both), 1, 5).astype(int)
        data = pd.DataFrame({"human": scores[:, 0], "judge": scores[:, 1]})
        called += "no-skill" in found(cc.study(data))
    assert called <= most  # P(X ≥ 4 | 15, .05) is .5 %, P(X ≥ 7 | 60, .05) 3 %


# --- copies -----------------------------------------------------------------------------------------


def test_a_copied_person_is_a_doubt_on_top_and_no_claim_is_made() -> None:
    study = studied("copy of a person")
    assert doubts(study)[0] == "copied"
    assert said(study)[0] == "doctor.copied"
    assert stand_in(study) == "copy"
    doubt = study.scale_doubts[0]
    assert doubt.about["names"] == ["human_a", "judge"]
    assert "711 of 711 items" in doubt.text()
    assert [message.code for message in verdict(study).doubts][:1] == ["doctor.copied"]


def test_a_copy_of_a_person_reaches_no_stage_and_passes_no_gate() -> None:
    study = studied("copy of a person")
    assert study.main is not None
    assert study.main.stages is not None
    assert study.main.stages.reached is None
    assert "goals.stages-copied" in said(study)
    assert "goals.last-stage" not in said(study)
    gate = cc.check(JUDGES["copy of a person"](), item="item", reference=list(PEOPLE), goal="first")
    assert gate.outcome == "cannot-tell"
    assert {"doctor.copied", "goals.goal-copied"} <= {message.code for message in gate.sentences}


def test_a_goal_that_takes_no_skill_is_called_so_in_study_and_gate() -> None:
    data = pd.DataFrame({"human": [4] * 200 + [3] * 50 + [5] * 50, "judge": [4] * 300})
    goal = {"name": "near", "targets": [{"measure": "adjacent_agreement", "more_than": 0.85}]}
    assert "goals.goal-met-without-skill" in said(cc.study(data, goal=goal))
    gate = cc.check(data, goal=goal)
    assert "goals.goal-met-without-skill" in {message.code for message in gate.sentences}


def test_two_identical_people_are_a_doubt_and_the_third_is_not_blamed() -> None:
    study = studied("two identical people")
    assert doubts(study)[0] == "copied"
    assert study.scale_doubts[0].about["names"] == ["human_a", "human_b"]
    assert "rogue-rater" not in found(study)
    assert "rogue-rater" in study.scale_doubts[0].explains


def test_a_copy_with_gaps_and_a_few_changes_is_seen_and_an_easy_task_is_not_a_copy() -> None:
    rng = np.random.default_rng(6)
    three = people(rng, 300)[1]
    nearly = three[:, 0].astype(float)
    nearly[:2] = 6 - nearly[:2]
    nearly[rng.random(300) < 0.4] = np.nan
    assert "copied" in doubts(of(table(three, judge=nearly)))
    easy = np.where(rng.random((400, 4)) < 0.99, np.tile([1, 2], 200)[:, None], 1)
    assert not doubts(of(table(easy[:, :3], judge=easy[:, 3])))


def test_two_raters_alone_may_agree_on_everything_if_items_are_few() -> None:
    few, many = (pd.DataFrame({"human": [1, 2] * n, "judge": [1, 2] * n}) for n in (50, 100))
    assert "copied-alone" not in doubts(cc.study(few))
    assert "copied-alone" in doubts(cc.study(many))  # .95²⁰⁰ < .001


def test_a_known_truth_taken_from_a_person_is_no_copy() -> None:
    data = like_a_person(200)
    data["gold"] = data["human_a"]
    assert not any(code.startswith("copied") for code in doubts(cc.study(data, item="item")))


def test_honest_raters_are_hardly_ever_called_copies() -> None:
    rng = np.random.default_rng(7)
    for _ in range(30):
        truth = rng.integers(1, 4, 60)
        noise = np.where(rng.random((60, 4)) < 0.05, rng.integers(1, 4, (60, 4)), truth[:, None])
        doubted = scale_doubts(cc.read(table(noise[:, :3], judge=noise[:, 3]), item="item"))
        assert not any(doubt.code.startswith("copied") for doubt in doubted)


# --- the reference, and people ----------------------------------------------------------------------


def test_where_people_hardly_agree_the_rubric_comes_first() -> None:
    study = studied("people hardly beat a constant")
    assert said(study)[0] == "study.rubric-first"
    assert found(study)[0] == "unclear-rubric"
    assert stand_in(study) == "rubric"
    sentence = verdict(study).sentence
    assert sentence is not None
    assert sentence.text().startswith("Fix the rubric first:")
    assert sentence.text("zh").startswith("请先修订评分标准：")
    assert study.to_markdown()


@pytest.mark.parametrize("name", ["random", "93 % constant", "like a person", "copy of a person"])
def test_people_who_agree_are_not_told_to_fix_the_rubric(name: str) -> None:
    assert "unclear-rubric" not in found(studied(name))


def test_one_bad_rater_is_not_the_rubric() -> None:
    rng = np.random.default_rng(8)
    truth, three = people(rng, 300, noise=0.4)
    three[:, 2] = rng.integers(1, 6, 300)
    got = [f.code for f in of(table(three, judge=truth)).findings]
    assert "unclear-rubric" not in got
    assert "rogue-rater" in got


def test_prevalence_alone_is_not_an_unclear_rubric() -> None:
    # people agree on 96 % where always "no" reaches 95 %, and their alpha is about .6
    rng = np.random.default_rng(9)
    truth = rng.random(600) < 0.05
    three = np.where(truth[:, None] & (rng.random((600, 3)) < 0.8), "yes", "no")
    assert "unclear-rubric" not in found(of(table(three, judge=three[:, 0]), scale="nominal"))


def test_a_test_that_a_constant_passes_too_claims_nothing() -> None:
    study = studied("93 % constant")
    assert stand_in(study) == "constant"
    assert study.main is not None
    assert study.main.stand_in is not None
    assert study.main.stand_in.constant == "3"
    assert "headline.people-main-below" in said(study)
    gap = study.main.short_of_people_main
    assert gap is not None
    assert gap.interval is not None
    assert gap.interval.high < 0


def test_a_judge_like_a_person_passes_and_the_constant_does_not() -> None:
    study = studied("like a person")
    assert stand_in(study) == "yes"
    assert found(study) == []
    assert doubts(study) == []
    assert "headline.people-main-level" in said(study)


def test_a_judge_that_fails_on_few_items_is_not_shown_to_fail() -> None:
    rng = np.random.default_rng(10)
    truth, three = people(rng, 50)
    study = of(table(three, judge=np.clip(np.rint(truth + rng.normal(0, 0.75, 50)), 1, 5).astype(int)))
    assert stand_in(study) == "not-shown"
    assert "headline.stand-in-no" in said(studied("random"))


def test_the_judge_above_the_constant_but_below_people_is_told_so() -> None:
    # people are nearly always right, the judge is off by one in a third of items
    rng = np.random.default_rng(11)
    truth = rng.choice([1, 2, 3, 4, 5], 600)
    off = np.where(rng.random((600, 4)) < 0.3, rng.choice([-1, 1], (600, 4)), 0)
    off[:, 3] *= np.where(rng.random(600) < 0.4, 3, 1)
    scores = np.clip(truth[:, None] + off, 1, 5)
    study = of(table(scores[:, :3], judge=scores[:, 3]))
    assert stand_in(study) == "below-people"


# --- a stray number ---------------------------------------------------------------------------------


def test_a_stray_number_is_a_doubt_with_its_rater_and_its_fix() -> None:
    study = studied("stray 10 on a 1–5 scale")
    (doubt,) = study.scale_doubts
    assert doubt.code == "stray-value"
    assert said(study)[0] == "doctor.stray-value"
    assert "10 occurs 1 time in 1200 ratings (human_b)" in doubt.text()
    assert "missing=[10]" in doubt.remedy()
    read = of(JUDGES["stray 10 on a 1–5 scale"](), missing=[10])
    assert doubts(read) == []


def test_a_scale_with_a_rare_end_or_large_steps_has_no_stray_number() -> None:
    rng = np.random.default_rng(12)
    for values in ([1, 2, 3, 4, 5, 6], [0, 25, 50, 75, 100], [1, 2, 4, 8, 16], [0, 1, 10]):
        codes = rng.choice(values[:-1], (300, 4))
        codes[0, 0] = values[-1]
        doubted = scale_doubts(cc.read(table(codes[:, :3], judge=codes[:, 3]), item="item"))
        assert "stray-value" not in [doubt.code for doubt in doubted], values
    declared = of(JUDGES["stray 10 on a 1–5 scale"](), categories=[1, 2, 3, 4, 5, 10])
    assert "stray-value" not in doubts(declared)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", JUDGES)
def test_every_judge_is_told_in_both_languages(name: str, lang: Any) -> None:
    text = studied(name).text(lang).replace("None of the known problem patterns", "")
    assert not any(place in text for place in ("headline.", "patterns.", "doctor.", "goals.", "{", "None"))


@pytest.mark.parametrize("name", SHOWN)
def test_the_guide_shows_what_is_said_of_each_judge(name: str) -> None:
    (kept,) = [row for row in read_rows("judges") if row["judge"] == name]
    assert told(name, studied(name)) == kept  # else: python -m benchmarks.calibration.judges; ./dev generate
