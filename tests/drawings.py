"""Every figure is drawn once in a run of the tests, whichever process asks for it first."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session", autouse=True)
def drawings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Figures of equal specifications share one drawing; `fresh_drawings` asks for new ones."""
    import vl_convert

    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    draw = vl_convert.vegalite_to_svg
    vl_convert.vegalite_to_svg = kept_in(shared / "drawings", draw)
    yield
    vl_convert.vegalite_to_svg = draw


def kept_in(folder: Path, draw: Callable[..., str]) -> Callable[..., str]:
    """The same function, which looks into the folder before it draws."""
    folder.mkdir(exist_ok=True)

    def drawn(spec: Any, **options: Any) -> str:
        asked = json.dumps([spec, options], sort_keys=True).encode()
        place = folder / f"{sha256(asked).hexdigest()}.svg"
        if not place.exists():
            _write(place, draw(spec, **options))
        return place.read_text(encoding="utf-8")

    drawn.draw = draw  # type: ignore[attr-defined]
    return drawn


def _write(place: Path, text: str) -> None:
    """Whole at once, as another process may be about to read it."""
    with tempfile.NamedTemporaryFile("w", dir=place.parent, delete=False, encoding="utf-8") as file:
        file.write(text)
    Path(file.name).replace(place)


@pytest.fixture
def fresh_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of the drawing itself: every figure is drawn anew."""
    import vl_convert

    monkeypatch.setattr(vl_convert, "vegalite_to_svg", vl_convert.vegalite_to_svg.draw)
