"""The panel with words for the paper."""

from __future__ import annotations

import re

from concordant.report.page.paper import Paper, paper_panel
from concordant.report.page.render import page
from tests.interpret.study_cases import some_cases, studied
from tests.report.paper_studies import made


def view(name: str) -> Paper:
    panel = paper_panel(studied(name))
    assert panel is not None
    assert isinstance(panel.view, Paper)
    return panel.view


@some_cases(2)
def test_every_shape_of_data_has_four_passages(name: str) -> None:
    found = view(name)
    assert [block.key for block in found.blocks] == ["methods", "results", "checklist", "references"]
    for block in found.blocks:
        assert re.fullmatch(
            r'<div class="en" lang="en">.+</div><div class="zh" lang="zh-Hans">.+</div>',
            block.body,
            re.DOTALL,
        )


def test_blanks_are_marked_and_counted() -> None:
    block = view("two items").blocks[0]
    assert block.to_add is not None
    assert block.body.count('<mark class="blank">') == 2 * block.to_add.facts["n"]


def test_names_are_escaped() -> None:
    bodies = "".join(str(block.body) for block in view("raters with markup").blocks)
    assert "<script" not in bodies
    assert "&lt;script&gt;" in bodies


def test_the_page_has_a_button_for_each_passage_and_its_target() -> None:
    html = page(made("nominal"))
    targets = re.findall(r'class="copy" aria-controls="([\w-]+)"', html)
    assert targets == [
        "paper-methods",
        "paper-results",
        "paper-checklist",
        "paper-references",
        "paper-bibtex",
    ]
    assert all(html.count(f'id="{target}"') == 1 for target in targets)
