"""Tables by name: no two alike, safe as labels, and the same as the words of the study show."""

from __future__ import annotations

import re

import pytest

from concordant.interpret.outline import outline
from concordant.report.tables import tables_of
from concordant.report.tidy import tidy_tables
from tests.interpret.study_cases import CASES, studied


@pytest.mark.parametrize("name", CASES)
def test_every_shown_table_has_a_name_of_its_own(name: str) -> None:
    study = studied(name)
    named = tables_of(study)
    names = [table.name for table in named]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9-]+", one) for one in names)
    shown = [table for section in outline(study) for table in section.tables]
    assert {str(t.shown) for t in named} == {str(table) for table in shown}
    assert len(named) == len(shown)


def test_a_name_says_what_it_is_of() -> None:
    names = [table.name for table in tables_of(studied("two slice columns"))]
    assert {"judge-measures", "judge-confusion", "judge-slices-type", "people-cuts", "rater-pairs"} <= set(
        names
    )


def test_a_title_says_who_is_compared_in_both_languages() -> None:
    table = next(t for t in tables_of(studied("two slice columns")) if t.name == "judge-measures")
    assert table.titled("en") == "How far judge agrees with people: The measures"
    assert table.titled("zh") == "judge 与人工评分者的一致性：各项指标"


@pytest.mark.parametrize("name", CASES)
def test_tidy_tables_have_one_row_for_each_thing(name: str) -> None:
    study = studied(name)
    tables = tidy_tables(study)
    assert len(tables.get("measures", ())) == sum(len(one.measures) for one in study.comparisons)
    assert len(tables.get("findings", ())) == len(study.findings)
    assert len(tables.get("raters", ())) == len(study.profiles)
    for table in tables.values():
        assert len({len(column) for column in table.columns.values()}) == 1
        assert table.title
