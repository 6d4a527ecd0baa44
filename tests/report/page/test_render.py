"""The page as a whole: every shape of data, both languages, and data that means harm."""

from __future__ import annotations

import re
from typing import Any

import pytest

import concordant as cc
from concordant.interpret.study.study import Study
from concordant.report.page import panels, render
from tests.interpret.study_cases import some_cases, studied, words_in
from tests.interpret.study_data import named, scores, wide
from tests.report.page_read import PageRead

UPPER = ("verdict", "findings", "matrix", "measures")
LOWER = (
    "measurements",
    "slices",
    "progress",
    "cuts",
    "goals",
    "ledger",
    "trust",
    "raters",
    "data",
    "methods",
)
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "x" * 10_000,
    "\u202eمرحبا بالعالم",
    "👩‍👩‍👧 =cmd()",
)


@pytest.fixture
def upper_half(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page without the panels below, which have tests of their own and draw figures."""
    for key in LOWER:
        monkeypatch.setattr(panels, key, lambda *_, **__: None)
    monkeypatch.setattr(panels, "paper_panel", lambda study: None)


def sound(page: str) -> PageRead:
    """The page, nested well, every id once, every link leading somewhere."""
    read = PageRead(page)
    assert len(read.ids) == len(set(read.ids)), [i for i in read.ids if read.ids.count(i) > 1][:5]
    inside = {link[1:] for link in read.links if link.startswith("#")}
    assert inside <= set(read.ids), sorted(inside - set(read.ids))[:5]
    assert all(link.startswith("#") for link in read.links if "doi.org" not in link)
    assert read.headings[0] == 1
    assert read.headings.count(1) == 1
    steps = zip(read.headings, read.headings[1:], strict=False)
    assert all(after <= before + 1 for before, after in steps), read.headings
    return read


@pytest.mark.usefixtures("upper_half")
@some_cases(0)
def test_every_shape_of_data_has_a_sound_page_in_both_languages(name: str) -> None:
    study = studied(name)
    read = sound(render.page(study))
    raters = " ".join((*study.who.people, *study.who.judges, *study.who.gold))
    known = words_in(name) | set(re.findall("[A-Za-z]+", raters)) | OURS
    for lang in ("en", "zh"):
        text = read.words(lang)
        assert not re.search(r"\b(nan|NaN|None(?! of the known)|inf)\b", text), text
        assert not re.search(r"\b(page|study|shown|terms|goals|headline|patterns)\.[a-z]", text), text
    chinese = " ".join(read.words("zh", panel, code=False) for panel in UPPER)
    # commands are the same in both
    commands = r"--per-cell \d+|--steps|per_cell=\d+|concordant (items|icc-form)"
    commands += r"|concordant plan double-ratings --pool \d+|rescale='[^']*'|rounded=True"
    chinese = re.sub(commands, "", chinese)
    foreign = [w for w in re.findall(r"[A-Za-z]{3,}", chinese) if w not in known and "xxx" not in w]
    assert not foreign, foreign


#: Names and words that are the same in Chinese.
OURS = {
    "Cohen", "Kappa", "Krippendorff", "Alpha", "Gwet", "Pearson", "Landis", "Koch", "Fleiss", "Conger",
    "Prompt", "Koo", "McBride", "ICC", "epsilon", "pandas",
    "Bland", "Altman", "Python", "PABAK",
}  # fmt: skip


def test_the_same_study_gives_the_same_bytes() -> None:
    study = studied("two slice columns")
    assert render.page(study) == render.page(Study.from_dict(study.to_dict()))


def test_the_whole_page_is_sound_and_small_and_needs_nothing_else() -> None:
    page = render.page(studied("two slice columns"), "zh")
    read = sound(page)
    assert '<html lang="zh-Hans"' in page
    assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//(?!doi\.org)", page)
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)
    assert {"verdict", "findings", "matrix", "measures", "items", "main"} <= set(read.ids)
    assert len(page.encode()) < 1_500_000


def test_the_policy_of_the_page_allows_its_own_script_alone() -> None:
    import base64
    import hashlib

    page = render.page(studied("perfect agreement"))
    script = page.split("<script>")[1].split("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page
    assert "default-src 'none'" in page
    assert not re.search(r"\son[a-z]+=", page.split("<body>")[1].split("<script>")[0])


# --- data that means harm -----------------------------------------------------------------------


def hostile_study() -> Study:
    """Labels, raters, items, slices, texts and comments that are not what they seem."""
    data: dict[str, Any] = wide(named(HOSTILE, scores(60, 3)), [HOSTILE[0], "human_2", "judge " + HOSTILE[1]])
    data["item"] = [f"{HOSTILE[i % 5]}{i}" for i in range(60)]
    data["type"] = [HOSTILE[i % 5] for i in range(60)]
    data["prompt"] = [HOSTILE[i % 5] for i in range(60)]
    kinds = {HOSTILE[0]: "human", "human_2": "human", "judge " + HOSTILE[1]: "judge"}
    return cc.study(
        data,
        item="item",
        raters=list(kinds),
        rater_kind=kinds,
        slices=["type"],
        text="prompt",
        scale="nominal",
    )


@pytest.mark.usefixtures("upper_half")
def test_nothing_that_comes_from_the_data_becomes_markup() -> None:
    page = render.page(hostile_study())
    read = sound(page)
    assert "img" not in read.tags
    assert read.tags.count("script") == 1
    assert not any(name.startswith("on") for name, _ in read.attributes)
    assert "&lt;script&gt;alert(1)" in page


@pytest.mark.usefixtures("upper_half")
def test_a_name_of_ten_thousand_signs_is_cut_in_every_sentence() -> None:
    text = sound(render.page(hostile_study())).words()
    assert "x" * 50 in text
    assert "x" * 121 not in re.sub(r"x{2000}…", "", text)  # a text of an item is cut by the study itself


@pytest.mark.usefixtures("upper_half")
def test_a_name_from_right_to_left_does_not_turn_the_words_around_it() -> None:
    words = sound(render.page(hostile_study())).words()
    names = re.findall("(.?)مرحبا", words)
    assert set(names) <= {"\u2068", " ", "\u202e"}, set(names)  # a turner stands in the text of an item alone
    assert words.count("\u202e") == render.page(hostile_study()).count('<p dir="auto">\u202e')
