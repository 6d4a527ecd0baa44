"""What names of columns are made of: `helpfulness_human` is a dimension and a rater, `judge_run2` a run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ...errors import OptionError
from ...quote import quote
from ..names import ALIASES, is_kind_word, kind_of, plain_name, words

PARTS = ("dimension", "rater", "repeat")
#: Nothing between the parts is a sign too: helpfulnessJudge, 人工有用性, helpfulness(judge).
_SEPARATORS = (" - ", ": ", " / ", "__", "::", "_", "-", ".", ":", "/", "|", " ", "")
_SEAM = re.compile(r"(?<=[^\W_A-Z])(?=[A-Z])|(?<=\w)(?=[(\[（【])")
_BRACKETS = {"(": ")", "[": "]", "（": "）", "【": "】"}
_PLACE = re.compile(r"\{(\w*)\}")

#: More columns than this are features, which are not split.
MOST_NAMES = 300
#: A column for each dimension and rater: (dimension, rater, repeat) by the name of the column.
Parts = Mapping[str, tuple[str, str, str]]

#: Words that name what is rated, not who rates.
_DIMENSIONS = frozenset(
    words(
        "helpfulness helpful harmlessness honesty safety safe accuracy accurate correctness correct "
        "factuality "
        "factual faithfulness groundedness relevance relevant relevancy coherence coherent consistency "
        "fluency "
        "fluent clarity clear completeness conciseness concise creativity depth detail tone style empathy "
        "politeness toxicity bias quality overall usefulness readability informativeness engagement engaging "
        "instruction following naturalness appropriateness format grammar logic reasoning originality "
        "有用性 安全性 准确性 正确性 事实性 忠实性 相关性 连贯性 一致性 流畅性 清晰度 完整性 简洁性 创造性 "
        "深度 语气 "
        "风格 共情 礼貌 质量 总体 可读性 信息量 逻辑性 规范性 专业性 实用性"
    )
)
_RATER_WORDS = frozenset(
    [*ALIASES["rater"], "raters", "ann", "anno", "eval", "system", "machine", "auto", "r", "h", "a"]
)
#: Words before a number that say how often, not who.
_REPEATS = re.compile(
    r"(?P<stem>.+?)[\s_.:-]*(?:run|rerun|repeat|rep|trial|attempt|sample|pass|seed|epoch|iter|try|time|次|第)"
    r"[\s_.:-]*(?P<number>\d+)次?",
    re.IGNORECASE,
)


#: Names that are nothing but a word for a run, with a number behind it.
_RUNS = frozenset(words("run rerun repeat rep trial attempt pass seed epoch 重复"))

#: Parts of names that say which time it was, and the role that a column of them has.
_TIMES = {
    "repeat": re.compile(
        r"(?:run|rerun|repeat|rep|trial|attempt|sample|pass|seed|epoch|session|occasion|次|第)\W*_?\d+次?"
    ),
    "round": re.compile(r"(?:round|iteration|iter|version|v|week|wave|轮|版本|第)\W*_?\d+轮?"),
}


def role_of(parts: Sequence[str]) -> str:
    """What the parts of names beside the rater are: dimensions, repeats, or rounds."""
    plain = [part.strip().casefold() for part in parts]
    return next((role for role, sign in _TIMES.items() if all(map(sign.fullmatch, plain))), "dimension")


def says_rater(part: str) -> bool:
    """Whether a part of a name says who rates: human, judge, gpt4, annotator 2, r1."""
    bare = re.sub(r"\d+$", "", plain_name(part)).strip("_")
    return bool(kind_of(part)) or bare in _RATER_WORDS


def is_rater_word(part: str) -> bool:
    """Whether a part is nothing but a word for a rater, with a number or a letter behind it at most."""
    bare = re.sub(r"[\d甲乙丙丁]+$|(?<=[^\x00-\x7f])[A-Za-z]$", "", part.strip())
    return says_rater(bare) if bare.isascii() else is_kind_word(bare) or plain_name(bare) in _RATER_WORDS


def says_dimension(part: str) -> bool:
    """Whether a part of a name says what about an item is rated."""
    plain = plain_name(part)
    return plain in _DIMENSIONS or any(word in _DIMENSIONS for word in plain.split("_"))


@dataclass(frozen=True)
class Split:
    """Names as every combination of two lists of parts with a sign between them."""

    separator: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    names: Mapping[str, tuple[str, str]]

    def pattern(self, *, rater_last: bool) -> str:
        """How to say which part is which."""
        parts = ("{dimension}", "{rater}") if rater_last else ("{rater}", "{dimension}")
        return self.separator.join(parts)

    def parts(self, *, rater_last: bool) -> dict[str, tuple[str, str, str]]:
        """Dimension and rater of each column."""
        both = {name: (_bare(left), _bare(right)) for name, (left, right) in self.names.items()}
        return {name: (a, b, "") if rater_last else (b, a, "") for name, (a, b) in both.items()}


def find_split(names: Sequence[str]) -> Split | None:
    """The way in which names are two lists combined, each with two parts or more; the most names win."""
    if len(names) > MOST_NAMES:
        return None
    found = [split for separator in _SEPARATORS for split in _splits(names, separator)]
    return max(found, key=lambda s: (len(s.names), -abs(len(s.left) - len(s.right))), default=None)


def _splits(names: Sequence[str], separator: str) -> Iterator[Split]:
    """Each split of a name says which parts go with its left and with its right one."""
    with_left: dict[str, list[str]] = {}
    with_right: dict[str, list[str]] = {}
    for name in names:
        for left, right in _cuts(name, separator):
            with_left.setdefault(left, []).append(right)
            with_right.setdefault(right, []).append(left)
    for rights in with_left.values():
        for right in rights if len(rights) > 1 else ():
            lefts = with_right[right]
            made = {f"{a}{separator}{b}": (a, b) for a, b in product(lefts, rights)}
            there = {name: made[name] for name in names if name in made}
            if len(there) >= max(4, 0.75 * len(made)) and len(lefts) > 1:
                yield Split(separator, tuple(lefts), tuple(rights), there)


def _bare(part: str) -> str:
    """A part without the brackets around it."""
    return part[1:-1].strip() if len(part) > 2 and _BRACKETS.get(part[0]) == part[-1] else part


def _cuts(name: str, separator: str) -> list[tuple[str, str]]:
    if not separator:
        return [(name[:k], name[k:]) for k in _seams(name)]
    pieces = name.split(separator)
    cuts = ((separator.join(pieces[:k]), separator.join(pieces[k:])) for k in range(1, len(pieces)))
    return [(a, b) for a, b in cuts if a.strip() and b.strip()]


def _seams(name: str) -> list[int]:
    """Where a part may end without a sign: at a capital or a bracket, or where a Chinese rater is named."""
    found = [match.start() for match in _SEAM.finditer(name)]
    if name.isascii():
        return found
    chinese = [k for k in range(1, len(name)) if not name[k - 1 : k + 1].isascii() and k not in found]
    return found + [k for k in chinese if is_rater_word(name[:k]) or is_rater_word(name[k:])]


def split_by(pattern: str, names: Sequence[str]) -> dict[str, tuple[str, str, str]]:
    """The parts of the names that a pattern such as "{dimension}_{rater}" fits."""
    places = _PLACE.findall(pattern)
    if "rater" not in places or len(set(places)) != len(places) or not set(places) <= set(PARTS):
        raise OptionError(
            "columns must be a pattern of names with {rater} and {dimension} or {repeat} in it, such as "
            f"'{{dimension}}_{{rater}}', or '{{item}}' where each row is a rater, got {quote(pattern)}."
        )
    own = _regular(pattern, names)
    if "}{" in pattern:
        return own or {}
    found = _fitting(pattern, names)
    if pattern.endswith("{repeat}") and "dimension" in places:
        once = _fitting(re.sub(r"[^{}]*\{repeat\}$", "", pattern), [n for n in names if n not in found])
        known = {dimension for dimension, _, _ in found.values()}
        found |= {name: parts for name, parts in once.items() if parts[0] in known}
        found = {name: found[name] for name in names if name in found}
    return own if own and len(own) >= len(found) else found


def _fitting(pattern: str, names: Sequence[str]) -> dict[str, tuple[str, str, str]]:
    """The parts of the names that a pattern fits as it is; a repeat is one sign, or has a number in it."""
    literal = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(pattern))
    literal = literal.replace("(?P<repeat>.+)", r"(?P<repeat>\w*\d\w*|\w)")
    found = {}
    for name in names:
        if match := re.fullmatch(literal, name):
            parts = {place: _bare(part) for place, part in match.groupdict().items()}
            found[name] = (parts.get("dimension", ""), parts["rater"], parts.get("repeat", ""))
    return found


def _regular(pattern: str, names: Sequence[str]) -> dict[str, tuple[str, str, str]] | None:
    """Where parts hold the sign between them, the split that makes every combination is meant."""
    shape = re.fullmatch(r"\{(dimension|rater)\}([^{}]*)\{(dimension|rater)\}", pattern)
    if shape is None:
        return None
    best = max(_splits(names, shape[2]), key=lambda s: len(s.names), default=None)
    return None if best is None else best.parts(rater_last=shape[3] == "rater")


def repeats_of(names: Sequence[str]) -> dict[str, list[str]]:
    """The columns of raters that are numbered as runs: {"judge": ["judge_run1", "judge_run2"]}."""
    found: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        if match := _REPEATS.fullmatch(name):
            found.setdefault(match["stem"], []).append((int(match["number"]), name))
    return {
        stem: [name for _, name in sorted(runs)]
        for stem, runs in found.items()
        if len(runs) > 1 and kind_of(stem) and stem not in names
    }


def is_run(stem: str) -> bool:
    """Whether a name is nothing but a word for a run."""
    return plain_name(stem) in _RUNS


def _is_machine_or_run(stem: str) -> bool:
    """Whether what stands before a number is a judge, or says that runs are counted."""
    return is_run(stem) or (kind_of(stem) in ("judge", "code") and not _VERSION.search(stem))


def numbered_machines(names: Sequence[str]) -> dict[str, list[str]]:
    """Columns of one judge with the numbers 1, 2, … behind its name, which may count its runs.

    Numbers of versions do not: judge_v1 and judge_v2 are two judges.
    """
    found: dict[str, dict[int, str]] = {}
    for name in names:
        match = _NUMBERED.fullmatch(name)
        if match and _is_machine_or_run(match["stem"]):
            found.setdefault(match["stem"], {})[int(match["number"])] = name
    return {
        stem: [own[k] for k in sorted(own)]
        for stem, own in found.items()
        if len(own) > 1 and sorted(own) == list(range(1, len(own) + 1))
    }


_VERSION = re.compile(r"(?:[\W_]|[^\x00-\x7f])v(?:er(?:sion)?)?$|版本?$", re.IGNORECASE)
_NUMBERED = re.compile(r"(?P<stem>.*[^\d\s_.:-])[\s_.:-]*(?P<number>\d{1,2})")


def numbered_alike(names: Sequence[str]) -> dict[str, list[str]]:
    """Columns of several stems with the same numbers behind them: {"ann": ["ann1", "ann2"], "bob": […]}."""
    found: dict[str, dict[int, str]] = {}
    for name in names:
        if match := _NUMBERED.fullmatch(name):
            found.setdefault(match["stem"], {})[int(match["number"])] = name
    numbers = {tuple(sorted(own)) for own in found.values()}
    alike = len(found) > 1 and len(numbers) == 1 and min(map(len, found.values())) > 1
    return {stem: [own[k] for k in sorted(own)] for stem, own in found.items()} if alike else {}
