"""The table of bundled ratings in docs/examples*.md."""

from __future__ import annotations

import concordant as cc
from concordant.language.render import Language

_HEADS = {"en": ("`concordant demo` …", "data", "source"), "zh": ("`concordant demo` …", "内容", "来源")}


def examples(lang: Language) -> str:
    """What each example is, and where it comes from."""
    heads = _HEADS[lang]
    rows = [(f"`{one.name}`", one.about(lang), one.origin(lang)) for one in cc.examples().values()]
    return "".join(f"| {' | '.join(row)} |\n" for row in (heads, ["---"] * len(heads), *rows))
