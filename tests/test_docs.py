"""The documents say what is so: examples run, references exist."""

from __future__ import annotations

import doctest
import math
import re
import shlex
from contextlib import chdir
from dataclasses import fields
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import click
import duckdb
import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.coefficients.references import references
from concordant.engines import pivot_long as turning
from concordant.engines import sums
from concordant.engines.counting import MOST_ROWS
from concordant.inference.plan import PLAN_OPTIONS, Plan
from concordant.interpret.compare.benchmarks import BENCHMARKS
from concordant.interpret.compare.choose_measures import Preset
from concordant.interpret.patterns import minimum_sizes
from concordant.interpret.study.comparison_report import ComparisonReport
from concordant.interpret.study.study import Study
from concordant.interpret.trust import validity
from concordant.interpret.where import slice_table
from concordant.language.render import topic
from concordant.ratings.remote.source import LARGE_BYTES, LARGE_ROWS, Engine
from concordant.ratings.remote.wide import MOST_IN_MEMORY
from concordant.report.mathml import mathml
from concordant.surfaces.cli.main import main

ROOT = Path(__file__).parents[1]
PAGES = sorted(p for p in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))
IDS = [str(p.relative_to(ROOT)) for p in PAGES]


REFERENCES = {key: entry.text() for key, entry in references().items()}


def test_every_reference_of_the_catalogue_is_listed() -> None:
    assert {key for c in cc.CATALOGUE for key in c.references} <= set(REFERENCES)
    assert list(REFERENCES) == sorted(REFERENCES)


@pytest.mark.parametrize("key", REFERENCES)
def test_a_reference_gives_the_year_of_its_key(key: str) -> None:
    assert f"({key[-4:]})" in REFERENCES[key]
    assert REFERENCES[key].lower().replace(" ", "").replace("'", "").startswith(key[:-4])


def test_the_reference_page_gives_every_reference_and_the_ends_of_every_range() -> None:
    text = (ROOT / "docs/coefficients.md").read_text(encoding="utf-8")
    parts = {part.split("\n")[0]: part for part in text.split("\n## ")}
    for c in cc.CATALOGUE:
        assert [key for key in c.references if REFERENCES[key] not in parts[c.name]] == []
        assert "∞" not in parts[c.name]
        assert ("no lower bound" in parts[c.name]) == (c.range[0] == -math.inf and c.range[1] < math.inf)
    # One pair as far apart as can be: p_o = 0, p_e = 1 - 4/16 = 3/4, so BP = -(3/4)/(1/4) = -3.
    assert cc.brennan_prediger([[0, 4]], weights="quadratic", categories=range(5)).estimate == -3
    assert all("Below −1: possible with weights" in parts[name] for name in ("brennan_prediger", "gwet_ac"))


INFERENCE = [ROOT / "docs" / name for name in ("inference.md", "inference.zh-CN.md")]


