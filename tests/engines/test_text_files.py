"""Files of text: every engine reads what the same file in memory says."""

from __future__ import annotations

import gzip

import pytest

import concordant as cc
from concordant.errors import InputError
from concordant.ratings.read import read
from tests.engines.alike import assert_alike, counted


@pytest.fixture
def write(tmp_path):
    """A file with this content."""

    def written(text, name="f.csv"):
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return str(tmp_path / name)

    return written


FILES = {
    "plain": "item,a,b\nq1,1,2\nq2,2,2\nq3,,1\n",
    "a mark in front": b"\xef\xbb\xbfitem,a,b\nq1,1,2\nq2,2,2\nq3,NA,1\n",
    "lines of Windows": "item,a,b\r\nq1,x,y\r\nq2,y,y\r\nq3,,x\r\n",
    "tabs": "item\ta\tb\nq1\t1\t2\nq2\t2\t2\n",
    "semicolons and commas": "item;a;b\nq1;1,5;2\nq2;2;2\nq3;1,5;1,5\n",
    "quotes": 'item,"the ""first""","b,c"\nq1,"x, y","say ""hi"""\nq2,"two\nlines","x, y"\n',
    "an empty line": "item,a,b\nq1,1,2\n\nq2,2,2\n",
    "blanks": "item,a,b\nq1, yes,no\nq2,yes ,  \nq3,no,yes\n",
    "leading zeros": "item,a,b\nq1,007,07\nq2,7,007\n",
    "no line end": "item,a,b\nq1,1,2\nq2,2,2",
    "backslashes": 'item,a,b\nq1,"x\\",y\nq2,y\\n,"x\\"\n',
    "中文": "题目,张三,李四\n一,好,坏\n二,好,好\n",
    "quoted and unquoted nothing": 'item,a,b\nq1,"",x\nq2,,x\nq3,x,x\n',
}


@pytest.mark.parametrize("what", FILES)
def test_every_engine_reads_a_csv_file_alike(engine, what, write):
    path = write(FILES[what])
    assert_alike(read(path, engine=engine), read(path, engine="memory"))


def test_packed_files_and_files_without_a_header_are_read(engine, write):
    path = write("item,a,b\nq1,1,2\nq2,2,2\nq3,,1\n", "f.csv.gz")
    assert_alike(read(path, engine=engine), read(path, engine="memory"))
    path = write("1,2\n2,2\n,1\n", "bare.csv")
    assert_alike(read(path, engine=engine, header=False), read(path, engine="memory", header=False))


def test_lines_that_are_too_long_are_refused_and_not_cut(engine, write):
    rows = "".join(f"q{i},1,2\n" for i in range(3000))
    path = write(f"item,a,b\n{rows}q,1,2,3\n{rows}")
    with pytest.raises(InputError, match=r"^(Line 3002 of f.csv has 4 fields|f.csv could not be read)"):
        read(path, engine=engine, raters=["a", "b"])


@pytest.mark.parametrize("engine", ["duckdb", "spark"], indirect=True)
def test_lines_that_are_too_short_are_refused_and_not_filled_up(engine, write):
    rows = "".join(f"q{i},1,2,3\n" for i in range(3000))
    path = write(f"item,a,b,c\n{rows}q,1,2\n{rows}")
    with pytest.raises(InputError, match=r"^(Line 3002 of f.csv has 3 fields|f.csv could not be read)"):
        read(path, engine=engine, raters=["a", "b"], shape="wide")


def test_several_files_are_one_table(engine, write, tmp_path):
    for place, rows in enumerate(("q1,1,2\nq2,2,2\n", "q3,1,1\n", "q4,2,1\nq5,,1\n")):
        write(f"item,a,b\n{rows}", f"part {place}.csv")
    found = read(str(tmp_path / "part *.csv"), engine=engine)
    assert counted(found) == {
        ((), (1, 2)): 1, ((), (2, 2)): 1, ((), (1, 1)): 1, ((), (2, 1)): 1, ((), (None, 1)): 1
    }  # fmt: skip
    write("item,b,a\nq6,1,1\n", "part 3.csv")
    with pytest.raises(InputError, match="has different columns from"):
        read(str(tmp_path / "part *.csv"), engine=engine)


def test_a_word_among_measurements_is_named_and_codes_for_gaps_are_not(engine, write):
    rows = "".join(f"q{i},{i}.25,{i}.5\n" for i in range(80))
    path = write(f"item,a,b\n{rows}q,NA,1.5\nr,unclear,2.5\n")
    with pytest.raises(InputError) as told:
        cc.icc(path, engine=engine)
    assert str(told.value).startswith(
        "'unclear' in f.csv is not a number: correct it, or pass missing=['unclear']"
    )
    found = cc.icc(path, engine=engine, missing=["unclear"])
    assert found.estimate == pytest.approx(
        cc.icc(path, engine="memory", missing=["unclear"]).estimate, rel=1e-9
    )


def test_every_engine_reads_a_file_of_json_objects_alike(engine, write):
    path = write(
        '{"item": "q1", "a": "x", "b": "y", "s": true}\n{"a": "y", "item": "q2", "b": null, "s": false}\n\n'
        '{"item": " q3 ", "a": "中", "b": "x"}\n{"item": "q4", "b": "x", "s": true}\n',
        "f.jsonl",
    )
    options = {"slices": ["s"], "raters": ["a", "b"]}
    assert_alike(read(path, engine=engine, **options), read(path, engine="memory", **options))


def test_json_names_that_are_written_in_two_ways_are_one_item(write):
    path = write(
        '{"i": "\\u4e2d", "r": "x", "v": 1}\n{"i": " 中 ", "r": "y", "v": 2}\n{"i": 7, "r": "x", "v": 1}\n'
        '{"i": "  ", "r": "x", "v": 1}\n{"i": 7, "r": "y", "v": 1}\n',
        "f.jsonl",
    )
    options = {"shape": "long", "item": "i", "rater": "r", "value": "v"}
    found = read(path, engine="duckdb", **options)
    assert counted(found) == {((), (1, 2)): 1, ((), (1, 1)): 1}
    assert_alike(found, read(path, engine="memory", **options))


def test_text_and_numbers_in_one_json_column_are_refused_as_in_memory(write):
    path = write('{"item": 1, "a": 1, "b": 2}\n{"item": 2, "a": "good", "b": 2}\n', "f.jsonl")
    for engine in ("memory", "duckdb"):
        with pytest.raises(InputError, match=r"mix.* numbers"):
            read(path, engine=engine)


def test_a_file_in_another_encoding_must_be_read_into_memory(write):
    path = write("item,a,b\nq1,好,坏\nq2,好,好\nq3,坏,坏\n".encode("gb18030"))
    assert read(path).n_items == 3
    with pytest.raises(InputError, match="must be in UTF-8: convert it first, or pass engine='memory'"):
        read(path, engine="duckdb")
