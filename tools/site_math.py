"""Formulas of the guide as browsers draw them, without a script; zensical calls this for each ```math."""

from __future__ import annotations

from typing import Any

from concordant.report.mathml import mathml


def fence(source: str, language: str, css_class: str, options: Any, md: Any, **more: Any) -> str:
    """What stands in the page where a block of LaTeX stood."""
    return f'<div class="formula">{mathml(source)}</div>'
