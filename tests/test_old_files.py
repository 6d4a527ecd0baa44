"""Files that version 0.1.0 wrote are read by every later version.

They were written by that version from the bundled examples: `cc.study(scores, raters=["human", "judge"],
categories=range(5), goal="mature").save("study.json")`, the same of `methods` as measurements.json,
`cc.check(rounds, goal="optimised", baseline="v3").save("gate.json")`, and a store of the four rounds with
its export.
"""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import concordant as cc

KEPT = Path(__file__).parent / "files_of_0_1_0"


def kept(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress((KEPT / f"{name}.json.gz").read_bytes()))
    return found


def rounded(value: Any) -> Any:
    """As files hold numbers since: with ten significant digits."""
    if isinstance(value, float):
        return float(f"{value:.9e}")
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return [rounded(part) for part in value] if isinstance(value, list) else value


def as_written(value: Any, written: Any) -> Any:
    """The value with the fields that the file has: later versions add some, each with a default."""
    if isinstance(value, dict) and isinstance(written, dict):
        return {name: as_written(part, written.get(name)) for name, part in value.items() if name in written}
    if isinstance(value, list) and isinstance(written, list) and len(value) == len(written):
        return [as_written(*pair) for pair in zip(value, written, strict=True)]
    return value


@pytest.mark.parametrize("name", ["study", "measurements"])
def test_a_study_is_read_whole_and_shown(name: str) -> None:
    written = kept(name)
    study = cc.Study.from_dict(written)
    again = rounded(study.to_dict())
    assert as_written(again, written) == {
        key: rounded(value) for key, value in written.items() if key in again
    }
    assert set(written) - set(again) <= {"format", "format_version"}
    for lang in ("en", "zh"):
        assert study.summary(lang)
        assert study.to_markdown(lang=lang)


def test_a_gate_is_read_whole_and_shown() -> None:
    written = kept("gate")
    gate = cc.Gate.from_dict(written)
    again = rounded(gate.to_dict())
    kept_keys = [key for key in again if key in written]
    assert as_written(again, written) == {key: rounded(written[key]) for key in kept_keys}
    assert set(written) - set(again) <= {"exit_code", "format", "format_version"}
    assert gate.outcome == "met"
    assert gate.goals
    assert gate.text("zh")


def test_a_store_is_opened_and_its_rounds_are_compared(tmp_path: Path) -> None:
    place = tmp_path / "rounds.db"
    shutil.copy(KEPT / "rounds.db", place)
    project = cc.track("assistant", store=place)
    assert [one.name for one in project.rounds] == ["v1", "v2", "v3", "v4"]
    assert project.study("v4").main.main.result.estimate == pytest.approx(
        cc.study(cc.examples()["rounds"].path, categories=range(5)).main.main.result.estimate, rel=1e-9
    )
    assert "v4" in project.status("zh")


def test_an_archive_is_loaded(tmp_path: Path) -> None:
    with cc.store(tmp_path / "other.db") as store:
        loaded = store.load(KEPT / "rounds.zip")
    assert (len(loaded.added), len(loaded.known)) == (4, 0)
