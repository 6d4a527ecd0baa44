"""Tables by name: no two alike, safe as labels, and the same as the words of the study show."""

from __future__ import annotations

import re

from concordant.interpret.study.outline import outline
from concordant.report.tables import tables_of
from concordant.report.tidy import tidy_tables
from tests.interpret.study_cases import some_cases, studied


@some_cases(3)
def test_every_shown_table_has_a_name_of_its_own(name: str) -> None:
    study = studied(name)
    named = tables_of(study)
    names = [table.name for table in named]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9-]+", one) for one in names)
    shown = [table for section in outline(study) for table in section.tables]
    assert {str(t.shown.title) for t in named} == {str(table.title) for table in shown}
    rows = {str(t.shown.rows) for t in named if t.shown.title.code != "shown.measures"}
    assert rows == {str(table.rows) for table in shown if table.title.code != "shown.measures"}
    assert len(named) == len(shown)


def test_a_name_says_what_it_is_of() -> None:
    names = [table.name for table in tables_of(studied("two slice columns"))]
    assert {"judge-measures", "judge-confusion", "judge-slices-type", "people-cuts", "rater-pairs"} <= set(
        names
    )


def test_a_title_says_who_is_compared_in_both_languages() -> None:
    tables = {table.name: table for table in tables_of(studied("two slice columns"))}
    assert tables["judge-measures"].titled("en") == "Agreement of judge with people"
    assert tables["judge-measures"].titled("zh") == "judge 与人工评分者的一致性"
    assert tables["judge-cuts"].titled("en").startswith("Agreement of judge with people: score boundaries")
    assert tables["judge-confusion"].titled("en") == "Confusion matrix (rows: people, columns: judge)"
    assert tables["judge-confusion"].titled("zh") == "评分对照（混淆矩阵；行：人工评分者，列：judge）"


def test_where_one_thing_is_compared_titles_do_not_repeat_it() -> None:
    alone = next(t for t in tables_of(studied("two series with names")) if t.name.endswith("cuts"))
    assert alone.titled("en") == alone.title("en")


def test_a_paper_has_the_minus_of_print_and_cites_published_scales() -> None:
    for name in ("two slice columns", "measurements of two"):
        for table in tables_of(studied(name)):
            said = "\n".join(("\n".join(map("|".join, table.text("en").rows)), *table.notes("en")))
            assert "built-in guide" not in said
            assert not re.search(r"(?<![\w.,])-\d", said)
    assert "−" in "".join(
        c for t in tables_of(studied("measurements of two")) for r in t.text("en").rows for c in r
    )


@some_cases(4)
def test_tidy_tables_have_one_row_for_each_thing(name: str) -> None:
    study = studied(name)
    tables = tidy_tables(study)
    assert len(tables.get("measures", ())) == sum(len(one.measures) for one in study.comparisons)
    assert len(tables.get("findings", ())) == len(study.findings)
    assert len(tables.get("raters", ())) == len(study.profiles)
    for table in tables.values():
        assert len({len(column) for column in table.columns.values()}) == 1
        assert table.title
