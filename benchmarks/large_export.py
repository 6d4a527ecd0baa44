"""How much memory a large export takes: a Prodigy file of 500 MB, read by a process of its own.

    python -m benchmarks.large_export [megabytes]

The peak of the process is printed, and that of one that reads a tenth of it, to show what grows.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

_CHILD = """
import resource, sys, time
import concordant as cc
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.perf_counter()
ratings = cc.read(sys.argv[1])
kappa = cc.krippendorff_alpha(ratings).estimate
text = next(iter(ratings.texts.values())).text(0)
took = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
sizes = (ratings.audit.n_ratings, ratings.n_items, len(text))
print(*sizes, round(kappa, 6), before // 1024, peak // 1024, round(took, 1))
"""
RATERS = 3


def write(path: Path, megabytes: float) -> None:
    """Items with a text of 1,200 characters each, rated by three people."""
    size, item = 0, 0
    with path.open("w", encoding="utf-8") as file:
        while size < megabytes * 1_000_000:
            text = f"Item {item}: " + f"some words that differ {item} " * 48
            for rater in range(RATERS):
                score = 1 + (item * 7 + (item % 5 == 0) * rater) % 5
                who = f"ds-r{rater}"
                record = {
                    "text": text,
                    "options": [{"id": n, "text": str(n)} for n in range(1, 6)],
                    "accept": [score],
                    "answer": "accept",
                    "_input_hash": item,
                    "_task_hash": -item,
                    "_timestamp": 1_707_211_049 + item,
                    "_annotator_id": who,
                    "_session_id": who,
                    "meta": {"type": f"t{item % 4}"},
                }
                size += file.write(json.dumps(record) + "\n")
            item += 1


def measure(path: Path) -> str:
    """Ratings, items, the length of a text, alpha, megabytes before and at the peak, seconds."""
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, str(path)], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def main() -> None:
    """Write the files, read them, and print what each took."""
    megabytes = float(sys.argv[1]) if len(sys.argv) > 1 else 500
    with TemporaryDirectory() as folder:
        path = Path(folder, "export.jsonl")
        for size in (megabytes / 10, megabytes):
            write(path, size)
            start = time.perf_counter()
            print(
                f"{path.stat().st_size / 1e6:.0f} MB:",
                measure(path),
                f"({time.perf_counter() - start:.0f} s)",
            )


if __name__ == "__main__":
    main()
