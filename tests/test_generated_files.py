"""Generated files say what `./dev generate` would write now, but for the last digits of numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from generate import FILES, ROOT, is_stale


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path, id=str(path.relative_to(ROOT)), marks=pytest.mark.slow if ".zh-CN" in path.name else ()
        )
        for path in FILES
    ],
)
def test_a_generated_file_is_current(path: Path) -> None:
    assert not is_stale(path, FILES[path]()), "run ./dev generate"
