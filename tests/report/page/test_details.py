"""Small things a reader of the page trips over: whose a panel is, grey that hides, notes without a column."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import concordant as cc
from concordant.interpret.study.study import Study
from concordant.interpret.where.items import CellItems, ItemFacts
from concordant.interpret.where.ledger import LedgerItem
from concordant.language.message import Message
from concordant.report.page import render
from concordant.report.page.bilingual import both, in_each
from concordant.report.page.cuts import cuts
from concordant.report.page.findings import findings_view
from concordant.report.page.ledger import ledger
from concordant.report.page.matrix import matrix
from concordant.report.page.measures import is_lowest, measures_view
from concordant.report.page.panels import contents_of, panels_of
from concordant.report.page.raters import raters
from concordant.report.page.slices import slices
from tests.interpret.study_cases import some_cases, studied
from tests.report.page_read import PageRead


@cache
def two_judges() -> Study:
    """Two judges beside two people on forty items; the second judge is far off."""
    rows = {
        "item": [f"q{i}" for i in range(40)],
        "human_1": [i % 4 for i in range(40)],
        "human_2": [(i + (i % 5 == 0)) % 4 for i in range(40)],
        "judge_a": [i % 4 if i % 3 else (i + 1) % 4 for i in range(40)],
        "judge_b": [min(3, i % 4 + 1) for i in range(40)],
    }
    return cc.study(rows)


# --- whose it is --------------------------------------------------------------------------------


def test_of_several_comparisons_every_panel_of_the_main_one_names_it() -> None:
    study = two_judges()
    main = study.main
    assert main is not None
    assert len(study.comparisons) > 1
    named = {panel.key for panel in panels_of(study) if panel.about is not None}
    assert {"verdict", "findings", "measures", "matrix", "cuts", "trust", "ledger"} <= named
    assert not named & {"raters", "data", "methods", "items"}
    read = PageRead(render.page(study))
    assert main.name in read.words("en", "measures-title")
    assert main.name in read.words("en", "verdict-title")


def test_one_comparison_alone_is_not_named_in_titles() -> None:
    study = studied("measurements of two")
    assert len(study.comparisons) == 1
    assert all(panel.about is None for panel in panels_of(study))


def test_a_problem_leads_to_the_comparison_it_is_about() -> None:
    study = two_judges()
    ids = set(PageRead(render.page(study)).ids)
    shown = {one.name: findings_view(study, one) for one in study.comparisons}
    judges = [one for one in study.comparisons if one.kind == "judge"]
    assert any(shown[one.name].rows for one in judges)
    for one in judges:
        own = [f for f in study.findings if f.about.get("comparison") == one.name]
        rows = [row for row in shown[one.name].rows if row.about is None]
        assert [row.text["en"] for row in rows] == [f.text("en") for f in own]
        assert all(row.href[1:] in ids for row in shown[one.name].rows if row.href)
        others = [f for f in study.findings if f not in own and f.about.get("comparison") != "people"]
        assert (shown[one.name].elsewhere is not None) == bool(others)


def test_every_comparison_is_a_view_of_its_own_and_the_main_one_is_first() -> None:
    study = two_judges()
    contents = contents_of(study)
    assert study.main is not None
    assert contents.views[0].name == study.main.name
    read = PageRead(render.page(study))
    for view in contents.views:
        assert f"show-{view.id}" in read.ids
        assert {panel.id for panel in view.all} <= set(read.ids)


# --- the items of a cell ------------------------------------------------------------------------


def test_a_card_that_stands_elsewhere_marks_only_those_who_gave_the_cells_category() -> None:
    study = two_judges()
    main = study.main
    assert main is not None
    assert main.confusion is not None
    told = ItemFacts(item="q", ratings={"human_1": 1, "human_2": 2, "judge_a": 2, "judge_b": 3})
    b = main.confusion.labels.index(str(told.ratings[main.raters[1]]))
    cells = [CellItems(first=first, second=b, n=68, items=(0,)) for first in (1, 2)]
    made = replace(main, confusion=replace(main.confusion, items=tuple(cells)))
    view = matrix(replace(study, comparisons=(made,), items=(told,)), made)
    assert view is not None
    (pointer,) = view.lists[1].items
    names = list(told.ratings)
    assert {names[int(place)] for place in pointer.mine.split()} == {"human_2", main.raters[1]}
    assert "--per-cell 68" in view.lists[1].shown.text("en")
    assert "concordant items" in view.lists[1].shown.text("zh")


def test_several_people_are_said_to_share_an_item() -> None:
    several, two = two_judges(), cc.study({"Ann": [1, 2, 2, 3], "Bob": [1, 2, 3, 3]})
    assert several.main is not None
    assert two.main is not None
    shared, alone = matrix(several, several.main), matrix(two, two.main)
    assert shared is not None
    assert alone is not None
    assert shared.shared is not None
    assert alone.shared is None


# --- grey, notes and words ----------------------------------------------------------------------


@some_cases(1)
def test_what_is_surely_worse_is_never_greyed(name: str) -> None:
    study = studied(name)
    for one in study.comparisons:
        sure = tuple(
            replace(t, rows=tuple(replace(r, small=True, q_value=0.0) for r in t.rows)) for t in one.slices
        )
        grid = one.grid
        if grid is not None:
            grid = replace(grid, cells=tuple(replace(c, small=True, q_value=0.0) for c in grid.cells))
        view = slices(study, replace(one, slices=sure, grid=grid))
        if view is None:
            continue
        for t, block in zip(one.slices, view.blocks, strict=True):
            kinds = [] if block.table is None else [row.kind for row in block.table.rows]
            assert kinds == ["" if r.worse else "small" for r in t.rows]
        if grid is not None and view.grid is not None:
            marks = [cell.kind for row in view.grid.rows for cell in row.cells]
            assert marks.count("sure") == sum(c.worse for c in grid.cells)
            assert set(marks) <= {"", "sure", "small", "empty"}


@some_cases(2)
def test_notes_explain_columns_that_are_there(name: str) -> None:
    study = studied(name)
    for one in study.comparisons:
        view = cuts(study, one)
        if view is None or view.cuts is None:
            continue
        heads = [head.words.code for head in view.cuts.heads if isinstance(head.words, Message)]
        notes = [note.code for note in view.cuts.notes]
        assert ("shown.head-stricter" in heads) == ("page_lower.cuts-note" in notes)
        assert ("shown.head-next-to" in heads) == ("page_lower.next-to-note" in notes)


def test_pairs_with_few_items_in_common_are_greyed_and_kinds_parted_only_where_there_are_kinds() -> None:
    study = two_judges()
    assert study.matrix is not None
    few = tuple(tuple(9.0 if (g, h) in ((0, 1), (1, 0)) else n for h, n in enumerate(row))
                for g, row in enumerate(study.matrix.overlap))  # fmt: skip
    kinds = ("unknown",) * len(study.matrix.raters)
    view = raters(replace(study, matrix=replace(study.matrix, overlap=few, kinds=kinds, groups=())))
    assert view is not None
    shown = view.matrix
    assert shown is not None
    assert shown.rows[0].cells[2].kind == "small"
    assert shown.rows[0].cells[3].kind == ""
    notes = [note.code for note in shown.notes]
    assert "page_lower.matrix-few" in notes
    assert "page_lower.matrix-kinds" not in notes
    plain = raters(study)
    assert plain is not None
    assert plain.matrix is not None
    notes = [note.code for note in plain.matrix.notes]
    assert "page_lower.matrix-kinds" in notes
    assert "page_lower.matrix-few" not in notes


def tied(shares: list[float]) -> Any:
    """The page's ledger of a study whose listed items have these shares."""
    study = two_judges()
    one = study.comparisons[0]
    assert one.ledger is not None
    items = tuple(
        LedgerItem(said={"item": f"q{i}"}, amount=share, share=share, cumulative=share * (i + 1))
        for i, share in enumerate(shares)
    )
    return ledger(study, replace(one, ledger=replace(one.ledger, items=items)))


