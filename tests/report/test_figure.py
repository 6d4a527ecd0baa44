"""A figure in every format: its letters, its safety, its place in a page."""

from __future__ import annotations

import json
import re
import struct
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from concordant.errors import InputError, OptionError
from concordant.report.figure import FAINT, INK, SOFT, Figure
from concordant.report.figures.heat_map import heat_map
from concordant.report.fonts import FOLDER, FONT, with_fonts

from .confusions import HOSTILE, confusion

TABLE = confusion([[20, 5, 1], [4, 30, 6], [0, 3, 31]], ["差", "一般", "好"], "人工", "模型")
IMPOSSIBLE = "a\x07\x00\ud800\ufffeb"


def written(text: str, **mark: Any) -> Figure:
    """A figure of one text and a dot that is clipped."""
    data = {"values": [{"text": text, "x": 1}]}
    layers = [
        {"mark": {"type": "text", "color": INK, **mark}, "encoding": {"text": {"field": "text"}}},
        {
            "mark": {"type": "point", "clip": True},
            "encoding": {"x": {"field": "x", "type": "quantitative"}},
        },
    ]
    return Figure("written", {"title": {"text": "Words"}, "data": data, "layer": layers})


def fonts_in(figure: Figure) -> set[str]:
    """What fonts the PDF of a figure holds letters of."""
    found = re.findall(rb"/BaseFont */\w+\+([\w-]+)", figure.pdf())
    return {name.decode().removesuffix("-Identity-H") for name in found}


# --- letters ------------------------------------------------------------------------------------


def signs_of_the_font() -> set[int]:
    """The signs that the file has a shape for: its table of segments (format 4) read by hand."""
    held = (FOLDER / "ConcordantSans-Regular.otf").read_bytes()
    count = struct.unpack(">H", held[4:6])[0]
    tables = [struct.unpack(">4s4xII", held[12 + 16 * i : 28 + 16 * i]) for i in range(count)]
    start = next(offset for tag, offset, _ in tables if tag == b"cmap")
    parts = [
        struct.unpack(">4xI", held[start + 4 + 8 * i : start + 12 + 8 * i])[0]
        for i in range(struct.unpack(">H", held[start + 2 : start + 4])[0])
    ]
    at = next(start + part for part in parts if held[start + part : start + part + 2] == b"\x00\x04")
    size = struct.unpack(">H", held[at + 6 : at + 8])[0] // 2
    ends = struct.unpack(f">{size}H", held[at + 14 : at + 14 + 2 * size])
    starts = struct.unpack(f">{size}H", held[at + 16 + 2 * size : at + 16 + 4 * size])
    return {number for low, high in zip(starts, ends, strict=True) for number in range(low, high + 1)}


@pytest.mark.slow
def test_the_font_has_every_character_of_gb_2312_and_the_signs_of_statistics() -> None:
    rows = [bytes([a, b]) for a in range(0xB0, 0xF8) for b in range(0xA1, 0xFF)]
    chinese = {row.decode("gb2312") for row in rows if not (row[0] == 0xD7 and row[1] > 0xF9)}
    assert len(chinese) == 6763
    signs = chinese | set("AZaz09 éü κ α ρ π σ Δ χ ± ≤ ≥ − × ² ½ √ ∑ ≈ ∞ → % ‰ – — … “ ” · （ ） ， 。 、 ；")
    assert {sign for sign in signs if ord(sign) not in signs_of_the_font()} == set()


def test_the_font_has_every_sign_that_our_own_sentences_use() -> None:
    words = files("concordant.language").joinpath("words")
    text = "".join(p.read_text(encoding="utf-8") for p in words.iterdir() if p.name.endswith(".toml"))
    known = signs_of_the_font()
    assert {sign for sign in text if ord(sign) not in known and sign != "\n"} == set()


def test_the_font_is_small_and_its_licence_stands_beside_it() -> None:
    assert (FOLDER / "ConcordantSans-Regular.otf").stat().st_size < 2e6
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FOLDER / "OFL.txt").read_text(encoding="utf-8")


def test_all_words_are_drawn_with_the_font_that_comes_along() -> None:
    assert fonts_in(heat_map(TABLE, lang="zh")) == {"ConcordantSans-Regular"}
    assert fonts_in(heat_map(TABLE)) == {"ConcordantSans-Regular"}


def test_two_characters_are_two_pictures() -> None:
    assert written("致").png() != written("率").png()


def test_the_picture_names_its_font_once_and_before_all_others() -> None:
    svg = heat_map(TABLE, lang="zh").svg()
    assert re.findall('font-family="([^"]*)"', svg)[0].startswith(f"{FONT},")
    assert svg.count("font-family=") == 1
    assert ">一般</text>" in svg


