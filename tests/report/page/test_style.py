"""Names as the page shows them, and colours that can be read."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from concordant.language.message import Message
from concordant.report.page import render
from concordant.report.page.names import short, shortened


def test_long_names_are_cut_and_sentences_within_sentences_too() -> None:
    facts = {"names": ["a" * 200], "said": {"code": "page.first", "facts": {"x": "b" * 200}}, "n": 3}
    cut = shortened(facts)
    assert cut["names"] == ["a" * 39 + "…" + "a" * 20]
    assert cut["said"] == {"code": "page.first", "facts": {"x": "b" * 39 + "…" + "b" * 20}}
    assert cut["n"] == 3
    assert shortened({"en": ["x" * 99], "zh": "甲" * 99}) == {
        "en": ["x" * 39 + "…" + "x" * 20],
        "zh": "甲" * 99,
    }


def test_an_id_keeps_its_end_and_words_their_beginning() -> None:
    ids = [f"session-{'0' * 60}-{place}" for place in (1, 2)]
    assert len({short(name) for name in ids}) == 2  # they differ at their ends only
    assert all(len(short(name)) == 60 and short(name).startswith("session-") for name in ids)
    assert short("a word " * 20) == ("a word " * 20)[:59].rstrip() + "…"


def test_a_name_that_turns_the_line_is_isolated() -> None:
    assert short("abc") == "abc"
    assert short("\u202eabc") == "abc"
    assert short("مرحبا").startswith("\u2068")


STYLE = render.style()
Colour = tuple[float, float, float]


def colours(theme: str) -> dict[str, Colour]:
    """The variables of a theme as red, green and blue."""
    light, dark = STYLE.split("@media screen and (prefers-color-scheme: dark)")
    part = light if theme == "light" else dark.split("}\n}")[0]
    found = re.findall(r"--([\w-]+): #([0-9a-f]{6});", part)
    return {name: tuple(int(code[i : i + 2], 16) / 255 for i in (0, 2, 4)) for name, code in found}  # type: ignore[misc]


def luminance(colour: Colour) -> float:
    """As WCAG 2 defines it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    return tuple(share * a + (1 - share) * b for a, b in zip(one, other, strict=True))  # type: ignore[return-value]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_can_be_read_on_what_is_behind_them(theme: str) -> None:
    c = colours(theme)
    pairs = list(product(("ink", "soft", "accent"), ("paper", "surface", "sunken")))
    pairs += [("good", "good-back"), ("bad", "bad-back"), ("open", "open-back"), ("ink", "good-back")]
    pairs += [("ink", "bad-back"), ("good", "surface"), ("bad", "surface"), ("open", "surface")]
    pairs += [("surface", "ink")]
    for front, back in pairs:
        assert contrast(c[front], c[back]) >= 4.5, (theme, front, back)
    for mark in ("agree", "differ", "good", "soft"):
        assert contrast(c[mark], c["surface"]) >= 3, (theme, mark)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_numbers_can_be_read_on_every_step_of_heat(theme: str) -> None:
    c = colours(theme)
    steps = [int(step) / 100 for step in re.findall(r"--heat: (\d+)%", STYLE)]
    assert len(steps) == 10
    assert steps == sorted(steps)
    for hue, step in product(("agree", "differ"), steps):
        assert contrast(c["ink"], mixed(c[hue], c["surface"], step)) >= 4.5, (theme, hue, step)


def test_no_sentence_of_the_page_is_without_use() -> None:
    from concordant.interpret import judge_reports
    from concordant.language.render import topic

    folder = Path(render.__file__).parent
    sections = Path(judge_reports.__file__).parent  # name their entries in the contents
    sources = [*folder.glob("*.py"), *folder.glob("templates/*.html"), *sections.glob("*.py")]
    written = "".join(path.read_text(encoding="utf-8") for path in sources)
    for key in topic("page"):
        stem = re.sub(
            r"-(met|not-met|cannot-tell|ratio-within-q|ratio-within|ratio-q|ratio|within-q|within|lowest|q|above|below|none|bare)$",
            "",
            key,
        )
        parts = {
            key,
            stem,
            stem.removeprefix("chip-"),
            stem.removeprefix("basis-"),
            stem.removeprefix("word-"),
            stem.removeprefix("nav-"),
            stem.removeprefix("items-by-"),
        }
        parts |= {re.sub("-(goal|stage|first)$", "", p) for p in parts}
        parts |= {p.removesuffix("people").removesuffix("self") for p in parts}
        assert any(f"{p}" in written for p in parts if p), key
    assert Message("page.title").text() == "Agreement report"
