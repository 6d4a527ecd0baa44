"""A passage for a paper: sentences with marks become paragraphs of runs, from which every format is written.

‹p›  italic      ‹_w›  lowered      ⟦cohen1960;cohen1968⟧  sources      〔what?〕  for the author to add
⁅judge⁆  a name from the data

The marks stand in the words; data cannot bring any along.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from ...language.message import Message
from ...language.render import Language
from ...quote import one_line
from .citations import in_brackets

#: What a blank begins with, so that it can be searched for.
ADD: Mapping[Language, str] = {"en": "AUTHOR: ", "zh": "作者补充："}
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
#: `name` is text from the data, `cite` a reference by its key, `blank` what only the author knows.
Kind = Literal["text", "italic", "sub", "strong", "name", "cite", "blank"]


@dataclass(frozen=True)
class TextRun:
    """Some text of one kind."""

    text: str
    kind: Kind = "text"


Paragraph = tuple[TextRun, ...]


@dataclass(frozen=True)
class Passage:
    """Paragraphs in one language; the formats say the same."""

    paragraphs: tuple[Paragraph, ...]
    lang: Language = "en"

    @property
    def cited(self) -> tuple[str, ...]:
        """The keys of its sources, in the order in which they are first cited."""
        runs = (run for paragraph in self.paragraphs for run in paragraph if run.kind == "cite")
        return tuple(dict.fromkeys(key for run in runs for key in run.text.split(";")))

    @property
    def blanks(self) -> tuple[str, ...]:
        """What the author must add."""
        return tuple(run.text for paragraph in self.paragraphs for run in paragraph if run.kind == "blank")

    def text(self) -> str:
        """Plain text, a blank line between paragraphs."""
        return plain(self)

    def markdown(self) -> str:
        """Markdown."""
        return markdown(self)

    def latex(self) -> str:
        """LaTeX, sources cited by their keys."""
        return latex(self)

    def html(self) -> str:
        """HTML: paragraphs to be put into a page, everything escaped."""
        return html(self)

    def __str__(self) -> str:
        return self.text()


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


def plain(passage: Passage) -> str:
    """Plain text; what is to be added stands in square brackets."""
    return "\n\n".join("".join(_plain(r, passage.lang) for r in p) for p in passage.paragraphs)


def run_text(run: TextRun, lang: Language) -> str:
    """The words of a run: a citation as author and year, a blank as what is to be added."""
    if run.kind == "cite":
        return in_brackets(run.text.split(";"), lang)
    return f"[{ADD[lang]}{run.text}]" if run.kind == "blank" else run.text


def _plain(run: TextRun, lang: Language) -> str:
    return f"_{run.text}" if run.kind == "sub" else run_text(run, lang)


def markdown(passage: Passage) -> str:
    """Markdown; everything that means something there is escaped."""
    return "\n\n".join(_no_block("".join(_markdown(r, passage.lang) for r in p)) for p in passage.paragraphs)


_MARKDOWN = {"italic": "*{}*", "strong": "**{}**", "sub": "<sub>{}</sub>"}


def _markdown(run: TextRun, lang: Language) -> str:
    text = re.sub(r"([\\`*_{}\[\]<>|~$])", r"\\\1", run_text(run, lang)).replace("&", "&amp;")
    return _MARKDOWN.get(run.kind, "{}").format(text)


def _no_block(text: str) -> str:
    """A paragraph that cannot be taken for a heading, a list or a quotation."""
    return re.sub(r"^(\d+)([.)])|^([#+=-])", lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", text)


_HTML = {
    "italic": "<i>{}</i>",
    "strong": "<strong>{}</strong>",
    "sub": "<sub>{}</sub>",
    "blank": '<mark class="blank">{}</mark>',
    "name": "<bdi>{}</bdi>",
}


def html(passage: Passage) -> str:
    """HTML paragraphs; all text is escaped."""
    return "\n".join(f"<p>{''.join(_html(r, passage.lang) for r in p)}</p>" for p in passage.paragraphs)


def _html(run: TextRun, lang: Language) -> str:
    return _HTML.get(run.kind, "{}").format(escape(run_text(run, lang)))


_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", "'": "'", "’": "'", "“": "``", "”": "''", "–": "--",
    "—": "---", "…": r"\ldots{}", "−": "$-$", "±": r"$\pm$", "×": r"$\times$", "≥": r"$\geq$",
    "≤": r"$\leq$", "κ": r"$\kappa$", "α": r"$\alpha$", "ρ": r"$\rho$", "τ": r"$\tau$", "ε": r"$\varepsilon$",
    "π": r"$\pi$", "χ": r"$\chi$", "²": r"$^2$", "\u00a0": "~", '"': r"\textquotedbl{}",
    "∞": r"$\infty$", "·": r"\textperiodcentered{}",
}  # fmt: skip
_ESCAPES = str.maketrans(_SIGNS)
_SHAPES = {"italic": r"\emph{{{}}}", "strong": r"\textbf{{{}}}", "blank": r"\textbf{{{}}}"}


def latex(passage: Passage) -> str:
    """Paragraphs of LaTeX; Chinese needs a class for it, such as ctexart."""
    return "\n\n".join("".join(_run(run, passage) for run in p) for p in passage.paragraphs)


def escape_latex(text: str) -> str:
    """Text that LaTeX sets as it stands."""
    return text.translate(_ESCAPES)


def _run(run: TextRun, passage: Passage) -> str:
    if run.kind == "cite":
        return rf"~\cite{{{','.join(run.text.split(';'))}}}"
    if run.kind == "sub":
        return rf"\textsubscript{{{escape_latex(run.text)}}}"
    return _SHAPES.get(run.kind, "{}").format(escape_latex(run_text(run, passage.lang)))
