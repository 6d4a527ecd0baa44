"""Where engines and memory could part: items, options, digits, names, and what is asked of a few items."""

from __future__ import annotations

import gc
import tempfile
import threading
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.ratings.remote.unread import open_source
from concordant.reduce.remote_moments import moments_elsewhere
from concordant.surfaces.cli.main import main

ENGINES = ["duckdb", "polars"]


def measured(n: int = 60) -> pd.DataFrame:
    rng = np.random.default_rng(5)
    true = rng.normal(50, 5, n)
    return pd.DataFrame({"id": range(n), "a": true + rng.normal(0, 2, n), "b": true + rng.normal(0, 2, n)})


def kept(frame: pd.DataFrame, folder: Path) -> Path:
    frame.to_parquet(folder / "data.parquet")
    return folder / "data.parquet"


PAIR = {"raters": ["a", "b"], "item": "id"}


@pytest.mark.parametrize("engine", ENGINES)
def test_measurements_of_an_item_that_has_two_equal_rows_count_once(engine: str, tmp_path: Path) -> None:
    frame = measured()
    twice = kept(pd.concat([frame, frame]), tmp_path)
    found = cc.icc(twice, engine=engine, interval="classical", **PAIR)
    assert found.n_items == 60
    once = cc.icc(frame, interval="classical", **PAIR)
    assert found.interval.low == pytest.approx(once.interval.low, rel=1e-9)  # type: ignore[union-attr]


@pytest.mark.parametrize("engine", ENGINES)
def test_measurements_of_an_item_that_differ_are_refused(engine: str, tmp_path: Path) -> None:
    frame = measured()
    with pytest.raises(cc.InputError, match="Item 0 has several rows with different ratings"):
        cc.icc(kept(pd.concat([frame, frame.assign(a=1.5)]), tmp_path), engine=engine, **PAIR)


@pytest.mark.parametrize("engine", ENGINES)
def test_measurements_without_an_item_are_left_out_and_counted(engine: str, tmp_path: Path) -> None:
    frame = measured()
    frame["id"] = frame["id"].where(frame["id"] % 2 == 0)
    path = kept(frame, tmp_path)
    found = cc.moments(path, engine=engine, **PAIR)
    assert dict(found.audit.dropped) == {"rows without an item": 30}
    assert cc.icc(found).estimate == pytest.approx(cc.icc(frame, **PAIR).estimate, rel=1e-9)


@pytest.mark.parametrize("engine", ENGINES)
def test_raters_with_several_columns_are_read_into_memory(engine: str, tmp_path: Path) -> None:
    frame = measured()
    both = frame.assign(a2=frame["a"] + 0.5, b2=frame["b"] - 0.25)
    raters = {"A": ["a", "a2"], "B": ["b", "b2"]}
    expected = cc.icc(both, raters=raters, item="id")
    assert cc.icc(kept(both, tmp_path), raters=raters, item="id", engine=engine).estimate == expected.estimate
    whole = both.round(0)
    path = kept(whole, tmp_path)
    found = cc.exact_agreement(path, raters=raters, item="id", engine=engine)
    assert found.se == cc.exact_agreement(whole, raters=raters, item="id").se


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_said_of_the_scale_is_not_forgotten(engine: str, tmp_path: Path) -> None:
    path = kept(measured(), tmp_path)
    with pytest.raises(cc.ScaleError, match="not on the declared scale"):
        cc.icc(path, categories=[1, 2, 3], engine=engine, **PAIR)
    with pytest.raises(cc.OptionError, match="duplicates must be one of"):
        cc.icc(path, duplicates="nonsense", engine=engine, **PAIR)


@pytest.mark.parametrize("engine", ENGINES)
def test_slices_that_lie_far_apart_keep_their_digits(engine: str, tmp_path: Path) -> None:
    frame = measured(200)
    small = frame.assign(unit="m")
    large = frame.assign(
        a=1e9 + frame["a"] * 1e-3, b=1e9 + frame["b"] * 1e-3, id=frame["id"] + 200, unit="nm"
    )
    both = pd.concat([small, large])
    found = cc.agreement_by(kept(both, tmp_path), "icc", by="unit", engine=engine, **PAIR)
    for unit, part in both.groupby("unit"):
        assert found[unit].estimate == pytest.approx(cc.icc(part, **PAIR).estimate, rel=1e-6)


