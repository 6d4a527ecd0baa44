"""A figure: one Vega-Lite specification, saved as SVG, PDF, PNG, an interactive page, or itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import MissingLibrary, OptionError
from .fonts import with_fonts

#: Colours that people with any colour vision tell apart (Okabe and Ito 2008), and what stands beside them.
BLUE, ORANGE, GREEN, RED, PURPLE, SKY, YELLOW = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442",
)  # fmt: skip
GREY = "#7f7f7f"


@dataclass(frozen=True)
class Figure:
    """`name` is what a file of it is called; `spec` is the Vega-Lite specification, data included."""

    name: str
    spec: Mapping[str, Any]

    def save(self, path: str | Path, *, scale: float = 2.0) -> Path:
        """Write it; the ending says how: .svg, .pdf, .png (`scale` times as large), .html or .json."""
        target = Path(path)
        make = _FORMATS.get(target.suffix.lower())
        if make is None:
            raise OptionError(
                f"A figure is saved as {', '.join(_FORMATS)}; the ending of {target.name!r} is none of these."
            )
        from .write import write_whole

        return write_whole(target, make(self, scale))

    def svg(self) -> str:
        """The picture, its words as text."""
        return str(_convert().vegalite_to_svg(self._drawn))

    def pdf(self) -> bytes:
        """The picture on a page of its size."""
        return bytes(_convert().vegalite_to_pdf(self._drawn))

    def png(self, scale: float = 2.0) -> bytes:
        """The picture as points."""
        return bytes(_convert().vegalite_to_png(self._drawn, scale=scale))

    def html(self) -> str:
        """A page of its own that shows values under the pointer; it needs no network."""
        return str(_convert().vegalite_to_html(self._drawn, bundle=True))

    def json(self) -> str:
        """The specification."""
        return json.dumps(self.spec, ensure_ascii=False, indent=1)

    @property
    def _drawn(self) -> dict[str, Any]:
        return with_fonts(self.spec)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {"image/svg+xml": self.svg(), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"Figure({self.name!r}): save('{self.name}.svg'), .pdf, .png, .html or .json"


_FORMATS: dict[str, Callable[[Figure, float], str | bytes]] = {
    ".svg": lambda figure, _: figure.svg(),
    ".pdf": lambda figure, _: figure.pdf(),
    ".png": lambda figure, scale: figure.png(scale),
    ".html": lambda figure, _: figure.html(),
    ".json": lambda figure, _: figure.json(),
}


def _convert() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise MissingLibrary(
            "Figures need Altair and vl-convert: pip install 'concordant[report]'."
        ) from None
    return vl_convert
