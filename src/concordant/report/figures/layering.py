"""Charts put together: drawn over one another, or side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .drawing import altair


@dataclass(frozen=True)
class LayeredChart:
    """Charts as one specification, the one Altair would write, which copies each of them many times."""

    how: str
    parts: tuple[Any, ...]
    look: dict[str, Any]

    def properties(self, **look: Any) -> LayeredChart:
        """The charts with another look: width, height, title."""
        return LayeredChart(self.how, self.parts, {**self.look, **look})

    @property
    def data(self) -> Any:
        """What all parts are drawn from; None where they differ."""
        first = self.parts[0].data
        return first if all(part.data is first for part in self.parts) else None

    def to_dict(self, **_: Any) -> dict[str, Any]:
        """The whole specification."""
        return {**self.written(), "$schema": altair().SCHEMA_URL}

    def written(self, *, with_data: bool = True) -> dict[str, Any]:
        """It as a part of a specification; data that all parts share stand once."""
        shared = self.data
        parts = [_written(part, with_data=shared is None) for part in self.parts]
        data = _rows(shared) if with_data and shared is not None else {}
        return {self.how: parts, **data, **{name: _plain(x) for name, x in sorted(self.look.items())}}


def layered(*charts: Any, **look: Any) -> LayeredChart:
    """One over the other, the first below."""
    return LayeredChart("layer", charts, look)


def beside(*charts: Any, **look: Any) -> LayeredChart:
    """One beside the other, the first on the left."""
    return LayeredChart("hconcat", charts, look)


def _written(part: Any, *, with_data: bool) -> dict[str, Any]:
    if isinstance(part, LayeredChart):
        return part.written(with_data=with_data)
    bare = part.copy(deep=False)
    bare.data = altair().Undefined
    drawn = bare.to_dict(validate=False, context={"top_level": False, "data": part.data})
    return {**(_rows(part.data) if with_data else {}), **drawn}


def _rows(data: Any) -> dict[str, Any]:
    """Rows are plain already (`values`), so nothing looks at each number again."""
    return {"data": {"values": list(data.values)}}


def _plain(look: Any) -> Any:
    return look.to_dict(validate=False) if hasattr(look, "to_dict") else look
