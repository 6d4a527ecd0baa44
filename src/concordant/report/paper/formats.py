"""A passage as plain text, Markdown, HTML, or LaTeX with its sources as `\\cite`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from ...language.render import Language
from .citations import in_brackets
from .passage import Passage, TextRun

#: What a blank begins with, so that it can be searched for.
ADD: Mapping[Language, str] = {"en": "AUTHOR: ", "zh": "作者补充："}


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
