"""Tables of many columns: guessed in linear time in memory, refused by engines."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import concordant as cc
from concordant.engines import relation
from concordant.ratings.reading import column_profile as look
from concordant.ratings.reading import roles
from concordant.ratings.remote import source as whereabouts


def wide(path: Path, raters: int) -> Path:
    """Three items, a column for each rater."""
    ratings = np.random.default_rng(0).integers(1, 6, (3, raters))
    rows = [["item", *(f"r{g}" for g in range(raters))], *([f"i{i}", *row] for i, row in enumerate(ratings))]
    path.write_text("\n".join(",".join(map(str, row)) for row in rows))
    return path


def test_an_engine_refuses_a_table_of_too_many_columns_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relation, "MOST_COLUMNS", 20)
    path = wide(tmp_path / "wide.csv", 30)
    for engine in ("duckdb", "polars"):
        with pytest.raises(
            cc.OptionError, match=r"wide\.csv has 31 columns, but an engine accepts at most 20"
        ):
            cc.cohen_kappa(path, engine=engine)
    assert cc.read(path, engine="memory").n_raters == 30


def test_a_large_file_of_many_columns_is_read_into_memory_where_nobody_asked_for_an_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relation, "MOST_COLUMNS", 20)
    monkeypatch.setattr(whereabouts, "LARGE_BYTES", 10)
    ratings = cc.read(wide(tmp_path / "wide.csv", 30))
    assert (ratings.n_raters, ratings.item_source) == (30, None)


def test_columns_that_have_a_role_are_listed_once_for_all_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = []
    taken = roles.taken
    monkeypatch.setattr(roles, "taken", lambda found: listed.append(1) or taken(found))
    assert cc.read(wide(tmp_path / "wide.csv", 200)).n_raters == 200
    assert 0 < len(listed) < 20


def test_groups_of_columns_that_a_later_one_joins_are_one() -> None:
    # a and b have nothing in common but c, which is like both
    looks = {
        "x": look.look(["q", "r"]), "a": look.look(["u", "v"]), "b": look.look(["v2", "w"]),
        "c": look.look(["u", "w"]),
    }  # fmt: skip
    assert look.largest_group(looks) == ["a", "b", "c"]
