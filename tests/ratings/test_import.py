"""Reading arrays needs numpy and nothing heavier."""

from __future__ import annotations

import subprocess
import sys

HEAVY = {"pandas", "polars", "pyarrow", "narwhals", "duckdb", "python_calamine"}


def test_reading_arrays_imports_no_dataframe_library_and_no_engine():
    code = (
        "import sys\n"
        "from concordant.ratings.as_ratings import as_ratings\n"
        "as_ratings([1, 2], [1, 1])\n"
        "print(*sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & set(run.stdout.split())
