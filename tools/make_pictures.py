"""Make the pictures of the guide from the bundled examples.

python tools/make_pictures.py         the page, as a browser shows it (needs Chromium)
python tools/make_pictures.py phone   only those whose name has this in it

The figures are drawn by tools/generate.py, which also looks whether they are current; screenshots differ from
machine to machine and are only made here.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import concordant as cc
from concordant.language.render import LANGUAGES, Language
from concordant.report.figure import Figure

FOLDER = Path(__file__).resolve().parents[1] / "docs/pictures"
_ENDS = {"en": "", "zh": ".zh-CN"}


@cache
def study(name: str, lang: Language = "en") -> cc.Study:
    """The study of an example, of which there may be one in this language."""
    own = f"{name}-{lang}"
    return cc.study(cc.example(own if own in cc.examples() else name))


# --- figures --------------------------------------------------------------------------------------


def _rounds(lang: Language) -> Figure:
    return cc.figures.rounds_strip(cc.example("rounds"), goal=0.75, lang=lang)


def _drift(lang: Language) -> Figure:
    return cc.figures.drift(cc.example("rounds"), lang=lang)


def _components(lang: Language) -> Figure:
    file, raters = cc.examples()["scores"].path, ["human", "judge", "judge_v2"]
    return cc.figures.components(file, raters=raters, scale="interval", lang=lang)


def _by_content(draw: Callable[..., Figure], lang: Language) -> Figure:
    return draw(study("judge", lang), by={"en": "content_type", "zh": "内容类型"}[lang], lang=lang)


#: Figures that are drawn from more than a study, or from less.
_OTHERS: Mapping[str, Callable[[Language], Figure]] = {
    "components": _components,
    "rounds-strip": _rounds,
    "drift": _drift,
    "forest": partial(_by_content, cc.figures.forest),
    "forest-strata": partial(_by_content, cc.figures.forest_strata),
}
#: All other figures of the gallery: what draws it, and the example whose study it is drawn from.
_DRAWN: Mapping[str, tuple[Callable[..., Figure], str]] = {
    "heat-map": (cc.figures.heat_map, "judge"),
    "bangdiwala": (cc.figures.bangdiwala, "judge"),
    "bland-altman": (cc.figures.bland_altman, "methods"),
    "category-bars": (cc.figures.category_bars, "judge"),
    "rater-matrix": (cc.figures.rater_matrix, "pathology"),
    "sensitivity-curve": (cc.figures.sensitivity_curve, "judge"),
    "paradox-curve": (cc.figures.paradox_curve, "clinical"),
}


def figure(name: str, lang: Language) -> Figure:
    """One figure of the gallery."""
    if name in _OTHERS:
        return _OTHERS[name](lang)
    draw, example = _DRAWN[name]
    return draw(study(example, lang), lang=lang)


def figure_files() -> Iterator[tuple[Path, Callable[[], str]]]:
    """Every figure's file, and what draws it."""
    for name in (*_DRAWN, *_OTHERS):
        for lang in LANGUAGES:
            yield FOLDER / f"{name}{_ENDS[lang]}.svg", partial(_svg, name, lang)


def _svg(name: str, lang: Language) -> str:
    return figure(name, lang).svg() + "\n"


# --- the page -------------------------------------------------------------------------------------

#: What stays at the upper edge of a window would cover what is photographed.
_STILL = ".bar-top { position: static !important } .figure { break-inside: avoid }"


@dataclass(frozen=True, kw_only=True)
class Shot:
    """A picture of a page: how large the window is, and which part of it; without one the window."""

    example: str = "judge"
    part: str = ""
    width: int = 1120
    height: int = 900
    dark: bool = False
    #: What is clicked first.
    click: str = ""
    #: So much of a part is shown.
    most: int = 900
    #: Photographed finer, for small windows, or coarser.
    scale: float = 1.0


#: A cell of disagreement with several items.
_CELL = "table.confusion tbody tr:nth-child(4) td:nth-of-type(3) a"
SHOTS: Mapping[str, Shot] = {
    "page": Shot(width=1280, height=900, scale=0.8),
    "page-dark": Shot(dark=True, height=420),
    "page-phone": Shot(width=360, height=680, scale=1.25),
    "page-measures": Shot(part="#measures", most=640),
    "page-cell": Shot(part="#matrix", click=_CELL, most=640),
    "page-findings": Shot(part="#findings", click="#finding-1 > summary", most=760),
    "page-slices": Shot(part="#slices", most=600),
    "page-progress": Shot(example="rounds", part="#progress", width=1280, most=620, scale=0.8),
    "page-raters": Shot(example="pathology", part="#raters", most=690),
    "page-measured": Shot(example="methods", part="#measurements", most=1040),
    "page-paper": Shot(part="#paper", click="#paper > details > summary", most=400),
}


def photograph(wanted: str = "") -> None:
    """Take every picture whose name has `wanted` in it."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, shot in SHOTS.items():
            for lang in LANGUAGES if wanted in name else ():
                _take(browser, shot, lang, Path(folder), FOLDER / f"{name}{_ENDS[lang]}.png")
        browser.close()


def _take(browser: Any, shot: Shot, lang: Language, folder: Path, target: Path) -> None:
    source = folder / f"{shot.example}.{lang}.html"
    if not source.exists():
        study(shot.example, lang).to_html(source, lang=lang)
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        color_scheme="dark" if shot.dark else "light",
        device_scale_factor=shot.scale,
    )
    page = context.new_page()
    page.goto(source.as_uri())
    if shot.click:
        page.locator(shot.click).first.click()
    page.screenshot(path=target, **(_place(page, shot) if shot.part else {}))
    context.close()


def _place(page: Any, shot: Shot) -> dict[str, Any]:
    """Where a part lies in the whole page."""
    page.add_style_tag(content=_STILL)
    box = page.locator(shot.part).evaluate(
        "e => { const b = e.getBoundingClientRect();"
        " return {x: b.x + scrollX, y: b.y + scrollY, width: b.width, height: b.height} }"
    )
    height = page.evaluate("() => document.documentElement.scrollHeight")
    page.set_viewport_size({"width": shot.width, "height": height})
    return {"clip": {**box, "height": min(box["height"], shot.most)}}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    photograph(*sys.argv[1:2])
