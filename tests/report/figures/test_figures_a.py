"""Heat map, Bangdiwala's chart, rater matrix and bars by category: the numbers in them, and odd data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.catalogue import CATALOGUE
from concordant.errors import InputError
from concordant.interpret.raters.matrix import RaterMatrix
from concordant.interpret.study.study import Study
from concordant.language.message import Message
from concordant.language.render import LANGUAGES, Language
from concordant.report.figure import BLUE, GREY, ORANGE, Figure
from concordant.report.figures.bangdiwala import bangdiwala, filled, frames
from concordant.report.figures.category_bars import category_bars
from concordant.report.figures.heat_map import heat_map
from concordant.report.figures.rater_matrix import rater_matrix
from concordant.report.figures.theme import unchecked
from tests.interpret.study_cases import some_cases, studied, words_in
from tests.report.confusions import HOSTILE, confusion

CELLS = [[20, 5, 0], [4, 30, 6], [1, 3, 31]]
TABLE = confusion(CELLS)
#: Words that are names of coefficients, and stay as they are.
NAMES = set(re.findall("[A-Za-z]+", " ".join(c.title_zh for c in CATALOGUE))) | {"ICC"}


def rows_of(figure: Figure, *fields: str) -> list[dict[str, Any]]:
    """The rows of the first data that have these fields."""
    return next(rows for rows in _data(figure.spec) if rows and set(fields) <= set(rows[0]))


def _data(part: Any) -> Iterator[list[dict[str, Any]]]:
    """All data in a specification."""
    if isinstance(part, dict):
        if set(part) == {"values"}:
            yield part["values"]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _data(inner)


def words_of(figure: Figure) -> str:
    """Title and what stands below it."""
    head = figure.spec["title"]
    return " ".join([head["text"], *head.get("subtitle", [])])


def drawn_text(figure: Figure) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", figure.svg())


# --- heat map -----------------------------------------------------------------------------------


def test_a_cell_shows_its_count_and_its_share_of_the_row() -> None:
    found = {(row["y"], row["x"]): row for row in rows_of(heat_map(TABLE), "share")}
    assert len(found) == 9
    assert found[0, 1]["items"] == "5"
    assert found[0, 1]["share"] == pytest.approx(5 / 25)
    assert found[0, 1]["part"] == "20%"
    assert found[2, 2]["share"] == pytest.approx(31 / 35)
    text = drawn_text(heat_map(TABLE))
    assert text.count("31") == 1
    assert "89%" in text
    assert "0%" not in text


def test_bars_at_the_edges_are_as_long_as_the_totals() -> None:
    bars = next(rows for rows in _data(heat_map(TABLE).spec) if set(rows[0]) == {"x", "x2", "y", "y2", "n"})
    right = {row["n"]: row["x2"] - row["x"] for row in bars if row["x"] > 3}
    assert list(right) == [25, 40, 35]  # what the first says
    assert right[25] / right[40] == pytest.approx(25 / 40)
    above = {row["n"]: row["y"] - row["y2"] for row in bars if row["y"] < 0}
    assert list(above) == [25, 38, 37]
    assert above[38] / right[40] == pytest.approx(38 / 40)


def band(figure: Figure) -> list[tuple[int, int]]:
    return [(row["x"], row["y"]) for row in rows_of(figure, "order")]


def test_the_dashed_frame_goes_round_what_is_near_enough() -> None:
    # rows 0..3 reach columns up to 2, 3, 4, 4 and from 0, 0, 1, 2
    down = [(2, 0), (2, 1), (3, 1), (3, 2), (4, 2), (4, 3), (4, 3), (4, 4)]
    up = [(2, 4), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (0, 1), (0, 0)]
    assert band(heat_map(confusion(np.ones((4, 4))))) == [*down, *up, (2, 0)]


def test_near_enough_goes_by_values_where_there_are_some() -> None:
    # 1 and 2 are near, 10 is alone
    around = band(heat_map(confusion(np.ones((3, 3)), ["1", "2", "10"]), positions=(1, 2, 10)))
    assert around == [(2, 0), (2, 1), (2, 1), (2, 2), (3, 2), (3, 3), (2, 3), (2, 2), (0, 2), (0, 1), (0, 1),
                      (0, 0), (2, 0)]  # fmt: skip
    assert "dashed: within 1" in words_of(heat_map(TABLE, positions=(0, 1, 2)))


@pytest.mark.parametrize(("size", "within"), [(3, 0), (2, 1), (1, 1), (3, 5)])
def test_there_is_no_dashed_frame_round_the_diagonal_alone_or_round_everything(
    size: int, within: int
) -> None:
    figure = heat_map(confusion(np.ones((size, size))), within=within)
    assert "strokeDash" not in figure.json()
    assert "dashed" not in words_of(figure)


def test_names_are_said_in_the_language_of_the_figure() -> None:
    names = [{"en": "people", "zh": "人工评分者"}, "gpt"]
    assert words_of(heat_map(TABLE, names=names)).startswith("Confusion matrix of people and gpt")
    assert words_of(heat_map(TABLE, names=names, lang="zh")).startswith("人工评分者与 gpt")


def test_shares_of_a_person_are_shown_as_parts_of_items() -> None:
    text = drawn_text(heat_map(confusion([[0.5, 0], [0.25, 3]])))
    assert "0.5" in text
    assert "100%" in text


# --- Bangdiwala's chart -------------------------------------------------------------------------


def test_the_full_part_is_bangdiwalas_b() -> None:
    b = cc.bangdiwala_b(cc.table(CELLS, ["0", "1", "2"])).estimate
    assert f"B = {b:.2f}" in words_of(bangdiwala(TABLE))
    cells = np.array(CELLS, dtype=float)
    areas = [sum(part.area for part in parts) for parts in (filled(cells, 0), frames(cells))]
    assert areas[0] / areas[1] == pytest.approx(b)


def test_categories_are_named_at_places_of_many_digits() -> None:
    text = drawn_text(bangdiwala(confusion(np.array(CELLS) / 3, ["low", "middle", "high"])))
    assert [text.count(name) for name in ("low", "middle", "high")] == [2, 2, 2]


def test_squares_stand_after_what_the_other_puts_lower() -> None:
    cells = np.array(CELLS, dtype=float)
    second = filled(cells, 0)[1]
    # the second column begins at 25 and 5 of it the first put lower; the second row begins at 25, and 4
    assert (second.x, second.y, second.width, second.height) == (25 + 5, 25 + 4, 30, 30)
    near = filled(cells, 1)[0]
    # of column 0 (20, 4, 1) and of row 0 (20, 5, 0) the first two
    assert (near.x, near.y, near.width, near.height) == (0, 0, 24, 25)
    for inner, outer in zip(filled(cells, 1), frames(cells), strict=True):
        assert outer.x <= inner.x <= inner.x + inner.width <= outer.x + outer.width
        assert outer.y <= inner.y <= inner.y + inner.height <= outer.y + outer.height


def test_categories_without_an_order_have_no_pale_part() -> None:
    assert "Pale" in words_of(bangdiwala(TABLE))
    assert "Pale" not in words_of(bangdiwala(TABLE, within=0))


def test_an_undefined_b_is_told() -> None:
    assert "is undefined" in words_of(bangdiwala(confusion([[0, 4], [0, 0]])))
    assert "No item was rated by both" in words_of(bangdiwala(confusion([[0, 0], [0, 0]])))


# --- rater matrix -------------------------------------------------------------------------------

NAN = float("nan")
MATRIX = RaterMatrix(
    measure="cohen_kappa",
    options={},
    raters=("ann", "bob", "gpt"),
    kinds=("human", "human", "judge"),
    overlap=((40, 30, 20), (30, 35, 0), (20, 0, 22)),
    exact=((NAN, 0.75, 0.5), (0.75, NAN, NAN), (0.5, NAN, NAN)),
    main=((NAN, 0.61, -0.25), (0.61, NAN, NAN), (-0.25, NAN, NAN)),
)


def test_agreement_is_above_the_diagonal_and_overlap_below() -> None:
    text = drawn_text(rater_matrix(MATRIX))
    for one in ("75%", "50%", "40", "30", "35", "20", "22", "0", "–"):
        assert text.count(one) == 1, one
    shown = {(row["y"], row["x"]): row for row in rows_of(rater_matrix(MATRIX, exact=False), "strength")}
    assert shown[0, 1]["shown"] == "0.61"
    assert shown[0, 1]["colour"] == BLUE
    assert shown[1, 0]["shown"] == "30"
    assert shown[1, 0]["colour"] == GREY
    assert shown[0, 2]["colour"] == ORANGE
    assert shown[1, 2]["strength"] == 0
    assert shown[1, 2]["shown"] == "–"


def test_raters_of_a_kind_are_told_apart() -> None:
    text = drawn_text(rater_matrix(MATRIX, lang="zh"))
    assert "人工" in text
    assert "模型" in text
    assert "judges" not in drawn_text(
        rater_matrix(RaterMatrix.from_dict({**MATRIX.to_dict(), "kinds": [""] * 3}))
    )


def test_a_value_below_nought_is_explained() -> None:
    assert "worse than chance" in words_of(rater_matrix(MATRIX, exact=False))
    assert "Orange" not in words_of(rater_matrix(MATRIX))


def test_without_a_matrix_the_reason_is_said() -> None:
    with pytest.raises(InputError, match="raters cannot be compared"):
        rater_matrix(RaterMatrix(measure="cohen_kappa", said=(Message("profiles.anonymous"),)))


def test_forty_raters_have_a_picture() -> None:
    rng = np.random.default_rng(1)
    study = cc.study(rng.integers(0, 4, (60, 40)))
    assert study.matrix is not None
    figure = rater_matrix(study.matrix)
    assert len(rows_of(figure, "strength")) == 1600
    assert "Stronger colour" in words_of(figure)
    assert figure.svg().count("</text>") < 100


# --- bars by category ---------------------------------------------------------------------------


def test_bars_and_points_are_the_numbers_of_the_study() -> None:
    a, b = [0] * 10 + [1] * 20 + [2] * 10, [0] * 8 + [1] * 22 + [2] * 10
    bands = cc.study(a, b).comparisons[0].bands
    assert bands is not None
    figure = category_bars(bands)
    shares = [row["share"] for row in rows_of(figure, "share")]
    assert shares == pytest.approx([10 / 40, 8 / 40, 20 / 40, 22 / 40, 10 / 40, 10 / 40])
    points = rows_of(figure, "at")
    # specific agreement: 2·8/(10 + 8), 2·20/(20 + 22), 1
    assert [row["at"] for row in points] == pytest.approx([16 / 18, 40 / 42, 1])
    assert all(row["low"] <= row["at"] <= row["high"] for row in points)
    assert "95% confidence intervals" in words_of(figure)


def test_many_raters_have_a_mean_and_a_tick_each() -> None:
    study = studied("six raters of text with gaps")
    bands = study.comparisons[0].bands
    assert bands is not None
    figure = category_bars(bands)
    means = rows_of(figure, "share", "y2")
    first = [share for share in bands.bands[0].shares if share == share]
    assert means[0]["share"] == pytest.approx(sum(first) / len(first))
    assert len(rows_of(figure, "rater")) == 6 * len(bands.bands)


# --- all kinds of data --------------------------------------------------------------------------


def figures(study: Study, lang: Language) -> Iterator[Figure]:
    for one in study.comparisons:
        if one.confusion is not None:
            yield heat_map(one.confusion, lang=lang)
            yield bangdiwala(one.confusion, lang=lang)
        if one.bands is not None:
            yield category_bars(one.bands, lang=lang)
    if study.matrix is not None and study.matrix.overlap:
        yield rater_matrix(study.matrix, lang=lang)
        yield rater_matrix(study.matrix, lang=lang, exact=False)


@cache
def drawn(name: str, lang: Language) -> tuple[Figure, ...]:
    """The figures of a case; the schema is asked in one language, as words are no part of it."""
    with unchecked() if lang == "zh" else nullcontext():
        return tuple(figures(studied(name), lang))


@some_cases(2)
def test_every_study_has_figures_without_holes(name: str) -> None:
    for figure in (figure for lang in LANGUAGES for figure in drawn(name, lang)):
        spec = json.dumps(figure.spec, allow_nan=False)
        assert re.search(r"\bnan\b|\bNone\b|figures\.a-|profiles\.", spec) is None


@some_cases(3)
def test_no_english_is_left_in_chinese(name: str) -> None:
    for figure in drawn(name, "zh"):
        for said in re.findall("[A-Za-z]+", words_of(figure)):
            known = words_in(name) | NAMES | {"people"}
            assert any(one.startswith(said) for one in known), (said, words_of(figure))


@pytest.mark.by_turns(3)
@pytest.mark.parametrize(
    "name",
    ["one item", "one category", "raters with markup", "raters with emoji and chinese", "sixty names",
     "no overlap between two raters", "measurements that never differ", "fractional case weights",
     "a rater with a very long name", "counts of raters without names"],
)  # fmt: skip
def test_odd_studies_can_be_drawn(name: str) -> None:
    for figure in drawn(name, "zh"):
        drawing = re.sub("base64,[^)]*", "", figure.svg())  # letters of a font may spell anything
        assert "NaN" not in drawing


@pytest.mark.parametrize("make", [heat_map, bangdiwala])
def test_hostile_labels_are_drawn_as_they_are_and_apart(make: Any) -> None:
    table = confusion(np.eye(10) * 3 + 1, HOSTILE, *HOSTILE[:2])
    figure = make(table)
    assert len(figure.json()) < 100_000
    text = drawn_text(figure)
    assert "=cmd()" in text
    assert not re.search("<(script|img)", figure.svg(for_page=True))


def test_a_table_of_thirty_categories_names_them_all() -> None:
    table = confusion(np.eye(30) + 1, [f"category {i}" for i in range(30)])
    text = drawn_text(heat_map(table))
    assert all(text.count(f"category {i}") == 2 for i in range(30))
