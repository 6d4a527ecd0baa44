"""Files that are opened in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a file; at the end no page may have complained or asked for anything but that file."""
    contexts, said, asked = [], [], []

    def open_file(path: Path, width: int = 1280, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda problem: said.append(str(problem)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri())
        return page

    yield open_file
    opened_files = {url.partition("#")[0] for url in asked}
    for context in contexts:
        context.close()
    assert said == []
    assert all(url.startswith("file://") and url.endswith(".html") for url in opened_files)
