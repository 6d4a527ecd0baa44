"""Sources in a sentence: author and year, as APA 7 and as Chinese journals have it."""

from __future__ import annotations

from collections.abc import Sequence

from ...coefficients.references import Reference, references
from ...language.render import Language

#: The key of the program itself, whose entry says which version was used.
SOFTWARE = "concordant"


def in_brackets(keys: Sequence[str], lang: Language) -> str:
    """(Bland & Altman, 1986, 1999; Cohen, 1968), in the order of names and years."""
    found = sorted((_source(key) for key in keys), key=lambda r: (r.families, r.year or 0))
    years: dict[str, list[str]] = {}
    for one in found:
        years.setdefault(_who(one.families, lang), []).append(_year(one.year, lang))
    comma = ", " if lang == "en" else "，"
    groups = [comma.join([who, *several]) for who, several in years.items()]
    return f" ({'; '.join(groups)})" if lang == "en" else f"（{'；'.join(groups)}）"


def software(version: str = "") -> Reference:
    """The entry of the program itself."""
    return Reference(
        key=SOFTWARE,
        kind="software",
        authors=("The concordant authors",),
        title="concordant: Measure rater agreement, see whether it can be trusted, and find what to fix",
        number=version,
    )


def _source(key: str) -> Reference:
    return software() if key == SOFTWARE else references()[key]


def _who(names: Sequence[str], lang: Language) -> str:
    if len(names) > 2:
        return f"{names[0]} et al." if lang == "en" else f"{names[0]} 等"
    return (" & " if lang == "en" else " 与 ").join(names)


def _year(year: int | None, lang: Language) -> str:
    return str(year) if year is not None else "n.d." if lang == "en" else "无日期"
