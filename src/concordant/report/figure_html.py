"""A page of one figure that shows values under the pointer: one file, no network, no script from data."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Any

from ..language.render import TAGS, Language
from .figure_font import letters

#: Without `eval`, so that the page may forbid it.
_SHOW = """
const spec = JSON.parse(document.getElementById("spec").textContent);
vegaEmbed("#figure", spec, {ast: true, renderer: "svg", actions: false});
"""

_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
img-src data:; font-src data:; script-src '{hash}'">
<title>{title}</title>
<style>{letters}
body {{ margin: 1rem; background: white; }} #figure {{ display: block; overflow-x: auto; }}</style>
</head>
<body>
<main id="figure"></main>
<noscript>{picture}</noscript>
<script type="application/json" id="spec">{spec}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def alone(convert: Any, spec: Mapping[str, Any], picture: str, title: str, lang: Language) -> str:
    """The page; `convert` brings the library that draws, `picture` stands there where scripts are off."""
    script = _library(convert)
    held = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return _PAGE.format(
        lang=TAGS[lang], title=escape(title), hash=f"sha256-{held}", picture=picture, spec=_inert(spec),
        script=script, letters=letters(picture),
    )  # fmt: skip


def _inert(spec: Mapping[str, Any]) -> str:
    """JSON in which nothing can end the element that it stands in."""
    text = json.dumps(spec, ensure_ascii=False)
    return text.replace("<", r"\u003c").replace("\u2028", r"\u2028").replace("\u2029", r"\u2029")


@cache
def _library(convert: Any) -> str:
    """Vega with what shows the figure, as one script."""
    return str(convert.javascript_bundle(_SHOW)).replace("</script", r"<\/script")
