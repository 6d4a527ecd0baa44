"""Cells of a workbook that hold an error, such as #N/A: the reader of workbooks gives them as empty."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections import Counter
from xml.sax.saxutils import unescape

_SHEET = re.compile(rb"<(?:\w+:)?sheet\s[^>]*?\bname=\"([^\"]*)\"[^>]*?\br:id=\"([^\"]*)\"")
_TARGET = re.compile(rb"<Relationship\s[^>]*>")
_ERROR = re.compile(
    rb"<(?:\w+:)?c\s[^>]*?\bt=\"e\"[^>]*>(?:(?!</(?:\w+:)?c>).)*?<(?:\w+:)?v>(#[^<]{1,20})<", re.DOTALL
)
#: A larger sheet is not looked through.
_LONGEST = 200_000_000


def workbook_errors(path: str, sheet: str) -> Counter[str]:
    """How often each error stands in a sheet; nothing for files that are not .xlsx."""
    try:
        with zipfile.ZipFile(path) as archive:
            part = _part_of(archive, sheet)
            if part is None or archive.getinfo(part).file_size > _LONGEST:
                return Counter()
            return Counter(found.decode("utf-8", "replace") for found in _ERROR.findall(archive.read(part)))
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, OSError, RuntimeError):
        return Counter()


def _part_of(archive: zipfile.ZipFile, sheet: str) -> str | None:
    """The part of the archive that holds a sheet."""
    sheets = _SHEET.findall(archive.read("xl/workbook.xml"))
    wanted = next((key for name, key in sheets if unescape(name.decode("utf-8", "replace")) == sheet), None)
    for relation in _TARGET.findall(archive.read("xl/_rels/workbook.xml.rels")):
        key, target = (re.search(rb"\b%s=\"([^\"]*)\"" % word, relation) for word in (b"Id", b"Target"))
        if key and target and key[1] == wanted:
            return "xl/" + target[1].decode().removeprefix("/").removeprefix("xl/")
    return None
