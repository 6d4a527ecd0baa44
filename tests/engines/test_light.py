"""What is not used is not imported."""

from __future__ import annotations

import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

LIBRARIES = {"duckdb", "narwhals", "polars", "pandas", "pyarrow", "pyspark", "ibis", "dask"}


def imported(script, *arguments):
    """The libraries that a script loads."""
    told = f"import sys; {script}; print('loaded:', *sorted({LIBRARIES!r} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", told, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split()[1:])


@pytest.fixture
def path(tmp_path):
    pq.write_table(
        pa.table({"item": ["q1", "q2", "q3"], "a": [1, 2, 2], "b": [1, 2, 1]}), tmp_path / "f.parquet"
    )
    return str(tmp_path / "f.parquet")


def test_a_number_from_arrays_takes_numpy_and_nothing_else():
    assert imported("import concordant as cc; cc.cohen_kappa([1, 2, 1, 2], [1, 2, 2, 2]).estimate") == set()


def test_a_parquet_file_takes_duckdb_and_no_other_library(path):
    options = "by='a', engine='duckdb', raters=['a', 'b']"
    asked = f"import concordant as cc; cc.agreement_by(sys.argv[1], 'cohen_kappa', {options})"
    assert imported(asked, path) == {"duckdb", "narwhals"}
    assert imported("import concordant as cc; cc.icc(sys.argv[1], engine='duckdb').estimate", path) == {
        "duckdb",
        "narwhals",
    }
    assert "narwhals" not in imported("import concordant as cc; cc.cohen_kappa(sys.argv[1]).estimate", path)


def test_csv_and_json_lines_take_duckdb_and_no_other_library(tmp_path):
    (tmp_path / "f.csv").write_text("item,a,b\nq1,1,1\nq2,2,1\n")
    (tmp_path / "f.jsonl").write_text('{"item": 1, "a": 1, "b": 2}\n{"item": 2, "a": 2, "b": 2}\n')
    for name in ("f.csv", "f.jsonl"):
        asked = "import concordant as cc; cc.read(sys.argv[1], engine='duckdb')"
        assert imported(asked, str(tmp_path / name)) == {"duckdb", "narwhals"}
