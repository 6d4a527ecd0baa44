"""Signs that are not seen, made visible: what steers a terminal has no place in a file that people read."""

from __future__ import annotations

#: For what has no picture of its own: later control signs, and halves of signs, which no file can hold.
_BOX = "□"
_SHOWN = {
    **{code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"},
    0x7F: "\N{SYMBOL FOR DELETE}",
    **dict.fromkeys((*range(0x80, 0xA0), *range(0xD800, 0xE000)), _BOX),
}


def visible(text: str) -> str:
    """The text with pictures in place of control signs; every end of a line is of one kind."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_SHOWN)
