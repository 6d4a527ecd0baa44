"""A page as a reader of HTML sees it: what nests in what, ids and links, and the words of one language."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"meta", "input", "br", "hr", "img", "link"}
SILENT = {"style", "script", "title", "annotation"}


class PageRead(HTMLParser):
    """Complains about tags that do not nest; collects the rest."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.headings: list[int] = []
        self._open: list[tuple[str, str, str]] = []
        self._words: list[tuple[tuple[tuple[str, str, str], ...], str]] = []
        self.feed(page)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self.attributes += held.items()
        self.ids += [held["id"]] if "id" in held else []
        self.links += [held["href"]] if "href" in held else []
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self._open.append((tag, held.get("class", ""), held.get("id", "")))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert [one[0] for one in self._open[-1:]] == [tag], (tag, self._open[-3:], self.getpos())
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self._words.append((tuple(self._open), data))

    def words(self, lang: str = "en", inside: str = "", *, code: bool = True) -> str:
        """What stands there in one language; within the element of this id, where one is named.

        Formulas and commands are left out where no `code` is wanted.
        """
        silent = SILENT if code else {*SILENT, "code"}
        other = {"en": "zh", "zh": "en"}[lang]
        kept = []
        for path, data in self._words:
            hidden = any(tag in silent or other in cls.split() for tag, cls, _ in path)
            if not hidden and (not inside or any(found == inside for *_, found in path)):
                kept.append(" ".join(data.split()))
        return " ".join(kept)
