"""Tables of the guide that say how often intervals and verdicts keep their word, from what was simulated."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from guide_tables import pick, table

from concordant.language.render import Language, measure_name

_FOLDER = Path(__file__).parents[1] / "benchmarks" / "calibration"


def _rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def _percent(share: float, places: int = 0) -> str:
    return f"{100 * share:.{places}f}"


def _held(row: dict[str, Any]) -> str:
    before, after = row["analytic"], row["score"]
    return f"{_percent(before['holds'])} → {_percent(after['holds'])} ({_percent(after['above'], 1)})"


def coverage(lang: Language) -> str:
    """Each coefficient and design: how often the interval holds the truth, before and after, by items."""
    rows = _rows("categories")
    sizes = sorted({row["n"] for row in rows})
    head = [
        pick(lang, "coefficient", "系数"), pick(lang, "design", "设计"), pick(lang, "true value", "真值"),
        *(pick(lang, f"{n} items", f"{n} 个条目") for n in sizes),
    ]  # fmt: skip

    def lines() -> Iterator[Iterable[str]]:
        for (measure, design), group in groupby(rows, lambda row: (row["measure"], row["design"])):
            cells = list(group)
            yield measure, design, f"{cells[0]['truth']:.2f}", *map(_held, cells)

    return table(head, lines())


def targets(lang: Language) -> str:
    """Each target of a stage: how often it is called met where the truth lies on the threshold."""
    head = [
        pick(lang, "target", "目标"), pick(lang, "items", "条目数"),
        pick(lang, "categories", "类别"), pick(lang, "standard error", "标准误区间"),
        pick(lang, "default", "默认区间"),
    ]  # fmt: skip
    lines = [
        (
            f"{measure_name((row['measure'], {}), lang)} > {row['threshold']:.2f}", str(row["n"]),
            f"{row['share']:.0%}" if "share" in row else "", _percent(row["analytic"], 1) + "%",
            _percent(row["score"], 1) + "%",
        )
        for row in _rows("targets")
    ]  # fmt: skip
    return table(head, lines)


TABLES = {"coverage": coverage, "targets": targets}