def test_slices_of_single_items_and_rare_gaps_are_not_summed_again(tmp_path: Path) -> None:
    frame = measured(300).assign(part=lambda f: f["id"] % 3)
    frame.loc[0, "a"] = np.nan  # a pattern of gaps that one item has
    frame.loc[299, "part"] = 9  # a slice of one item
    opened = open_source(kept(frame, tmp_path), {"engine": "duckdb", "slices": ["part"], **PAIR})
    queries = []
    answer = opened.relation.run  # type: ignore[union-attr]
    object.__setattr__(opened.relation, "run", lambda query: queries.append(query) or answer(query))
    found = moments_elsewhere(opened, ["part"])
    assert set(found) == {(0,), (1,), (2,), (9,)}
    assert len(queries) == 4  # infinite ones, items that occur twice, the means, the sums


@pytest.mark.parametrize("engine", ENGINES)
def test_an_infinite_measurement_is_refused_in_long_data_too(engine: str, tmp_path: Path) -> None:
    long = measured().melt(id_vars="id", var_name="who", value_name="score")
    long.loc[3, "score"] = np.inf
    with pytest.raises(cc.InputError, match="infinite"):
        cc.icc(kept(long, tmp_path), item="id", rater="who", value="score", engine=engine)


@pytest.mark.parametrize("engine", [None, *ENGINES])
def test_names_that_a_float_cannot_hold_stay_apart(engine: str | None, tmp_path: Path) -> None:
    for at, ids in enumerate(
        [
            pa.array([10**20 + k for k in range(4)], pa.decimal128(38, 0)),
            pa.array([2**64 - 4 + k for k in range(4)], pa.uint64()),
        ]
    ):
        path = tmp_path / f"{at}.parquet"
        pq.write_table(pa.table({"id": ids, "a": [1, 1, 2, 2], "b": [1, 2, 1, 2]}), path)
        assert cc.read(path, engine=engine, **PAIR).n_items == 4
    lines = "".join(f"{2**53 + k},{k % 2},1\n" for k in range(4))
    (tmp_path / "ids.csv").write_text("id,a,b\n" + lines)
    assert cc.read(tmp_path / "ids.csv", engine=engine, **PAIR).n_items == 4