@pytest.mark.parametrize("page", INFERENCE, ids=["en", "zh"])
def test_the_page_on_inference_names_every_option_and_choice(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    choices = [name for hint in get_type_hints(Plan).values() for name in _names(hint)]
    assert [n for n in (*PLAN_OPTIONS, *choices) if not re.search(rf"[`\"]{n}[`=\"]", text)] == []


@pytest.mark.parametrize("page", INFERENCE, ids=["en", "zh"])
def test_the_page_on_inference_names_every_test_there_is(page: Path) -> None:
    ratings = cc.read(ROOT / "src/concordant/data/demo.csv", raters=["human", "judge"], categories=range(5))
    results = [cc.agreement(ratings, c.name, **more) for c in cc.CATALOGUE for more in ({}, {"null": 0.1})]
    tests = {r.details["test"] for r in results if "test" in r.details}
    assert len(tests) >= 6
    assert [name for name in tests if f"`{name}`" not in page.read_text(encoding="utf-8")] == []


def test_the_page_on_inference_is_right_about_z_and_t() -> None:
    with_t = {"signed_bias", "bland_altman", "deming", "passing_bablok"}
    assert {c.name for c in cc.CATALOGUE if c.test == "z"} == {
        c.name for c in cc.CATALOGUE if c.two_raters_only
    } - with_t


CONTINUOUS = [ROOT / "docs" / name for name in ("continuous.md", "continuous.zh-CN.md")]
BESIDE_THE_CATALOGUE = (
    "icc_form", "raters_needed", "spearman_brown", "d_study", "intra_rater", "icc_features",
    "reliable_features", "mean_squares", "summary", "reliability_and_mse",
)  # fmt: skip


@pytest.mark.parametrize("page", CONTINUOUS, ids=["en", "zh"])
def test_the_page_on_measurements_names_every_function_for_them(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    functions = [c.name for c in cc.CATALOGUE if c.statistic is cc.Moments] + list(BESIDE_THE_CATALOGUE)
    assert [name for name in functions if not re.search(rf"`{name}`|cc\.{name}\(", text)] == []


@pytest.mark.parametrize("page", CONTINUOUS, ids=["en", "zh"])
def test_the_page_on_measurements_names_every_choice_of_limits(page: Path) -> None:
    hints = get_type_hints(BY_NAME["bland_altman"].function)
    choices = [*BY_NAME["bland_altman"].options, *(n for name in hints for n in _names(hints[name]))]
    text = page.read_text(encoding="utf-8")
    assert [name for name in choices if f"`{name}`" not in text] == []


SCALE = [ROOT / "docs" / name for name in ("scale.md", "scale.zh-CN.md")]


@pytest.mark.parametrize("page", SCALE, ids=["en", "zh"])
def test_the_page_on_large_data_names_every_engine_and_limit(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [name for name in ("engine", "memory_limit", "table", "progress") if f"`{name}=" not in text] == []
    assert [name for name in get_args(Engine) if f'`"{name}"`' not in text] == []
    assert [n for n in (LARGE_ROWS, MOST_ROWS, MOST_IN_MEMORY) if f"{n:,}" not in text] == []
    assert [
        n for n in (turning.MOST_COLUMNS, sums.MOST_COLUMNS) if not re.search(rf"\b{n} (raters|位)", text)
    ] == []
    assert f"{LARGE_BYTES // 10**6} MB" in text


STUDY = [ROOT / "docs" / name for name in ("study.md", "study.zh-CN.md")]
PATTERN_CODES = [key.removesuffix("-cause") for key in topic("patterns") if key.endswith("-cause")]


@pytest.mark.parametrize("page", STUDY, ids=["en", "zh"])
def test_the_page_on_the_study_names_every_part_pattern_scale_and_preset(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    parts = [part.name for record in (Study, ComparisonReport) for part in fields(record)]
    presets = [name for name in get_args(Preset) if name != "auto"]
    named = [*parts, *PATTERN_CODES, *(scale.key for scale in BENCHMARKS), *presets]
    assert [name for name in named if f"`{name}`" not in text] == []


@pytest.mark.parametrize("page", STUDY, ids=["en", "zh"])
def test_the_page_on_the_study_gives_the_limits_that_are_in_force(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    whole = (slice_table.SMALL, slice_table.MOST_VALUES, minimum_sizes.LEAST_ITEMS)
    assert [n for n in whole if not re.search(rf"\b{n} ?(items|values|个)", text)] == []
    shares = (slice_table.WIDEST_HALF, validity.HIGH_CORRELATION, validity.WIDE_GAP)
    assert [x for x in shares if not re.search(rf"(?<![\d.]){x:g}\b", text)] == []


def test_pages_count_patterns_and_scales_right() -> None:
    assert (len(PATTERN_CODES), len(BENCHMARKS)) == (18, 14)
    for name, said in (("README.md", "eighteen patterns"), ("README.zh-CN.md", "十八种问题模式")):
        assert said in " ".join((ROOT / name).read_text(encoding="utf-8").split())


def _names(hint: object) -> list[str]:
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [name for part in get_args(hint) for name in _names(part)]


def examples_of(page: Path) -> str:
    """The Python examples of a page with their output."""
    return "\n".join(re.findall(r"```pycon\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))


#: A page of each set of examples: those of a translation are mostly the same.
WITH_EXAMPLES = {examples: page for page in PAGES if (examples := examples_of(page))}


@pytest.mark.parametrize(
    ("examples", "page"),
    [
        pytest.param(
            examples, page, id=page.name, marks=pytest.mark.slow if page.stem.endswith("zh-CN") else ()
        )
        for examples, page in WITH_EXAMPLES.items()
    ],
)
def test_python_examples_in_pages_run(examples: str, page: Path, tmp_path: Path) -> None:
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    with chdir(tmp_path):
        assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_formulas_in_pages_can_be_drawn(page: Path) -> None:
    for formula in re.findall(r"```math\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        assert mathml(formula).startswith("<math")


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [t for t in targets if not (page.parent / t).exists()] == []


GUIDES = (
    "index", "start", "tour", "report", "figures", "examples", "inference", "continuous", "scale", "study",
    "rounds", "gate", "reading", "calibration", "explain", "planning", "web",
)  # fmt: skip


@pytest.mark.parametrize("name", ["README", *(f"docs/{guide}" for guide in GUIDES)])
def test_both_languages_have_the_same_sections_andcommands_of(name: str) -> None:
    english, chinese = ((ROOT / f"{name}{end}").read_text(encoding="utf-8") for end in (".md", ".zh-CN.md"))
    shown = r"^\$ concordant (?!demo$|demo --lang)"
    for pattern in (r"^#+ ", shown, r"^concordant [a-z-]+", r"^- ", r"^\| ", r"^!\[", r"^pip install \S+"):
        found = [re.findall(pattern, text, re.MULTILINE) for text in (english, chinese)]
        assert found[0] == found[1], pattern


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_command_a_page_names_exists(page: Path) -> None:
    named = re.findall(r"(?:`|^\$ )concordant ([a-z][a-z-]*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    context = click.Context(main)
    assert [name for name in set(named) if main.get_command(context, name) is None] == []


@pytest.mark.parametrize("name", ["README.md", pytest.param("README.zh-CN.md", marks=pytest.mark.slow)])
def test_every_command_a_readme_speaks_of_works(name: str, tmp_path: Path) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    commands = set(re.findall(r"concordant ([a-z-]+ (?:[a-z-]+ )?scores\.csv[^`\n]*)", text))
    assert len(commands) >= 3
    with chdir(tmp_path):
        Path("scores.csv").write_bytes((ROOT / "src/concordant/data/demo.csv").read_bytes())
        failed = [c for c in commands if CliRunner().invoke(main, shlex.split(c, comments=True)).exit_code]
    assert failed == []


def commands_of(guide: str) -> list[str]:
    """What a guide says to type, without the examples whose output is shown."""
    text = (ROOT / f"docs/{guide}.md").read_text(encoding="utf-8")
    lines = re.findall(
        r"^concordant (.*)$", "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)), re.MULTILINE
    )
    assert len(lines) >= 2
    return lines


@pytest.mark.slow
@pytest.mark.parametrize("guide", ["start", "report", "examples"])
def test_every_command_of_a_guide_works(guide: str, tmp_path: Path) -> None:
    lines = commands_of(guide)
    with chdir(tmp_path):
        duckdb.sql(
            "SELECT i AS item, i % 5 AS human, i * i % 5 AS judge, 'news' AS content_type FROM range(99) t(i)"
        ).write_parquet("ratings.parquet")
        for line in lines:
            words, _, target = line.partition(" > ")
            done = CliRunner().invoke(main, shlex.split(words, comments=True))
            assert done.exit_code == 0, f"{line}\n{done.output}"
            if target:
                Path(target).write_text(done.output, encoding="utf-8")


def test_the_architecture_page_names_every_room() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rooms = [p.name for p in Path(cc.__file__).parent.iterdir() if (p / "__init__.py").exists()]
    assert [room for room in rooms if f"`{room}/`" not in text] == []


def test_the_citation_is_of_this_version() -> None:
    assert f"\nversion: {cc.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_readmes_are_short() -> None:
    for name in ("README.md", "README.zh-CN.md"):
        assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= 120


def test_the_changelog_knows_this_version() -> None:
    assert f"## {cc.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_no_committed_lock_names_a_registry() -> None:
    for lock in ("requirements.lock", "requirements-engines.lock", "benchmarks/requirements.lock"):
        assert "://" not in (ROOT / lock).read_text(encoding="utf-8")
