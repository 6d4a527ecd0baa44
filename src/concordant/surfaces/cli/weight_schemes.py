"""Weights of one's own on the command line: `--weights clinic=@weights.csv`, once for each scheme."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import rich_click as click

from ...coefficients.weights import Weights
from ...option_values import plain_value
from ...quote import quote
from ..option_help import STUDY_WORDS
from .options import Kind, MatrixOption, kind_of

_OWN = "own"


class _Scheme(Kind):
    """Weights as everywhere, after `name=` if they are to have one."""

    name = "scheme"
    shown = "[NAME=](@FILE|JSON|power:P|…)"
    weights: MatrixOption = kind_of(Weights)  # type: ignore[assignment]

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, Weights]:
        """What they are called, and the weights."""
        called, equals, rest = value.partition("=")
        if not equals or value[0] in "@[":
            called, rest = _called(value), value
        if not called.strip() or not rest:
            self.fail(f"{quote(value)} is not written as name=@FILE.", param, ctx)
        return called.strip(), self.weights.convert(rest, param, ctx)


def _called(weights: str) -> str:
    """A file by its name, a matrix as one's own, named weights by theirs."""
    if weights.startswith("@"):
        return Path(weights[1:]).stem
    return _OWN if weights.startswith("[") else str(plain_value("weights", weights)).lower()


def _collected(ctx: Any, param: Any, given: Sequence[tuple[str, Weights]]) -> dict[str, Weights] | None:
    schemes = dict(given)
    if len(schemes) < len(given):
        twice = next(name for name, _ in given if sum(other == name for other, _ in given) > 1)
        raise click.BadParameter(f"Two are called {quote(twice)}; name them: name=@FILE.", ctx, param)
    return schemes or None


def schemes_option(panel: str) -> click.RichOption:
    """`--weights NAME=@FILE`, several times."""
    return click.RichOption(
        ["--weights"],
        type=_Scheme(),
        metavar=_Scheme.shown,
        multiple=True,
        callback=_collected,
        help=STUDY_WORDS["weights"],
        panel=panel,
    )
