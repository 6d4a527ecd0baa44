"""Write the bundled ratings: simulated scores of one person and two versions of a judge, from 0 to 4.

The person's scores follow the distribution of a usual evaluation: mostly 3, few 0. The judge gives the
person's score with a chance that depends on the content, else a neighbouring one, more often the
higher. Its second version is better on emotional support. The seeds are fixed, so the file is the same
everywhere.
"""

from __future__ import annotations

import random
from itertools import chain
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).resolve().parents[1] / "src/concordant/data/demo.csv"
SEED, SEED_V2 = 2026, 2027
SCORES = (0, 1, 2, 3, 4)


class Content(NamedTuple):
    """A content type: how many items, how they are scored, and how the judge does on them."""

    name: str
    items: int
    scores: tuple[int, ...]  # out of 100, for 0 to 4
    same: float  # how often the judge gives the person's score
    higher: float  # how often, when it does not, it gives a higher one
    same_v2: float  # how often its second version gives the person's score
    higher_v2: float


CONTENTS = (
    Content("news_qa", 300, (6, 11, 19, 46, 18), 0.72, 0.62, 0.73, 0.60),
    Content("chat", 180, (5, 12, 22, 43, 18), 0.66, 0.70, 0.68, 0.64),
    Content("emotional_support", 120, (5, 14, 25, 40, 16), 0.50, 0.85, 0.66, 0.65),
)


def rows() -> list[str]:
    """The lines of the file, items of all contents mixed."""
    rng, second = random.Random(SEED), random.Random(SEED_V2)  # noqa: S311
    scored = []
    for c in chain.from_iterable([content] * content.items for content in CONTENTS):
        human = rng.choices(SCORES, c.scores)[0]
        scored.append((c, human, _judged(human, c.same, c.higher, rng)))
    rng.shuffle(scored)
    body = [
        f"{i:03d},{c.name},{human},{judge},{_judged(human, c.same_v2, c.higher_v2, second)}"
        for i, (c, human, judge) in enumerate(scored, 1)
    ]
    return ["item,content_type,human,judge,judge_v2", *body]


def _judged(human: int, same: float, higher: float, rng: random.Random) -> int:
    if rng.random() < same:
        return human
    step = (1 if rng.random() < higher else -1) * (2 if rng.random() < 0.15 else 1)
    return min(max(human + step, SCORES[0]), SCORES[-1])


def text() -> str:
    """The whole file."""
    return "\n".join(rows()) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
