"""What an action refuses, as data: a status, the code of a sentence, and what programs are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....errors import ConcordantError
from ....language.message import Message
from ....language.render import LANGUAGES
from ....language.translate_errors import error_text

#: Sentences that name controls of the page where an error names options of Python.
CONTROLS = "web_errors"


class WebRefusal(Exception):
    """`code` names the sentence `problem-CODE` of `words/web_work.toml`; `more` goes to programs as it is."""

    def __init__(
        self,
        status: int,
        code: str,
        facts: Mapping[str, Any] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}")
        self.status_code, self.code = status, code
        self.facts, self.more = dict(facts or {}), dict(more or {})

    @property
    def texts(self) -> dict[str, str]:
        """The sentence in every language."""
        return {lang: Message(f"web_work.problem-{self.code}", self.facts).text(lang) for lang in LANGUAGES}


def not_found(what: str) -> WebRefusal:
    """A thing that is not there, or that this user may not know of."""
    return WebRefusal(404, f"no-{what}")


def texts_of(problem: ConcordantError | WebRefusal) -> dict[str, str]:
    """What went wrong, in every language, in the words of the page."""
    if isinstance(problem, WebRefusal):
        return problem.texts
    return {lang: error_text(problem, lang, over=CONTROLS) for lang in LANGUAGES}
