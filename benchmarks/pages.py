"""Everything that is written from `results.json`: RESULTS.md, the picture, and tables of the documentation.

python -m benchmarks.pages    write them again, without measuring anything
"""

from __future__ import annotations

import re
from pathlib import Path

from . import picture, tables
from .record import Results, load

HERE = Path(__file__).parent
ROOT = HERE.parent
RESULTS = HERE / "results.json"
DOCS = {"en": ROOT / "docs/benchmarks.md", "zh": ROOT / "docs/benchmarks.zh-CN.md"}
_BLOCK = re.compile(r"(<!-- headlines -->\n).*?(<!-- end of headlines -->)", re.DOTALL)


def results_page(results: Results, notes: str) -> str:
    """`RESULTS.md`."""
    machine = results.machine
    versions = ", ".join(f"{name} {version}" for name, version in machine.versions.items())
    dates = sorted({record.date for record in (*results.workloads, *results.growths, *results.startups)})
    when = dates[0] if len(set(dates)) == 1 else f"{dates[0]} to {dates[-1]}" if dates else "–"
    return "\n".join([
        "# Benchmark results",
        "",
        "Written by `./dev bench` from `results.json`. [How to run and read it](../docs/benchmarks.md).",
        "",
        f"- Date: {when}",
        f"- Machine: {machine.cores} cores, {machine.memory_gb} GiB of memory, {machine.system}",
        f"- Versions: {versions}",
        f"- A peer is stopped after {results.limit:g} s. Ratio: the peer's time by ours, in one run.",
        "- MB: the most memory during the call, beyond what imports and the data themselves take.",
        "",
        "## Workloads",
        "",
        tables.markdown(tables.HEAD, [row for record in results.workloads for row in tables.rows(record)]),
        "## Growth",
        "",
        "The exponent is the slope of log time on log size over the larger sizes: 1 is linear, 0 is flat.",
        "",
        tables.markdown(tables.GROWTH_HEAD, tables.growth_rows(results)),
        "## Start-up",
        "",
        "The time of a whole process, the best of ten.",
        "",
        tables.markdown(tables.STARTUP_HEAD, tables.startup_rows(results)),
        notes.strip(),
        "",
    ])  # fmt: skip


def everything(results: Results) -> dict[Path, str]:
    """What each file should hold."""
    notes = (HERE / "NOTES.md").read_text(encoding="utf-8")
    pages = {
        HERE / "RESULTS.md": results_page(results, notes),
        **{page.with_suffix(".svg"): picture.draw(results, language) for language, page in DOCS.items()},
    }
    for language, page in DOCS.items():
        table = tables.headlines(results, language)
        text = page.read_text(encoding="utf-8")
        pages[page] = _BLOCK.sub(lambda found, t=table: f"{found[1]}\n{t}\n{found[2]}", text)
    return pages


def write(results: Results) -> None:
    """Write them."""
    for path, text in everything(results).items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(load(RESULTS))
