"""What is written about items and beside ratings: named or guessed, kept with its row, never counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from concordant.errors import InputError, OptionError
from concordant.ratings.ratings import Ratings
from concordant.ratings.read import read
from concordant.ratings.repeats import held_over, side_by_side

HUMAN = [1, 2, 3, 4, 1, 2]
JUDGE = [1, 2, 3, 3, 1, 1]


def wide(**more: Any) -> dict[str, list[Any]]:
    return {"id": list("abcdef"), "human": HUMAN, "judge_v2": JUDGE, **more}


def long_table(**more: Any) -> dict[str, list[Any]]:
    return {"item": ["a", "a", "b", "b"], "rater": ["X", "Y", "X", "Y"], "score": [1, 2, 3, 3], **more}


def texts(ratings: Ratings, name: str) -> list[str | None]:
    return [ratings.texts[name].text(row) for row in range(len(ratings))]


def comments(ratings: Ratings, rater: str) -> list[str | None]:
    assert ratings.comments is not None
    own = ratings.comments[ratings.place_of(rater)]
    return [None if own is None else own.text(row) for row in range(len(ratings))]


def words(prefix: str, n: int = 6) -> list[str]:
    return [f"{prefix} {i}" for i in range(n)]


@pytest.mark.parametrize(
    "name", ["prompt", "Response", "question", "text", "文本", "问题", "回答", "User Prompt"]
)
def test_columns_that_say_what_an_item_is_are_known_by_name(name: str) -> None:
    ratings = read(wide(**{name: words("t")}))
    assert ratings.audit.roles["text"] == f"{name} (inferred)"
    assert texts(ratings, name) == words("t")


@pytest.mark.parametrize(
    ("name", "rater"),
    [
        ("human_comment", "human"), ("judge_v2 rationale", "judge_v2"), ("reason_human", "human"),
        ("Human Comments", "human"), ("judge_v2_reasoning", "judge_v2"), ("human备注", "human"),
    ],
)  # fmt: skip
def test_a_comment_belongs_to_the_rater_it_is_named_after(name: str, rater: str) -> None:
    ratings = read(wide(**{name: words("c")}))
    assert ratings.audit.roles["comment"] == f"{name} (inferred)"
    assert comments(ratings, rater) == words("c")


def test_a_rater_column_may_say_that_it_is_a_score() -> None:
    table = {"id": list("abcdef"), "人工_评分": HUMAN, "judge_score": JUDGE, "人工_理由": words("c")}
    assert comments(read(table), "人工_评分") == words("c")


def test_a_comment_of_nobody_stays_unused() -> None:
    ratings = read(wide(comment=words("c"), other_reason=words("d")))
    assert ratings.comments is None
    assert ratings.audit.roles["unused"] == "comment, other_reason"


def test_a_column_that_is_used_is_not_taken() -> None:
    table = wide(text=["long", "short"] * 3, answer=words("a"))
    ratings = read(table, slices=["text"], item="answer")
    assert (set(ratings.texts), set(ratings.slices)) == (set(), {"text"})


def test_numbers_are_no_text() -> None:
    assert read(wide(output=[10, 20, 30, 40, 50, 60]), raters=["human", "judge_v2"]).texts == {}


def test_named_columns_beat_guesses_and_nothing_can_be_named() -> None:
    table = wide(prompt=words("p"), remarks_of_mine=words("r"))
    named = read(table, text="remarks_of_mine", comment={"human": "prompt"})
    assert (texts(named, "remarks_of_mine"), comments(named, "human")) == (words("r"), words("p"))
    assert list(named.texts) == ["remarks_of_mine"]
    assert read(table, text=[], comment={}).texts == {}


def test_the_first_text_of_an_item_that_is_not_blank_is_taken() -> None:
    ratings = read(long_table(prompt=[" ", "p1", "p2", "p3"], 评分理由=["c1", "c2", None, "c4"]))
    assert texts(ratings, "prompt") == ["p1", "p2"]
    assert (comments(ratings, "X"), comments(ratings, "Y")) == (["c1", None], ["c2", "c4"])


def test_rows_in_any_order_have_their_own_texts() -> None:
    table = long_table(prompt=["pa", None, "pb", None], comment=["c1", "c2", "c3", "c4"])
    order = [3, 0, 2, 1]
    ratings = read({name: [cells[i] for i in order] for name, cells in table.items()})
    by_item = dict(zip(ratings.item_labels.tolist(), texts(ratings, "prompt"), strict=True))
    assert by_item == {"a": "pa", "b": "pb"}
    said = dict(zip(ratings.item_labels.tolist(), comments(ratings, "Y"), strict=True))
    assert said == {"a": "c2", "b": "c4"}


@pytest.mark.parametrize(("rule", "kept"), [("first", "one"), ("last", "two")])
def test_the_comment_of_the_rating_that_stays_is_kept(rule: Any, kept: str) -> None:
    table = {
        "item": ["a", "a", "a"], "rater": ["X", "X", "Y"], "score": [1, 2, 1], "comment": ["one", "two", "y"]
    }  # fmt: skip
    assert comments(read(table, duplicates=rule), "X") == [kept]


def test_texts_go_with_rows_raters_and_parts() -> None:
    ratings = read(wide(prompt=words("p"), human_comment=words("c"), kind=["x", "y"] * 3), slices=["kind"])
    part = ratings.rows(np.array([4, 1]))
    assert (texts(part, "prompt"), comments(part, "human")) == (["p 4", "p 1"], ["c 4", "c 1"])
    assert comments(ratings.select(["judge_v2", "human"]), "human") == words("c")
    parts = dict(ratings.by("kind"))
    assert texts(parts["y"], "prompt") == ["p 1", "p 3", "p 5"]


def test_rows_that_name_no_item_take_their_texts_along() -> None:
    table = wide(prompt=words("p"))
    table["id"][2] = None
    assert texts(read(table, item="id"), "prompt") == ["p 0", "p 1", "p 3", "p 4", "p 5"]


REPEATED = {
    "item": ["a", "a", "a", "b", "b", "b"],
    "rater": ["X", "X", "Y"] * 2,
    "repeat": [1, 2, 1] * 2,
    "score": [1, 1, 2, 3, 2, 3],
    "comment": ["a1", "a2", "ay", "b1", "b2", "by"],
}


def test_comments_stand_beside_each_occasion() -> None:
    beside, _ = side_by_side(read(REPEATED))
    assert (comments(beside, "X, 1"), comments(beside, "X, 2")) == (["a1", "b1"], ["a2", "b2"])


def test_a_comment_holds_on_every_occasion_that_its_rating_holds_on() -> None:
    held = held_over(read(REPEATED))
    assert sorted(map(str, comments(held, "Y"))) == ["ay", "ay", "by", "by"]
    assert sorted(map(str, comments(held, "X"))) == ["a1", "a2", "b1", "b2"]


def test_several_columns_of_a_rater_have_comments_each() -> None:
    table = {"id": ["a", "b"], "x1": [1, 2], "x2": [1, 3], "y": [2, 2], "x2_comment": ["ca", "cb"]}
    ratings = read(table, raters={"X": ["x1", "x2"], "Y": ["y"]})
    assert comments(ratings, "X") == [None, None, "ca", "cb"]
    assert comments(ratings, "Y") == [None] * 4


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow", "csv", "parquet"])
def test_texts_are_read_from_everywhere(library: str, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(wide(prompt=[*words("p", 5), None]), index=[9, 8, 7, 6, 5, 4])
    made: dict[str, Any] = {
        "pandas": lambda: frame,
        "polars": lambda: pytest.importorskip("polars").from_pandas(frame.reset_index(drop=True)),
        "pyarrow": lambda: pytest.importorskip("pyarrow").Table.from_pandas(frame, preserve_index=False),
        "csv": lambda: frame.to_csv(tmp_path / "x.csv", index=False) or tmp_path / "x.csv",
        "parquet": lambda: frame.to_parquet(tmp_path / "x.parquet", index=False) or tmp_path / "x.parquet",
    }
    assert texts(read(made[library](), engine="memory"), "prompt") == [*words("p", 5), None]


def test_no_text_is_looked_at_before_it_is_shown() -> None:
    class Untouched(list[Any]):
        reads = 0

        def __getitem__(self, place: Any) -> Any:
            if isinstance(place, int):
                Untouched.reads += 1
            return super().__getitem__(place)

    ratings = read(wide(prompt=Untouched(words("p"))))
    assert Untouched.reads == 0
    assert ratings.texts["prompt"].text(3) == "p 3"
    assert Untouched.reads == 1


def test_a_comment_that_belongs_to_nobody_is_refused() -> None:
    with pytest.raises(OptionError, match=r"comment=\{rater: column\}"):
        read(wide(c=words("c")), comment="c")
    with pytest.raises(OptionError, match="one column"):
        read(long_table(c=list("abcd")), comment={"X": "c"})
    with pytest.raises(OptionError, match="There is no column 'nowhere' for text"):
        read(wide(), text="nowhere")


def test_comments_of_too_few_raters_are_refused() -> None:
    ratings = read(wide(human_comment=words("c")))
    with pytest.raises(InputError, match="Comments of 1 rater for 2 raters"):
        Ratings(columns=ratings.columns, raters=ratings.raters, scale=ratings.scale, labels=ratings.labels,
                comments=(None,))  # fmt: skip
