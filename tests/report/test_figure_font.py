"""Letters inside a picture: those it shows and no machine is sure to have, the same bytes every time."""

from __future__ import annotations

import base64
import re
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from concordant.report.figure import Figure
from concordant.report.fonts import FONT


def drawn(words: str) -> Figure:
    spec = {
        "data": {"values": [{"a": 1}]},
        "mark": "point",
        "title": {"text": words, "subtitle": ["一", "二"]},
    }
    return Figure("one", spec if words else {**spec, "title": "plain – ≥ κ"})


def test_a_chinese_picture_holds_its_signs_and_few_others() -> None:
    svg = drawn("评分对照").svg()
    held = re.search(rf"font-family:'{FONT}';src:url\(data:font/otf;base64,([A-Za-z0-9+/=]+)\)", svg)
    assert held is not None
    with TTFont(BytesIO(base64.b64decode(held[1]))) as font:
        signs = {chr(code) for code in font.getBestCmap()}
    assert {*"评分对照一二"} <= signs
    assert len(signs) < 60
    assert len(svg) < 100_000


@pytest.mark.usefixtures("fresh_drawings")
def test_the_same_picture_is_the_same_bytes() -> None:
    assert drawn("评分对照").svg() == drawn("评分对照").svg()


def test_a_picture_in_the_page_or_of_latin_words_holds_no_font() -> None:
    assert "@font-face" not in drawn("评分对照").svg(for_page=True)
    assert "@font-face" not in drawn("").svg()


def test_a_page_of_one_figure_brings_the_letters_too() -> None:
    page = drawn("评分对照").html()
    assert page.count("@font-face{") == 1
    assert "font-src data:" in page
