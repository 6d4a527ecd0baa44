"""What every measurement returns: a frozen value that can be shown, stored and read back."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from html import escape
from typing import TYPE_CHECKING, Any

from . import columns as col
from .errors import InputError, is_number
from .number_text import show, show_count
from .plain_json import JsonValue, plain, unplain, written_by_us
from .wording import text_in


class Sentence(str):
    """A note's sentence in English; called with a language, the sentence in that language."""

    __slots__ = ("note",)
    note: Note

    def __call__(self, lang: str = "en") -> str:
        return str(self) if lang == "en" else text_in("note", self.note, lang)


@dataclass(frozen=True, slots=True)
class Note(JsonValue):
    """Something the reader should know about a number: a short code and one plain sentence.

    `note.text` is the sentence in English, `note.text("zh")` in Chinese. `facts` are the numbers and names
    in it, and notes it is made of.
    """

    code: str
    text: Sentence
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    if TYPE_CHECKING:

        def __init__(self, code: str, text: str, facts: Mapping[str, Any] = ...) -> None: ...

    def __post_init__(self) -> None:
        sentence = Sentence(self.text)
        sentence.note = self
        object.__setattr__(self, "text", sentence)

    def __str__(self) -> str:
        return str(self.text)

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON; a sentence without facts is code and text alone."""
        facts = {"facts": plain(self.facts)} if self.facts else {}
        return {"code": self.code, "text": str(self.text), **facts}


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval: its ends, its level and the method that gave it."""

    low: float
    high: float
    level: float
    method: str

    def __contains__(self, value: object) -> bool:
        return is_number(value) and self.low <= value <= self.high  # type: ignore[operator]

    def ends(self) -> tuple[str, str]:
        """Both ends as shown, with enough digits to distinguish them."""
        for digits in range(3, 9):
            low, high = show(self.low, digits), show(self.high, digits)
            if low != high or self.low == self.high:
                break
        return low, high

    def __str__(self) -> str:
        return "[{}, {}]".format(*self.ends())


def equal_fields(a: Any, b: Any) -> bool:
    """Whether two dataclasses of one kind are equal field by field, where nan equals nan.

    The equality that Python generates compares nan as unequal from 3.13 on, and the same nan as equal before.
    """
    return type(a) is type(b) and all(_alike(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))


