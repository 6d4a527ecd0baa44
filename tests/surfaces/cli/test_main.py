"""The command line: every coefficient, the same numbers as Python, and complaints that help."""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import click
import pytest

import concordant as cc
from concordant.coefficients.weights import WeightName
from concordant.digits import rounded_all
from concordant.inference.plan import PLAN_OPTIONS
from concordant.ratings.read import DEFAULTS
from concordant.surfaces.api.coefficients import READ_OPTIONS
from concordant.surfaces.cli import options as cli_options
from concordant.surfaces.cli.coefficient import measure_command
from concordant.surfaces.cli.coefficient_menu import ALIASES, menu
from concordant.surfaces.cli.flags import as_flags
from concordant.surfaces.cli.main import FIRST, main
from concordant.surfaces.option_help import PLAN_WORDS, WORDS

Run = Callable[..., click.testing.Result]  # type: ignore[name-defined]
NAMES = [c.name for c in cc.CATALOGUE]
PAIR = ("--raters", "human,judge")


def number_of(done: click.testing.Result) -> dict[str, object]:  # type: ignore[name-defined]
    """The result in the JSON of a command, without what was read."""
    fields = {f.name for f in dataclasses.fields(cc.Result)}
    return {name: value for name, value in json.loads(done.stdout).items() if name in fields}


def test_help_shows_what_to_begin_with_and_where_the_rest_is(run: Run) -> None:
    shown = re.findall(r"^│ ([a-z][a-z-]*) ", run("--help").output, re.MULTILINE)
    assert tuple(shown) == FIRST
    assert "concordant list" in " ".join(run("--help").output.split())


@pytest.mark.parametrize("group", ["compare", "intra"])
def test_help_of_a_group_names_every_coefficient(group: str, run: Run) -> None:
    text = run(group, "--help").output
    assert [n for n in NAMES if n.replace("_", "-") not in text] == []


