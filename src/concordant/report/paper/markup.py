"""From sentences with marks to runs. The marks stand in the words; data cannot bring any along.

‹p›  italic      ‹_w›  lowered      ⟦cohen1960;cohen1968⟧  sources      〔what?〕  for the author to add
⁅judge⁆  a name from the data
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...language.message import Message
from ...language.render import Language
from ...quote import one_line
from .passage import Paragraph, Passage, TextRun

_MARKS = "‹›⟦⟧〔〕⁅⁆"
#: What stands for a mark that comes from the data until the marks are read.
_STAND_INS = "".join(chr(0xE0F0 + place) for place in range(len(_MARKS)))
_HIDE, _SHOW = str.maketrans(_MARKS, _STAND_INS), str.maketrans(_STAND_INS, _MARKS)
_RUN = re.compile(r"‹_([^›]*)›|‹([^›]*)›|⟦([^⟧]*)⟧|〔([^〕]*)〕|⁅([^⁆]*)⁆")
_BEFORE = re.compile(r"([\u4e00-\u9fff])((?:⁅|‹(?!_))?[A-Za-z0-9κα−])")
_AFTER = re.compile(r"([A-Za-z0-9%)](?:⁆|›)?)(?=[\u4e00-\u9fff])()")
_NAME = re.compile(r"⁅([^⁆]*)⁆")
_IDEOGRAPHS = re.compile(r"[\u4e00-\u9fff]{2}")
_KINDS = ("sub", "italic", "cite", "blank", "name")


class MarkedText(str):
    """Text in which ‹…› and ⁅…⁆ are markup, not signs of the user's."""

    __slots__ = ()


#: So many signs of a name are shown.
LONGEST = 60


def name(text: object) -> MarkedText:
    """A name from the data, on one line, cut where it is long."""
    escaped_name = one_line(str(text)).translate(_HIDE)
    return MarkedText(
        f"⁅{escaped_name if len(escaped_name) <= LONGEST else escaped_name[: LONGEST - 1].rstrip() + '…'}⁆"
    )


def cite(*keys: str) -> MarkedText:
    """Sources by their keys; nothing where there are none."""
    return MarkedText(f"⟦{';'.join(dict.fromkeys(keys))}⟧" if keys else "")


def write(code: str, lang: Language, /, **facts: Any) -> MarkedText:
    """The sentence "topic.key" with its facts, marked."""
    return MarkedText(Message(code, {key: _hidden(fact) for key, fact in facts.items()}).text(lang))


def passage(paragraphs: Iterable[Iterable[str]], lang: Language) -> Passage:
    """Paragraphs of marked sentences; those without a sentence are left out."""
    between = " " if lang == "en" else ""
    joined = (between.join(sentence for sentence in one if sentence) for one in paragraphs)
    return Passage(tuple(runs(spaced(text) if lang == "zh" else text) for text in joined if text), lang)


def spaced(text: str) -> str:
    """Chinese with a blank between its signs and Latin letters or digits, also across marks.

    A name that would run into the words beside it stands in quotes.
    """
    text = _NAME.sub(_set_apart, text)
    return _AFTER.sub(r"\1 \2", _BEFORE.sub(r"\1 \2", text))


def _set_apart(found: re.Match[str]) -> str:
    """The name as it stands in its sentence."""
    called, text, at = found[1], found.string, found.end()
    runs_in = _IDEOGRAPHS.fullmatch(text[max(found.start() - 1, 0) : found.start()] + called[:1])
    runs_on = _IDEOGRAPHS.fullmatch(called[-1:] + text[at : at + 1])
    return f"“{found[0]}”" if runs_in or runs_on else found[0]


def runs(text: str) -> Paragraph:
    """The runs of a marked text."""
    return tuple(run for run in _read(text) if run.text)


def _read(text: str) -> Iterator[TextRun]:
    at = 0
    for found in _RUN.finditer(text):
        yield TextRun(text[at : found.start()].translate(_SHOW))
        at = found.end()
        place = next(i for i, group in enumerate(found.groups()) if group is not None)
        yield TextRun(found.group(place + 1).translate(_SHOW), _KINDS[place])  # type: ignore[arg-type]
    yield TextRun(text[at:].translate(_SHOW))


def _hidden(fact: Any) -> Any:
    """A fact whose text cannot be taken for marks."""
    if isinstance(fact, MarkedText):
        return fact
    if isinstance(fact, str):
        return one_line(fact).translate(_HIDE)
    if isinstance(fact, Mapping):
        return {key: value if key == "code" else _hidden(value) for key, value in fact.items()}
    if isinstance(fact, (list, tuple)):
        return [_hidden(value) for value in fact]
    return fact
