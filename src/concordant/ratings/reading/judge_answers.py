"""The score in an answer: JSON, also in a code fence or in prose, "Score: 4/5", "4 - good", "80%", "★★★"."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...engines.json_values import json_value
from ..grade_words import folded, is_grade
from ..native import is_gap
from ..observed import MISSING_TEXT, number_in

#: Keys of an object that hold its score, the likeliest first.
SCORE_KEYS = (
    "score", "rating", "final_score", "overall_score", "overall", "grade", "label", "verdict", "number",
    "choices", "choice", "value", "result", "output", "评分", "得分", "分数", "打分", "总分", "等级", "标签",
    "结论",
)  # fmt: skip

#: Objects within objects are followed this far.
_DEEPEST = 6
#: A text is searched for brackets and for scores in its first and its last so many characters.
_LONGEST = 20_000


@dataclass(frozen=True)
class Answer:
    """What a judge answered: a number, a word or a truth value; `out_of` is 5 for "4/5"."""

    value: Any
    out_of: float | None = None


def read_answer(answer: Any) -> Answer | None:
    """The one score in an answer; None where there is none, or where there are several that differ."""
    return _read(answer, _DEEPEST)


def _read(answer: Any, depth: int) -> Answer | None:
    if depth <= 0 or is_gap(answer):
        return None
    if isinstance(answer, (bool, np.bool_)):
        return Answer(bool(answer))
    if isinstance(answer, (int, float, np.integer, np.floating)):
        return Answer(answer)
    if isinstance(answer, Mapping):
        return _of_object(answer, depth)
    if isinstance(answer, (list, tuple)):
        return _read(answer[0], depth - 1) if len(answer) == 1 else None
    return _of_text(answer, depth) if isinstance(answer, str) else None


def _of_object(answer: Mapping[Any, Any], depth: int) -> Answer | None:
    """The value of the key that says it holds the score, or the only value; words count only here."""
    plain = {re.sub(r"[\W_]+", "_", str(name).strip().casefold()): held for name, held in answer.items()}
    for name in SCORE_KEYS:
        if name in plain:
            return _word_or_score(plain[name], depth - 1)
    return _word_or_score(next(iter(plain.values())), depth - 1) if len(plain) == 1 else None


def _word_or_score(held: Any, depth: int) -> Answer | None:
    if (found := _read(held, depth)) is not None:
        return found
    if isinstance(held, (list, tuple)) and len(held) == 1 and depth > 0:
        return _word_or_score(held[0], depth - 1)
    word = held.strip() if isinstance(held, str) else ""
    return (
        Answer(word) if word and word not in MISSING_TEXT and len(word) <= 40 and "\n" not in word else None
    )


def _of_text(text: str, depth: int) -> Answer | None:
    plain = _shortened(unicodedata.normalize("NFKC", text).strip())
    if (number := number_in(plain)) is not None:
        return Answer(int(number) if number.is_integer() else number)
    for held in json_in(plain):
        found = _word_or_score(held, depth - 1) if isinstance(held, str) else _read(held, depth - 1)
        if found is not None:
            return found
    return _spoken(plain)


def _shortened(text: str) -> str:
    return text if len(text) <= 2 * _LONGEST else f"{text[:_LONGEST]}\n…\n{text[-_LONGEST:]}"


# --- JSON in text -----------------------------------------------------------------------------

_FENCE = re.compile(r"```[a-zA-Z0-9_-]*\s*\n?(.*?)```", re.DOTALL)


def json_in(text: str) -> Iterator[Any]:
    """The JSON that a text is, that its code fences hold, or that its prose holds; the last fence first."""
    yield from _as_json(text)
    for inside in reversed(_FENCE.findall(text)):
        yield from _as_json(inside.strip())
    yield from _in_prose(text)


def _as_json(text: str) -> Iterator[Any]:
    if text[:1] in ("{", "[", '"'):
        try:
            yield json_value(text)
        except (ValueError, RecursionError):
            return


def _in_prose(text: str) -> Iterator[Any]:
    """Objects between words, the last first, as judges reason before they answer."""
    decoder, place = json.JSONDecoder(), text.find("{")
    found: list[Any] = []
    while place >= 0 and len(found) < 50:
        try:
            held, end = decoder.raw_decode(text, place)
            found.append(held)
        except (ValueError, RecursionError):
            end = place + 1
        place = text.find("{", end)
    yield from reversed(found)


# --- scores in words --------------------------------------------------------------------------

_NUMBER = r"[-+]?\d+(?:\.\d+)?|[一二三四五六七八九十零]"
_TOTAL = r"(?:\s*(?:/|out\s+of|of|分?\s*[,(]?\s*满分)\s*(\d+(?:\.\d+)?))?"
#: What may not follow a score: more of a number, or the other end of a range.
_ENDS = r"(?![\d.,]*\d)(?!\s*(?:-|–|~|to\b|或|至|到)\s*\d)(?!\s*%)"
_LABEL = (
    r"(?:score|rating|grade|points?|mark|verdict|评分|得分|分数|打分|总分|最终分|评级|等级)"
    r"\s*(?:\([^)\n]{0,40}\)|\[[^\]\n]{0,40}\])?[\s\"'*_`]*(?:[:=]|\bis\b|为|是|->|→)[\s\"'*_`<\[(]*"
)
_LABELLED = re.compile(rf"{_LABEL}({_NUMBER}){_TOTAL}{_ENDS}", re.IGNORECASE)
_FINAL = re.compile(
    rf"(?:final|overall|total|最终|总体|综合|总)[\s\w的*_]{{0,12}}?{_LABEL}({_NUMBER}){_TOTAL}{_ENDS}",
    re.IGNORECASE,
)
_TAGGED = re.compile(rf"<(?:score|rating|grade|answer)>\s*({_NUMBER}){_TOTAL}\s*</", re.IGNORECASE)
_BRACKETED = re.compile(rf"\[\[\s*({_NUMBER})\s*\]\]()")
_SHARE = re.compile(
    rf"(?<![\d/.])({_NUMBER})\s*(?:/|out\s+of)\s*(\d+(?:\.\d+)?)(?![\d/]|\.\d)", re.IGNORECASE
)
_ALONE = re.compile(rf"({_NUMBER})\s*(?:分|points?|stars?|星|%)[\s.。!]*()", re.IGNORECASE)
_STAR_SIGNS = re.compile(r"([★⭐]+)([☆✩]*)\ufe0f?")
#: A number beside a word, which is a score where the word is a grade: "4 - good", "good (4)".
_NUMBER_AND_GRADE = (
    re.compile(rf"[(\[]?({_NUMBER})[)\]]?\s*[-–—:=.,]?\s*[(\[]?([^\W\d][^()\[\]]*)[)\]]?"),
    re.compile(rf"()([^\W\d][^()\[\]:=]*?)\s*[-–—:=,]?\s*[(\[]?({_NUMBER})[)\]]?"),
)

_STARS = re.compile(rf"(?<![\d/.])({_NUMBER})\s*(?:stars?\b|星)()", re.IGNORECASE)

#: Ways to state a score, the most explicit first.
_WAYS = (_TAGGED, _BRACKETED, _FINAL, _LABELLED, _SHARE, _STARS)
_NUMERALS = {numeral: value for value, numeral in enumerate("零一二三四五六七八九十")}


def _spoken(text: str) -> Answer | None:
    """The score that the most explicit way states; several that differ are no answer."""
    if (written := _written_number(text)) is not None:
        return written
    for way in _WAYS:
        stated = (_answer(*match.groups()) for match in way.finditer(text))
        if found := {one for one in stated if one.out_of is None or one.value <= one.out_of}:
            values = {one.value for one in found}
            totals = {one.out_of for one in found} - {None}
            same = len(values) == 1 and len(totals) <= 1
            return Answer(values.pop(), next(iter(totals), None)) if same else None
    return None


def _written_number(text: str) -> Answer | None:
    """A text that is a number and its unit, a row of stars, or a number beside its grade."""
    if alone := _ALONE.fullmatch(text):
        return _answer(*alone.groups())
    if stars := _STAR_SIGNS.fullmatch(text):
        return Answer(len(stars[1]), float(len(stars[1]) + len(stars[2])) if stars[2] else None)
    for pattern in _NUMBER_AND_GRADE:
        beside = pattern.fullmatch(text)
        if beside and is_grade(folded(beside[2])):
            return _answer(beside[1] or beside[3], None)
    return None


def are_written_numbers(cells: Iterable[Any]) -> bool:
    """Whether all cells are numbers with a unit, stars or a grade, which a column about items may be too."""
    texts = [unicodedata.normalize("NFKC", str(cell)).strip() for cell in cells if not _is_blank(cell)]
    return all(_written_number(text) is not None for text in texts)


def _answer(number: str, total: str | None) -> Answer:
    value = float(_NUMERALS.get(number, number))
    return Answer(int(value) if value.is_integer() else value, float(total) if total else None)


# --- columns of answers -----------------------------------------------------------------------


@dataclass(frozen=True)
class ParsedAnswers:
    """A column of answers as scores, None for gaps and for what could not be parsed.

    `failed` holds the place of each answer that could not be parsed, `out_of` the total that scores were
    given out of, if they were.
    """

    values: list[Any]
    failed: tuple[int, ...]
    out_of: float | None = None


def read_answers(answers: Sequence[Any]) -> ParsedAnswers:
    """The score in each answer; a score out of another total than most is not parsed either.

    A bare word is an answer where others give the same word in JSON.
    """
    found = [None if _is_blank(answer) else read_answer(answer) for answer in answers]
    words = {one.value for one in found if one is not None and isinstance(one.value, str)}
    for place, answer in enumerate(answers):
        if found[place] is None and isinstance(answer, str) and answer.strip() in words:
            found[place] = Answer(answer.strip())
    totals = Counter(one.out_of for one in found if one is not None and one.out_of is not None)
    usual = max(totals, key=lambda total: (totals[total], -total), default=None)
    kept = [one if one is None or one.out_of in (None, usual) else None for one in found]
    failed = tuple(
        place
        for place, (answer, one) in enumerate(zip(answers, kept, strict=True))
        if one is None and not _is_blank(answer)
    )
    return ParsedAnswers([None if one is None else one.value for one in kept], failed, usual)


def share_of_answers(answers: Iterable[Any]) -> float:
    """Of what is neither a gap nor a plain number, the share that states a score.

    The only value of an object counts if it is a number; a word needs a key that says it is the answer.
    """
    held = [answer for answer in answers if not _is_blank(answer) and not _is_plain(answer)]
    return sum(map(_states_score, held)) / len(held) if held else 0.0


def _states_score(answer: Any) -> bool:
    found = read_answer(answer)
    if found is None or not isinstance(found.value, str):
        return found is not None
    objects = [answer] if not isinstance(answer, str) else list(json_in(answer.strip()))
    return any(str(key).casefold() in SCORE_KEYS for one in objects for key in _keys(one))


def _keys(held: Any) -> Iterable[Any]:
    inside = held[0] if isinstance(held, (list, tuple)) and len(held) == 1 else held
    return inside if isinstance(inside, Mapping) else ()


def _is_plain(answer: Any) -> bool:
    """Whether it is a rating as it stands: a number, a truth value, or text that spells a number."""
    if isinstance(answer, str):
        return number_in(answer) is not None
    return not isinstance(answer, (Mapping, list, tuple))


def _is_blank(answer: Any) -> bool:
    if isinstance(answer, str):
        return answer.strip() in MISSING_TEXT
    return not isinstance(answer, (Mapping, list, tuple)) and is_gap(answer)
