"""The items behind a number."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.ratings.remote.item_source import MANY

ASKED = {"item": "id", "raters": ["human", "judge"]}
SCORES = pd.DataFrame(
    {
        "id": ["p", "q", "r", "s", "t", "u"],
        "human": [1, 2, 5, 1, 2, None],
        "judge": [1, 4, 1, 2, 2, 3],
        "text": ["one", "two", "three", "four", "five", "six"],
        "lang": ["x", "x", "y", "y", "y", "x"],
    }
)


@pytest.fixture(params=["memory", "duckdb", "polars"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, object]:
    """The same scores in memory and as a file that stays where it is."""
    if request.param == "memory":
        return {"data": SCORES}
    SCORES.to_parquet(tmp_path / "scores.parquet")
    return {"data": tmp_path / "scores.parquet", "engine": request.param}


def top(source: dict[str, object], **options: object) -> cc.Frame:
    return cc.top_items(source["data"], engine=source.get("engine"), **ASKED, **options)


def named(found: cc.Frame) -> list[str]:
    return found["item" if "item" in found.names else "id"].tolist()


def test_items_on_which_raters_lie_farthest_apart_come_first(source: dict[str, object]) -> None:
    found = top(source)
    assert named(found) == ["r", "q", "s"]  # 5 and 1, 2 and 4, 1 and 2; those that agree say nothing
    assert found["score"].tolist() == [4.0, 2.0, 1.0]


def test_no_more_are_fetched_than_asked_for(source: dict[str, object]) -> None:
    found = top(source, k=1)
    assert named(found) == ["r"]
    assert "1 of 3 items shown" in found.notes[0].text


def test_without_an_order_all_that_differ_are_alike_and_go_by_name(source: dict[str, object]) -> None:
    assert named(top(source, scale="nominal")) == ["q", "r", "s"]


def test_a_cell_of_the_table_is_a_value_of_each_rater(source: dict[str, object]) -> None:
    assert named(top(source, where={"human": 2, "judge": 4})) == ["q"]
    assert named(top(source, where={"human": 1})) == ["s", "p"]


def test_a_gap_can_be_asked_for(source: dict[str, object]) -> None:
    assert named(top(source, where={"human": None})) == ["u"]


def test_a_slice_can_be_chosen(source: dict[str, object]) -> None:
    assert named(top(source, where={"lang": "y", "judge": 2}, slices="lang")) == ["s", "t"]


def test_a_coefficient_ranks_by_how_much_an_item_pulls_it_down(source: dict[str, object]) -> None:
    found = top(source, by="cohen_kappa", k=6)
    complete = SCORES.dropna(subset=["human"]).reset_index(drop=True)

    def kappa(rows: pd.DataFrame) -> float:
        return cc.cohen_kappa(rows["human"], rows["judge"], categories=[1, 2, 3, 4, 5]).estimate

    # an item that pulls kappa down is one whose doubling lowers it
    moved = {
        row["id"]: kappa(pd.concat([complete, complete.loc[[at]]])) - kappa(complete)
        for at, row in complete.iterrows()
    }
    assert set(named(found)) == {item for item, by in moved.items() if by < 0}
    assert min(moved, key=moved.__getitem__) in named(found)


def test_an_error_is_pulled_up_by_what_lies_far_apart(source: dict[str, object]) -> None:
    assert named(top(source, by="mean_absolute_error"))[0] == "r"


def test_what_is_not_there_is_told(source: dict[str, object]) -> None:
    with pytest.raises(cc.OptionError, match="9 is not a rating by human"):
        top(source, where={"human": 9})
    with pytest.raises(cc.OptionError, match="No row has lang = 'z'"):
        top(source, where={"lang": "z"}, slices="lang")
    with pytest.raises(cc.OptionError, match=r"by must be one of.*Did you mean 'cohen_kappa'"):
        top(source, by="cohen_kapa")


def test_items_of_a_file_come_with_all_they_have_there(tmp_path: Path) -> None:
    SCORES.to_parquet(tmp_path / "scores.parquet")
    found = cc.top_items(tmp_path / "scores.parquet", engine="duckdb", k=1, **ASKED)
    assert found["text"].tolist() == ["three"]


def test_a_table_never_leaves_the_engine_whole(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    n = 3 * MANY
    pd.DataFrame({"id": range(n), "human": rng.integers(0, 3, n), "judge": rng.integers(0, 3, n)}).to_parquet(
        tmp_path / "scores.parquet"
    )
    ratings = cc.read(tmp_path / "scores.parquet", engine="duckdb", **ASKED)
    assert len(ratings) == 9
    fetched: list[int] = []
    answer = ratings.item_source.relation.run  # type: ignore[union-attr]

    def counting(query: object) -> dict[str, object]:
        found = answer(query)
        fetched.append(max(len(column) for column in found.values()))
        return found

    object.__setattr__(ratings.item_source.relation, "run", counting)  # type: ignore[union-attr]
    assert len(cc.top_items(ratings, k=7)) == 7
    assert sum(fetched) == MANY  # the first items, once
    cc.top_items(ratings, k=9)
    assert sum(fetched) == MANY


def test_items_of_long_data_show_what_each_rater_said(tmp_path: Path) -> None:
    long = SCORES.melt(
        id_vars=["id", "lang"], value_vars=["human", "judge"], var_name="who", value_name="score"
    )
    long.to_parquet(tmp_path / "long.parquet")
    found = cc.top_items(
        tmp_path / "long.parquet", engine="duckdb", item="id", rater="who", value="score", slices="lang", k=2
    )
    assert found["id"].tolist() == ["r", "q"]
    assert found["human"].tolist() == [5, 2]
    assert found["judge"].tolist() == [1, 4]
    assert found["lang"].tolist() == ["y", "x"]


def test_an_item_with_several_rows_is_named_with_its_dimension() -> None:
    import pandas as pd

    rows = [("q1", d, rater, value) for d, pair in {"tone": (1, 4), "truth": (2, 2)}.items()
            for rater, value in zip(("ann", "bob"), pair, strict=True)]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["item", "dimension", "rater", "value"])
    found = cc.top_items(frame, item="item", rater="rater", value="value", dimension="dimension")
    assert [(row["item"], row["dimension"]) for row in found] == [("q1", "tone")]
