"""The sources of a study: as a list of references and as BibTeX; and the passages that files bring along."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...coefficients.references import Reference, reference
from ...interpret.study import Study
from ...language.message import Message
from ...language.render import Language
from .citations import SOFTWARE, gb7714, software
from .grras import grras
from .methods import methods
from .passage import Passage, TextRun, escape_latex
from .results import results


def cited(study: Study) -> tuple[Reference, ...]:
    """Every source that the passages cite, in the order of a list of references."""
    keys = {key for passage in (methods, results, grras) for key in passage(study).cited}
    found = [software(study.version) if key == SOFTWARE else reference(key) for key in keys]
    return tuple(sorted(found, key=lambda one: (*_sorted_as(one), one.key)))


def _sorted_as(source: Reference) -> tuple[str, int]:
    """By name, whatever its case, an article left aside; then by year."""
    return " ".join(source.authors).removeprefix("The ").casefold(), source.year or 0


def references(study: Study, lang: Language = "en") -> Passage:
    """The list of references: APA 7 in English, GB/T 7714 (author and year) in Chinese."""
    return Passage(tuple(_entry(source, lang) for source in cited(study)), lang)


def _entry(source: Reference, lang: Language) -> tuple[TextRun, ...]:
    if lang == "zh":
        return (TextRun(gb7714(source)),)
    return tuple(TextRun(text, "italic" if italic else "text") for text, italic in source.apa() if text)


def bibtex(study: Study) -> str:
    """The sources as BibTeX; keys are those of `\\cite` in the LaTeX of the passages."""
    return "\n\n".join(_bibtex(source) for source in cited(study)) + "\n"


_KINDS = {
    "article": "article", "book": "book", "proceedings": "inproceedings", "report": "techreport",
    "preprint": "misc", "software": "misc",
}  # fmt: skip


def _bibtex(source: Reference) -> str:
    lines = "".join(f",\n  {field} = {{{value}}}" for field, value in _fields(source) if value)
    return f"@{_KINDS[source.kind]}{{{source.key}{lines}\n}}"


def _fields(source: Reference) -> Iterator[tuple[str, str]]:
    yield "author", " and ".join(_author(name) for name in source.authors)
    yield "title", _title(source.title)
    yield "journal" if source.kind == "article" else "booktitle", _plain(source.within)
    yield "year", str(source.year or "")
    yield "volume", source.volume
    if source.kind in ("article", "report"):
        yield "number", _plain(source.number)
    yield "pages", source.pages.replace("–", "--")
    yield "edition", _edition(source.edition)
    yield "institution" if source.kind == "report" else "publisher", _plain(_publisher(source))
    if source.kind == "preprint":
        yield "eprint", source.number.partition(":")[2]
        yield "archiveprefix", "arXiv"
    if source.kind == "software":
        yield "note", f"Computer software, version {source.number}" if source.number else "Computer software"


def _publisher(source: Reference) -> str:
    return "" if source.kind == "preprint" else source.publisher


def _author(name: str) -> str:
    """Family, initials; a group's name in braces, so that it is not taken apart."""
    return _accents(name) if "," in name else f"{{{_plain(name)}}}"


_ORDINALS = {"2nd": "Second", "4th": "Fourth"}


def _edition(edition: str) -> str:
    return _ORDINALS.get(edition, edition)


def _title(title: str) -> str:
    """The title; words with capitals that are not at its beginning are kept from being made small."""
    first, *rest = title.split(" ")
    return " ".join([_kept(first[:1], first[1:]), *(_kept("", word) for word in rest)])


def _kept(before: str, word: str) -> str:
    shown = _plain(word)
    return f"{{{before}{shown}}}" if re.search(r"[A-Z]", word) else before + shown


_ACCENTS = {"é": r"{\'e}", "ó": r"{\'o}"}


def _plain(text: str) -> str:
    return _accents(escape_latex(text))


def _accents(text: str) -> str:
    for letter, code in _ACCENTS.items():
        text = text.replace(letter, code)
    return text


def passages(study: Study, lang: Language) -> Iterator[tuple[Message, Passage]]:
    """Methods and results, each under its heading."""
    yield Message("paper.methods"), methods(study, lang)
    yield Message("paper.results"), results(study, lang)


def passages_with_sources(study: Study, lang: Language) -> Iterator[tuple[Message, Passage]]:
    """Methods and results under their headings, and the list of what they cite."""
    yield from passages(study, lang)
    yield Message("paper.references"), references(study, lang)
