"""The guide's examples that need a server: what it shows of Spark and PostgreSQL runs."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import duckdb
import pytest

import concordant as cc

from .held import load

PAGES = [Path(__file__).parents[2] / "docs" / name for name in ("scale.md", "scale.zh-CN.md")]
SCORES = """SELECT i AS item, i % 5 AS human, CASE WHEN i % 4 < 3 THEN i % 5 ELSE 0 END AS judge,
CASE WHEN i % 3 < 1 THEN 'en' ELSE 'zh' END AS lang, CASE WHEN i % 7 < 3 THEN 'chat' ELSE 'news' END AS topic
FROM range(420) t(i)"""
RATERS = ["human", "judge"]


def shown(page: Path, about: str, folder: Path, names: dict[str, str]) -> dict[str, Any]:
    """Run the example that speaks of something, with our names for what it names; what it defines."""
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    (text,) = [block for block in blocks if about in block]
    for theirs, ours in names.items():
        assert theirs in text
        text = text.replace(theirs, ours)
    script = folder / "example.py"
    script.write_text(text, encoding="utf-8")
    return runpy.run_path(str(script), {"cc": cc})


@pytest.mark.parametrize("page", PAGES, ids=["en", "zh"])
def test_what_the_guide_shows_of_spark_runs(page: Path, spark: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "scores.parquet")
    duckdb.execute(f"COPY ({SCORES}) TO '{path}'")
    found = shown(page, "SparkSession", tmp_path, {"scores.parquet": path})
    expected = cc.agreement_by(path, "cohen_kappa", by=["lang", "topic"], raters=RATERS, engine="memory")
    assert len(expected) == 4
    assert list(found["parts"]) == list(expected)
    # 105 items have i % 4 = 3; of these 84 are not rated 0 by the person, the judge's rating
    assert len(found["worst"]) == 20
    assert "20 of 84 items" in found["worst"].notes[0].text


@pytest.mark.parametrize("page", PAGES, ids=["en", "zh"])
def test_what_the_guide_shows_of_postgresql_runs(page: Path, postgres: Any, tmp_path: Path) -> None:
    table = duckdb.sql(SCORES).to_arrow_table()
    postgres.connection.execute("DROP TABLE IF EXISTS scores")
    load(postgres.connection, "scores", table)
    address = {"postgresql://reader@db.example.org/ratings": postgres.address}
    found = shown(page, "postgresql", tmp_path, address)
    expected = cc.agreement_by(table, "cohen_kappa", by="lang", raters=RATERS)
    assert len(expected) == 2
    assert list(found["parts"]) == list(expected)
