"""Text for a terminal of any encoding: a character that it lacks is replaced, and never ends the command.

Documents for other programs (JSON, XML, CSV, pages) are UTF-8 whatever the terminal is.
"""

from __future__ import annotations

import codecs
import io
import sys
from contextlib import suppress

#: The name of the error handler, as in `str.encode(encoding, errors=…)`.
REPLACE = "concordant.replace"
#: ASCII under a name that click does not know: it would write UTF-8 to a stream that is called "ascii".
_ASCII = "concordant_ascii"

#: Signs of ours and of rich, with what stands for them in ASCII; one character each where tables need it.
_SIGNS = {
    **dict.fromkeys("−–—‐‑‒―─━╌╍┄┅┈┉═╴╶╸╺", "-"),
    **dict.fromkeys("│┃╎╏┆┇┊┋║╵╷╹╻", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┡┩╇╞╡╪╔╗╚╝╠╣╦╩╬", "+"),
    **dict.fromkeys("“”„«»″", '"'),
    **dict.fromkeys("‘’‚′", "'"),
    **dict.fromkeys("•·∙●▪", "*"),
    **dict.fromkeys("█▇▆▓■", "#"),
    **dict.fromkeys("▒░□", "."),
    "✔": "+", "✓": "+", "✘": "x", "✗": "x", "×": "x", "÷": "/", "±": "+/-", "∓": "-/+", "…": "...",
    "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "∞": "inf", "√": "sqrt", "∑": "sum", "→": "->", "←": "<-",
    "↑": "^", "↓": "v", "▲": "^", "▼": "v", "›": ">", "‹": "<", "\u2044": "/", "\ufeff": "", "\u200b": "",
}  # fmt: skip

#: Characters that nothing stands for were shown as "?"; said once, at the end.
_lost: list[bool] = []


def adapt_streams() -> None:
    """Let standard output and standard error replace what they cannot encode."""
    codecs.register_error(REPLACE, _replace)
    codecs.register(_find_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            ascii_only = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=_ASCII if ascii_only else None, errors=REPLACE)


def print_document(text: str, *, nl: bool = True) -> None:
    """Print what another program reads: in UTF-8, unless a terminal of another encoding shows it."""
    from click import echo

    as_text = output_is_utf8() or sys.stdout.isatty()
    echo(text if as_text else text.encode("utf-8", "replace"), nl=nl)


def output_is_utf8() -> bool:
    """Whether standard output has every character."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return codecs.lookup(encoding).name == "utf-8"


def explain_losses() -> None:
    """Say once, in ASCII, that characters were shown as "?" and what to do about it."""
    lost = bool(_lost)
    _lost.clear()
    if not lost or output_is_utf8():  # half a character, which no encoding has
        return
    name = sys.stdout.encoding.removeprefix("concordant_")
    with suppress(OSError):  # nobody reads it
        print(
            f'concordant: The encoding {name} lacks some of these characters, shown here as "?". Set '
            "PYTHONUTF8=1 (on Windows, run chcp 65001 first); files written with -o are always UTF-8.",
            file=sys.stderr, flush=True,
        )  # fmt: skip


def _find_ascii(name: str) -> codecs.CodecInfo | None:
    if name != _ASCII:
        return None
    known = codecs.lookup("ascii")
    return codecs.CodecInfo(
        known.encode, known.decode, known.streamreader, known.streamwriter, known.incrementalencoder,
        known.incrementaldecoder, name,
    )  # fmt: skip


def _replace(problem: UnicodeError) -> tuple[str, int]:
    """What stands for the characters that the encoding lacks: an error handler of `codecs`."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    found = [_in_ascii(sign) for sign in problem.object[problem.start : problem.end]]
    if None in found:
        _lost.append(True)
    return "".join("?" if escape is None else escape for escape in found), problem.end


def _in_ascii(sign: str) -> str | None:
    """A sign as ASCII writes it, or None where nothing would be understood."""
    import unicodedata

    if sign in _SIGNS:
        return _SIGNS[sign]
    if (name := unicodedata.name(sign, "")).startswith("GREEK") and " LETTER " in name:
        return name.partition(" LETTER ")[2].partition(" ")[0].lower().replace("lamda", "lambda")
    plain = unicodedata.normalize("NFKD", sign)
    text = "".join(_SIGNS.get(part, part) for part in plain if not unicodedata.combining(part))
    if not text.isascii():
        return None
    return f"^{text}" if unicodedata.decomposition(sign).startswith("<super>") else text
