"""Write the font of figures: letters, signs of statistics and the 6,763 characters of GB 2312.

It is a part of Noto Sans CJK SC, Copyright 2014-2021 Adobe, SIL Open Font License 1.1, as the Debian package
fonts-noto-cjk ships it (from https://github.com/notofonts/noto-cjk). It carries a name of its own, so that
a figure is never drawn with another font that happens to be installed. The same source and the same
fonttools give the same bytes:

    pip install fonttools
    python tools/make_font.py [/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont

SOURCE = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
#: Where in the collection the letters of the mainland are.
SIMPLIFIED = 2
FILE = Path(__file__).resolve().parents[1] / "src/concordant/report/fonts/ConcordantSans-Regular.otf"
NAME = "Concordant Sans"

#: Latin with its accents, Greek, Cyrillic, Vietnamese; punctuation, sub- and superscripts, money, letter-like
#: signs, arrows, mathematics, shapes; Chinese punctuation, kana, full-width forms.
RANGES = (
    (0x20, 0x17F), (0x1CD, 0x1DC), (0x2BC, 0x2DD), (0x300, 0x304), (0x370, 0x3FF), (0x400, 0x45F),
    (0x1EA0, 0x1EF9), (0x2000, 0x206F), (0x2070, 0x209F), (0x20A0, 0x20BF), (0x2100, 0x214F),
    (0x2150, 0x218F), (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2460, 0x24FF), (0x25A0, 0x25FF),
    (0x2605, 0x2606), (0x2713, 0x2717), (0x3000, 0x303F), (0x3040, 0x30FF), (0xFF00, 0xFFEF),
)  # fmt: skip


def signs() -> set[int]:
    """Every sign to keep, as its number."""
    chinese = {ord(sign) for first in range(0xB0, 0xF8) for sign in _row(first)}
    return chinese | {number for low, high in RANGES for number in range(low, high + 1)}


def _row(first: int) -> str:
    """The characters of GB 2312 whose first byte is this; the last rows are not full."""
    return bytes(b for second in range(0xA1, 0xFF) for b in (first, second)).decode("gb2312", "ignore")


def made(source: str) -> Any:
    """The smaller font under its own name."""
    font = TTFont(source, fontNumber=SIMPLIFIED, recalcTimestamp=False)
    options = subset.Options(
        layout_features=[
            "kern",
            "mark",
            "mkmk",
            "ccmp",
        ],  # no other form of a sign for Japan, Korea or Taiwan
        hinting=False,
        desubroutinize=False,
        notdef_outline=True,
        name_IDs=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14],
        name_languages=[0x409],
        drop_tables=["VORG", "vhea", "vmtx", "BASE", "DSIG"],
    )
    smaller = subset.Subsetter(options)
    smaller.populate(unicodes=signs())
    smaller.subset(font)
    rename(font)
    return font


def rename(font: Any) -> None:
    """Give the font its own name wherever it says one."""
    plain = NAME.replace(" ", "")
    own = {1: NAME, 2: "Regular", 3: f"{plain}-Regular", 4: NAME, 6: f"{plain}-Regular"}
    for number, name in own.items():
        font["name"].setName(name, number, 3, 1, 0x409)
    table = font["CFF "].cff
    table.fontNames = [own[6]]
    table.topDictIndex[0].FullName = NAME
    table.topDictIndex[0].FamilyName = NAME


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    made(*sys.argv[1:] or [SOURCE]).save(FILE)
    print(f"{FILE.name}: {FILE.stat().st_size / 1e6:.1f} MB")
