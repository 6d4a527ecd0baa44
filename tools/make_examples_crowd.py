"""Write the example `crowd`: 40 workers grade how hurtful 320 posts are, five of them each.

A simulated job of content moderation with labels in an order: harmless, mild, moderate, severe. What is
planted, for the study to find:

w07       answers at random
w13       always says harmless
w21, w33  see everything as one step worse
everybody takes mild for moderate and moderate for mild more often than any other two labels

The seed is fixed, so the file is the same everywhere.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

FILE = Path(__file__).resolve().parents[1] / "src/concordant/data/crowd.csv"
SEED = 11
LABELS = ("harmless", "mild", "moderate", "severe")
WORKERS, EACH = 40, 5
RANDOM, CONSTANT, HARSH = (7,), (13,), (21, 33)
SLIP, CONFUSED = 0.06, 0.28

POSTS = {
    0: (
        "Thanks for the {}!",
        "The {} was better than last year.",
        "When does the {} start?",
        "I missed the {} again.",
        "Can somebody explain the {}?",
        "Not my taste, but the {} was fine.",
    ),
    1: (
        "What a silly {}.",
        "Whoever planned the {} was half asleep.",
        "The {} is a joke, honestly.",
        "Only a fool would pay for the {}.",
    ),
    2: (
        "Everybody who likes the {} is an idiot.",
        "You people and your stupid {}: shut up.",
        "The {} crowd are all liars and losers.",
        "Go away and take your {} with you, nobody wants you here.",
    ),
    3: (
        "I know where the {} people live, they had better watch out.",
        "Somebody should beat up whoever made the {}.",
    ),
}
SUBJECTS = (
    "match", "concert", "new timetable", "update", "film", "canteen menu", "school play", "bus strike",
    "town fair", "podcast", "quiz night", "book club", "marathon", "light show", "parking rule", "election",
    "dog park", "garden show", "chess cup", "museum tour",
)  # fmt: skip


def posts(rng: random.Random) -> list[tuple[str, int]]:
    """Every post with its true grade, mixed."""
    found = [
        (form.format(about), true) for true, forms in POSTS.items() for form in forms for about in SUBJECTS
    ]
    rng.shuffle(found)
    return found


def graded(true: int, worker: int, rng: random.Random) -> int:
    """What a worker says of a post."""
    if worker in RANDOM:
        return rng.randrange(len(LABELS))
    if worker in CONSTANT:
        return 0
    said = true
    if true in (1, 2) and rng.random() < CONFUSED:
        said = 3 - true
    elif rng.random() < SLIP:
        said = min(max(true + rng.choice((-1, 1)), 0), len(LABELS) - 1)
    return min(said + 1, len(LABELS) - 1) if worker in HARSH else said


def rows(rng: random.Random) -> Iterator[tuple[str, str, str, str]]:
    """One rating a row; every worker gets as many posts as any other."""
    everybody = list(range(1, WORKERS + 1))
    turn: list[int] = []
    for number, (post, true) in enumerate(posts(rng), 1):
        if not turn:
            rng.shuffle(everybody)
            turn = list(everybody)
        now, turn = turn[:EACH], turn[EACH:]
        for worker in sorted(now):
            yield f"p{number:03d}", post, f"w{worker:02d}", LABELS[graded(true, worker, rng)]


def text() -> str:
    """The whole file."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("item", "text", "worker", "label"))
    writer.writerows(rows(random.Random(SEED)))  # noqa: S311
    return out.getvalue()


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
