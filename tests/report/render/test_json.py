"""JSON: strict, whole, and enough to draw the page from."""

from __future__ import annotations

import json
from typing import Any

import pytest

from concordant.report.page.render import page
from concordant.report.render.json import to_json
from concordant.report.render.markdown import to_markdown
from concordant.report.write_file import JSON_MARK
from concordant.surfaces.api.study_result import Study
from tests.interpret.study_cases import some_cases, studied
from tests.interpret.test_study_words import STUDIES


def refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


@some_cases(2)
def test_the_study_comes_back_whole(name: str) -> None:
    text = to_json(studied(name))
    assert JSON_MARK in text[:200]
    data = json.loads(text, parse_constant=refuse)
    back = Study.from_dict(data)
    assert to_json(back) == text
    for lang in ("en", "zh"):
        assert to_markdown(back, lang) == to_markdown(studied(name), lang)


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", STUDIES)
def test_the_page_is_drawn_from_the_json_alone(name: str, lang: Any) -> None:
    study = STUDIES[name]()
    assert page(Study.from_dict(json.loads(to_json(study))), lang) == page(study, lang)
