"""A study or a gate whose long names are cut, where a name of ten thousand signs has no room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
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
    """The study with long names cut alike everywhere, and different names differently.

    Fields that are put off name the same raters, categories and columns as the others, so they are found only
    where there is something to cut.
    """
    if not any(len(name) > most for name in _names(study)):
        return study
    data = study.to_dict()
    names = sorted({name for name in _names(data) if len(name) > most})
    alone = [name for name in names if not any(other in name for other in names if other != name)]
    return type(study).from_dict(_walked(data, _cut(alone, most)))


def _names(value: Any) -> Iterator[str]:
    """All text that may be a name, in a record (as far as it was found) or in what was made of it."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, (list, tuple)):
            waiting += (inner for inner in value if not isinstance(inner, float))
        elif isinstance(value, Mapping) or is_dataclass(value):
            for name, inner in (value if isinstance(value, Mapping) else _found_fields(value)).items():
                yield str(name)
                if name not in _SENTENCES and not (name == "reference" and isinstance(inner, str)):
                    waiting.append(inner)


def _found_fields(record: Any) -> dict[str, Any]:
    """The fields of a record that need not be computed now."""
    known = getattr(record, "__dict__", None)
    names = [field.name for field in fields(record)]
    return {name: getattr(record, name) for name in names if known is None or name in known}


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
