"""A figure: one Vega-Lite specification, saved as SVG, PDF, PNG, an interactive page, or itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..arguments import check_arguments
from ..errors import OptionError
from ..language.render import Language
from ..quote import quote
from .fonts import register, with_fonts
from .write_file import writable

#: Colours that people with any colour vision tell apart (Okabe and Ito 2008), and what stands beside them.
BLUE, ORANGE, GREEN, RED, PURPLE, SKY, YELLOW = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442",
)  # fmt: skip
GREY = "#7f7f7f"
#: Letters, what stands back behind them, and lines that are hardly there: in a page they take its colour.
INK, SOFT, FAINT = "#1f2328", "#6e7781", "#e4e7eb"


@dataclass(frozen=True)
class Figure:
    """`name` is what a file of it is called; `spec` is the Vega-Lite specification, data included."""

    name: str
    spec: Mapping[str, Any]
    lang: Language = "en"

    @property
    def title(self) -> str:
        """What the figure shows, in words."""
        head = self.spec.get("title", "")
        words = head.get("text", "") if isinstance(head, Mapping) else head
        return " ".join(words) if isinstance(words, (list, tuple)) else str(words)

    @check_arguments
    def save(self, path: str | Path, *, scale: float = 2.0) -> Path:
        """Write it; the ending says how: .svg, .pdf, .png (`scale` times as large), .html or .json."""
        target = Path(path)
        make = _FORMATS.get(target.suffix.lower())
        if make is None:
            raise OptionError(
                f"A figure is saved as {', '.join(_FORMATS)}; the extension of {quote(target.name)} "
                "is none of these."
            )
        from .write_file import write_whole

        return write_whole(target, make(self, scale))

    @check_arguments
    def svg(self, *, for_page: bool = False) -> str:
        """The picture, its words as text, with letters that a machine may not have inside.

        `for_page`: to stand in a page, take its colours, and its letters.
        """
        from .figure_files import in_page
        from .fonts import with_letters

        picture = self._plain
        return in_page(picture, self._described, self._mark(picture)) if for_page else with_letters(picture)

    def pdf(self) -> bytes:
        """The picture on a page of its size."""
        from .figure_files import steady

        return steady(bytes(_convert().svg_to_pdf(self._plain)))

    @check_arguments
    def png(self, scale: float = 2.0) -> bytes:
        """The picture as points, `scale` times as large as it is drawn."""
        if not _SMALLEST <= scale <= _LARGEST:
            raise OptionError(f"scale must be at least {_SMALLEST} and at most {_LARGEST}, got {scale}.")
        return bytes(_convert().svg_to_png(self._plain, scale=scale))

    def html(self) -> str:
        """A page of its own that shows values under the pointer; it needs no network."""
        from .figure_files import alone

        return alone(_convert(), self._drawn, self._plain, self.title, self.lang)

    def json(self) -> str:
        """The specification."""
        return writable(json.dumps(self.spec, ensure_ascii=False, indent=1))

    @property
    def _drawn(self) -> dict[str, Any]:
        return with_fonts(self.spec)

    @property
    def _plain(self) -> str:
        """The picture that takes letters from where it stands."""
        from .figure_files import tidy

        return tidy(_convert().vegalite_to_svg(self._drawn, allowed_base_urls=[]))

    @property
    def _described(self) -> str:
        return str(self.spec.get("description", self.title))

    def _mark(self, picture: str) -> str:
        """What tells its parts from those of other figures in a page; the same for the same picture."""
        from hashlib import sha256

        return f"{self.name}-{sha256(picture.encode()).hexdigest()[:8]}"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        found = {"image/svg+xml": self.svg(), "text/plain": repr(self)}
        major = str(self.spec.get("$schema", "")).rpartition("/v")[2].split(".")[0]
        return {**found, **({f"application/vnd.vegalite.v{major}+json": self._drawn} if major else {})}

    def __repr__(self) -> str:
        return f"Figure({self.name!r}): save('{self.name}.svg'), .pdf, .png, .html or .json"


#: A picture of fewer points is none, and one of more would not fit into memory.
_SMALLEST, _LARGEST = 0.05, 20

_FORMATS: dict[str, Callable[[Figure, float], str | bytes]] = {
    ".svg": lambda figure, _: figure.svg(),
    ".pdf": lambda figure, _: figure.pdf(),
    ".png": lambda figure, scale: figure.png(scale),
    ".html": lambda figure, _: figure.html(),
    ".json": lambda figure, _: figure.json(),
}


def _convert() -> Any:
    """The converter, which knows our font."""
    import vl_convert

    register()
    return vl_convert
