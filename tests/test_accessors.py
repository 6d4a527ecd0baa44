"""Frames of pandas and polars with the functions of the package as methods."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import Any

import pandas as pd
import polars as pl
import pytest

import concordant as cc
import concordant.accessors
from concordant.accessors import takes_data

COLUMNS = {
    "item": [f"q{i}" for i in range(12)],
    "human": [3, 2, 4, 1, 3, 3, 0, 2, 4, 3, 1, 2],
    "judge": [3, 3, 4, 1, 2, 3, 0, 2, 4, 4, 1, 2],
    "lang": ["en", "zh"] * 6,
}
FRAMES: dict[str, Any] = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "polars, lazy": pl.LazyFrame}


@pytest.fixture(params=FRAMES)
def frame(request: pytest.FixtureRequest) -> Any:
    return FRAMES[request.param](COLUMNS)


def test_a_method_gives_what_the_function_gives(frame: Any) -> None:
    options: dict[str, Any] = {"raters": ["human", "judge"], "categories": range(5)}
    assert frame.concordant.cohen_kappa(weights="linear", **options) == cc.cohen_kappa(
        frame, weights="linear", **options
    )
    assert frame.concordant.study(**options).to_dict() == cc.study(frame, **options).to_dict()
    by_language = frame.concordant.agreement_by("exact_agreement", by="lang", **options)
    assert by_language["zh"].estimate == pytest.approx(4 / 6)  # of every second item, q1 and q9 differ


def test_every_function_that_takes_data_is_a_method(frame: Any) -> None:
    assert dir(frame.concordant) == list(takes_data())
    assert {c.name for c in cc.CATALOGUE} <= set(takes_data())
    assert {"study", "check", "pairwise", "top_items", "read", "agreement"} <= set(takes_data())
    assert not {"as_ratings", "compare", "measure", "example", "track", "spearman_brown"} & set(takes_data())


def test_help_of_a_method_is_that_of_the_function(frame: Any) -> None:
    method = frame.concordant.study
    assert inspect.getdoc(method) == inspect.getdoc(cc.study)
    assert next(iter(inspect.signature(method).parameters)) == "second"


def test_a_slip_in_a_name_is_answered_with_the_right_one(frame: Any) -> None:
    with pytest.raises(
        AttributeError, match=r"no method concordant\.cohens_kappa\. Did you mean 'cohen_kappa'"
    ):
        frame.concordant.cohens_kappa  # noqa: B018


def test_only_importing_the_module_loads_pandas_and_polars() -> None:
    script = "import sys; import concordant as cc; cc.study; print(*{'pandas', 'polars'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("missing", ["pandas", "polars"])
def test_one_of_the_two_libraries_is_enough(missing: str) -> None:
    script = (
        "import importlib.util as found; known = found.find_spec; "
        f"found.find_spec = lambda name: None if name == {missing!r} else known(name); "
        "import sys; import concordant.accessors; print(*sorted({'pandas', 'polars'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert missing not in done.stdout.split()
    assert len(done.stdout.split()) == 1
