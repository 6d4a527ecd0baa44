"""Several files joined by item: what matched, what did not, both ways."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import concordant as cc
from concordant.errors import InputError, OptionError


def values(ratings: cc.Ratings, rater: str) -> list[Any]:
    labels = [*ratings.labels.tolist(), None]
    return [labels[code] for code in ratings.columns[ratings.raters.index(rater)]]


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def jsonl(records: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def humans(tmp_path: Path) -> Path:
    return write(tmp_path, "humans.csv", "id,ann,bob\n1,3,3\n2,4,\n3,5,4\n4,2,2\n")


@pytest.fixture
def judge(tmp_path: Path) -> Path:
    records = [
        {"id": "4", "score": 2},
        {"id": 2.0, "score": 5},
        {"id": 1, "score": "3"},
        {"id": 9, "score": 1},
    ]
    return write(tmp_path, "judge.jsonl", jsonl(records))


def test_items_are_matched_by_name_whatever_their_order_and_type(humans: Path, judge: Path) -> None:
    ratings = cc.read([humans, judge], join="id")
    assert ratings.raters == ("ann", "bob", "judge")
    assert ratings.item_labels.tolist() == [1, 2, 3, 4, 9]
    assert values(ratings, "bob") == [3, None, 4, 2, None]
    assert values(ratings, "judge") == [3, 5, None, 2, 1]
    assert ratings.rater_kinds[2] == "judge"


def test_what_matched_and_what_did_not_is_said_both_ways(humans: Path, judge: Path) -> None:
    text = str(cc.read([humans, judge], join="id").audit)
    assert "3 items are in both files (humans.csv, judge.jsonl)." in text
    assert "1 item is only in humans.csv: 3." in text
    assert "1 item is only in judge.jsonl: 9." in text


def test_names_of_files_may_be_texts_and_every_function_takes_them(humans: Path, judge: Path) -> None:
    files = [str(humans), str(judge)]
    assert cc.study(files, join="id").n_items == 5
    assert cc.exact_agreement(files, join="id", raters=["ann", "judge"]).n_items == 3


def test_a_long_file_is_set_side_by_side_first(tmp_path: Path, judge: Path) -> None:
    text = "id,rater,score,lang\n1,ann,3,en\n1,bob,3,en\n2,ann,4,zh\n4,bob,2,en\n"
    ratings = cc.read([write(tmp_path, "people.csv", text), judge], join="id")
    assert ratings.raters == ("ann", "bob", "judge")
    assert values(ratings, "bob") == [3, None, 2, None]
    assert ratings.slices["lang"].tolist()[:3] == ["en", "zh", "en"]


def test_three_files_with_a_score_each_go_by_their_names(tmp_path: Path) -> None:
    files = [
        write(tmp_path, f"{n}.csv", f"id,score\nq1,{k}\nq2,{k + 1}\nq3,{k}\n")
        for k, n in enumerate(("a", "b", "c"))
    ]
    ratings = cc.read(files, join="id")
    assert ratings.raters == ("a", "b", "c")
    assert "3 items are in all 3 files (a.csv, b.csv, c.csv)." in str(ratings.audit)


def test_several_columns_may_name_a_row(tmp_path: Path) -> None:
    one = write(tmp_path, "human.csv", "id,dimension,score\n1,tone,3\n1,wit,2\n2,tone,4\n2,wit,5\n")
    two = write(tmp_path, "judge.csv", "id,dimension,score\n1,wit,2\n2,wit,4\n2,tone,4\n1,tone,1\n")
    ratings = cc.read([one, two], join=["id", "dimension"])
    assert values(ratings, "judge") == [1, 2, 4, 4]
    assert ratings.dimension is not None


def test_a_column_that_says_the_same_is_kept_once_and_another_goes_by_its_file(tmp_path: Path) -> None:
    one = write(tmp_path, "human.csv", "id,score,lang,memo\n1,3,en,x\n2,4,zh,y\n3,5,en,z\n")
    two = write(tmp_path, "judge.csv", "id,score,lang,memo\n1,3,en,p\n2,4,zh,q\n3,4,en,r\n")
    ratings = cc.read([one, two], join="id")
    assert ratings.raters == ("human", "judge")
    assert "judge.memo" in ratings.audit.roles["unused"]
    assert ratings.slices["lang"].tolist() == ["en", "zh", "en"]


@pytest.mark.parametrize(
    ("first", "second", "join", "error", "message"),
    [
        ("id,a\n1,1\n2,2\n", "key,b\n1,1\n2,2\n", "id", OptionError, "no column 'id' to join by in b.csv"),
        ("id,a\n1,1\n2,2\n", "id,b\n7,1\n8,2\n", "id", InputError, "No 'id' occurs in two of the files"),
        ("id,a\n1,1\n1,2\n", "id,b\n1,1\n2,2\n", "id", InputError, "'1' has two rows in a.csv"),
        (
            "id,rater,score\n1,x,1\n1,x,2\n2,x,1\n", "id,b\n1,1\n2,2\n", "id", InputError,
            "'x' rated '1' twice in a.csv",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_joined_is_one_sentence(
    tmp_path: Path, first: str, second: str, join: str, error: type[Exception], message: str
) -> None:
    files = [write(tmp_path, "a.csv", first), write(tmp_path, "b.csv", second)]
    with pytest.raises(error, match=message):
        cc.read(files, join=join)


def test_one_file_cannot_be_joined(humans: Path) -> None:
    with pytest.raises(OptionError, match="join is for several"):
        cc.read(humans, join="id")


def test_a_file_with_one_row_for_each_item_keeps_the_name_of_its_rater(tmp_path: Path) -> None:
    people = write(tmp_path, "people.csv", "id,rater,score\n1,ann,3\n1,bob,4\n2,ann,2\n2,bob,2\n3,ann,5\n")
    model = write(tmp_path, "model.csv", "id,rater,score\n1,gpt,3\n2,gpt,1\n3,gpt,5\n")
    ratings = cc.read([people, model], join="id")
    assert ratings.raters == ("ann", "bob", "gpt")
    assert values(ratings, "gpt") == [3, 1, 5]


def test_the_key_may_have_another_name_in_another_file(humans: Path, tmp_path: Path) -> None:
    judge = write(tmp_path, "judge.csv", "item_id,judge\n4,2\n1,3\n3,5\n")
    ratings = cc.read([humans, judge], join="id=item_id")
    assert values(ratings, "judge") == [3, None, 5, 2]
    with pytest.raises(OptionError, match="pass join='id=…'"):
        cc.read([humans, judge], join="id")


def test_long_numbers_are_names_and_are_not_rounded(tmp_path: Path) -> None:
    ids = ["12345678901234567891", "12345678901234567892", "12345678901234567893"]
    first = write(tmp_path, "a.csv", "id,ann\n" + "".join(f"{i},{k + 1}\n" for k, i in enumerate(ids)))
    second = write(tmp_path, "b.csv", "id,bob\n" + "".join(f"{i},{k + 1}\n" for k, i in enumerate(ids[::-1])))
    ratings = cc.read([first, second], join="id")
    assert values(ratings, "bob") == [3, 2, 1]
