"""A figure as SVG, PDF or a page with values under the pointer: the same bytes every time."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from typing import Any

from ..language.render import TAGS, Language
from .figure import FAINT, INK, SOFT
from .fonts import letters

#: How strongly the page's own colour stands for each of ours.
_STRENGTH = {INK: "", SOFT: "0.68", FAINT: "0.16"}
_BACKGROUND = re.compile(r'<rect width="[^"]*" height="[^"]*" fill="white"\s*/>')
_FONT = re.compile(r' font-family="([^"]*)"')
_ID = re.compile(r'( id="|url\(#|href="#)')
_COUNTED = re.compile(r'((?: id="|url\(#|href="#)(?:clip|gradient_?))(\d+)')
_ARIA = re.compile(r' (?:role|aria-[a-z]+)="[^"]*"')
#: Attributes that hold lengths, places and shares; all others are names, colours and words.
_MEASURED = re.compile(
    r" (?:d|points|transform|viewBox|width|height|x|y|[xy][12]|cx|cy|dx|dy|r|rx|ry|offset|font-size|"
    r'(?:fill-|stroke-|stop-)?opacity|stroke-(?:width|dasharray|dashoffset|miterlimit))="[^"]*"'
)
_FRACTION = re.compile(r"(?<![\d.])-?(?:\d*\.\d+(?:e[+-]?\d+)?|\d+e[+-]?\d+)")
#: Decimals of a point that are drawn: a thousandth is less than a screen or a printer can show.
_DECIMALS = 3
_NEUTRAL = re.compile(rf'(fill|stroke)="({INK}|{SOFT}|{FAINT})"')


def tidy(svg: str) -> str:
    """The picture that names its font once, with rounded coordinates, and ids that it always has."""
    svg = _numbered(_in_tags(svg, _rounded))
    found = _FONT.search(svg)
    if found is None:
        return svg
    bare = _in_tags(svg, lambda tag: _FONT.sub("", tag))
    return bare.replace("<svg ", f'<svg font-family="{found[1]}" ', 1)


def _rounded(tag: str) -> str:
    """A tag whose coordinates have few decimals; the last digits of a number differ between machines."""
    return _MEASURED.sub(lambda found: _FRACTION.sub(_short, found[0]), tag)


def _short(number: re.Match[str]) -> str:
    """-3.0004 as -3, and -0.0001 as 0."""
    shown = f"{float(number[0]):.{_DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def _numbered(svg: str) -> str:
    """The ids numbered from 1: the library counts on from one picture to the next."""
    places: dict[str, int] = {}

    def renamed(found: re.Match[str]) -> str:
        return f"{found[1]}{places.setdefault(found[2], len(places) + 1)}"

    return _in_tags(svg, lambda tag: _COUNTED.sub(renamed, tag))


def in_page(svg: str, described: str, mark: str) -> str:
    """The picture without ground, in the page's colour, named for a screen reader, with ids of its own."""
    clear = _BACKGROUND.sub("", svg, count=1)
    # the picture is told as a whole, so what its parts would tell is noise
    quiet = _in_tags(clear, lambda tag: _ARIA.sub("", tag))
    named = _in_tags(quiet, lambda tag: _NEUTRAL.sub(_follow, _ID.sub(rf"\g<1>{mark}-", tag)))
    return named.replace("<svg ", f'<svg role="img" aria-label="{escape(described)}" ', 1)


def _in_tags(svg: str, change: Callable[[str], str]) -> str:
    """The picture with every tag changed and every word as it was; inside words `<` is escaped."""
    return re.sub(r"<[^<>]*>", lambda tag: change(tag[0]), svg)


def _follow(found: re.Match[str]) -> str:
    which, colour = found[1], found[2]
    strength = _STRENGTH[colour]
    return f'{which}="currentColor"' + (f' {which}-opacity="{strength}"' if strength else "")


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


#: Names of what a page uses, a line each; the converter lists them in an order that is never the same.
_LISTED = re.compile(rb"(?:^ +/[A-Za-z]+\d+ \d+ 0 R\n){2,}", re.MULTILINE)


def steady(pdf: bytes) -> bytes:
    """The page with its lists in order; no line changes, so every part stays where the file says it is."""
    return _LISTED.sub(lambda lines: b"".join(sorted(lines[0].splitlines(keepends=True))), pdf)
