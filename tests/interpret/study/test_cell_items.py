"""Items behind cells: they are those of the data, the smallest, and few enough for a page."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.interpret.study import cell_items
from concordant.interpret.study.comparison_report import ComparisonReport
from concordant.interpret.study.study import Study
from concordant.interpret.where.items import ItemFacts, place_of
from tests.interpret.study_cases import some_cases, studied

every_case = some_cases(1)


def frame(n: int = 300, people: int = 1, judges: int = 1, k: int = 5, seed: int = 0) -> pd.DataFrame:
    """Scores of people and judges, some missing, with texts and comments."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, k, n)
    table: dict[str, Any] = {"id": [f"i{number:05d}" for number in rng.permutation(n)]}
    for name in [*(f"human_{p}" for p in range(people)), *(f"judge_{j}" for j in range(judges))]:
        values = np.clip(truth + rng.choice([-2, -1, 0, 0, 0, 0, 1, 2], n), 0, k - 1).astype(object)
        values[rng.random(n) < 0.05] = None
        table[name] = values
        table[f"{name}_comment"] = [f"{name} on {item}" for item in table["id"]]
    table["prompt"] = [f"about {item}" for item in table["id"]]
    table["lang"] = rng.choice(["en", "zh"], n)
    return pd.DataFrame(table)


def pairs(one: ComparisonReport) -> list[tuple[str, str]]:
    return [(person, one.name) for person in one.reference] if one.reference else [one.raters]  # type: ignore[list-item]


def by_hand(table: pd.DataFrame, one: ComparisonReport, first: int, second: int) -> list[str]:
    """The items of a cell, straight from the table, the smallest first."""
    hit = pd.Series(False, index=table.index)
    for person, judge in pairs(one):
        hit |= (table[person] == first) & (table[judge] == second)
    return sorted(table["id"][hit])


def names(study: Study, places: tuple[int, ...]) -> list[str]:
    return [study.items[place].item for place in places]


@pytest.mark.parametrize(("people", "judges"), [(1, 1), (3, 2), (2, 0)])
def test_a_cell_shows_the_smallest_items_that_have_its_values(people: int, judges: int) -> None:
    table = frame(people=people, judges=judges)
    study = cc.study(table, text="prompt", per_cell=4)
    tables = [one for one in study.comparisons if one.confusion is not None]
    assert tables
    for one in tables:
        assert one.confusion is not None
        seen = set()
        for cell in one.confusion.items:
            expected = by_hand(table, one, cell.first, cell.second)
            assert cell.n == len(expected)
            assert names(study, cell.items) == expected[:4]
            seen.add((cell.first, cell.second))
        full = {(i, j) for i, row in enumerate(one.confusion.cells) for j, count in enumerate(row) if count}
        assert seen == full


def test_an_item_has_everything_that_is_known_of_it() -> None:
    table = frame(people=2, judges=1)
    study = cc.study(table)
    rows = table.set_index("id")
    for one in study.items:
        row = rows.loc[one.item]
        assert dict(one.ratings) == {n: row[n] for n in ("human_0", "human_1", "judge_0")}
        assert dict(one.about) == {"lang": row["lang"]}
        assert dict(one.texts) == {"prompt": row["prompt"]}
        assert dict(one.comments) == {n: row[f"{n}_comment"] for n in ("human_0", "human_1", "judge_0")}
    assert len({one.item for one in study.items}) == len(study.items)


def test_the_order_of_rows_changes_nothing() -> None:
    table = frame(people=2, judges=2)
    a, b = (cc.study(one) for one in (table, table.sample(frac=1, random_state=3)))
    assert a.items == b.items
    assert [one.confusion for one in a.comparisons] == [one.confusion for one in b.comparisons]


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("at_a_time", [20, 100, 400])
def test_many_texts_are_not_sorted_and_the_smallest_are_found(
    at_a_time: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = frame(2000, people=3, judges=1)
    whole = cc.study(table, per_cell=3)
    monkeypatch.setattr(cell_items, "_AT_A_TIME", at_a_time)
    some = cc.study(table, per_cell=3)
    assert some.items == whole.items
    assert some.comparison("judge_0").confusion == whole.comparison("judge_0").confusion


def test_many_cells_share_what_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell_items, "MOST_ITEMS", 60)
    monkeypatch.setattr(cell_items, "MOST_POINTED", 5)
    study = cc.study(frame(2000, people=1, judges=3), examples=0)
    assert len(study.items) == 60
    shown = {True: [], False: []}  # type: ignore[var-annotated]
    for one in study.comparisons:
        assert one.confusion is not None
        for cell in one.confusion.items:
            shown[cell.first == cell.second].append(len(cell.items))
    assert min(shown[False]) >= 1  # every disagreement has an item before any has many


