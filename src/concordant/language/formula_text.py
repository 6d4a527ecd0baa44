"""A formula of the catalogue as a line of text: `\\frac{a}{b}` becomes (a) / (b), `\\kappa` becomes κ."""

from __future__ import annotations

import re

_SIGNS = {
    "alpha": "α", "beta": "β", "bar": "", "cdot": "·", "cdots": "…", "chi": "χ", "delta": "δ", "Delta": "Δ",
    "dots": "…", "epsilon": "ε", "ge": "≥", "geq": "≥", "hat": "", "iota": "ι", "kappa": "κ", "lambda": "λ",
    "ldots": "…", "le": "≤", "leq": "≤", "left": "", "right": "", "max": "max", "min": "min", "mu": "μ",
    "ne": "≠", "neq": "≠", "nu": "ν", "overline": "", "Phi": "Φ", "phi": "φ", "pi": "π", "pm": "±",
    "prime": "′", "prod": "Π", "quad": "  ", "rho": "ρ", "sigma": "σ", "sim": "~", "sum": "Σ", "tau": "τ",
    "times": "×", "varepsilon": "ε", "in": "∈", "infty": "∞", "approx": "≈", "qquad": "  ", "to": "→",
    "ln": "ln ", "log": "log ", "exp": "exp ", "big": "", "Big": "", "bigl": "", "bigr": "", "tfrac": "frac",
    "dfrac": "frac", "widehat": "", "tilde": "", "mid": "|", "lvert": "|", "rvert": "|", "vert": "|",
}  # fmt: skip
_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)\}"
_FRACTION = re.compile(rf"\\[td]?frac\s*{_GROUP}\s*{_GROUP}")
_ROOT = re.compile(rf"\\sqrt\s*{_GROUP}")
_WORDS = re.compile(rf"\\(?:text|mathrm|operatorname|mathit|mathbf)\s*{_GROUP}")
_BAR = re.compile(r"\\(?:bar|overline)\s*(?:\{(\w)\}|([A-Za-z]))")
_CHOOSE = re.compile(rf"\\binom\s*{_GROUP}\s*{_GROUP}")
_SHORT = re.compile(r"\\[td]?frac(\w)(?:(\w)|\{([^{}]*)\})|\\sqrt(\w)")
_SIGN = re.compile(r"\\([A-Za-z]+)")
_SIMPLE = re.compile(r"[\w.·̄]+")


def formula_text(latex: str) -> str:
    """The formula without LaTeX."""
    text = latex
    shapes = (
        (_WORDS, _words), (_BAR, _bar), (_CHOOSE, _choose), (_SHORT, _short), (_FRACTION, _fraction),
        (_ROOT, _root),
    )  # fmt: skip
    for pattern, shape in shapes:
        while found := pattern.search(text):
            text = text[: found.start()] + shape(found) + text[found.end() :]
    text = text.replace(r"\#", "#").replace(r"\{", "{").replace(r"\}", "}").replace(r"\%", "%")
    text = re.sub(r"\\[,;:! ]", " ", text)
    text = _SIGN.sub(lambda found: _SIGNS.get(found[1], found[1]), text)
    text = re.sub(r"([_^])\{([^{}]*)\}", _script, text)
    text = text.replace("^2", "²").replace("^3", "³")
    text = text.replace("-", "−")
    text = text.replace("{", "").replace("}", "") if r"\{" not in latex else text
    return " ".join(text.replace("~", " ").split())


def _words(found: re.Match[str]) -> str:
    return found[1]


def _bar(found: re.Match[str]) -> str:
    return f"{found[1] or found[2]}\u0304"


def _choose(found: re.Match[str]) -> str:
    return f"C({found[1]}, {found[2]})"


def _short(found: re.Match[str]) -> str:
    return f"√{found[4]} " if found[4] else f"{found[1]}/{found[2] or found[3]} "


def _fraction(found: re.Match[str]) -> str:
    simple = _SIMPLE.fullmatch(found[1]) and _SIMPLE.fullmatch(found[2])
    return f"{found[1]}/{found[2]} " if simple else f"{_grouped(found[1])} / {_grouped(found[2])} "


def _root(found: re.Match[str]) -> str:
    return f"√{_grouped(found[1])}"


def _grouped(part: str) -> str:
    return part if _SIMPLE.fullmatch(part) else f"({part.strip()})"


def _script(found: re.Match[str]) -> str:
    sign, inside = found[1], found[2]
    if sign == "^" and inside in ("2", "3"):
        return {"2": "²", "3": "³"}[inside]
    return f"{sign}{inside}" if _SIMPLE.fullmatch(inside) else f"{sign}({inside})"
