"""Ratings as bytes: everything comes back, as what it was, and nothing is run to read it."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import struct
import zlib
from contextlib import closing
from dataclasses import fields, replace
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import concordant as cc
from concordant.errors import InputError
from concordant.interpret.study.make_study import make_study
from concordant.ratings import packed
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.audit import Audit
from concordant.ratings.check_ratings import KINDS
from concordant.ratings.factorise import CodedColumn, label_array
from concordant.ratings.packed import content, pack, unpack
from concordant.ratings.packed_arrays import down, up
from concordant.ratings.ratings import Ratings
from concordant.ratings.scale import Scale
from concordant.ratings.texts import TextColumn, Written
from concordant.reduce.fingerprint import fingerprint
from concordant.result import Note
from tests.interpret.study_cases import CASES, some_cases

SCALARS = [
    0, -1, 2**70, 1.5, -0.0, 1e300, float("inf"), True, False, None, "", "text", "中文 😀", "\ud800", "a\0b",
    date(2024, 2, 29), datetime(2024, 2, 29, 1, 2, 3, 4), time(23, 59, 1), timedelta(-1, 5, 7),
    datetime(2024, 1, 1, tzinfo=timezone(timedelta(hours=8))), Decimal("1.10"), UUID(int=7), b"\x00\xff",
    np.int8(-3), np.uint64(2**64 - 1), np.float32(0.1), np.float64(0.1), np.bool_(True), np.str_("x"),
    np.datetime64("2024-01-01T00:00:00.000000001"), np.timedelta64(3, "D"), (1, ("a", None)), [1.0, 1],
    {"a": 1, 2: (3,)},
]  # fmt: skip


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and (a == b or (a != a and b != b)) and repr(a) == repr(b)


@pytest.mark.parametrize("value", SCALARS, ids=repr)
def test_a_value_comes_back_as_what_it_was(value: Any) -> None:
    written = json.dumps(down(value), allow_nan=False)
    assert _same(up(json.loads(written)), value)


def test_a_note_comes_back_with_its_facts_and_the_notes_in_it() -> None:
    note = Note("a", "text", {"n": np.int64(3), "of": (Note("b", "inner", {"x": 1.5}),)})
    back = up(json.loads(json.dumps(down(note))))
    assert back == note
    assert back.facts == note.facts


def test_what_ratings_took_comes_back() -> None:
    """A median of seconds with no cost: nan equals nothing, so both are compared as text."""
    table = {"item": [1, 1, 2, 2], "rater": ["a", "b"] * 2, "score": [1, 2, 2, 2], "seconds": [3, 4, 5, 6]}
    ratings = cc.read(table, item="item", rater="rater", value="score", seconds="seconds")
    assert ratings.reading.effort["a"].seconds == 4
    assert str(unpack(pack(ratings)).reading.effort) == str(ratings.reading.effort)


def test_no_number_stays_no_number() -> None:
    assert np.isnan(up(json.loads(json.dumps(down(float("nan"))))))


def test_what_cannot_be_kept_is_refused_and_not_pickled() -> None:
    with pytest.raises(InputError, match="A value of type object cannot be stored"):
        down(object())
    with pytest.raises(InputError, match="missing"):
        down(pd.NaT)


def alike(a: Ratings, b: Ratings) -> None:
    """Every field of two ratings is the same, down to the types of arrays."""
    for field in fields(Ratings):
        if field.name not in ("item_source", "same_rows"):
            _check(getattr(a, field.name), getattr(b, field.name), field.name)


def _check(a: Any, b: Any, where: str) -> None:
    assert type(a) is type(b) or {type(a), type(b)} <= {dict, type({}.keys().mapping)}, where
    if isinstance(a, np.ndarray):
        assert a.dtype == b.dtype, where
        assert len(a) == len(b), where
        for x, y in zip(a.tolist(), b.tolist(), strict=True):
            assert _same(x, y), where
    elif isinstance(a, Written):
        assert [a.text(i) for i in range(len(a))] == [b.text(i) for i in range(len(b))], where
    elif isinstance(a, CodedColumn):
        for name in ("codes", "labels", "ordered"):
            _check(getattr(a, name), getattr(b, name), f"{where}.{name}")
    elif isinstance(a, (tuple, list)):
        assert len(a) == len(b), where
        for x, y in zip(a, b, strict=True):
            _check(x, y, where)
    elif isinstance(a, dict):
        assert list(a) == list(b), where
        for key in a:
            _check(a[key], b[key], f"{where}.{key}")
    else:
        assert _same(a, b), where


@some_cases(1)
def test_every_shape_of_data_gives_the_same_ratings_and_fingerprint(name: str) -> None:
    data, options = CASES[name]()
    reading = {k: v for k, v in options.items() if k != "reference"}
    ratings = as_ratings(*data, **reading)
    back = unpack(pack(ratings))
    alike(ratings, back)
    assert fingerprint(back) == fingerprint(ratings)
    assert pack(back) == pack(ratings)


STUDIED = [
    "gaps beside a judge", "words in a declared order", "measurements of a judge and two people",
    "counts of raters without names", "fractional case weights", "clusters", "dimensions in chinese",
    "repeats in dimensions", "rounds", "times", "gold as reference of text", "raters with emoji and chinese",
    "a slice column of dates", "two slice columns",
]  # fmt: skip


@pytest.mark.by_turns(6)
@pytest.mark.parametrize("name", STUDIED)
def test_a_study_of_what_came_back_is_the_same(name: str) -> None:
    data, options = CASES[name]()
    reference = options.pop("reference", None)
    ratings = as_ratings(*data, **options)
    before, after = (make_study(r, reference=reference).to_dict() for r in (ratings, unpack(pack(ratings))))
    assert before == after


def test_texts_and_comments_come_back_whole() -> None:
    long = "很长的文本 " * 20_000
    table = {
        "item": ["a", "b", "c"], "question": [long, "", "  "], "human_1": [1, 2, 3], "judge": [1, 2, 2],
        "judge_comment": ["why", None, "\n<b>"],
    }  # fmt: skip
    ratings = as_ratings(
        table, raters=["human_1", "judge"], text=["question"], comment={"judge": "judge_comment"}
    )
    packed_ = pack(ratings)
    back = unpack(packed_)
    alike(ratings, back)
    assert back.texts["question"].text(0) == long
    assert back.texts["question"].text(1) is None
    assert len(packed_) < len(long.encode())


LABELS = st.one_of(st.text(max_size=5), st.integers(), st.floats(allow_nan=False), st.dates().map(str))
WHOLE = st.integers(-(2**63), 2**63 - 1)
NOTE = Note("a", "é", {"n": 1})
CELLS = st.one_of(st.none(), st.text(max_size=20), st.just("中文。"), st.just(""))


@st.composite
def any_ratings(draw: Any) -> Ratings:
    """Ratings with whatever fields `Ratings` has, odd in every way that it allows."""
    n = draw(st.integers(0, 6))
    raters = draw(st.lists(st.text(max_size=6), min_size=1, max_size=3, unique=True))
    labels = draw(st.lists(LABELS, min_size=1, max_size=4, unique_by=lambda x: (type(x), str(x))))
    labels = [x for i, x in enumerate(labels) if x not in labels[:i]]

    def rows(values: Any, dtype: Any = object) -> Any:
        held = np.empty(n, dtype=dtype)
        held[:] = draw(st.lists(values, min_size=n, max_size=n))
        return held

    def maybe(make: Any) -> Any:
        return make() if draw(st.booleans()) else None

    def written() -> Written:
        cells = list(rows(CELLS))
        return Written(TextColumn(lambda: cells), np.arange(n))

    codes = st.integers(-1, len(labels) - 1)
    return Ratings(
        columns=tuple(rows(codes, np.int8) for _ in raters),
        raters=tuple(raters),
        rater_kinds=tuple(draw(st.sampled_from(KINDS)) for _ in raters),
        scale=Scale("nominal", tuple(labels), declared=draw(st.booleans()), notes=(NOTE,)),
        labels=label_array(labels),
        items=maybe(lambda: rows(LABELS) if draw(st.booleans()) else rows(WHOLE, np.int64)),
        dimension=maybe(lambda: rows(st.text(max_size=3))),
        repeat=maybe(lambda: rows(st.integers(0, 9), np.int32)),
        round=maybe(lambda: rows(st.floats(0, 9), np.float64)),
        slices={draw(st.text(max_size=3)): CodedColumn(rows(codes, np.int16), labels, draw(st.booleans()))},
        weights=maybe(lambda: rows(st.floats(0, 9), np.float64)),
        clusters=maybe(lambda: rows(st.integers(0, 2**64 - 1), np.uint64)),
        cluster_copies=maybe(lambda: rows(st.floats(0, 9), np.float64)),
        times=maybe(lambda: tuple(maybe(lambda: rows(st.floats(), np.float64)) for _ in raters)),
        texts={"正文": written()},
        comments=maybe(lambda: tuple(maybe(written) for _ in raters)),
        anonymous=draw(st.booleans()),
        copies=draw(st.booleans()),
        numbered=draw(st.booleans()),
        reading=Audit(source=draw(st.text(max_size=9)), missing={"": 2}, notes=(Note("b", "x"),)),
    )  # fmt: skip


@given(any_ratings())
def test_whatever_ratings_hold_comes_back(ratings: Ratings) -> None:
    held = pack(ratings)
    alike(ratings, unpack(held))
    assert pack(ratings) == held


def test_many_ratings_take_few_bytes() -> None:
    rng = np.random.default_rng(1)
    n = 100_000
    table = {"item": np.arange(5, n + 5), **{name: rng.integers(1, 6, n) for name in "abc"}}
    # five categories evenly used are log2(5) = 2.32 bits a rating: 87 kB for 300,000 of them
    assert len(pack(as_ratings(table, raters=list("abc")))) < 130_000


def test_the_content_does_not_depend_on_the_name_of_the_file_or_on_what_else_it_held() -> None:
    ratings = as_ratings([1, 2, 3], [1, 2, 2])
    renamed = replace(ratings, reading=ratings.reading.but(source="elsewhere/文件.csv", rows_read=99))
    other = as_ratings([1, 2, 3], [1, 2, 3])
    assert content(pack(ratings)) == content(pack(renamed)) != content(pack(other))
    assert unpack(pack(renamed)).reading == renamed.reading


def test_ratings_of_the_first_form_are_still_read() -> None:
    kept = Path(__file__).parents[1] / "surfaces" / "store" / "old_0001.db"
    with closing(sqlite3.connect(kept)) as old:
        ((held,),) = old.execute("select ratings from concordant_round where id = 1")
    assert struct.unpack_from("<H", held, 8) == (1,)
    ratings = unpack(held)
    assert ratings.raters == ("human_1", "human_2", "judge")
    assert (ratings.reading.rows_read, ratings.scale.categories) == (8, (1, 2, 3, 4, 5))


def test_rows_that_an_engine_counted_are_kept_as_counted(tmp_path: Any) -> None:
    path = tmp_path / "many.csv"
    pd.DataFrame({"item": range(300), "a": [1, 2, 3] * 100, "b": [1, 2, 2] * 100}).to_csv(path, index=False)
    counted = as_ratings(str(path), raters=["a", "b"], engine="duckdb")
    assert counted.item_source is not None
    back = unpack(pack(counted))
    assert back.item_source is None
    assert len(back) == len(counted) < 300 == back.n_items
    assert fingerprint(back) == fingerprint(counted) == fingerprint(cc.read(str(path), raters=["a", "b"]))


def test_damage_anywhere_is_one_clear_error() -> None:
    ratings, refused = as_ratings([1, 2, 3] * 5, [1, 2, 2] * 5), 0
    held = pack(ratings)
    for place in range(len(held)):
        broken = bytearray(held)
        broken[place] ^= 0x55
        try:
            alike(unpack(bytes(broken)), ratings)  # the last bits of what is compressed mean nothing
        except InputError:
            refused += 1
    assert refused >= len(held) - 1
    for end in (0, 5, 40, len(held) - 1):
        with pytest.raises(InputError, match="damaged"):
            unpack(held[:end])
    with pytest.raises(InputError, match="damaged"):
        unpack(held + b"more")


def test_a_newer_form_says_to_update() -> None:
    held = bytearray(pack(as_ratings([1, 2], [1, 2])))
    held[8:10] = struct.pack("<H", packed.VERSION + 1)
    with pytest.raises(InputError, match=r"stored by a newer version of concordant .* update concordant"):
        unpack(bytes(held))


def forged(**changes: Any) -> bytes:
    """Packed ratings whose head says something else, with a sum that fits."""
    held = pack(as_ratings([1, 2, 3], [1, 2, 2]))
    *_, n_body, _ = packed._FRONT.unpack_from(held)
    whole = zlib.decompress(held[packed._FRONT.size :])
    (length,) = struct.unpack_from("<Q", whole)
    head = json.loads(whole[8 : 8 + length]) | changes
    written = json.dumps(head).encode()
    body = struct.pack("<Q", len(written)) + written + whole[8 + length : n_body]
    whole = body + whole[n_body:]
    front = packed._FRONT.pack(b"\x93ratings", 2, hashlib.sha256(body).digest(), len(body), len(whole))
    return front + zlib.compress(whole)


@pytest.mark.parametrize(
    "changes",
    [
        {"columns": [{"type": "i1", "bytes": 10**15}, {"type": "i1", "bytes": 3}]},
        {"columns": [{"type": "i1", "bytes": -1}]},
        {"columns": [{"type": "O", "bytes": 3}]},
        {"columns": []},
        {"labels": {"type": "i8", "bytes": 1}},
        {"raters": {"unknown": 1}},
        {"raters": None},
        {"scale": {"level": "nominal"}},
        {"texts": [["t", {"texts": [], "at": {"type": "i1", "bytes": 3}}]]},
    ],
)
def test_forged_bytes_are_refused(changes: dict[str, Any]) -> None:
    assert len(unpack(forged())) == 3
    with pytest.raises(InputError):
        unpack(forged(**changes))


def test_bytes_that_would_grow_without_end_are_refused() -> None:
    front = packed._FRONT.pack(b"\x93ratings", 1, b"\0" * 32, 1 << 40, 1 << 40)
    with pytest.raises(InputError, match="damaged"):
        unpack(front + zlib.compress(b"\0" * 10_000_000))