@pytest.mark.parametrize("engine", ENGINES)
def test_a_rater_who_is_no_number_among_numbers_is_no_rater(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "who.parquet"
    pq.write_table(pa.table({"id": [0, 5, 1], "who": [float("nan"), 2.0, 2.0], "val": [1, 2, 2]}), path)
    found = cc.read(path, engine=engine, item="id", rater="who", value="val")
    assert found.n_items == 2
    assert dict(found.audit.dropped) == {"rows without a rater": 1}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_slice_that_some_rows_of_an_item_lack_varies(engine: str, tmp_path: Path) -> None:
    rows = {
        "id": ["p", "p", "q", "q"],
        "who": ["a", "b"] * 2,
        "val": [1, 1, 2, 1],
        "s": [None, "x", "y", "y"],
    }
    path = kept(pd.DataFrame(rows), tmp_path)
    found = cc.read(path, engine=engine, item="id", rater="who", value="val", slices="s")
    assert any("'s' varies within 1 item" in note.text for note in found.audit.notes)


@pytest.mark.parametrize("engine", ENGINES)
def test_rows_of_an_item_that_differ_only_beside_the_ratings_are_one(engine: str, tmp_path: Path) -> None:
    rows = pd.DataFrame({"id": [1, 1, 2], "a": [1, 1, 2], "b": [1, 1, 1], "s": ["y", "x", "x"]})
    found = cc.read(kept(rows, tmp_path), engine=engine, slices="s", **PAIR)
    assert (found.n_items, found.audit.duplicates) == (2, 1)
    assert any("varies within 1 item; the smallest value was used" in n.text for n in found.audit.notes)
    assert cc.top_items(found, k=1)["id"].tolist() == [2]


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_with_a_decimal_comma_are_numbers_and_odd_ones_are_not(engine: str, tmp_path: Path) -> None:
    frame = measured()
    frame.to_csv(tmp_path / "comma.csv", sep=";", decimal=",", index=False)
    found = cc.icc(tmp_path / "comma.csv", engine=engine, **PAIR)
    assert found.estimate == pytest.approx(cc.icc(frame, **PAIR).estimate, rel=1e-9)
    (tmp_path / "odd.csv").write_text(frame.to_csv(index=False) + "99,1_0,2.5\n")
    with pytest.raises(cc.InputError, match=r"'1_0' in odd.csv is not a number"):
        cc.icc(tmp_path / "odd.csv", engine=engine, **PAIR)


@pytest.mark.parametrize("engine", ENGINES)
def test_items_of_very_many_raters_are_named_as_they_are(engine: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    long = pd.DataFrame(
        [(f"i{i}", f"w{w}", int(rng.random() < 0.5 + (i - 20) / 50)) for i in range(40) for w in range(230)],
        columns=["id", "who", "val"],
    )
    split = {item: abs(part["val"].mean() - 0.5) for item, part in long.groupby("id")}
    found = cc.top_items(kept(long, tmp_path), engine=engine, item="id", rater="who", value="val", k=1)
    assert split[found["id"].tolist()[0]] == min(split.values())  # where opinions are divided most evenly


def test_rows_that_are_not_counted_are_shown_once_each() -> None:
    rows = pd.DataFrame(
        {"id": range(6), "g": list("xxyyzz"), "a": [1, 1, 1, 2, 2, 2], "b": [3, 3, 3, 2, 2, 2]}
    )
    found = cc.top_items(rows, k=6, clusters="g", **PAIR)
    assert found["id"].tolist() == [0, 1, 2]


@pytest.mark.parametrize(("a", "b"), [([1, 1, 9], [3, 3, 3]), ([3, 3, 3], [1, 1, 9])])
def test_what_moves_a_bias_away_from_none_is_shown(a: list[int], b: list[int]) -> None:
    rows = pd.DataFrame({"id": ["p", "q", "r"], "a": a * 1, "b": b})
    bias = cc.signed_bias(rows, **PAIR).estimate
    first = cc.top_items(rows, by="signed_bias", k=1, **PAIR)["id"].tolist()[0]
    row = rows.set_index("id").loc[first]
    assert np.sign(row["b"] - row["a"]) == np.sign(bias) or np.sign(row["a"] - row["b"]) == np.sign(bias)
    again = pd.concat([rows, rows[rows["id"] == first].assign(id="again")])
    assert abs(cc.signed_bias(again, **PAIR).estimate) > abs(bias)


@pytest.mark.parametrize("engine", ENGINES)
def test_among_equal_scores_items_go_by_name_however_many_kinds_there_are(
    engine: str, tmp_path: Path
) -> None:
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"id": range(2000), **{r: rng.integers(0, 9, 2000) for r in "abc"}})
    asked = {"raters": ["a", "b", "c"], "item": "id", "scale": "nominal", "k": 25}
    expected = cc.top_items(frame, **asked)["id"].tolist()
    assert cc.top_items(kept(frame, tmp_path), engine=engine, **asked)["id"].tolist() == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_measurements_farthest_apart_are_asked_of_the_engine(engine: str, tmp_path: Path) -> None:
    frame = measured(500)
    frame["text"] = "t" + frame["id"].astype(str)
    apart = (frame["a"] - frame["b"]).abs()
    expected = frame["id"][apart.sort_values(ascending=False).index[:3]].tolist()
    found = cc.top_items(kept(frame, tmp_path), engine=engine, k=3, **PAIR)
    assert found["id"].tolist() == expected
    assert found["text"].tolist() == [f"t{item}" for item in expected]
    assert found["score"].tolist() == pytest.approx(apart.sort_values(ascending=False).tolist()[:3])
    long = frame.melt(id_vars="id", value_vars=["a", "b"], var_name="who", value_name="score")
    turned = cc.top_items(kept(long, tmp_path), engine=engine, k=3, item="id", rater="who", value="score")
    assert turned["id"].tolist() == expected