def test_help_loads_no_mathematics() -> None:
    script = (
        "import sys; from concordant.surfaces.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print('loaded:', *{'numpy', 'scipy', 'duckdb', 'narwhals'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["loaded:"], done.stderr


def test_the_list_has_a_line_for_each_coefficient_and_each_command_that_help_leaves_out(run: Run) -> None:
    coefficients, _, commands = run("list").output.partition("\n\nMore commands\n")
    lines = [line for line in coefficients.splitlines() if line.startswith("  ")]
    assert len(lines) == len(cc.CATALOGUE)
    assert all(any(as_flags(c.summary) in line for line in lines) for c in cc.CATALOGUE)
    assert {line.split()[0] for line in commands.splitlines()} == {*main.commands} - {*FIRST}


def test_short_names_are_names_of_the_catalogue_and_hide_no_command() -> None:
    assert set(ALIASES.values()) <= set(NAMES)
    assert not set(ALIASES) & {entry.command for entry in menu()}


@pytest.mark.parametrize("name", NAMES)
def test_every_coefficient_has_a_command_with_the_number_of_the_api(
    name: str, run: Run, scores: Path
) -> None:
    done = run(name.replace("_", "-"), scores, *PAIR, "--json")
    expected = getattr(cc, name)(scores, raters=["human", "judge"])
    assert done.exit_code == 0
    assert cc.Result.from_dict(number_of(done)).to_dict() == rounded_all(expected.to_dict())


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("name", NAMES)
def test_every_coefficient_is_shown_as_text_and_explains_itself(name: str, run: Run, scores: Path) -> None:
    command = name.replace("_", "-")
    shown, helped = run(command, scores, *PAIR), run(command, "--help")
    assert shown.exit_code == helped.exit_code == 0
    c = cc.CATALOGUE[NAMES.index(name)]
    assert c.title_with({}) in shown.output
    assert helped.output.count("Reference:") == len(c.references)


def test_the_page_of_a_kappa(run: Run, scores: Path) -> None:
    # Agreement on 6 of 8; margins human 3 2 3, judge 2 2 4: p_e = (6 + 4 + 12)/64 = 11/32,
    # so kappa = (3/4 - 11/32)/(1 - 11/32) = 13/21.
    done = run(
        "kappa", scores, *PAIR, "--item", "id", "--shape", "wide", "--slices", "type", "--categories", "1,2,3"
    )
    lines = done.output.splitlines()
    assert lines[0].startswith("Cohen's kappa: 0.619, 95% CI −0.")
    assert lines[2:4] == ["  observed agreement    0.750", "  expected by chance    0.344"]
    assert "8 items, 2 raters (human, judge)" in done.output
    assert "Columns: shape = wide; item = id; raters = human, judge; slices = type" in done.output
    assert "Read 8 rows of scores.csv." in lines


def test_a_name_may_hold_the_signs_that_columns_are_written_with(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "signs.csv"
    file.write_text("id,a=1,b+c,d\nx,1,1,2\ny,2,2,2\nz,1,1,1\n", encoding="utf-8")
    for raters in (r"a\=1,b+c", r"first=a\=1,second=b\+c"):
        done = run("exact-agreement", file, "--raters", raters)
        assert done.output.startswith("Exact agreement: 1.000"), done.output
    wrong = run("exact-agreement", file, "--raters", "a=1,b+c")
    assert wrong.exit_code == 2
    assert r"In a name, write \= for an equals sign" in wrong.output
    rows = run("items", file, "--raters", r"a\=1,d", "--where", r"a\=1=1,d=2", "--json").output
    assert [row["id"] for row in json.loads(rows)["items"]] == ["x"]


def test_what_was_guessed_is_said(run: Run, scores: Path) -> None:
    text = run("alpha", scores).output
    assert "Inferred: shape = wide; item = id; raters = human, judge, other; slices = type." in text
    assert "No scale was declared" in text


def test_options_of_every_kind_reach_the_api(run: Run, scores: Path) -> None:
    done = run("kappa", scores, *PAIR, "--weights", "quadratic", "--interval", "bootstrap", "--draws", 50,
               "--rng", 3, "--level", 0.9, "--json")  # fmt: skip
    expected = cc.cohen_kappa(
        scores,
        raters=["human", "judge"],
        weights="quadratic",
        interval="bootstrap",
        draws=50,
        rng=3,
        level=0.9,
    )
    assert number_of(done) == json.loads(json.dumps(rounded_all(expected.to_dict())))


def test_options_of_reading_reach_the_reader(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "long.csv"
    file.write_text(
        "doc;who;label;n\n1;a;low;2\n1;b;low;2\n2;a;mid;1\n2;b;high;1\n3;a;high;3\n3;b;high;3\n4;a;mid;1\n4;b;9;1\n"
    )
    done = run("kappa", file, "--item", "doc", "--rater", "who", "--value", "label", "--case-weights", "n",
               "--categories", "low,mid,high", "--missing", "9", "--rater-kind", "a=human,b=judge",
               "--weights", "linear", "--json")  # fmt: skip
    # Agreement 1 on 5 of 6 items and 1/2 on one: p_o = 11/12. Margins a 2 1 3, b 2 0 4:
    # p_e = (2·(2 + 4·0) + 1·(2/2 + 4/2) + 3·(2·0 + 4))/36 = 19/36, so kappa = (33 - 19)/(36 - 19).
    assert json.loads(done.output)["estimate"] == pytest.approx(14 / 17)
    assert json.loads(done.output)["n_items"] == 6


def test_a_matrix_of_weights_comes_from_a_file_or_as_json(run: Run, scores: Path, tmp_path: Path) -> None:
    rows = [[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]]
    file = tmp_path / "weights.csv"
    file.write_text("\n".join(",".join(map(str, row)) for row in rows))
    linear = cc.cohen_kappa(scores, raters=["human", "judge"], weights="linear").estimate
    for given in (f"@{file}", json.dumps(rows)):
        done = run("kappa", scores, *PAIR, "--weights", given, "--json")
        assert json.loads(done.output)["estimate"] == pytest.approx(linear, abs=1e-9)


def test_standard_input_is_read_too(run: Run, scores: Path) -> None:
    done = run("kappa", "-", *PAIR, "--json", stdin=scores.read_bytes())
    assert number_of(done) == number_of(run("kappa", scores, *PAIR, "--json"))


def test_slices_have_a_row_each(run: Run, scores: Path) -> None:
    ratings = cc.read(scores, raters=["human", "judge"], slices="type")
    expected = {v: cc.exact_agreement(part).estimate for v, part in ratings.by("type")}
    done = json.loads(run("exact", scores, *PAIR, "--by", "type", "--json").output)
    assert {s["values"]["type"]: s["result"]["estimate"] for s in done["slices"]} == expected
    text = run("exact", scores, *PAIR, "--by", "type").output
    assert "  b     4      1.000" in text


def test_two_pairs_of_raters_are_compared_on_the_same_items(run: Run, scores: Path) -> None:
    done = run("compare", "kappa", scores, *PAIR, "--against", "human,other", "--weights", "linear", "--json")
    ratings = cc.read(scores, raters=["human", "judge", "other"])
    pairs = [["human", "judge"], ["human", "other"]]
    measures = [cc.measure("cohen_kappa", ratings, raters=pair, weights="linear") for pair in pairs]
    assert number_of(done) == json.loads(
        json.dumps(rounded_all(cc.compare(*measures, paired=True).to_dict()))
    )
    assert "the first" in run("compare", "kappa", scores, *PAIR, "--against", "human,other").output


def test_commas_may_be_chinese_ones_in_every_list(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "chinese.csv"
    file.write_text(
        "甲,乙,类型\n阴性,阴性,x\n阳性,不确定,x\n阳性,阳性,y\n不确定,阴性,y\n无,阳性,y\n", encoding="utf-8"
    )
    given = ("--raters", "甲,乙", "--categories", "阴性,不确定,阳性", "--missing", "无,缺",
             "--scores", "0,1,3", "--rater-kind", "甲=human,乙=judge", "--weights", "linear",
             "--json")  # fmt: skip
    plain = run("kappa", file, *given)
    for comma in "，、":
        assert run("kappa", file, *(text.replace(",", comma) for text in given)).output == plain.output
    assert json.loads(plain.output)["raters"] == ["甲", "乙"]


def test_a_list_that_is_given_in_pieces_counts_whole(run: Run, scores: Path) -> None:
    whole = run("cohen-kappa", scores, "--raters", "human,judge", "--missing", "1,2", "--json")
    pieces = ("--raters", "human", "--raters", "judge", "--missing", "1", "--missing", "2")
    assert number_of(run("cohen-kappa", scores, *pieces, "--json")) == number_of(whole)


def test_a_comma_in_double_quotes_belongs_to_the_value() -> None:
    assert cli_options.split('a，"b，c"、 "d,e",f') == ["a", "b，c", "d,e", "f"]


def test_choices_are_taken_in_any_case(run: Run, scores: Path) -> None:
    for option, value in (("--weights", "LINEAR"), ("--interval", "Jackknife")):
        upper, lower = (run("kappa", scores, *PAIR, option, v) for v in (value, value.lower()))
        assert (upper.exit_code, upper.output) == (0, lower.output)


# --- options are declared once ----------------------------------------------------------------


#: A function to tell progress to cannot be typed on a command line; a bar is shown instead.
READ_BY_WORD = set(READ_OPTIONS) - {"progress"}


@pytest.mark.parametrize("c", cc.CATALOGUE, ids=NAMES)
def test_a_command_offers_every_option_of_the_api(c: object, run: Run) -> None:
    name = c.name  # type: ignore[attr-defined]
    offered = {p.name for p in measure_command(name).params}
    own = set(c.options)  # type: ignore[attr-defined]
    taught = {"scores_from"} if "scores" in own else set()
    taught |= {"steps"} if name == "cohen_kappa" else set()
    shown = {"file", "as_json", "audit", "by", "lang"}
    assert offered == own | set(PLAN_OPTIONS) | READ_BY_WORD | shown | taught


def test_words_are_there_for_the_options_that_exist_and_no_others() -> None:
    own = {option for c in cc.CATALOGUE for option in c.options}
    assert set(WORDS) == own | READ_BY_WORD
    assert tuple(PLAN_WORDS) == PLAN_OPTIONS
    assert set(READ_OPTIONS) <= set(DEFAULTS)


def test_what_is_not_given_is_left_to_the_api(run: Run, scores: Path) -> None:
    assert number_of(run("kappa", scores, *PAIR, "--json"))["options"] == {}


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("name", NAMES)
def test_help_speaks_of_flags_and_never_of_python(name: str, run: Run) -> None:
    text = " ".join(run(name.replace("_", "-"), "--help").output.replace("│", " ").split())
    assert re.findall(r"None|numpy|True|False|`|\w=[\"']|default: \(|\[[A-Z]+\|", text) == []


def test_help_shows_choices_and_defaults_as_they_are_typed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    text = re.sub(r"[\s│]", "", run("kappa", "--help").output)
    assert "[identity|linear|quadratic|radical|ordinal|ratio|circular|bipolar|power:P|@FILE|JSON]" in text
    assert "[default:0.95]" in text
    assert "[default:identity]" in text
    assert "power:P" not in run("alpha", "--help").output


def test_choices_come_from_the_annotations(run: Run) -> None:
    kind = next(p.type for p in measure_command("cohen_kappa").params if p.name == "weights")
    assert isinstance(kind, cli_options.MatrixOption)
    assert kind.names == get_args(WeightName)


def test_an_undefined_value_is_no_failure(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "same.csv"
    file.write_text("a,b\n1,1\n1,1\n")
    done = run("kappa", file)
    assert done.exit_code == 0
    assert done.output.startswith("Cohen's kappa: undefined")
    assert f"Note: {cc.cohen_kappa(file).notes[0].text}" in done.output
    assert json.loads(run("kappa", file, "--json").output)["estimate"] == {"float": "NaN"}
