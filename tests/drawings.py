"""Every figure is drawn once in a run of the tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.kept_results import kept


@pytest.fixture(scope="session", autouse=True)
def drawings() -> Iterator[None]:
    """Figures of equal specifications share one drawing; `fresh_drawings` asks for new ones."""
    import vl_convert

    draw = vl_convert.vegalite_to_svg
    vl_convert.vegalite_to_svg = drawn_once(draw)
    yield
    vl_convert.vegalite_to_svg = draw


def drawn_once(draw: Callable[..., str]) -> Callable[..., str]:
    """The same function, which draws what was not drawn before."""

    def drawn(spec: Any, **options: Any) -> str:
        return kept(json.dumps([spec, options], sort_keys=True), lambda: draw(spec, **options))

    drawn.draw = draw  # type: ignore[attr-defined]
    return drawn


@pytest.fixture
def fresh_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of the drawing itself: every figure is drawn again."""
    import vl_convert

    monkeypatch.setattr(vl_convert, "vegalite_to_svg", vl_convert.vegalite_to_svg.draw)
