"""A study or a gate whose long names are cut, where a name of ten thousand signs has no room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from ..interpret.record import Record

Kept = TypeVar("Kept", bound=Record)

#: So many signs of a name are shown; a checksum, which some items are named by, has fewer.
MOST = 80
#: Where our own sentences stand, those of the items, and options to paste; all other text is a name.
_SENTENCES = {
    "text", "title", "meaning", "en", "zh", "texts", "comments", "method", "fingerprint", "option", "take",
}  # fmt: skip


def shortened(study: Kept, most: int = MOST) -> Kept:
    """The study with long names cut alike everywhere, and different names differently."""
    data = study.to_dict()
    names = sorted({name for name in _names(data) if len(name) > most})
    if not names:
        return study
    alone = [name for name in names if not any(other in name for other in names if other != name)]
    return type(study).from_dict(_walked(data, _cut(alone, most)))


def _names(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield name
            if name not in _SENTENCES and not (name == "reference" and isinstance(inner, str)):
                yield from _names(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner, key)
    elif isinstance(value, str):
        yield value


def _cut(names: list[str], most: int) -> dict[str, str]:
    """The beginning of each; of those that begin alike, the second and so on are numbered."""
    cut: dict[str, str] = {}
    seen: dict[str, int] = {}
    for name in names:
        start = name[: most - 1].rstrip()
        seen[start] = seen.get(start, 0) + 1
        cut[name] = f"{start}…" if seen[start] == 1 else f"{start}… ({seen[start]})"
    return cut


def _walked(value: Any, cut: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {_cut_in_text(name, cut): _walked(inner, cut) for name, inner in value.items()}
    if isinstance(value, list):
        return [_walked(inner, cut) for inner in value]
    return _cut_in_text(value, cut) if isinstance(value, str) else value


def _cut_in_text(text: str, cut: Mapping[str, str]) -> str:
    """The text with every long name in it cut."""
    for name, short in cut.items():
        if name in text:
            text = text.replace(name, short)
    return text