def test_thirty_categories_and_many_judges_stay_small() -> None:
    study = cc.study(frame(3000, people=2, judges=3, k=30), per_cell=10)
    assert len(study.items) <= 600
    assert len(json.dumps([one.to_dict() for one in study.items])) < 600_000


def test_what_findings_and_ledgers_point_to_is_there() -> None:
    study = cc.study(frame(people=1, judges=1))
    examples = [example for finding in study.findings for example in finding.examples]
    ledger = study.comparison("judge_0").ledger
    assert ledger is not None
    examples += [item.said for item in ledger.items]
    assert examples
    for example in examples:
        place = place_of(study.items, example)
        assert place is not None
        assert study.items[place].item == example["id"]
        assert study.items[place].texts["prompt"] == f"about {example['id']}"


def test_rows_of_an_item_are_told_apart() -> None:
    rng = np.random.default_rng(1)
    rows = [
        {"item": i, "rater": r, "dimension": d, "score": int(rng.integers(0, 4)), "prompt": f"{i} {d}"}
        for i in range(30)
        for d in ("tone", "fact")
        for r in ("human", "judge")
    ]
    study = cc.study(pd.DataFrame(rows))
    assert {one.texts["prompt"] == f"{one.item} {one.about['dimension']}" for one in study.items} == {True}
    found = [item.said for item in study.comparisons[0].ledger.items]  # type: ignore[union-attr]
    for said in found:
        place = place_of(study.items, said)
        assert place is not None
        assert study.items[place].about["dimension"] == said["dimension"]


def test_a_long_text_is_cut() -> None:
    table = frame(40).assign(prompt="x" * 10_000)
    (text,) = {one.texts["prompt"] for one in cc.study(table).items}
    assert text == "x" * 2000 + "…"


def test_none_are_shown_where_none_are_asked_for() -> None:
    study = cc.study(frame(50), per_cell=0)
    assert study.items == ()
    assert all(one.confusion is None or one.confusion.items == () for one in study.comparisons)


@pytest.mark.parametrize("number", [-1, 2.5, "many", None])
def test_how_many_is_a_whole_number(number: Any) -> None:
    with pytest.raises(OptionError, match="per_cell must be the number of items to list, 0 or more"):
        cc.study(frame(50), per_cell=number)


@every_case
def test_every_study_shows_items_that_have_the_values_of_their_cell(name: str) -> None:
    study = studied(name)
    assert len(study.items) <= 600
    for one in study.comparisons:
        if one.confusion is None:
            continue
        labels = one.confusion.labels
        for cell in one.confusion.items:
            assert cell.n >= len(cell.items)
            if name != "fractional case weights":  # a row of a sample is one item, whatever its weight
                assert cell.n >= one.confusion.cells[cell.first][cell.second] - 1e-9
            for place in cell.items:
                assert _lies(study.items[place], one, labels[cell.first], labels[cell.second])


def _lies(item: ItemFacts, one: ComparisonReport, first: str, second: str) -> bool:
    said = {rater: str(value) for rater, value in item.ratings.items()}
    return any(said[a] == first and said[b] == second for a, b in pairs(one))


@every_case
def test_every_study_comes_back_from_json_with_its_items(name: str) -> None:
    study = studied(name)
    text = json.dumps(study.to_dict(), allow_nan=False)
    back = type(study).from_dict(json.loads(text))
    assert back.to_dict() == study.to_dict()
    assert len(back.items) == len(study.items)