def test_items_of_the_same_weight_are_not_ranked() -> None:
    same, ranked = tied([0.1, 0.1, 0.1 + 1e-15]), tied([0.2, 0.1, 0.1])
    assert same.items.caption.code == "page_lower.items-tied"
    assert "page_lower.items-tie" in [note.code for note in same.items.notes]
    assert ranked.items.caption.code == "page_lower.items-first"
    assert "page_lower.items-tie" not in [note.code for note in ranked.items.notes]


@some_cases(3)
def test_the_lowest_word_is_not_claimed_as_something_reached(name: str) -> None:
    for one in studied(name).comparisons:
        view = measures_view(one)
        if view is None:
            continue
        for tile in (*view.first, *view.further):
            (m,) = [m for m in one.measures if (m.measure, m.options) == tuple(_named(tile))] or [None]
            if m is None or tile.verdict is None:
                continue
            said = tile.verdict.text("en")
            assert is_lowest(m.verdicts[0]) == said.startswith(("CI extends into", "CI entirely within"))
            assert is_lowest(m.verdicts[0]) != said.startswith("At least")


def _named(tile: Any) -> tuple[str, Any]:
    name, options = tile.name.facts["m"]
    return name, options


def test_measurements_come_right_after_the_measures_and_name_whose_variance_it_is() -> None:
    study = studied("measurements of two")
    keys = [panel.key for panel in panels_of(study)]
    assert keys[keys.index("measures") + 1] == "measurements"
    assert keys.count("measurements") == 1
    assert study.main is not None
    words = PageRead(render.page(study)).words("en", "measurements")
    assert all(name in words for name in study.main.raters)


# --- signs --------------------------------------------------------------------------------------


def test_numbers_below_nought_have_a_true_sign_and_names_keep_their_hyphens() -> None:
    assert in_each(Message("shown.units", {"x": -0.5}))["en"] == "\N{MINUS SIGN}0.50"
    for name in ("gpt-4", "2024-01-05", "a -b"):
        assert in_each(Message("page.source", {"source": name}))["en"] == f"Ratings from {name}"
    assert str(both("-1")) == "-1"
