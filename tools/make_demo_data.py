"""Write the bundled ratings: simulated scores of one person and one judge, from 0 to 4.

The person's scores follow the distribution of a usual evaluation: mostly 3, few 0. The judge gives the
person's score with a chance that depends on the content, else a neighbouring one, more often the
higher. The seed is fixed, so the file is the same everywhere.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).resolve().parents[1] / "src/concordant/data/demo.csv"
SEED = 2026
SCORES = (0, 1, 2, 3, 4)


class Content(NamedTuple):
    """A content type: how many items, how they are scored, and how the judge does on them."""

    name: str
    items: int
    scores: tuple[int, ...]  # out of 100, for 0 to 4
    same: float  # how often the judge gives the person's score
    higher: float  # how often, when it does not, it gives a higher one


CONTENTS = (
    Content("news_qa", 300, (6, 11, 19, 46, 18), 0.72, 0.62),
    Content("chat", 180, (5, 12, 22, 43, 18), 0.66, 0.70),
    Content("emotional_support", 120, (5, 14, 25, 40, 16), 0.50, 0.85),
)


def rows() -> list[str]:
    """The lines of the file, items of all contents mixed."""
    rng = random.Random(SEED)  # noqa: S311
    pairs = [(c.name, *_scores(c, rng)) for c in CONTENTS for _ in range(c.items)]
    rng.shuffle(pairs)
    body = [f"{i:03d},{name},{human},{judge}" for i, (name, human, judge) in enumerate(pairs, 1)]
    return ["item,content_type,human,judge", *body]


def _scores(c: Content, rng: random.Random) -> tuple[int, int]:
    human = rng.choices(SCORES, c.scores)[0]
    if rng.random() < c.same:
        return human, human
    step = (1 if rng.random() < c.higher else -1) * (2 if rng.random() < 0.15 else 1)
    return human, min(max(human + step, SCORES[0]), SCORES[-1])


def text() -> str:
    """The whole file."""
    return "\n".join(rows()) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
