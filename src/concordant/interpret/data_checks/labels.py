"""Checks of labels: two spellings of one, numbers or grades in disguise, categories used by nobody or all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...quote import quote
from ...ratings.grade_words import folded
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from .scale_doubt import LIMITS, ScaleDoubt, doubt

#: Pairs of words for yes and no; the first of each is "yes".
TRUTHS = (
    ("true", "false"), ("t", "f"), ("yes", "no"), ("y", "n"), ("1", "0"), ("1.0", "0.0"),
    ("是", "否"), ("对", "错"), ("真", "假"),
)  # fmt: skip

#: What stands around the number of a rating; around other numbers ("type 3") it is only a name.
_NUMBER = re.compile(
    r"(level|grade|score|rating|等级|评分|)\s*(\d+(?:\.\d+)?)\s*(stars?|points?|pts?|%|分|星|级|点|)",
    re.IGNORECASE,
)


def labels(ratings: Ratings, counts: Floats, n_items: float) -> Iterator[ScaleDoubt]:
    """What the labels themselves, and how often each was used, make one ask; `counts` is by label."""
    texts = [x for x in ratings.labels.tolist() if isinstance(x, str)]
    used = dict(zip(ratings.labels.tolist(), counts.tolist(), strict=True))
    mixed = list(_mixed_truth(texts, used))
    yield from mixed or _look_alike(texts, used)
    if not mixed and not ratings.scale.declared:
        yield from _numbers_in_text(texts)
    yield from _never_used(ratings, counts, n_items)
    yield from _one_value(ratings, counts, n_items)


def _rarer(groups: Iterable[Sequence[str]], used: Mapping[Any, float]) -> dict[str, float]:
    """The share of all ratings that are not in the commonest way of writing their group."""
    total = sum(used.values())
    stray = sum(sum(used[x] for x in same) - max(used[x] for x in same) for same in groups if same)
    return {"share": stray / total if total else 0.0}


def _look_alike(texts: Sequence[str], used: Mapping[Any, float]) -> Iterator[ScaleDoubt]:
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(folded(text), []).append(text)
    for same in groups.values():
        if len(same) > 1:
            option = f"merge={quote(dict.fromkeys(same[1:], same[0]))}"
            facts = {"labels": [f"“{label}”" for label in same], "written": same, "option": option}
            yield doubt("look-alike", facts, about=("written",), evidence=_rarer([same], used))


def _mixed_truth(texts: Sequence[str], used: Mapping[Any, float]) -> Iterator[ScaleDoubt]:
    """All labels say yes or no, in more than one way of writing it."""
    ways = {folded(text): [pair for pair in TRUTHS if folded(text) in pair] for text in texts}
    pairs_used = {pair for pairs in ways.values() for pair in pairs}
    if len(pairs_used) > 1 and all(ways.values()):
        yes = [text for text in texts if any(folded(text) == pair[0] for pair in TRUTHS)]
        no = [text for text in texts if text not in yes]
        merged = {**dict.fromkeys(yes[1:], yes[0]), **dict.fromkeys(no[1:], no[0])}
        facts = {"yes": yes, "no": no, "written": list(texts), "option": f"merge={quote(merged)}"}
        yield doubt("mixed-truth", facts, about=("written",), evidence=_rarer([yes, no], used))


def _numbers_in_text(texts: Sequence[str]) -> Iterator[ScaleDoubt]:
    """Text that is nearly all numbers, or numbers with the same words around them: "3分", "4 stars"."""
    found = {text: _NUMBER.fullmatch(unicodedata.normalize("NFKC", text).strip()) for text in texts}
    numbers = [text for text, match in found.items() if match and not (match[1] or match[3])]
    words = [text for text in texts if text not in numbers]
    if len(numbers) >= 2 and 0 < len(words) < len(numbers):
        option = f"missing={quote(words)}"
        facts = {"words": [f"“{w}”" for w in words], "numbers": numbers, "written": words, "option": option}
        yield doubt("words-among-numbers", facts, about=("written",))
    if len(texts) >= 3 and len(words) == len(texts) and all(found.values()):
        order = sorted(texts, key=lambda text: float(found[text][2]))  # type: ignore[index]
        facts = {
            "labels": [f"“{x}”" for x in order],
            "written": order,
            "option": f"categories={order!r}",
        }
        yield doubt("numbers-in-words", facts, about=("written",))


def _never_used(ratings: Ratings, counts: Floats, n_items: float) -> Iterator[ScaleDoubt]:
    """Declared, and used by nobody: (1 − 1/3k)ⁿ is the chance of that for one a third as common as most."""
    k = len(ratings.labels)
    if not ratings.scale.declared or ratings.scale.categories is None or not counts.sum():
        return
    p = (1 - LIMITS.unused_share / k) ** n_items
    unused = [x for x, count in zip(ratings.labels.tolist(), counts, strict=True) if not count]
    if unused and p < LIMITS.unused_alpha:
        used = [x for x, count in zip(ratings.labels.tolist(), counts, strict=True) if count]
        facts = {"labels": [str(x) for x in unused], "n": len(unused), "items": n_items}
        facts |= {"option": f"categories={quote(used)}"}
        yield doubt("never-used", facts, about=("labels",), n=n_items, p_value=p)


def _one_value(ratings: Ratings, counts: Floats, n_items: float) -> Iterator[ScaleDoubt]:
    """Ratings of one item follow each other, so the test counts items."""
    from scipy.special import bdtrc

    total = float(counts.sum())
    if not total or ratings.scale.categories is None:
        return
    share = float(counts.max()) / total
    n = round(n_items)
    p = float(bdtrc(max(np.floor(share * n) - 1, 0), n, LIMITS.one_value))
    if share > LIMITS.one_value and p < LIMITS.one_value_alpha:
        label = str(ratings.labels[int(np.argmax(counts))])
        facts = {"label": label, "share": share, "n": total}
        yield doubt("one-value", facts, about=("label",), n=total, p_value=p, evidence={"share": share})