def _alike(a: Any, b: Any) -> bool:
    """Equal, with nan equal to nan within tuples and mappings too."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_alike(value, b[key]) for key, value in a.items())
    undefined = isinstance(a, float) and isinstance(b, float) and a != a and b != b
    return undefined or bool(a == b)


@dataclass(frozen=True, kw_only=True)
class Result(JsonValue):
    """One number with its uncertainty, how it was computed, and what to know about it.

    An estimate that is not defined is `nan`, has no interval, and has a note that gives the reason.

    Attributes
    ----------
    measure : str
        Name of the coefficient, as in Python.
    title : str
        Its title, for people.
    estimate : float
        The value.
    se : float
        Its standard error.
    interval : Interval or None
        The confidence interval: `low`, `high`, `level` and `method`.
    p_value : float
        Of the test against no agreement, or against `null=…`; nan where there is no such value.
    n_items : float
        How many items it is based on.
    n_raters : int
        How many raters it is based on.
    method : str
        How the interval was made.
    options : mapping
        Options that differ from the usual ones.
    notes : tuple of Note
        What the reader should know: a code and a sentence each.
    details : mapping
        What is behind the estimate: observed and expected agreement, null standard error, z, …
    parts : tuple of Result
        Results for categories, raters or limits, where the coefficient has them.
    category : str or None
        What a part is about.
    """

    measure: str
    title: str
    estimate: float
    se: float = math.nan
    interval: Interval | None = None
    p_value: float = math.nan
    n_items: float = 0
    n_raters: int = 0
    method: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    parts: tuple[Result, ...] = ()
    category: str | None = None

    def __post_init__(self) -> None:
        if math.isnan(self.estimate) and not self.parts and not self.notes:
            raise InputError(f"{self.measure} is undefined, but no note states why.")

    @classmethod
    def deferred(cls, find: Callable[[], Mapping[str, Any]], **known: Any) -> Result:
        """A result with a number whose `DEFERRED` fields are found by `find` when one is first looked at.

        Where `find` gives `find_interval` in the place of the interval, that is put off once more.
        """
        result = object.__new__(cls)
        result.__dict__.update(known, _find=find)
        return result

    def _complete(self) -> dict[str, Any]:
        """All fields by name, those that were put off among them."""
        held = self.__dict__
        if (find := held.get("_find")) is not None:
            held.update(find())
            held.pop("_find", None)  # another thread may have been as fast
        return held

    def _with_interval(self) -> dict[str, Any]:
        """All fields by name, the interval found too."""
        held = self._complete()
        if (find := held.get("find_interval")) is not None:
            held["interval"] = find()
            held.pop("find_interval", None)
        return held

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied."""
        return self._with_interval()

    def __eq__(self, other: object) -> bool:
        """What is undefined here and there is equal, unlike two nan."""
        return equal_fields(self, other)

    @property
    def defined(self) -> bool:
        """Whether there is a number at all."""
        return not math.isnan(self.estimate)

    @property
    def in_parts(self) -> bool:
        """Whether a method gave its parts, such as abilities, and there is no number for all of them."""
        return not self.defined and bool(self.parts) and self.method not in ("", "undefined")

    def text(self, lang: str = "en") -> str:
        """The result in words, "en" or "zh": the number, what is behind it, its parts and its notes."""
        return text_in("result", self, lang)

    def tidy(self) -> list[dict[str, Any]]:
        """One row for the result and one for each of its parts, with the names of `columns.py`."""
        return [result._row() for result in (self, *self.parts)]

    def _row(self) -> dict[str, Any]:
        low, high, level = (
            (self.interval.low, self.interval.high, self.interval.level)
            if self.interval
            else (math.nan, math.nan, math.nan)
        )
        return dict(
            zip(
                col.RESULT_COLUMNS,
                (
                    self.measure,
                    self.category,
                    self.estimate,
                    self.se,
                    low,
                    high,
                    level,
                    self.p_value,
                    self.n_items,
                    self.n_raters,
                    self.method,
                ),
                strict=True,
            )
        )

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON: no nan, no infinity; `Result.from_dict` gives the same result back."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Result:
        """The result that `to_dict` wrote; what a report added to it is ignored."""
        with written_by_us(data, cls.__name__):
            known = {f.name for f in fields(cls)}
            raw = {key: unplain(value) for key, value in data.items() if key in known}
            interval = raw.get("interval")
            return cls(
                **{
                    **raw,
                    "interval": Interval(**interval) if interval else None,
                    "notes": tuple(Note(**note) for note in raw.get("notes", ())),
                    "parts": tuple(cls.from_dict(part) for part in data.get("parts", ())),
                }
            )

    def __str__(self) -> str:
        lines = [f"{self.measure} {self._number()}"]
        lines += [f"  {part.category}: {part._number()}" for part in self.parts]
        lines += [f"  note: {note.text}" for note in self.notes]
        return "\n".join(lines)

    def _number(self) -> str:
        """The estimate with its interval, and what it rests on."""
        if self.in_parts:
            return f"(n={show_count(self.n_items)}, {self.method})"
        shown = show(self.estimate) if self.defined else "undefined"
        interval = f" {self.interval}" if self.interval else ""
        how = f", {self.method}" if self.defined else ""
        return f"{shown}{interval} (n={show_count(self.n_items)}{how})"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(h)}</th>" for h in ("", "estimate", "std. error", "interval", "p", "n"))
        body = "".join(result._html_row() for result in (self, *self.parts))
        notes = "".join(f"<li>{escape(note.text)}</li>" for note in self.notes)
        caption = f"<caption>{escape(self.title)} · {escape(self.method)}</caption>"
        table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return table + (f"<ul>{notes}</ul>" if notes else "")

    def _html_row(self) -> str:
        cells = (
            self.category if self.category is not None else self.measure,
            show(self.estimate) if self.defined else "–" if self.in_parts else "undefined",
            show(self.se),
            str(self.interval or "–"),
            show(self.p_value),
            show_count(self.n_items),
        )
        return "<tr>" + "".join(f"<td>{escape(str(c))}</td>" for c in cells) + "</tr>"


#: The fields of a result that may be found later: how uncertain the number is, and what to know about it.
DEFERRED = ("se", "interval", "p_value", "method", "notes", "details")


class _DeferredField:
    """Asked only where a result does not hold the field yet, as Python asks for any class attribute."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, result: Result | None, kind: type[Result]) -> Any:
        if result is None:
            return self
        held = result._with_interval() if self.name == "interval" else result._complete()
        return held[self.name]


for _name in DEFERRED:
    setattr(Result, _name, _DeferredField(_name))


def interval_method(result: Result) -> str | None:
    """How the interval of a result is made, None where it has none; the interval is not found for this."""
    if "find_interval" in result._complete():
        return result.method
    return None if result.interval is None else result.interval.method