def test_signs_that_would_end_the_program_are_drawn_as_squares() -> None:
    drawn = with_fonts(written(IMPOSSIBLE).spec)
    assert drawn["data"]["values"][0]["text"] == "a□□□□b"
    assert ">a□□□□b</text>" in written(IMPOSSIBLE).svg()
    assert written("line\ttab\x7f").png()


# --- in a page ----------------------------------------------------------------------------------


def test_in_a_page_words_and_lines_take_its_colour_and_nothing_is_laid_under_them() -> None:
    alone, inside = heat_map(TABLE).svg(), heat_map(TABLE).svg(for_page=True)
    assert 'fill="white"' in alone
    assert 'fill="white"' not in inside
    for colour in (INK, SOFT, FAINT):
        assert colour in alone
        assert colour not in inside
    assert 'fill="currentColor"' in inside
    assert "style=" not in inside


def test_in_a_page_a_figure_is_one_picture_with_a_name() -> None:
    svg = heat_map(confusion([[1, 0], [0, 1]], first='"><b>', second="b")).svg(for_page=True)
    head = svg[: svg.index(">")]
    assert 'role="img"' in head
    assert 'viewBox="0 0 ' in head
    assert 'aria-label="Confusion matrix of &quot;&gt;&lt;b&gt; and b' in head
    assert svg.count("aria-label") == 1
    assert "<b>" not in svg


def test_figures_in_one_page_share_no_id() -> None:
    ids = [set(re.findall(r'id="([^"]+)"', written(text).svg(for_page=True))) for text in ("one", "two")]
    assert all(ids)
    assert not ids[0] & ids[1]
    svg = written("one").svg(for_page=True)
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) == set(re.findall(r'id="([^"]+)"', svg))


def test_a_word_that_looks_like_an_attribute_is_left_alone() -> None:
    text = f'fill="{INK}" id="x" font-family="y"'
    assert f">{text}</text>" in written(text).svg(for_page=True)


# --- formats ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ending", "start"),
    [("svg", b"<svg "), ("pdf", b"%PDF-"), ("png", b"\x89PNG"), ("json", b"{"), ("html", b"<!doc")],
)  # fmt: skip
def test_the_ending_says_what_is_written_and_the_same_figure_gives_the_same_bytes(
    tmp_path: Path, ending: str, start: bytes
) -> None:
    once, again = (heat_map(TABLE).save(tmp_path / f"{n}.{ending}").read_bytes() for n in "ab")
    assert once.startswith(start)
    assert once == again


def test_a_picture_is_as_many_times_as_large_as_asked() -> None:
    one, three = (struct.unpack(">II", heat_map(TABLE).png(scale)[16:24]) for scale in (1, 3))
    assert three == pytest.approx([3 * side for side in one], abs=3)


@pytest.mark.parametrize("scale", [0, -1, 1e6, float("nan")])
def test_a_picture_of_impossible_size_is_refused(scale: float) -> None:
    with pytest.raises(OptionError, match=r"scale must be (at least .* and at most|a number, got nan)"):
        heat_map(TABLE).png(scale)


def test_an_unknown_ending_is_refused_and_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"saved as \.svg, \.pdf, \.png, \.html, \.json"):
        heat_map(TABLE).save(tmp_path / "a.bmp")
    with pytest.raises(InputError):
        heat_map(TABLE).save(tmp_path / "none" / "a.json")


def test_the_page_of_a_figure_holds_data_that_cannot_end_it() -> None:
    html = heat_map(confusion([[1] * 10] * 10, HOSTILE)).html()
    assert html.count("<script") == html.count("</script>") == 2
    held = re.search(r'id="spec">(.*?)</script>', html, re.DOTALL)
    assert held is not None
    assert "\\u003c/script>" in held[1]
    assert json.loads(held[1])["title"]["text"] == "Confusion matrix of ann and bob"
    assert "<img" not in html[: html.index('<script type="module">')]
    assert "default-src 'none'" in html
    assert "unsafe-eval" not in html


def test_a_notebook_gets_the_picture_the_specification_and_words() -> None:
    found = heat_map(TABLE)._repr_mimebundle_()
    assert found["image/svg+xml"].startswith("<svg ")
    assert found["text/plain"].startswith("Figure('heat-map')")
    name = next(key for key in found if "vegalite" in key)
    assert re.fullmatch(r"application/vnd\.vegalite\.v\d+\+json", name)
    assert "layer" in found[name]


def test_data_stand_where_they_are_drawn() -> None:
    assert "datasets" not in heat_map(TABLE).spec
