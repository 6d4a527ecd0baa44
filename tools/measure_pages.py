"""The report of each bundled example as a reader meets it: first screen, height, size and time to load.

python tools/measure_pages.py                 all examples, in English and Chinese
python tools/measure_pages.py judge --lang en
python tools/measure_pages.py judge --text    with all text of the first screen, for the five-second test

Every page is opened in Chromium at 1280 × 900 and 390 × 844, as it comes: nothing clicked, everything folded
that is folded. The height is that of the whole page; the first screen is the text that is seen without
scrolling. Times are of this machine, from the beginning of loading to the load event, the best of three.
"""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import concordant as cc
from concordant.surfaces.api.examples import EXAMPLES

SCREENS = ((1280, 900), (390, 844))
LANGUAGES = ("en", "zh")
_TIMES = 3

#: The text of every text node that is seen on the first screen, from top to bottom.
_FIRST_SCREEN = """() => {
  const seen = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, text = node.textContent.trim(), parent = node.parentElement;
    if (!text || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.bottom <= 0 || box.top >= innerHeight) continue;
    if (box.right <= 0 || box.left >= innerWidth) continue;
    seen.push(text.replace(/\\s+/g, " "));
  }
  return seen;
}"""
_LOAD = (
    "() => { const t = performance.getEntriesByType('navigation')[0]; return t.loadEventEnd - t.startTime; }"
)


@dataclass(frozen=True)
class Measured:
    """One page at one size."""

    example: str
    lang: str
    width: int
    size: int
    height: int
    wider: bool
    milliseconds: float
    first: Sequence[str]

    def line(self) -> str:
        """The numbers in one line."""
        words = sum(len(text.split()) for text in self.first)
        wide = ", scrolls sideways" if self.wider else ""
        return (
            f"{self.example:<10} {self.lang}  {self.width:>4} px  height {self.height:>6} px  "
            f"{self.size / 1e6:5.2f} MB  load {self.milliseconds:5.0f} ms  first screen {words} words{wide}"
        )


def measure(browser: Any, path: Path, example: str, lang: str) -> Iterator[Measured]:
    """A page at each size."""
    for width, height in SCREENS:
        context = browser.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        times = []
        for _ in range(_TIMES):
            page.goto(path.as_uri(), wait_until="load")
            times.append(page.evaluate(_LOAD))
        whole = page.evaluate("() => document.documentElement.scrollHeight")
        wider = page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
        first = page.evaluate(_FIRST_SCREEN)
        context.close()
        yield Measured(example, lang, width, path.stat().st_size, whole, wider, min(times), first)


def main() -> None:
    """Print what was measured."""
    from playwright.sync_api import sync_playwright

    names = [one.name for one in EXAMPLES]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="EXAMPLE", help=f"some of {', '.join(names)}")
    parser.add_argument("--lang", choices=LANGUAGES, action="append")
    parser.add_argument("--text", action="store_true", help="print the text of the first screen")
    given = parser.parse_args()
    unknown = sorted({*given.names} - {*names})
    if unknown:
        parser.error(f"there is no example {unknown[0]}: choose from {', '.join(names)}")
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name in given.names or names:
            study = cc.study(cc.example(name))
            for lang in given.lang or LANGUAGES:
                path = Path(folder, f"{name}-{lang}.html")
                study.to_html(path, lang=lang)
                for one in measure(browser, path, name, lang):
                    print(one.line(), flush=True)
                    if given.text:
                        print(textwrap.indent("\n".join(one.first), "    "))
        browser.close()


if __name__ == "__main__":
    main()
