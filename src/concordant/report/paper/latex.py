"""A passage as LaTeX: sources by `\\cite`, what is to be added in bold, everything escaped."""

from __future__ import annotations

from .formats import said
from .passage import Passage, Run

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


def escaped(text: str) -> str:
    """Text that LaTeX sets as it stands."""
    return text.translate(_ESCAPES)


def _run(run: Run, passage: Passage) -> str:
    if run.kind == "cite":
        return rf"~\cite{{{','.join(run.text.split(';'))}}}"
    if run.kind == "sub":
        return rf"\textsubscript{{{escaped(run.text)}}}"
    return _SHAPES.get(run.kind, "{}").format(escaped(said(run, passage.lang)))
