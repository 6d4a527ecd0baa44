"""JSON values one after another from a text that does not fit in memory."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TextIO

from ...engines.json_values import json_decoder
from ...errors import InputError

_CHUNK = 1 << 20
_BETWEEN = re.compile(r"[\s,\x1e]*")
#: A single value may take this many characters.
MOST_CHARACTERS = 2_000_000_000


def json_values(text: TextIO, source: str) -> Iterator[Any]:
    """The elements of a list, or values that stand one below another; each is held alone."""
    reader = _JsonWindow(text, source)
    in_list = reader.skip("[")
    number = 0
    while (start := reader.next_character()) is not None:
        if in_list and start == "]":
            return
        number += 1
        yield reader.value(number)
    if in_list:
        raise InputError(f"{source} is not JSON: the list that it begins is never closed.")


class _JsonWindow:
    """A window that moves over the text; it grows while a value does not end in it."""

    def __init__(self, text: TextIO, source: str) -> None:
        self._text, self._source = text, source
        self._decode = json_decoder().raw_decode
        self._window, self._at = "", 0

    def _more(self, size: int = _CHUNK) -> bool:
        block = self._text.read(size)
        self._window, self._at = self._window[self._at :] + block, 0
        return bool(block)

    def next_character(self) -> str | None:
        """The character that the next value begins with; None at the end."""
        while True:
            found = _BETWEEN.match(self._window, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._window):
                return self._window[self._at]
            if not self._more():
                return None

    def skip(self, character: str) -> bool:
        """Whether this is the next character, which is passed over."""
        there = self.next_character() == character
        self._at += there
        return there

    def value(self, number: int) -> Any:
        """The next value."""
        size = _CHUNK
        while True:
            before = self._at
            try:
                found, end = self._decode(self._window, before)
            except json.JSONDecodeError as problem:
                if not self._may_go_on(problem) or not self._more(size):
                    raise self._complaint(number) from None
            except RecursionError:
                raise InputError(f"Record {number} of {self._source} is nested too deeply.") from None
            else:
                whole = end < len(self._window) or self._window[end - 1] in '}]"'
                if whole or not self._more(size):  # a number may go on in what was not read yet
                    self._at = end if whole else end - before
                    return found
            size = min(2 * size, 1 << 28)

    def _may_go_on(self, problem: json.JSONDecodeError) -> bool:
        """Whether the window may simply end too early: what is wrong is at its end."""
        left = len(self._window) - problem.pos
        unclosed = "Unterminated string" in problem.msg
        return (unclosed or left < 16) and len(self._window) < MOST_CHARACTERS

    def _complaint(self, number: int) -> InputError:
        return InputError(
            f"{self._source} is not JSON from record {number} on: look for a missing or misplaced bracket, "
            "comma or quotation mark there."
        )