@pytest.mark.parametrize("options", [{"k": 0}, {"k": -1}, {"foo": 7}])
def test_what_cannot_be_asked_of_items_is_refused(options: dict[str, int], tmp_path: Path) -> None:
    with pytest.raises(cc.OptionError):
        cc.top_items(measured().round(0), **PAIR, **options)
    with pytest.raises(cc.OptionError):
        cc.top_items(kept(measured(), tmp_path), engine="duckdb", **PAIR, **options)


def test_a_list_of_words_is_still_one_sequence() -> None:
    with pytest.raises(cc.InputError, match="One sequence contains one rater's ratings"):
        cc.cohen_kappa(["yes", "no", "yes"])


def test_a_limit_of_memory_is_kept_or_refused(tmp_path: Path) -> None:
    path = kept(measured().round(0).assign(doc="d"), tmp_path)
    with pytest.raises(cc.OptionError, match="memory_limit does not apply there"):
        cc.cohen_kappa(path, round="doc", memory_limit="1GB", **PAIR)
    with pytest.raises(cc.OptionError, match="does not apply with engine='memory'"):
        cc.cohen_kappa(path, engine="memory", memory_limit="1GB", **PAIR)
    for size in ("-1GB", "50%", "much"):
        with pytest.raises(cc.OptionError, match="a size such as '2GB'"):
            cc.cohen_kappa(path, memory_limit=size, **PAIR)


def test_a_database_may_be_read_twice_and_beside_a_reader(tmp_path: Path) -> None:
    path = tmp_path / "s.duckdb"
    with duckdb.connect(str(path)) as own:
        own.execute('CREATE TABLE "my.table" AS SELECT i AS id, i % 3 AS a, i % 2 AS b FROM range(30) t(i)')
    first = cc.read(path, **PAIR)
    second = cc.read(path, table="my.table", memory_limit="1GB", **PAIR)
    assert first.n_items == second.n_items == 30


def test_many_threads_may_ask_at_once(tmp_path: Path) -> None:
    frame = measured().round(0)
    ratings = cc.read(kept(frame, tmp_path), engine="duckdb", **PAIR)
    found: list[list[int]] = []
    threads = [
        threading.Thread(target=lambda: found.append(cc.top_items(ratings, k=5)["id"].tolist()))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(one == found[0] for one in found)


def test_folders_for_spilling_go_with_what_needed_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "spill"))
    (tmp_path / "spill").mkdir()
    gc.disable()
    try:
        measured().to_csv(tmp_path / "data.csv", index=False)
        cc.icc(tmp_path / "data.csv", engine="duckdb", **PAIR)
        assert list((tmp_path / "spill").iterdir()) == []
    finally:
        gc.enable()


def test_items_of_what_comes_by_standard_input_are_found() -> None:
    text = "id,a,b\n1,1,1\n2,1,3\n3,2,2\n"
    done = CliRunner().invoke(main, ["items", "-", "--raters", "a,b", "--engine", "duckdb"], input=text)
    assert done.exit_code == 0, done.output
    assert "1 of 1 items shown" in done.output


def test_a_time_with_a_zone_does_not_stop_a_reading(tmp_path: Path) -> None:
    path = tmp_path / "tz.parquet"
    duckdb.execute(
        "COPY (SELECT i AS id, i % 3 AS a, i % 2 AS b, TIMESTAMPTZ '2024-01-01 00:00:00+00' AS created "
        f"FROM range(30) t(i)) TO '{path}'"
    )
    assert cc.cohen_kappa(path, **PAIR).n_items == 30


def test_very_many_parts_are_not_looked_for_again_and_again() -> None:
    rows = pd.DataFrame(
        {"id": range(6000), "a": [1, 2] * 3000, "b": [1, 1] * 3000, "s": [f"s{k // 2}" for k in range(6000)]}
    )
    parts = dict(cc.read(rows, slices="s", **PAIR).by("s"))
    assert len(parts) == 3000
    assert all(len(part) == 2 for part in parts.values())


def test_pairs_that_lack_one_side_are_said_of_sums_too(tmp_path: Path) -> None:
    frame = measured()
    frame.loc[:4, "b"] = np.nan
    found = cc.bland_altman(kept(frame, tmp_path), engine="duckdb", **PAIR)
    assert any("5 items were excluded" in note.text for note in found.notes)
