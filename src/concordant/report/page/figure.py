"""A figure in the page: drawn in both languages, of which the chosen one is shown."""

from __future__ import annotations

from typing import Any

from ...language.render import TAGS
from ..figure import Figure


def drawn(english: Figure, chinese: Figure) -> Any:
    """Markup of the two pictures; their words are escaped by what draws them."""
    from markupsafe import Markup

    pieces = (
        f'<div class="{lang} drawing" lang="{TAGS[lang]}">{figure.svg(for_page=True)}</div>'
        for lang, figure in (("en", english), ("zh", chinese))
    )
    return Markup(f'<figure class="figure">{"".join(pieces)}</figure>')  # noqa: S704 - drawn by us
