"""The bundled examples as rounds of one application, each studied when a test first asks for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any
from urllib.parse import quote

import concordant as cc
from concordant.surfaces.api.examples import examples
from concordant.surfaces.store.records import StoredRound
from concordant.surfaces.web.state import WebState


class Demos:
    """`client` speaks to the application; `at(name)` is the address of an example's round."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self._there: dict[str, str] = {}

    @cached_property
    def web(self) -> WebState:
        """The state of the application."""
        found: WebState = self.client.app.app.state.web
        return found

    def upload(self, name: str) -> str:
        """The address of a new upload of an example."""
        answer = self.client.post(f"/examples/{name}", follow_redirects=False)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def at(self, name: str) -> str:
        """The address of the round, studied once."""
        if name not in self._there:
            upload = self.upload(name)
            named = {} if name == "rounds" else {"round": "v1"}
            answer = self.client.post(
                f"{upload}/round", data={"project": name, **named}, follow_redirects=False
            )
            assert answer.status_code == 303, answer.text
            self._there[name] = str(answer.headers["location"])
        return self._there[name]

    def kept(self, name: str) -> StoredRound:
        """The round as it is stored."""
        return self.web.store.rounds(name)[-1] if self.at(name) else None  # type: ignore[return-value]

    def study(self, name: str) -> cc.Study:
        """What Python says of the same file, read in the same way."""
        example = examples()[name]
        return cc.study(str(example.path), **example.reading)


def items_in(page: str) -> list[str]:
    """The rows that a page of items lists."""
    return re.findall(r'<article class="panel item" data-row="(\d+)"', page)


def all_rows(get: Callable[[str], Any], address: str) -> list[str]:
    """The rows of every page of a list, by following its links."""
    rows: list[str] = []
    while address:
        page = get(address).text
        rows += items_in(page)
        found = re.search(r'<a href="([^"]+)" rel="next">', page)
        address = found[1].replace("&amp;", "&") if found else ""
    return rows


def segment(text: str) -> str:
    """A name as it stands in an address."""
    return quote(text, safe="")
