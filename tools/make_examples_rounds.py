"""Write the example `rounds`: one person and a judge whose prompt was changed three times, from 0 to 4.

The same 120 simulated answers to questions of four types of content are scored in every round; the person's
scores stay as they were given. What is planted, for the study to find:

v1  the judge is lenient
v2  the prompt says what a 4 needs: no longer lenient, but harsh on emotional support
v3  anchor examples for 2 and 3: less noise, and emotional support is judged like the rest
v4  the prompt is only reworded: nothing but new noise

The seed is fixed, so the file is the same everywhere.
"""

from __future__ import annotations

import csv
import random
import tomllib
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

TOOLS = Path(__file__).resolve().parent
FILE = TOOLS.parent / "src/concordant/data/rounds.csv"
TEXTS = tomllib.loads((TOOLS / "judge_texts.toml").read_text(encoding="utf-8"))
SEED = 10
ITEMS = 120
HEADS = ["item", "content_type", "round", "question", "response", "human", "judge"]


class Prompt(NamedTuple):
    """A version of the judge: how lenient, how careless, how harsh on emotional support."""

    lenient: float
    noise: float
    harsh: float


ROUNDS = {
    "v1": Prompt(0.5, 0.35, 0.0),
    "v2": Prompt(0.1, 0.35, 0.7),
    "v3": Prompt(0.0, 0.2, 0.0),
    "v4": Prompt(0.0, 0.2, 0.0),
}


class Answer(NamedTuple):
    """One item: what was asked, how good the answer is, what the person said, and how the judge sees it."""

    name: str
    topic: int
    asked: int
    true: float
    human: int
    view: float


def answers(rng: random.Random) -> Iterator[Answer]:
    """Every item; what the judge makes of it is half of it the same in all rounds."""
    for place in range(ITEMS):
        true = rng.gauss(2.5, 1.15)
        human = score(rng.gauss(true, 0.2))
        topic, asked = rng.randrange(len(TEXTS["topic"])), rng.randrange(2)
        yield Answer(f"a{place + 1:03d}", topic, asked, true, human, rng.gauss(true, 0.2))


def judged(answer: Answer, prompt: Prompt, rng: random.Random) -> int:
    """What the judge says of an answer under a prompt."""
    support = TEXTS["topic"][answer.topic]["type"] == "emotional_support"
    return score(rng.gauss(answer.view + prompt.lenient - prompt.harsh * support, prompt.noise))


def score(true: float) -> int:
    """A whole number from 0 to 4."""
    return min(max(round(true), 0), 4)


def response(answer: Answer) -> str:
    """The answer in words: beside the point, wrong, vague, right, or right and well explained."""
    words = TEXTS["topic"][answer.topic]["en"]
    other = TEXTS["topic"][(answer.topic + 5) % len(TEXTS["topic"])]["en"]["right"]
    said: str = (
        other,
        words["wrong"],
        words["vague"],
        words["right"],
        f"{words['right']} {words['reason']}",
    )[score(answer.true)]
    return said


def rows(rng: random.Random) -> Iterator[list[Any]]:
    """Every item in every round."""
    found = list(answers(rng))
    for name, prompt in ROUNDS.items():
        for answer in found:
            topic = TEXTS["topic"][answer.topic]
            yield [
                answer.name, topic["type"], name, topic["en"]["prompts"][answer.asked], response(answer),
                answer.human, judged(answer, prompt, rng),
            ]  # fmt: skip


def text() -> str:
    """The whole file."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS)
    writer.writerows(rows(random.Random(SEED)))  # noqa: S311
    return out.getvalue()


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
