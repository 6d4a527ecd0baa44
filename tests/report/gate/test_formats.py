"""The gate as text, Markdown, JSON and JUnit XML: whole, readable, and safe whatever the data are called."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.language.render import LANGUAGES, Language
from concordant.quote import one_line
from concordant.report.gate.formats import FORMATS, NAMES, check_place, save
from concordant.report.gate.markdown import MARK
from tests.interpret.gate_data import agreeing, at_least, judged
from tests.report.junit_rules import check_rules, parsed

SNAPSHOTS = Path(__file__).parents[1] / "snapshots"
HOSTILE = [
    "a|b`c` **d**", "@admin #1 www.evil.example https://evil.example/x", "<script>alert(1)</script>",
    "=cmd()", "\x1b[31mred\x00\x08", "\u202eturned", "x" * 10_000, "]]> --> &amp; \"'", "{n} %s", "\ud800",
]  # fmt: skip


@cache
def lost() -> cc.Gate:
    """One slice of four lost, one target is missed and one is open."""
    goal = at_least(0.75) | {
        "targets": [
            {"measure": "exact_agreement", "at_least": 0.72},
            {"measure": "cohen_kappa", "at_least": 0.9},
            {"measure": "exact_agreement", "at_least": 0.6, "on": {"type": "type 0"}},
        ]
    }
    now, before = judged(3, lost=[2], slices=4), judged(1, slices=4)
    return cc.check(now, baseline=before, goal=goal, slices=["type"])


@cache
def hostile() -> cc.Gate:
    """Every name is hostile: judges, slices, items, the baseline."""
    n = 20 * len(HOSTILE)
    names = [HOSTILE[i // 20] for i in range(n)]
    data: dict[str, Any] = {
        "item": [f"{name} {i}" for i, name in enumerate(names)],
        "type": names,
        "human": [i % 3 for i in range(n)],
    }
    before = {**data, "judge @all |": data["human"], "judge <b>": data["human"]}
    now = {**before, "judge <b>": [2 - x for x in data["human"]]}
    return cc.check(now, baseline=before, goal="first", slices=["type"], rater_kind=KINDS)


@cache
def without() -> cc.Gate:
    """Rubric dimensions, two judges: items are missing and new, one judge is new and one is gone."""
    rows = {name: [x for x in values for _ in "ab"] for name, values in judged(1, slices=2, n=30).items()}
    base = rows | {"dimension": ["style", "tone"] * 60}
    worse = [x if i % 10 else 6 - x for i, x in enumerate(base["judge"])]
    before = base | {"judge_old": base["judge"]}
    now = base | {"judge": worse, "judge_new": base["judge"]}
    now["item"] = [f"z{i // 2}" if i < 4 else name for i, name in enumerate(base["item"])]
    return cc.check(now, baseline=before, goal=at_least(0.3), slices=["type"])


KINDS = {"human": "human", "judge @all |": "judge", "judge <b>": "judge"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["text", "md"])
def test_it_reads_as_kept(name: str, lang: Language) -> None:
    kind = next(one for one in FORMATS if one.name == name)
    kept = SNAPSHOTS / f"gate.{lang}{kind.ending}"
    assert kind.text(lost(), lang) == kept.read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", FORMATS, ids=NAMES)
def test_the_same_gate_gives_the_same_bytes_and_shows_no_code(kind: Any, lang: Language) -> None:
    text = kind.text(lost(), lang)
    assert text == kind.text(cc.Gate.from_dict(lost().to_dict()), lang)
    assert text.endswith("\n")
    text.encode("utf-8")
    if kind.name != "json":
        assert not re.search(r"\bnan\b|\bNone\b|gate\.\w|goals\.\w", text)


def test_the_text_names_outcome_targets_and_losses_in_aligned_columns() -> None:
    text = lost().text()
    assert text.splitlines()[1].startswith("✘ Not met")
    table = [line for line in text.splitlines() if line.startswith("  ") and "Exact agreement" in line][:2]
    assert len({line.index("Exact agreement") for line in table}) == 1
    assert "\x1b" not in text


# --- Markdown ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FORMATS, ids=NAMES)
def test_a_file_can_hold_whatever_the_data_are_called(kind: Any) -> None:
    assert kind.text(hostile(), "en").encode("utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_line_is_the_mark_that_a_bot_looks_for(lang: Language) -> None:
    assert lost().to_markdown(lang=lang).splitlines()[0] == MARK == "<!-- concordant gate -->"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_name_from_the_data_means_anything_to_markdown(lang: Language) -> None:
    text = hostile().to_markdown(lang=lang)
    assert "judge" in text
    ours = re.compile(r"<!-- concordant gate -->|</?details>|</?summary>")
    assert "<" not in ours.sub("", text)
    assert not re.search(r"@(?!&#8203;)|#(?=\w)(?<!&#)|://|www\.", text)
    assert not re.search(r"(?<!\\)`", text)
    assert "x" * 100 not in text
    assert all(one_line(line) == line for line in text.splitlines())
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert tables
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1


def test_few_items_are_shown_and_the_comment_stays_short() -> None:
    text = lost().to_markdown()
    assert text.count("| worsened |") == text.count("| improved |") == 3
    assert len(text) < 4000
    flips = lost().changes[0].flips
    assert flips is not None
    assert f"3 of {flips.n_broken:.0f} that worsened and 3 of {flips.n_mended:.0f} that improved" in text


def test_items_of_a_slice_that_lost_come_first() -> None:
    lines = [line for line in lost().to_markdown().splitlines() if line.startswith("| worsened |")]
    assert all("| q2-" in line for line in lines)  # type 2 lost


def test_an_item_is_named_with_its_dimension_and_what_its_judge_said() -> None:
    text = without().to_markdown()
    rows = [line for line in text.splitlines() if line.startswith("| worsened |")]
    assert rows
    for row in rows:
        assert re.search(r"\| q\d-\d+ · (style|tone) \| judge \d, human \d \| judge \d, human \d \|", row)
    assert "<summary>judge: Item-by-dimension rows whose agreement changed" in text


def test_items_are_counted_and_not_their_rows() -> None:
    lines = [line for line in without().text().splitlines() if "Exact agreement" in line]
    assert [line.split()[-1] for line in lines[:2]] == ["60", "60"]  # 120 rows
    open_ = cc.check(
        _in_two(agreeing(80)), goal=at_least(0.75), raters=["human", "judge"], dimension="dimension"
    )
    (said,) = (said for said in open_.sentences if said.code.startswith("goals."))
    assert said.facts["now"] == 100
    assert open_.goals["judge"].targets[0].result.n_items == 200
    shown = re.search(r" 100 +([\d,]+)$", open_.text(), re.MULTILINE)
    assert shown
    assert float(shown[1].replace(",", "")) == said.facts["needed"]


def _in_two(data: dict[str, Any]) -> dict[str, Any]:
    """Every item in two dimensions."""
    rows = {name: [x for x in values for _ in "ab"] for name, values in data.items()}
    return rows | {"dimension": ["style", "tone"] * 100}


def test_what_nothing_moves_has_no_interval_and_an_allowed_loss_is_called_so() -> None:
    same = cc.check(agreeing(80), baseline=agreeing(80)).text()
    assert not re.search(r"0\.00 to \+?0\.00", same)
    allowed = cc.check(agreeing(70), baseline=agreeing(90), allowed_loss=0.5)
    assert "✔ within the allowed loss" in allowed.text()
    assert "✔ 未超出允许的退步" in allowed.text("zh")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_missing_or_new_is_said_everywhere(lang: Language) -> None:
    numbers = {"en": ["4 of the 120", "4 of 120"], "zh": ["120 个条目（按维度计）中，有 4 个"] * 2}[lang]
    gate = without()
    xml = "".join(inner.text or "" for inner in parsed(gate.to_junit(lang=lang)).iter("system-out"))
    for text in (gate.text(lang), gate.summary(lang), gate.to_markdown(lang=lang), xml):
        for number in numbers:
            assert number in text.replace("&#40;", "(").replace("\\", "")
        if text is not xml:
            assert "judge_new" in text.replace("\\", "")
            assert "judge_old" in text.replace("\\", "")
    whole = json.loads(gate.to_json())["wholes"]["judge"]
    assert (whole["n_before"], whole["n_now"], whole["n_common"]) == (120, 120, 116)


def test_a_judge_that_is_new_or_gone_is_an_error_of_its_own() -> None:
    suites = {suite.attrib["name"]: suite for suite in parsed(without().to_junit())}
    for name in ("concordant: judge_new", "concordant: judge_old"):
        assert [error.attrib["type"] for error in suites[name].iter("error")] == ["cannot-tell"]


# --- JSON -------------------------------------------------------------------------------------


@pytest.mark.parametrize("made", [lost, hostile])
def test_json_is_strict_and_returns(made: Any) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    told = json.loads(made().to_json(), parse_constant=refuse)
    assert (told["format"], told["exit_code"]) == ("concordant gate", 1)
    back = cc.Gate.from_dict(told)
    assert back.to_json() == made().to_json()
    assert back.text("zh") == made().text("zh")


# --- JUnit ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("made", [lost, hostile, without])
def test_junit_holds_to_its_rules(made: Any, lang: Language) -> None:
    check_rules(made().to_junit(lang=lang))


def test_there_is_a_case_for_each_target_whole_and_slice() -> None:
    (suite,) = parsed(lost().to_junit())
    assert len(suite) == 3 + 1 + 4
    by_type = [(inner.tag, inner.attrib["type"]) for case in suite for inner in case]
    assert sorted(by_type) == [
        ("error", "cannot-tell"), ("failure", "lost"), ("failure", "lost"), ("failure", "not-met"),
    ]  # fmt: skip
    failed = next(case for case in suite if "type = type 2" in case.attrib["name"])
    assert failed[0].tag == "failure"
    assert failed[0].attrib["message"] == failed[0].text


def test_every_judge_has_a_suite_of_its_own() -> None:
    root = parsed(hostile().to_junit())
    assert [suite.attrib["name"] for suite in root] == ["concordant: judge @all |", "concordant: judge <b>"]


def test_a_slice_without_a_number_is_skipped() -> None:
    first, *others = lost().slices["judge"]
    note = cc.Note("no-items", "There is no item.")
    nothing = cc.Result(measure="difference", title="", estimate=math.nan, notes=(note,))
    slices = {"judge": (replace(first, difference=nothing), *others)}
    (suite,) = parsed(replace(lost(), slices=slices).to_junit())
    assert suite.attrib["skipped"] == "1"
    assert [inner.tag for case in suite if "type 0" in case.attrib["name"] for inner in case] == ["skipped"]


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FORMATS, ids=NAMES)
def test_a_file_is_written_by_its_ending_and_again_over_itself(kind: Any, tmp_path: Path) -> None:
    path = tmp_path / f"gate{kind.ending}"
    for _ in range(2):
        assert save(lost(), path, "zh").read_text(encoding="utf-8") == kind.text(lost(), "zh")
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("kind", FORMATS, ids=NAMES)
def test_somebody_elses_file_is_left_alone(kind: Any, tmp_path: Path) -> None:
    path = tmp_path / f"mine{kind.ending}"
    path.write_text("<testsuites/> {} mine", encoding="utf-8")
    with pytest.raises(OptionError, match="was not written by a check"):
        save(lost(), path)
    assert path.read_text(encoding="utf-8") == "<testsuites/> {} mine"
    save(lost(), path, force=True)
    check_place(path)


def test_an_unknown_ending_is_answered_with_those_there_are() -> None:
    with pytest.raises(OptionError, match=r"use one of \.txt, \.json, \.xml, \.md"):
        check_place("gate.html")


def test_met_and_open_are_told_apart_without_colours() -> None:
    signs = {cc.check(agreeing(80), goal=at_least(x)).text().splitlines()[1][0] for x in (0.7, 0.78, 0.9)}
    assert signs == {"✔", "?", "✘"}
