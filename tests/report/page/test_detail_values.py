"""The numbers in the panels below the problems are those of the study."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

import concordant as cc
from concordant.interpret.study.study import Study
from concordant.interpret.table import RESULT
from concordant.language.message import Message
from concordant.language.text_table import NONE
from concordant.report.page.bilingual import in_each
from concordant.report.page.cuts import cuts
from concordant.report.page.data import data
from concordant.report.page.goals import goals
from concordant.report.page.ledger import ledger
from concordant.report.page.measurements import measurements
from concordant.report.page.methods import methods
from concordant.report.page.raters import raters
from concordant.report.page.slices import slices
from concordant.report.page.table import Axis, Cell, PageTable, axis_of, row, table
from concordant.report.page.trust import trust
from concordant.result import Interval, Result
from tests.interpret.study_cases import studied
from tests.interpret.test_study_words import harsh_judge, rare_disease, two_scales


def text(words: Any) -> str:
    return in_each(words)["en"]


def column(shown: PageTable, head: str) -> list[Cell]:
    """The cells below one head."""
    place = [text(cell.words) for cell in shown.heads].index(head)
    return [one.cells[place] for one in shown.rows]


def main(study: Study) -> Any:
    assert study.main is not None
    return study.main


# --- tables -------------------------------------------------------------------------------------


def test_a_bar_lies_where_its_numbers_do() -> None:
    found = Result(measure="cohen_kappa", title="", estimate=0.5, interval=Interval(0.25, 0.75, 0.95, ""))
    bar = Axis(0.0, 1.0).bar(found, mark=0.6)
    assert bar is not None
    assert (bar.at, bar.span, bar.mark) == (50.0, (25.0, 50.0), 60.0)
    # from −0.5 to 1 a value of 0.25 lies half way
    assert Axis(-0.5, 1.0).place(0.25) == 50
    assert Axis(0.0, 1.0).place(7.0) == 100
    assert Axis(0.0, 1.0).place(math.nan) is None


def test_an_axis_holds_every_interval_and_ends_at_one_where_that_is_the_most() -> None:
    low = Result(measure="cohen_kappa", title="", estimate=0.1, interval=Interval(-0.2, 0.4, 0.95, ""))
    far = Result(measure="mean_absolute_error", title="", estimate=0.4)
    assert axis_of([low, None]) == Axis(-0.2, 1.0)
    assert axis_of([far]) == Axis(0.0, 0.4)


def test_a_column_with_nothing_in_it_is_left_out() -> None:
    shown = table(Message("page_lower.share"), ("a", "b", "c"), [row("x", "–", "1"), row("y", "–", "–")])
    assert [text(head.words) for head in shown.heads] == ["a", "c"]


def test_an_estimate_stands_above_its_interval() -> None:
    found = Result(measure="cohen_kappa", title="", estimate=0.5, interval=Interval(0.2, 0.8, 0.95, ""))
    words, below = RESULT.in_parts(found)
    assert (text(words), text(below)) == ("0.50", "0.20 to 0.80")
    assert RESULT.in_parts(None) == (NONE, None)


def test_a_number_is_written_alike_on_the_page_and_in_text() -> None:
    # an end within 1% of none has a decimal, and so have the numbers beside it
    found = Result(
        measure="exact_agreement", title="", estimate=0.26, interval=Interval(0.002, 0.52, 0.95, "")
    )
    words, below = RESULT.in_parts(found)
    assert (text(words), text(below)) == ("26.0%", "0.2% to 52.0%")
    assert text(RESULT.in_words(found)) == "26.0% (0.2% to 52.0%)"


# --- panels -------------------------------------------------------------------------------------


def test_every_slice_has_its_size_and_its_agreement() -> None:
    # 20 items of each type; the judge is a point lower on the 16 of 20 "help" items that can be lower
    view = slices(harsh_judge(), main(harsh_judge()))
    assert view is not None
    shown = view.blocks[0].table
    assert shown is not None
    assert [text(cell.words) for cell in column(shown, "type")] == ["chat", "help", "news"]
    assert [text(cell.words) for cell in column(shown, "items")] == ["20", "20", "20"]
    rows = main(harsh_judge()).slices[0].rows
    exact = [f"{100 * r.exact.estimate:.0f}%" for r in rows]
    assert [text(cell.words) for cell in column(shown, "Exact agreement")] == exact
    # few items, but what is surely worse is not greyed
    assert [r.kind for r in shown.rows] == ["small", "", "small"]
    assert all(r.small for r in rows)


def test_a_slice_that_is_surely_worse_is_marked_in_words_too() -> None:
    study = harsh_judge()
    worst = main(study).slices[0].worst
    view = slices(study, main(study))
    assert view is not None
    assert view.blocks[0].table is not None
    marked = [r for r in view.blocks[0].table.rows if any(cell.kind == "sure" for cell in r.cells)]
    assert worst == "help"
    assert [text(r.cells[0].words) for r in marked] == ["help"]
    assert any(cell.label is not None for cell in marked[0].cells)


def test_a_grid_has_a_cell_for_every_two_values_with_its_items() -> None:
    study = studied("two slice columns")
    view = slices(study, main(study))
    assert view is not None
    assert view.grid is not None
    cells = [cell for one in view.grid.rows for cell in one.cells[1:]]
    assert [text(cell.aside) for cell in cells] == ["n = 15"] * 6  # 90 items, 3 types × 2 sizes
    assert all("small" in cell.kind for cell in cells)


def test_the_matrix_has_agreement_above_and_items_below_the_diagonal() -> None:
    study = studied("gold with people and judges")
    view = raters(study)
    assert view is not None
    assert study.matrix is not None
    first = view.matrix
    assert first is not None
    shown = [[text(cell.words) for cell in one.cells[1:]] for one in first.rows]
    for g in range(5):
        for h in range(5):
            above = f"{100 * study.matrix.exact[g][h]:.0f}%"
            assert shown[g][h] == ("·" if g == h else above if g < h else "50")
    assert [one.kind for one in first.rows] == ["", "", "group", "", "group"]


def test_every_cut_has_its_flips_and_items_on_the_line() -> None:
    study = harsh_judge()
    view = cuts(study, main(study))
    assert view is not None
    assert view.cuts is not None
    flips = [f"{100 * cut.flips.estimate:.0f}%" for cut in main(study).boundaries]
    assert [text(cell.words) for cell in column(view.cuts, "opposite sides")] == flips
    assert [len(line.items) for line in view.on_the_line] == [len(c.examples) for c in main(study).boundaries]


def test_measurements_have_limits_and_parts_of_variance_that_fill_the_bar() -> None:
    # new = old + 0.5: the difference old − new is −0.5 throughout
    view = measurements(main(two_scales()))
    assert view is not None
    found = measurements(main(studied("measurements of two")))
    assert found is not None
    assert found.limits is not None
    assert len(found.limits.rows) == 5
    assert sum(part.width for part in found.parts) == pytest.approx(100)
    components = main(studied("measurements of two")).components
    assert [part.share for part in found.parts] == [p.details["share"] for p in components.variances.parts]


def test_variance_of_measurements_is_split_as_by_hand() -> None:
    # items 1, 3, 5 (and a quarter) by two raters, the second 1 higher: MS_items = 8, MS_raters = 1.5,
    # MS_error = 0, so that items have (8 − 0)/2 = 4, raters (1.5 − 0)/3 = 0.5, error 0;
    # the error of one rating is √0.5
    study = cc.study([1.25, 3.25, 5.25], [2.25, 4.25, 6.25], scale="interval")
    found = main(study).components
    assert found is not None
    assert [p.estimate for p in found.variances.parts] == pytest.approx([4, 0.5, 0])
    assert found.error.estimate == pytest.approx(math.sqrt(0.5))


def test_categories_have_no_components_of_variance() -> None:
    assert main(harsh_judge()).components is None
    assert measurements(main(harsh_judge())) is None


def test_what_kappa_lacks_is_drawn_in_parts_that_fill_the_bar() -> None:
    view = trust(main(rare_disease()))
    assert view is not None
    short = main(rare_disease()).paradox.shortfall
    parts = {part.kind: part for part in view.blocks[0].parts}
    lowers = sum(max(x, 0) for x in (short.disagreement, short.prevalence, short.bias))
    assert sum(part.width for part in parts.values()) == pytest.approx(100)
    assert parts["prevalence"].width == pytest.approx(100 * short.prevalence / lowers)


def test_the_ledger_ranks_what_holds_most_and_adds_up_items() -> None:
    study = harsh_judge()
    view = ledger(study, main(study))
    assert view is not None
    assert view.items is not None
    for split in view.splits:
        bars = [one.cells[2].bar for one in split.rows]
        places = [bar.at for bar in bars if bar is not None and bar.at is not None]
        assert places == sorted(places, reverse=True)
    assert len(view.items.rows) == len(main(harsh_judge()).ledger.items)


def test_stages_are_steps_reached_next_and_later() -> None:
    study = studied("gold with people and judges")
    stages = main(study).stages
    view = goals(main(study))
    assert view is not None
    assert [step.state for step in view.steps] == ["next", "later", "later"]
    assert stages.reached is None
    reached = replace(stages, reached=stages.stages[0].goal.key, next=stages.stages[1].goal.key)
    after = goals(replace(main(study), stages=reached))
    assert after is not None
    assert [step.state for step in after.steps] == ["reached", "next", "later"]
    last = replace(stages, reached=stages.stages[-1].goal.key, next=None)
    done = goals(replace(main(study), stages=last))
    assert done is not None
    assert {step.state for step in done.steps} == {"reached"}


def test_the_data_panel_says_all_that_the_audit_says() -> None:
    study = studied("gaps beside a judge")
    said = [line for fact in data(study).facts for line in fact.lines]
    for sentence in study.audit:
        assert sentence in said or sentence.code == "audit.columns"
    assert all(obstacle.said in said for obstacle in study.design.obstacles)


def test_every_coefficient_that_is_shown_has_its_formula_and_source() -> None:
    study = studied("two slice columns")
    view = methods(study)
    names = [text(formula.name) for formula in view.formulas]
    assert {"Exact agreement", "Cohen's kappa", "Gwet's AC1", "Mean absolute error"} <= set(names)
    assert len(names) == len(set(names))
    assert all(formula.latex and formula.sources for formula in view.formulas)
    kappa = view.formulas[names.index("Cohen's kappa")]
    assert kappa.symbol == ("κ", "", "")
    assert "Cohen's kappa (quadratic weights)" in map(text, kappa.variants)
    adjacent = view.formulas[names.index("Adjacent agreement")]
    assert adjacent.symbol == ("p", "o", "(t)")
    assert view.fingerprint == study.data.fingerprint
