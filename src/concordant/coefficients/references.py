"""The papers and books that are cited, by key; the entries are in `references.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

#: A piece of a reference, and whether it is in italics.
Piece = tuple[str, bool]


@dataclass(frozen=True, kw_only=True)
class Reference:
    """One source. `within` is the journal or proceedings; authors are "Family, I. I.", or a group's name."""

    key: str
    kind: Literal["article", "book", "proceedings", "report", "preprint", "software"]
    authors: tuple[str, ...]
    title: str
    year: int | None = None
    within: str = ""
    volume: str = ""
    number: str = ""
    pages: str = ""
    edition: str = ""
    publisher: str = ""

    @property
    def families(self) -> tuple[str, ...]:
        """The authors' family names."""
        return tuple(author.partition(",")[0] for author in self.authors)

    def apa(self, page: int | None = None) -> tuple[Piece, ...]:
        """The entry after APA 7, piece by piece; `page` is where in a book."""
        return tuple(self._apa(page))

    def text(self, page: int | None = None) -> str:
        """The entry after APA 7 as plain text."""
        return "".join(piece for piece, _ in self.apa(page))

    def _apa(self, page: int | None) -> Iterator[Piece]:
        *first, last = self.authors
        names = f"{', '.join(first)}, & {last}" if first else last
        yield f"{names}{'' if names.endswith('.') else '.'} ({self.year or 'n.d.'}). ", False
        if self.kind in ("article", "proceedings"):
            yield f"{self.title}. ", False
            yield from self._place()
            return
        yield self.title, True
        yield f"{self._which(page)}.{self._publisher()}", False

    def _place(self) -> Iterator[Piece]:
        """Journal, volume(issue), pages."""
        yield f"{self.within}{f', {self.volume}' if self.volume else ''}", True
        yield f"({self.number})" if self.number else "", False
        yield f", {self.pages}." if self.pages else ".", False

    def _which(self, page: int | None) -> str:
        """Edition and page, or the number of a preprint, in brackets."""
        parts = [f"{self.edition} ed." if self.edition else "", "" if page is None else f"p. {page}"]
        if self.kind == "preprint":
            parts = [self.number]
        if self.kind == "software":
            return f"{f' (Version {self.number})' if self.number else ''} [Computer software]"
        inside = ", ".join(part for part in parts if part)
        return f" ({inside})" if inside else ""

    def _publisher(self) -> str:
        details = [self.publisher, self.number if self.kind == "report" else ""]
        return f" {', '.join(part for part in details if part)}." if any(details) else ""


@cache
def references() -> Mapping[str, Reference]:
    """Every source by its key, in the order of keys."""
    text = files("concordant.coefficients").joinpath("references.toml").read_text(encoding="utf-8")
    return {
        key: Reference(key=key, **{**entry, "authors": tuple(entry["authors"])})
        for key, entry in tomllib.loads(text).items()
    }


def reference(key: str) -> Reference:
    """One source by its key, such as "cohen1960"."""
    return references()[key]
