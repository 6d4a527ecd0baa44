"""How templates are set up, wherever they lie: every value is escaped and must be there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .template_cache import template_cache


def environment_of(package: str) -> Any:
    """The templates in the folder `templates` of a package."""
    import jinja2

    return jinja2.Environment(
        loader=jinja2.PackageLoader(package, "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=template_cache(Path(__file__).parent),
    )
