"""A drawn figure made fit to stand in a page: its colours, its width, words for those who cannot see it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from .figure import FAINT, INK, SOFT

#: How strongly the page's own colour stands for each of ours.
_STRENGTH = {INK: "", SOFT: "0.68", FAINT: "0.16"}
_BACKGROUND = re.compile(r'<rect width="[^"]*" height="[^"]*" fill="white"\s*/>')
_FONT = re.compile(r' font-family="([^"]*)"')
_ID = re.compile(r'( id="|url\(#|href="#)')
_COUNTED = re.compile(r'((?: id="|url\(#|href="#)(?:clip|gradient_?))(\d+)')
_TOLD = re.compile(r' (?:role|aria-[a-z]+)="[^"]*"')
_NEUTRAL = re.compile(rf'(fill|stroke)="({INK}|{SOFT}|{FAINT})"')


def tidy(svg: str) -> str:
    """The picture that names its font once instead of at every word, with ids that it always has."""
    svg = _numbered(svg)
    found = _FONT.search(svg)
    if found is None:
        return svg
    bare = _in_tags(svg, lambda tag: _FONT.sub("", tag))
    return bare.replace("<svg ", f'<svg font-family="{found[1]}" ', 1)


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
    quiet = _in_tags(clear, lambda tag: _TOLD.sub("", tag))
    named = _in_tags(quiet, lambda tag: _NEUTRAL.sub(_follow, _ID.sub(rf"\g<1>{mark}-", tag)))
    return named.replace("<svg ", f'<svg role="img" aria-label="{escape(described)}" ', 1)


def _in_tags(svg: str, change: Callable[[str], str]) -> str:
    """The picture with every tag changed and every word as it was; inside words `<` is escaped."""
    return re.sub(r"<[^<>]*>", lambda tag: change(tag[0]), svg)


def _follow(found: re.Match[str]) -> str:
    which, colour = found[1], found[2]
    strength = _STRENGTH[colour]
    return f'{which}="currentColor"' + (f' {which}-opacity="{strength}"' if strength else "")
