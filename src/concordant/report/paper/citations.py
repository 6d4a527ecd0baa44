"""Sources in a sentence (author and year), and references after GB/T 7714—2015."""

from __future__ import annotations

from collections.abc import Sequence

from ...coefficients.references import Reference, references
from ...language.render import Language

#: What a source is marked as.
_MARKS = {
    "article": "J", "book": "M", "proceedings": "C", "report": "R", "preprint": "EB/OL", "software": "CP",
}  # fmt: skip
#: So many authors are named.
_MOST = 3
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


def gb7714(source: Reference) -> str:
    """COHEN J, 1968. Weighted kappa[J]. Psychological Bulletin, 70(4): 213-220."""
    when = f", {source.year}" if source.year is not None else ""
    title = f"{source.title}{_version(source)}[{_MARKS[source.kind]}]"
    if source.kind == "proceedings":  # what stands in a volume of papers is joined to it by two strokes
        return f"{_authors(source)}{when}. {title}//{_place(source)}."
    end = _place(source)
    return f"{_authors(source)}{when}. {title}.{f' {end}.' if end else ''}"


def _authors(source: Reference) -> str:
    names = [_author(name) for name in source.authors[:_MOST]]
    return ", ".join([*names, "et al"] if len(source.authors) > _MOST else names)


def _author(name: str) -> str:
    """Family name in capitals, initials without points; a group by its name."""
    family, comma, initials = name.partition(", ")
    return f"{family.upper()} {initials.replace('.', '')}" if comma else name


def _version(source: Reference) -> str:
    if source.kind == "software" and source.number:
        return f": {source.number}"
    return ""


def _place(source: Reference) -> str:
    """Where it stands: journal, volume(issue): pages; edition and publisher of a book."""
    pages = source.pages.replace("–", "-")
    if source.kind in ("article", "proceedings"):
        volume = f", {source.volume}" if source.volume else ""
        issue = f"({source.number.replace('–', '-')})" if source.number else ""
        return f"{source.within}{volume}{issue}{f': {pages}' if pages else ''}"
    if source.kind == "software":
        return ""
    edition = f"{source.edition} ed" if source.edition else ""
    return ". ".join(part for part in (edition, _publisher(source)) if part)


def _publisher(source: Reference) -> str:
    number = source.number if source.kind in ("report", "preprint") else ""
    return ", ".join(part for part in (source.publisher, number) if part and part != "arXiv")
