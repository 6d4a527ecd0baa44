"""Notes in both languages: the English is what the note says, the Chinese has the same numbers."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.catalogue import CATALOGUE
from concordant.coefficients.limits_of_agreement.assumptions import Line, noticed
from concordant.errors import OptionError
from concordant.inference import compare
from concordant.inference.influential_items import influence_frame
from concordant.inference.measure import Measure
from concordant.interpret.notes import note_message
from concordant.language.render import topic
from concordant.ratings.reading import feature_table as feature_columns
from concordant.ratings.reading.long import too_many
from concordant.ratings.reading.roles import Roles
from concordant.ratings.rows import varies_note
from concordant.result import Note, Result
from tests.source_files import calls

from .saying import assert_said

NAN = np.nan


# --- every note of the source -----------------------------------------------------------------


@cache
def notes_in_source() -> list[tuple[str, ast.Call]]:
    return [(f"{path.name}:{call.lineno}", call) for path, call in calls("Note") if call.args]


def worded_codes() -> Iterator[str]:
    """The codes of notes whose text is looked up: `worded_note("code")`, or one of two codes."""
    for _, call in calls("worded_note"):
        first = call.args[0]
        keys = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
        yield from (key.value.partition(".")[0] for key in keys if isinstance(key, ast.Constant))


@cache
def codes_in_source() -> set[str]:
    keys = [call.args[0] for _, call in notes_in_source()]
    return {key.value for key in keys if isinstance(key, ast.Constant)} | {*worded_codes()}


def english(code: str) -> list[str]:
    return [said["en"] for key, said in topic("notes").items() if key.partition(".")[0] == code]


def test_every_code_in_the_source_has_a_sentence() -> None:
    assert len(codes_in_source()) > 100
    assert [code for code in sorted(codes_in_source()) if not english(code)] == []


def test_every_sentence_belongs_to_a_code_in_the_source() -> None:
    written = {key.partition(".")[0] for key in topic("notes")}
    assert sorted(written - codes_in_source()) == ["other", "why"]


def test_no_code_has_the_same_sentence_twice() -> None:
    for code in codes_in_source():
        assert len(set(english(code))) == len(english(code)), code


def test_a_note_without_facts_is_written_word_for_word() -> None:
    plain = [(where, c.args[0].value, c.args[1].value) for where, c in notes_in_source() if is_plain(c)]
    assert len(plain) > 50
    assert [where for where, code, text in plain if text not in english(code)] == []


def is_plain(call: ast.Call) -> bool:
    return all(isinstance(a, ast.Constant) for a in call.args[:2]) and len(call.args) == 2


# --- notes of real results --------------------------------------------------------------------


def readings() -> dict[str, cc.Ratings]:
    rng = np.random.default_rng(8)
    truth = rng.normal(5, 2, 40)
    scores = rng.integers(1, 6, 40)
    near = np.clip(scores + rng.integers(-1, 2, 40), 1, 5)
    holes = np.where(rng.random((40, 3)) < 0.3, NAN, np.column_stack([scores, near, rng.integers(1, 6, 40)]))
    return {
        "scores": cc.as_ratings({"ann": scores, "bob": near}),
        "three": cc.as_ratings({"ann": scores, "bob": near, "cid": rng.integers(1, 6, 40)}),
        "gaps": cc.as_ratings(holes),
        "two with gaps": cc.as_ratings(holes[:, :2]),
        "clusters": cc.as_ratings(np.column_stack([scores, near]), clusters=np.repeat(np.arange(10), 4)),
        "weights": cc.as_ratings([[1, 2], [2, 2], [3, 1]], case_weights=[1.5, 2, 3]),
        "words": cc.as_ratings({"ann": list("abcabca"), "bob": list("abcabcb")}),
        "ordered": cc.as_ratings(
            {"ann": list("abcabca"), "bob": list("abcabcb")}, categories=["a", "b", "c", "d"]
        ),
        "one category": cc.as_ratings([[1, 1]] * 5),
        "declared, one used": cc.as_ratings([[1, 1]] * 5, categories=[1, 2, 3]),
        "perfect": cc.as_ratings([[k, k] for k in (1, 2, 3, 1, 2, 3)]),
        "never agree": cc.as_ratings([[1, 2], [2, 1], [1, 2], [2, 1]]),
        "one item": cc.as_ratings([[1, 2]]),
        "one rated item": cc.as_ratings([[1, 2, NAN], [1, NAN, NAN]]),
        "apart": cc.as_ratings([[1, NAN], [NAN, 2], [2, NAN]]),
        "constant rater": cc.as_ratings([[1, 3], [2, 3], [5, 3], [4, 3]]),
        "all constant": cc.as_ratings([[1, 3], [1, 3], [1, 3]]),
        "shifted": cc.as_ratings(np.column_stack([truth, truth + 3 + rng.normal(0, 0.2, 40)])),
        "wider": cc.as_ratings(np.column_stack([truth, 2 * truth + rng.normal(0, 0.3, 40)])),
        "fan": cc.as_ratings(np.column_stack([truth + 20, truth + 20 + rng.normal(0, abs(truth) ** 2, 40)])),
        "shifted three": cc.as_ratings(np.round(np.column_stack([truth, truth + 3, truth - 2]))),
        "noise": cc.as_ratings(rng.normal(5, 1, (8, 3))),
        "repeats": cc.as_ratings(rng.normal(5, 1, (6, 2, 2)) + truth[:6, None, None]),
        "repeats of one": cc.as_ratings(rng.normal(5, 1, (6, 1, 3))),
        "counts": cc.counts([[2, 1, 0], [0, 3, 0], [1, 1, 1]]),
    }


READINGS = readings()
INTERVALS: list[dict[str, Any]] = [
    {},
    {"interval": "jackknife"},
    {"interval": "bootstrap", "draws": 20, "rng": 1},
]


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("name", READINGS)
def test_all_that_coefficients_say_is_said_in_both_languages(name: str) -> None:
    met = 0
    for c in CATALOGUE:
        for plan in INTERVALS:
            try:
                found = Measure(c, READINGS[name], {}).result(cc.Plan(**plan))
            except OptionError:
                continue  # this design cannot have it
            for result in (found, *found.parts):
                for note in result.notes:
                    assert_said(note)
                    met += 1
    assert met > 5


def test_results_of_other_questions_say_it_in_both_languages() -> None:
    three, apart = READINGS["three"], READINGS["apart"]
    defined, undefined = (Measure(c, r, {}) for c, r in ((KAPPA, READINGS["words"]), (KAPPA, apart)))
    for result in (
        cc.compare(defined, undefined), cc.compare(undefined, defined),
        cc.intra_rater(READINGS["repeats"]), cc.raters_needed(-0.1, 0.5),
        cc.intra_rater(np.array([[[1, 1], [1, 2]], [[2, 2], [2, 1]], [[1, 1], [1, 1]]])),
    ):  # fmt: skip
        for note in result.notes:
            assert_said(note)
    frames = (
        cc.pairwise(READINGS["gaps"]), cc.pairwise(cc.as_ratings([[1, NAN, 2], [NAN, 1, 1]])),
        cc.top_items(three, k=2), cc.top_items(three, k=2, by="conger_kappa"),
        cc.d_study(READINGS["repeats"]), cc.d_study(READINGS["repeats of one"]),
        cc.reliability_and_mse(var_true=4, bias=[3, 0, 2.5], error_variance=[0.1, 8, 0.2]),
    )  # fmt: skip
    for note in (note for frame in frames for note in frame.notes):
        assert_said(note)


KAPPA = next(c for c in CATALOGUE if c.name == "cohen_kappa")


def several_sizes(how: Any, *, repeated: bool) -> Iterator[Note]:
    """Differences that grow or fall with size, and scatter wider or narrower."""
    for sign in (1, -1):
        line = Line(intercept=0.0, slope=0.25 * sign, se=0.01, df=30.0)
        yield from noticed(line, line, how, "normal", repeated=repeated)


def test_many_values_and_many_pairs_are_shortened_in_both_languages() -> None:
    rng = np.random.default_rng(2)
    many = cc.as_ratings(rng.permutation(1200).reshape(600, 2), scale="nominal")
    for name in ("specific_agreement", "category_kappa"):
        for note in cc.agreement(many, name).notes:
            assert_said(note)
    alone = np.full((8, 8), NAN)
    np.fill_diagonal(alone, 1)
    (note,) = (n for n in cc.pairwise(cc.as_ratings(alone)).notes if n.code == "undefined-pairs")
    assert_said(note)


RARE = [
    varies_note("topic", 1, "smallest"),
    varies_note("topic", 3),
    too_many(300, 5),
    *influence_frame({}, [2.0, 1.0], "disagreement").notes,
    *influence_frame({}, [2.0, 1.0], "icc").notes,
    *Roles(shape="counts", raters=("a", "b"), unused=("x",), guessed=frozenset({"raters"})).notes(),
    *feature_columns._notes({"item": "case", "rater": "who"}, ["x", "y"], 2),
    *several_sizes("plain", repeated=False),
    *several_sizes("plain", repeated=True),
    *several_sizes("log", repeated=False),
    *several_sizes("log", repeated=True),
    Note("not-paired", compare._COUNTED),
    *cc.raters_needed(-0.1, 0.8).notes,
]


@pytest.mark.parametrize("note", RARE, ids=lambda note: note.code)
def test_what_is_rarely_said_is_said_in_both_languages(note: Note) -> None:
    assert_said(note)


def test_undefined_draws_are_counted_in_both_languages() -> None:
    result = cc.cohen_kappa([1, 1, 1, 2], [1, 1, 1, 2], interval="bootstrap", draws=200, rng=0)
    (note,) = (n for n in result.notes if n.code == "undefined-resamples")
    lost = int(note.facts["lost"])
    assert note_message(note).text("zh") == f"重抽样中有 {lost} 次系数无定义（共 200 次）；使用了其余各次。"


def test_a_note_of_an_earlier_version_is_said_in_the_words_of_this_one() -> None:
    old = Note("too-few", "Fewer than 10 items are on one side, so it was not tested.", {"least": 10})
    assert note_message(old).text() == "Fewer than 10 items on one side: the difference is not tested."
    assert note_message(old).text("zh") == "有一侧的条目少于 10 个，未检验差异。"
    several = Note("no-spread", "Nothing varied.")
    assert note_message(several).text() == "Nothing varied."
    assert note_message(several).code == "notes.other"


# --- notes as values --------------------------------------------------------------------------


def test_facts_take_no_part_in_what_makes_notes_equal() -> None:
    one, other = Note("x", "Two items.", {"items": 2}), Note("x", "Two items.")
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == repr(other)


def test_a_note_without_facts_is_code_and_text_in_json() -> None:
    result = Result(
        measure="m", title="M", estimate=NAN, notes=(Note("x", "Why."), Note("y", "2 items.", {"items": 2}))
    )
    written = result.to_dict()["notes"]
    assert written == [
        {"code": "x", "text": "Why."}, {"code": "y", "text": "2 items.", "facts": {"items": 2}}
    ]  # fmt: skip
    assert [note.facts for note in Result.from_dict(result.to_dict()).notes] == [{}, {"items": 2}]


def test_a_fact_that_is_no_number_in_json_returns() -> None:
    note = Note("x", "It is –.", {"value": NAN, "of": ["a", "b"]})
    result = Result(measure="m", title="M", estimate=NAN, notes=(note,))
    (again,) = Result.from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False))).notes
    assert np.isnan(again.facts["value"])
    assert again.facts["of"] == ["a", "b"]


def test_a_chinese_note_calls_a_coefficient_by_its_chinese_name() -> None:
    names = {one.name for one in CATALOGUE}
    assert not {
        key for key, said in topic("notes").items() if names & set(re.findall(r"`(\w+)`", said["zh"]))
    }
