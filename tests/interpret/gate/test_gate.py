"""The gate: outcomes by goals and by a baseline, slices among many, and what it says."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from concordant.errors import InputError, OptionError
from concordant.interpret.gate.gate import Gate, gate
from concordant.interpret.gate.regressions import watched
from concordant.interpret.goals.goal import read_goals
from concordant.interpret.rounds.round import ComparedRound
from concordant.language.render import LANGUAGES
from concordant.ratings.as_ratings import as_ratings
from tests.interpret.gate_data import agreeing, at_least, judged
from tests.interpret.study_cases import CASES


def made(data: Any, name: str = "", **reading: Any) -> ComparedRound:
    return ComparedRound(name=name, ratings=as_ratings(data, **reading))


def held(now: Any, before: Any = None, goal: Any = None, **options: Any) -> Gate:
    """The gate of two rounds of data that have a column of types."""
    sliced = {"slices": ["type"]} if "type" in now else {}
    baseline = None if before is None else made(before, "v1", **sliced)
    wanted = None if goal is None else read_goals(goal)
    return gate(made(now, "v2", **sliced), goal=wanted, baseline=baseline, **options)


def codes(found: Gate) -> list[str]:
    return [said.code for said in found.sentences]


# --- goals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "outcome", "code"),
    # 80 of 100 agree; the exact interval of that is 71 % to 87 %
    [(0.7, "met", 0), (0.9, "not-met", 1), (0.78, "cannot-tell", 2)],
)
def test_a_goal_is_met_missed_or_open_by_the_ends_of_the_interval(
    share: float, outcome: str, code: int
) -> None:
    found = held(agreeing(80), goal=at_least(share))
    assert (found.outcome, found.exit_code) == (outcome, code)
    assert codes(found)[0] == f"gate.{outcome}-goal"
    assert found.goals["judge"].outcome == outcome


def test_what_is_missing_is_said_with_value_interval_threshold_and_items() -> None:
    found = held(agreeing(80), goal=at_least(0.75))
    (_, target), said = found.missing[0], found.sentences[1]
    assert said == target.said
    needed = said.facts["needed"]
    for part in ("80%", "75%", f"about {needed:.0f} items", "currently 100"):
        assert part in said.text("en")


def test_every_judge_is_judged_and_one_that_fails_is_named() -> None:
    both = agreeing(95) | {"judge_b": agreeing(50)["judge"]}
    found = held(both, goal=at_least(0.7), comparison=None)
    assert dict(found.judged) == {"judge": "judge", "judge_b": "judge"}
    assert [report.outcome for report in found.goals.values()] == ["met", "not-met"]
    assert found.sentences[0].text("en") == "Not met: goal “release gate” (judge_b)."
    assert held(both, goal=at_least(0.7), comparison="judge").outcome == "met"


def test_raters_of_no_known_kind_are_judged_among_themselves() -> None:
    data = {name.replace("judge", "bob").replace("human", "ann"): v for name, v in agreeing(95).items()}
    found = gate(made(data, raters=["ann", "bob"]), goal=read_goals(at_least(0.7)))
    assert dict(found.judged) == {"raters": "raters"}
    assert "评分者" in found.sentences[0].text("zh")


def test_an_unknown_comparison_is_answered_with_those_there_are() -> None:
    with pytest.raises(
        OptionError, match=r"comparison must be one of \['judge'\], got 'jugde'. Did you mean"
    ):
        held(agreeing(80), goal=at_least(0.7), comparison="jugde")


def test_nothing_asked_is_one_clear_sentence() -> None:
    with pytest.raises(OptionError, match="There is nothing to check: give a goal"):
        held(agreeing(80))


@pytest.mark.parametrize("loss", [-0.1, float("nan"), "much"])
def test_what_may_be_lost_is_a_number(loss: Any) -> None:
    with pytest.raises(OptionError, match="allowed_loss, the largest loss allowed, must be 0 or more"):
        held(agreeing(80), goal=at_least(0.7), allowed_loss=loss)


def test_a_goal_that_these_data_can_never_answer_is_a_mistake() -> None:
    words = {"item": list("abcdef"), "human": list("xyxyxy"), "judge": list("xyxyxx")}
    with pytest.raises(
        OptionError, match="requires 'adjacent_agreement', which cannot be computed from these data"
    ):
        gate(made(words), goal=read_goals(at_least(0.7, "adjacent_agreement")))
    with pytest.raises(OptionError, match="No row has type = 'code'"):
        held(judged(1, slices=2, n=20), goal=at_least(0.7, on={"type": "code"}))


def test_a_measure_that_is_undefined_by_chance_cannot_be_told() -> None:
    same = {"item": list("abcdef"), "human": [1] * 6, "judge": [1] * 6}
    found = gate(made(same), goal=read_goals(at_least(0.6, "cohen_kappa")))
    assert found.outcome == "cannot-tell"
    assert found.sentences[1].code == "goals.undefined"


# --- since a baseline -------------------------------------------------------------------------


def test_one_slice_of_twelve_that_lost_is_found_and_no_other() -> None:
    found = held(judged(6, lost=[3]), judged(1))
    assert found.outcome == "not-met"
    assert [one.value for _, one in found.every_slice if one.lost] == ["type 3"]
    assert len(found.every_slice) == 12
    assert "gate.slices-lost" in codes(found)
    lost = next(said for said in found.sentences if said.code == "gate.slices-lost")
    assert "in 1 of 12 slices" in lost.text("en")
    assert "type = type 3, −" in lost.text("en")


def test_q_values_are_those_of_benjamini_and_hochberg_over_all_slices_of_all_judges() -> None:
    now, before = judged(6, lost=[3], n=60), judged(1, n=60)
    now["judge_b"], before["judge_b"] = judged(12, lost=[7], n=60)["judge"], judged(11, n=60)["judge"]
    found = held(now, before)
    p = np.array([one.p_lost for _, one in found.every_slice])
    assert len(p) == 24
    # by hand: the q of each is the smallest of m·p/rank over all that are no smaller
    order = np.argsort(p)
    by_rank = p[order] * 24 / np.arange(1, 25)
    by_hand = [min(1, *by_rank[place:]) for place in range(24)]
    assert [found.every_slice[i][1].q_value for i in order] == pytest.approx(by_hand)
    assert {(name, one.value) for name, one in found.every_slice if one.lost} == {
        ("judge", "type 3"),
        ("judge_b", "type 7"),
    }


@pytest.mark.slow
def test_where_nothing_was_lost_the_gate_is_seldom_red() -> None:
    rounds = [judged(seed, n=30) for seed in range(100, 117)]
    red = [held(now, before).outcome == "not-met" for before, now in pairwise(rounds)]
    # The whole errs 1 time in 40 at most, slices 1 in 20: about 1 of 16 is expected.
    assert sum(red) <= 3


def test_a_loss_counts_only_beyond_what_is_allowed() -> None:
    now, before = judged(2, lost=range(12)), judged(1)  # a loss of 40 points everywhere
    assert held(now, before).outcome == "not-met"
    strict, lenient = (held(now, before, allowed_loss=x) for x in (0.3, 0.5))
    assert (strict.outcome, lenient.outcome) == ("not-met", "met")
    assert "reliable decline of more than 30.0 percentage points since v1" in strict.sentences[0].text("en")
    assert "no reliable decline of more than 50.0 percentage points" in lenient.sentences[0].text("en")
    assert "超过 30.0 个百分点的退步" in strict.sentences[0].text("zh")


def test_turned_round_a_loss_is_a_gain() -> None:
    found = held(judged(1), judged(6, lost=[3]))
    assert found.outcome == "met"
    assert [one.value for _, one in found.every_slice if one.gained] == ["type 3"]
    assert "gate.slices-gained" in codes(found)


def test_what_cannot_be_excluded_is_the_end_of_the_interval() -> None:
    found = held(judged(3), judged(1))
    said = next(said for said in found.sentences if said.code == "gate.not-seen")
    difference = watched(found.changes[0]).difference
    assert difference.interval is not None
    assert (
        f"a decline of up to {-100 * difference.interval.low:.1f} percentage points cannot be ruled out"
        in said.text("en")
    )
    assert found.outcome == "met"


def test_shares_that_look_alike_in_whole_percent_are_told_apart() -> None:
    """262 and 265 of 400: 65.5 % and 66.25 % are both 66 % without a decimal."""
    found = held(agreeing(265, n=400), agreeing(262, n=400), margin=0.03)
    texts = {language: " ".join(said.text(language) for said in found.sentences) for language in LANGUAGES}
    assert "went from 65.5% to 66.3%, +0.8 percentage points" in texts["en"]
    assert "由 65.5% 变为 66.3%" in texts["zh"]


def test_the_same_data_have_not_changed() -> None:
    found = held(agreeing(80), agreeing(80))
    assert found.outcome == "met"
    assert codes(found) == ["gate.met-baseline", "gate.unchanged"]


def test_measurements_that_all_moved_alike_have_surely_lost() -> None:
    x = [float(i) + 0.25 for i in range(60)]
    items = [f"q{i}" for i in range(60)]
    before = {"item": items, "human": x, "judge": x}
    now = {"item": items, "human": x, "judge": [v + 2 for v in x]}
    found = held(now, before)
    assert watched(found.changes[0]).measure == "mean_absolute_error"
    assert found.outcome == "not-met"
    assert held(before, before).outcome == "met"


def test_other_items_tell_nothing_unless_that_is_asked_for() -> None:
    other = agreeing(40)
    other["item"] = [f"z{i}" for i in range(100)]
    found = held(other, agreeing(95))
    assert (found.outcome, codes(found)) == (
        "cannot-tell", ["gate.cannot-tell-baseline", "gate.incomplete-none"],
    )  # fmt: skip
    found = held(other, agreeing(95), least_common=0)
    assert codes(found) == ["gate.not-met-baseline", "gate.lost-apart"]
    assert "Too few items match" in found.sentences[1].text("en")


def test_a_judge_that_the_baseline_has_not_is_said() -> None:
    before = agreeing(80) | {"judge_a": agreeing(70)["judge"]}
    now = before | {"judge_b": agreeing(60)["judge"]}
    found = held(now, before)
    assert [change.name for change in found.changes] == ["judge", "judge_a"]
    assert (
        found.sentences[-1].text("en").startswith("Not in v1, so there is nothing to compare with: judge_b.")
    )
    assert found.sentences[0].text("en") == "Inconclusive: change since v1 (judge_b)."
    assert held(now, before, goal=at_least(0.3)).outcome == found.outcome == "cannot-tell"
    alone = held(now, before, comparison="judge", goal=at_least(0.3))
    assert (alone.outcome, alone.new, alone.gone) == ("met", (), ())


def test_a_judge_that_only_the_baseline_has_is_said() -> None:
    now = agreeing(80) | {"judge_a": agreeing(70)["judge"]}
    before = now | {"judge_b": agreeing(60)["judge"], "judge_c": agreeing(60)["judge"]}
    found = held(now, before, goal=at_least(0.3))
    assert (found.outcome, found.gone) == ("cannot-tell", ("judge_b", "judge_c"))
    assert found.sentences[0].text("en") == "Inconclusive: change since v1 (judge_b and judge_c)."
    for lang, names in {"en": "judge_b and judge_c", "zh": "judge_b、judge_c"}.items():
        text = found.sentences[-1].text(lang)  # type: ignore[arg-type]
        assert names in text
        assert "`--comparison " in text
    assert held(now, before, comparison="judge").outcome == "met"


def test_a_baseline_with_nothing_to_compare_is_a_mistake() -> None:
    ann = {"item": agreeing(80)["item"], "ann": agreeing(80)["human"], "bob": agreeing(80)["judge"]}
    with pytest.raises(OptionError, match="The baseline 'v1' has nothing to compare 'judge' with"):
        gate(
            made(agreeing(80), "v2"),
            baseline=ComparedRound(name="v1", ratings=as_ratings(ann, raters=["ann", "bob"])),
        )


def test_goal_and_loss_are_said_together() -> None:
    found = held(judged(2, lost=range(12)), judged(1), goal=at_least(0.7))
    assert codes(found)[0] == "gate.not-met-both"


# --- which items are there --------------------------------------------------------------------


def part(data: Any, keep: Any) -> Any:
    return {name: [x for x, k in zip(values, keep, strict=True) if k] for name, values in data.items()}


def test_a_file_without_the_items_that_were_wrong_does_not_pass() -> None:
    before = agreeing(80)
    easy = part(before, [i < 80 for i in range(100)])
    found = held(easy, before, goal=at_least(0.7))
    assert (found.outcome, found.exit_code) == ("cannot-tell", 2)
    assert found.wholes["judge"].n_missing == 20
    assert "20 of the 100 items of v1 are missing or unrated here; at least 90%" in found.sentences[1].text()
    assert "100 个条目中，有 20 个不在数据中或未评分；至少应有 90%" in found.sentences[1].text("zh")
    assert held(easy, before, goal=at_least(0.7), least_common=0.8).outcome == "met"
    assert held(easy, before, goal=at_least(0.7), least_common=0).outcome == "met"


def test_items_that_the_judge_left_unrated_are_missing_too() -> None:
    now = agreeing(80)
    now["judge"] = [said if i < 80 else None for i, said in enumerate(now["judge"])]
    assert held(now, agreeing(80)).outcome == "cannot-tell"


def test_a_row_of_one_dimension_that_is_left_out_is_missing() -> None:
    rows = {name: [x for x in values for _ in "ab"] for name, values in agreeing(80).items()}
    before = rows | {"dimension": [*"ab"] * 100}
    easy = part(before, [i < 160 or i % 2 for i in range(200)])  # every item is still there
    found = held(easy, before)
    assert found.outcome == "met"
    assert (found.wholes["judge"].n_before, found.wholes["judge"].n_common) == (200, 180)
    assert held(easy, before, least_common=0.95).outcome == "cannot-tell"
    missing = next(said for said in found.sentences if said.code == "gate.items-missing")
    assert "20 of the 200 item-by-dimension rows of v1" in missing.text("en")


def test_weights_of_items_do_not_count_as_items() -> None:
    data = agreeing(80) | {"w": [3.5] * 100}
    rounds = [made(data, name, case_weights="w") for name in ("v1", "v2")]
    found = gate(rounds[1], baseline=rounds[0])
    assert (found.outcome, found.wholes["judge"].n_before, found.wholes["judge"].n_common) == (
        "met",
        100,
        100,
    )


def test_few_items_that_are_missing_or_new_are_said_and_do_no_harm() -> None:
    before, now = agreeing(80), agreeing(80)
    now["item"] = [f"z{i}" if i < 5 else name for i, name in enumerate(now["item"])]
    found = held(now, before)
    assert found.outcome == "met"
    assert [said.text("en") for said in found.sentences[-2:]] == [
        "Missing or unrated here: 5 of the 100 items of v1.",
        "New: 5 of 100 items are not in v1.",
    ]


def test_a_loss_on_the_items_that_are_there_counts_however_many_are_missing() -> None:
    now, before = part(agreeing(20), [i < 60 for i in range(100)]), agreeing(95)
    assert held(now, before).outcome == "not-met"


def test_six_items_tell_nothing() -> None:
    found = held(part(agreeing(80), [i < 6 for i in range(100)]), agreeing(80))
    assert (found.outcome, found.slices) == ("cannot-tell", {})


@pytest.mark.parametrize("share", [-0.1, 1.5, float("nan"), "half"])
def test_the_least_that_is_common_is_a_share(share: Any) -> None:
    with pytest.raises(OptionError, match="least_common must be a share of items between 0 and 1"):
        held(agreeing(80), agreeing(80), least_common=share)


# --- how much may be lost, and among how many -------------------------------------------------


@pytest.mark.filterwarnings("error")
def test_all_of_a_share_cannot_be_allowed_to_be_lost() -> None:
    with pytest.raises(
        OptionError, match=r"\(0.02 is two percentage points\), must be .* got 2. Did you mean 0.02\?"
    ):
        held(agreeing(80), agreeing(98), allowed_loss=2)
    held(judged(2, slices=2), judged(1, slices=2), allowed_loss=0.999)
    x = [float(i) + 0.25 for i in range(60)]
    measured = {"item": [f"q{i}" for i in range(60)], "human": x, "judge": [v + v % 3 for v in x]}
    assert held(measured, measured | {"judge": x}, allowed_loss=5).outcome == "met"


def test_a_sure_loss_that_is_allowed_is_called_so() -> None:
    found = held(judged(2, lost=range(12)), judged(1), allowed_loss=0.5)
    assert found.state(found.changes[0]) == "allowed"
    assert "not reliably more than the 50.0 percentage points allowed" in found.sentences[1].text("en")
    assert "decline of more than 50.0 percentage points since v1" in found.sentences[2].text("en")


def test_wholes_of_several_judges_are_tested_together() -> None:
    before, now = agreeing(80), agreeing(73)  # of 100 items 7 got worse: z = √7 = 2.65, p = .004 on one side
    assert held(now, before).outcome == "not-met"
    several = [(before | same(before, k), now | same(before, k)) for k in (5, 6)]
    six, seven = (held(now, before) for before, now in several)
    p = 0.00407  # 1 − Φ(√7)
    assert six.wholes["judge"].p_lost == pytest.approx(p, rel=0.01)
    assert six.wholes["judge"].p_of_all == pytest.approx(6 * p, rel=0.01)
    assert (six.outcome, seven.outcome) == ("not-met", "met")
    assert seven.state(seven.changes[0]) == "chance"
    assert "with 7 comparisons, one such decline may occur by chance" in seven.sentences[1].text("en")


def same(data: Any, times: int) -> Any:
    """More judges, who say what the first one says."""
    return {f"judge_{i}": data["judge"] for i in range(times)}


# --- slices -----------------------------------------------------------------------------------


def test_small_slices_are_not_named_and_no_loss_is_more_than_all() -> None:
    now, before = (judged(seed, slices=3, n=40) for seed in (3, 1))
    for data in (now, before):
        data["type"] = ["rare" if i < 4 else kind for i, kind in enumerate(data["type"])]
    sentences = {one.code: one.text("en") for one in held(now, before).sentences}
    assert "in any of 3 slices" in sentences["gate.slices-none-lost"]
    assert "rare" not in sentences["gate.slices-none-lost"]
    assert sentences["gate.slices-small"] == "1 slice not tested, with fewer than 10 items."


def test_slices_of_several_judges_are_named_with_their_judge() -> None:
    now, before = (judged(seed, slices=3, n=40) for seed in (3, 1))
    now["judge_b"], before["judge_b"] = judged(9, slices=3, n=40)["judge"], before["judge"]
    sentence = next(one for one in held(now, before).sentences if one.code == "gate.slices-none-lost")
    assert re.search(r"points \(judge(_b)?: type = type \d, 40 items\)", sentence.text("en"))


def test_slices_of_the_same_data_have_not_changed() -> None:
    data = judged(1, slices=3, n=40)
    found = held(data, data)
    assert codes(found) == ["gate.met-baseline", "gate.unchanged", "gate.slices-unchanged"]


def test_differences_are_called_by_both_rounds() -> None:
    found = held(judged(3, slices=2), judged(1, slices=2))
    assert {one.difference.title for _, one in found.every_slice} == {"Exact agreement: v2 minus v1"}


# --- any data ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in CASES
        if re.search("one|gap|measure|repeats|gold|weight|chinese|round|kind|text|brace|blank|markup", name)
    ],
)
def test_it_is_said_in_both_languages_whatever_the_data(name: str) -> None:
    data, options = CASES[name]()
    reference = options.pop("reference", None)
    reading = {n: v for n, v in options.items() if n not in ("by", "goal", "weights", "preset")}
    one = ComparedRound(name="v1", ratings=as_ratings(*data, **reading), reference=reference)
    if name == "repeats of one rater only":
        with pytest.raises(InputError, match="nobody to compare"):
            gate(one, goal=read_goals(at_least(0.5)))
        return
    found = gate(one, goal=read_goals(at_least(0.5)), baseline=one)
    fields = found.to_dict()
    assert Gate.from_dict(json.loads(json.dumps(fields, allow_nan=False))).to_dict() == fields
    for lang in LANGUAGES:
        for said in found.sentences:
            text = said.text(lang)
            assert not re.search(r"\bnan\b|\bNone\b|gate\.|goals\.", text), text


def test_people_who_changed_their_ratings_are_named_beside_the_judge() -> None:
    before, now = agreeing(90), agreeing(90)
    now["human"] = [(grade + 1) % 3 if i < 25 else grade for i, grade in enumerate(now["human"])]
    sentences = [one for one in held(now, before).sentences if one.code == "rounds.reference-changed"]
    assert ["25 items" in one.text("en") for one in sentences] == [True]
    assert not any(one.code == "rounds.reference-changed" for one in held(before, before).sentences)
