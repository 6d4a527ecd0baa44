"""The matrix of the page: counts, the band beside the diagonal, and the items behind every cell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import concordant as cc
from concordant.interpret.study.comparison_report import ComparisonReport
from concordant.interpret.study.study import Study
from concordant.interpret.where.items import CellItems, ItemFacts
from concordant.report.page import render
from concordant.report.page.items import card, items_view
from concordant.report.page.matrix import matrix
from concordant.report.page.names import short
from tests.interpret.study_cases import some_cases, studied


def main_of(study: Study) -> ComparisonReport:
    assert study.main is not None
    return study.main


def with_cells(study: Study, cells: list[tuple[int, int, list[int]]], items: list[ItemFacts]) -> Study:
    """The study with some items made up for the cells of its main comparison."""
    main = main_of(study)
    table = main.confusion
    assert table is not None
    held = tuple(CellItems(first=i, second=j, n=table.cells[i][j], items=tuple(some)) for i, j, some in cells)
    made = replace(main, confusion=replace(table, items=held))
    rest = [
        replace(one, confusion=None if one.confusion is None else replace(one.confusion, items=()))
        for one in study.comparisons
        if one is not main
    ]
    return replace(study, comparisons=(made, *rest), items=tuple(items))


def two_people() -> Study:
    return cc.study(cc.table([[8, 2, 0], [1, 5, 3], [0, 0, 6]], [1, 2, 3], raters=("Ann", "Bob")))


def fact(item: str, a: Any, b: Any, **more: Any) -> ItemFacts:
    return ItemFacts(item=item, ratings={"Ann": a, "Bob": b, "Cid": None}, **more)


def test_cells_have_counts_shares_of_the_row_and_margins() -> None:
    view = matrix(two_people(), main_of(two_people()))
    assert view is not None
    shown = [[None if cell is None else str(cell.count) for cell in row.cells] for row in view.rows]
    assert shown == [["8", "2", None], ["1", "5", "3"], [None, None, "6"]]
    assert [str(cell.share) for cell in view.rows[1].cells if cell] == ["11%", "56%", "33%"]
    assert [str(row.total) for row in view.rows] == ["10", "9", "6"]
    assert [(str(n), str(share)) for n, share in view.totals] == [("9", "36%"), ("7", "28%"), ("9", "36%")]
    assert str(view.total) == "25"


def test_the_diagonal_and_the_band_beside_it_are_marked_by_value_not_by_place() -> None:
    study = cc.study(cc.table([[8, 2, 1], [1, 5, 3], [1, 0, 6]], [1, 2, 3]))
    view = matrix(study, main_of(study))
    assert view is not None
    kinds = [[cell.kind if cell else "" for cell in row.cells] for row in view.rows]
    assert kinds == [["same", "near", "far"], ["near", "same", "near"], ["far", "", "same"]]
    spread = studied("numbers that are not ranks")  # 1, 2 and 10: only 1 and 2 are one apart
    wide = matrix(spread, main_of(spread))
    assert wide is not None
    marked = {cell.kind for row in wide.rows[2:] for cell in row.cells[:2] if cell}
    assert marked <= {"far"}


def test_words_without_an_order_have_no_band() -> None:
    study = studied("slices of text categories")
    view = matrix(study, main_of(study))
    assert view is not None
    assert view.within is None
    assert {cell.kind for row in view.rows for cell in row.cells if cell} == {"same", "far"}


def test_a_cell_leads_to_its_items_with_all_that_was_said_of_them() -> None:
    told = fact("q7", 1, 2, texts={"prompt": "Why?"}, comments={"Bob": "short"}, about={"type": "chat"})
    study = with_cells(two_people(), [(0, 1, [0])], [told])
    view = matrix(study, main_of(study))
    assert view is not None
    cell = view.rows[0].cells[1]
    assert cell is not None
    assert cell.href == "#cell-1-2"
    (held,) = view.lists
    assert held.id == "cell-1-2"
    assert held.title.text() == "Ann: 1; Bob: 2"
    assert held.shown.text().startswith("Showing 1 of 2.")
    (listed,) = held.items
    assert (listed.id, listed.said["en"], listed.mine) == ("item-1", "Ann 1 · Bob 2", "0 1")
    item = card(study, 0)
    assert [(r.rater, r.value["en"], r.comment) for r in item.ratings] == [
        ("Ann", "1", ""),
        ("Bob", "2", "short"),
    ]
    assert item.texts == (("prompt", "Why?"),)
    assert item.about[0][1]["en"] == "chat"


def test_a_cell_whose_items_are_not_known_is_no_link() -> None:
    study = with_cells(two_people(), [], [])
    view = matrix(study, main_of(study))
    assert view is not None
    assert not view.lists
    assert all(not cell.href for row in view.rows for cell in row.cells if cell)


def test_a_card_stands_in_the_page_once_and_other_cells_point_to_it() -> None:
    items = [fact("q1", 1, 1), fact("q2", 2, 3), fact("q3", 3, 3)]
    study = with_cells(two_people(), [(0, 0, [0]), (0, 1, [0]), (1, 2, [1])], items)
    view = matrix(study, main_of(study))
    assert view is not None
    assert [[one.id for one in held.items] for held in view.lists] == [["item-1"], ["item-1"], ["item-2"]]
    every = items_view(study)
    assert every is not None
    assert [one.item for one in every.cards] == ["q1", "q2", "q3"]
    page = render.page(study)
    assert all(page.count(f'id="item-{place}"') == 1 for place in (1, 2, 3))


def test_of_several_people_those_who_gave_the_category_are_marked() -> None:
    study = studied("two slice columns")
    main = main_of(study)
    said = ItemFacts(item="q", ratings={"human_1": 1, "human_2": 2, "judge": 2})
    made = with_cells(study, [(2, 2, [0])], [said])
    view = matrix(made, main_of(made))
    assert view is not None
    assert main.reference == ("human_1", "human_2")
    (shown,) = view.lists[0].items
    names = list(said.ratings)
    assert {names[int(place)] for place in shown.mine.split()} == {"human_2", "judge"}


def test_the_cell_off_the_diagonal_with_the_most_items_is_open_at_first() -> None:
    items = [fact("q1", 1, 1), fact("q2", 1, 2), fact("q3", 2, 3)]
    study = with_cells(two_people(), [(0, 0, [0]), (0, 1, [1]), (1, 2, [2])], items)
    view = matrix(study, main_of(study))
    assert view is not None
    assert [held.worst for held in view.lists] == [False, False, True]  # 3 items there, 2 in the other


@some_cases(1)
def test_every_cell_with_items_is_a_link_and_its_list_has_the_right_values(name: str) -> None:
    study = studied(name)
    for one in study.comparisons:
        view = matrix(study, one)
        if view is None or one.confusion is None:
            continue
        listed = {held.id for held in view.lists}
        links = {cell.href[1:] for row in view.rows for cell in row.cells if cell and cell.href}
        assert links == listed
        for cell in one.confusion.items:
            a, b = one.confusion.labels[cell.first], one.confusion.labels[cell.second]
            for place in cell.items:
                ratings = card(study, place).ratings
                said = {r.rater: r.value["en"] for r in ratings}
                assert said[short(one.raters[1])] == b
                assert a in {said.get(short(n)) for n in one.reference or one.raters[:1]}
