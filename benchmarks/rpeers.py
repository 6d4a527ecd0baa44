"""Peers in R, where Rscript is on the machine; `peers.R` does the work and keeps its own time."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache, partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np

from .workload import Answer, Way

SCRIPT = Path(__file__).with_name("peers.R")
#: The packages that are timed.
PACKAGES = ("irr", "irrCAC", "psych", "vcd")
#: How many features the loop in R does.
FEATURES = 500


def in_r(package: str, task: str, *, size: int | None = None, share: float = 1.0) -> Way:
    """A way through an R package; `task` is a name that `peers.R` knows."""
    return Way(
        f"R {package}", partial(_run, package, task), _columns, size=size, share=share,
        tolerance={"kappa": 1e-5, "icc": 1e-4 if package == "psych" else 1e-5},
        missing=partial(_missing, package),
    )  # fmt: skip


@cache
def _missing(package: str) -> bool:
    script = shutil.which("Rscript")
    if script is None:
        return True
    asked = f"quit(status = !requireNamespace('{package}', quietly = TRUE))"
    return subprocess.run([script, "-e", asked], capture_output=True, check=False).returncode != 0


def versions() -> dict[str, str]:
    """R and those of its packages that are on this machine, by their names in the results."""
    here = [package for package in PACKAGES if not _missing(package)]
    if not here:
        return {}
    named = ", ".join(f"'{package}'" for package in here)
    question = (
        f"cat(paste(R.version$major, R.version$minor, sep = '.'), "
        f"sapply(c({named}), function(p) as.character(packageVersion(p))))"
    )
    names = ["R", *(f"R {package}" for package in here)]
    return dict(zip(names, _rscript("-e", question).split(), strict=True))


def _rscript(*arguments: str) -> str:
    """What R prints."""
    command = [shutil.which("Rscript") or "Rscript", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _columns(data: Any) -> np.ndarray:
    """One column for each rater; of many features the first few, feature by feature."""
    if isinstance(data, tuple):
        data = np.stack(data, axis=1)
    if data.ndim == 3:
        few = data[:, :, :FEATURES]
        data = few.transpose(0, 2, 1).reshape(len(data), -1)
    return np.asarray(data, dtype=np.float64)


def _run(package: str, task: str, columns: np.ndarray) -> Answer:
    with NamedTemporaryFile(suffix=".bin") as file:
        file.write(columns.tobytes(order="F"))
        file.flush()
        size = [str(length) for length in columns.shape]
        printed = _rscript(str(SCRIPT), package, task, file.name, *size)
    seconds, *values = map(float, printed.splitlines()[-1].split())
    name = "icc" if task.startswith("icc") else "kappa"
    return {"seconds": seconds, name: values if name == "icc" else values[0]}
