"""Formulas as browsers draw them: the LaTeX of the catalogue turned into MathML.

Only what the catalogue writes is understood; anything else is a mistake in the formula and is said to be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape
from types import MappingProxyType

from ..errors import OptionError

#: Letters that are one name: two capitals or more, and these words; all others stand for themselves.
_TOKEN = re.compile(
    r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[A-Z]{2,}|bias|free|max|shifted|[A-Za-z]|\s+|.", re.DOTALL
)

_LETTERS = MappingProxyType({
    "alpha": "α", "beta": "β", "delta": "δ", "epsilon": "ε", "iota": "ι", "kappa": "κ", "lambda": "λ",
    "mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "theta": "θ", "Delta": "Δ", "Phi": "Φ",
})  # fmt: skip
_SIGNS = MappingProxyType({
    "neq": "≠", "le": "≤", "ge": "≥", "pm": "±", "cdot": "·", "#": "#", "{": "{", "}": "}", "sum": "∑",
})  # fmt: skip
_SPACES = MappingProxyType({",": "0.17em", "quad": "1em", "qquad": "2em"})
_NAMED = ("min", "max")
_PLAIN = MappingProxyType({"-": "−", "|": "|"})


def mathml(latex: str) -> str:
    """The formula as a `<math>` element; every sign in it is escaped."""
    return f'<math display="block">{_Reader(latex).all()}</math>'


class _Reader:
    """The signs of a formula, read from left to right."""

    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.left = [t for t in _TOKEN.findall(latex) if not t.isspace()]

    def all(self) -> str:
        """Everything, as one row."""
        row = self._until(())
        if self.left:
            raise self._wrong(self.left[0])
        return row

    def _until(self, ends: tuple[str, ...]) -> str:
        pieces = []
        while self.left and self.left[0] not in ends:
            pieces.append(self._with_scripts())
        return f"<mrow>{''.join(pieces)}</mrow>"

    def _with_scripts(self) -> str:
        """One piece with what hangs on it below and above."""
        operator = self.left[0] == r"\sum"
        base, below, above = self._piece(), "", ""
        while self.left and self.left[0] in ("_", "^"):
            if self.left.pop(0) == "_":
                below = self._piece()
            else:
                above = self._piece()
        kind = ("munder", "mover", "munderover") if operator else ("msub", "msup", "msubsup")
        tag = kind[2 if below and above else 0 if below else 1]
        return f"<{tag}>{base}{below}{above}</{tag}>" if below or above else base

    def _piece(self) -> str:
        """A sign, a group in braces, or a command with its arguments."""
        if not self.left:
            raise OptionError(f"The formula {self.latex!r} ends too early.")
        sign = self.left.pop(0)
        if sign == "{":
            return self._closed()
        if sign == "}":
            raise self._wrong(sign)
        return self._command(sign[1:]) if sign.startswith("\\") else _drawn(sign)

    def _closed(self) -> str:
        inside = self._until(("}",))
        if not self.left:
            raise OptionError(f"The formula {self.latex!r} lacks a closing brace.")
        self.left.pop(0)
        return inside

    def _command(self, name: str) -> str:
        if name in _LETTERS:
            return f"<mi>{_LETTERS[name]}</mi>"
        if name in _SIGNS:
            return f"<mo>{_SIGNS[name]}</mo>"
        if name in _SPACES:
            return f'<mspace width="{_SPACES[name]}"/>'
        if name in _NAMED:
            return f"<mi>{name}</mi>"
        if name not in _SHAPES:
            raise self._wrong(f"\\{name}")
        return _SHAPES[name](self)

    def _fraction(self) -> str:
        """Arguments of one digit or letter need no braces: \\frac1n; "12" is then 1 and 2."""
        return f"<mfrac>{self._short()}{self._short()}</mfrac>"

    def _short(self) -> str:
        if self.left and self.left[0].isdigit() and len(self.left[0]) > 1:
            digits = self.left.pop(0)
            self.left.insert(0, digits[1:])
            return _drawn(digits[0])
        return self._piece()

    def _root(self) -> str:
        return f"<msqrt>{self._short()}</msqrt>"

    def _choose(self) -> str:
        both = f'<mfrac linethickness="0">{self._piece()}{self._piece()}</mfrac>'
        return f"<mrow><mo>(</mo>{both}<mo>)</mo></mrow>"

    def _bar(self) -> str:
        # few fonts have a bar that stretches: the page draws it above the row
        return f'<mrow class="over">{self._piece()}</mrow>'

    def _upright(self) -> str:
        """A word in upright letters."""
        if not self.left or self.left.pop(0) != "{":
            raise OptionError(f"The formula {self.latex!r} has a word without braces.")
        end = self.left.index("}")
        word = "".join(self.left[:end])
        del self.left[: end + 1]
        return f"<mi>{escape(word)}</mi>"

    def _fenced(self) -> str:
        """\\left( … \\right): brackets as high as what they hold."""
        opening = self.left.pop(0)
        inside = self._until((r"\right",))
        if not self.left:
            raise OptionError(f"The formula {self.latex!r} lacks \\right.")
        self.left.pop(0)
        return f"<mrow><mo>{escape(opening)}</mo>{inside}<mo>{escape(self.left.pop(0))}</mo></mrow>"

    def _wrong(self, sign: str) -> OptionError:
        return OptionError(f"The formula {self.latex!r} has {sign!r}, which cannot be drawn.")


def _drawn(sign: str) -> str:
    """A number, a letter, or an operator."""
    if sign[0].isdigit():
        return f"<mn>{sign}</mn>"
    if sign.isalpha():
        return f"<mi>{sign}</mi>"
    stretchy = ' stretchy="false"' if sign in "()[]|" else ""
    return f"<mo{stretchy}>{escape(_PLAIN.get(sign, sign))}</mo>"


_SHAPES: Mapping[str, Callable[[_Reader], str]] = MappingProxyType({
    "frac": _Reader._fraction, "tfrac": _Reader._fraction, "sqrt": _Reader._root, "binom": _Reader._choose,
    "bar": _Reader._bar, "overline": _Reader._bar, "mathrm": _Reader._upright,
    "operatorname": _Reader._upright, "left": _Reader._fenced,
})  # fmt: skip
