"""Write the examples `judge` and `judge-zh`: three people and two versions of a judge, from 0 to 4.

Simulated answers to 32 questions of four types of content are scored for relevance, depth and tone. The
scores are the same in both files, the words English in one and Chinese in the other. What is planted, for
the study to find:

judge_v2  takes more than a point off whatever is code, and cannot tell 2 from 3
judge_v1  (the older prompt) is lenient, keeps to the middle, and is less careful
human_3   is less careful than the other people; some ratings of people are missing

A sixth of the items were given to judge_v2 a second time. The seed is fixed, so the files are the same
everywhere.
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
DATA = TOOLS.parent / "src/concordant/data"
TEXTS = tomllib.loads((TOOLS / "judge_texts.toml").read_text(encoding="utf-8"))
SEED = 28
DIMENSIONS = ("relevance", "depth", "tone")
#: How many answers each question of a content type got.
ANSWERS = {"news_qa": 5, "chat": 4, "emotional_support": 4, "code": 3}
COMMENTED, MISSING, REPEATED = 0.3, 0.03, 1 / 6

HEADS = {
    "en": "item content_type dimension repeat prompt response human_1 human_2 human_3 judge_v2 judge_v1 "
    "human_1_comment judge_v2_reason",
    "zh": "样本编号 内容类型 维度 重复 问题 回答 人工_1 人工_2 人工_3 模型_v2 模型_v1 "
    "人工_1_备注 模型_v2_理由",
}
NAMES = {
    "news_qa": "新闻问答",
    "chat": "闲聊",
    "emotional_support": "情感陪伴",
    "code": "编程问答",
    "relevance": "相关性",
    "depth": "内容深度",
    "tone": "语气",
}
FILES = {"en": DATA / "judge.csv", "zh": DATA / "judge-zh.csv"}


class Answer(NamedTuple):
    """One item: a topic, which way it was asked, and how good the answer is by dimension."""

    name: str
    topic: int
    asked: int
    quality: dict[str, float]


class Row(NamedTuple):
    """The scores of one answer in one dimension, None where nobody rated."""

    answer: Answer
    dimension: str
    repeat: int
    people: tuple[int | None, ...]
    judge: int
    older: int | None
    commented: bool


def answers(rng: random.Random) -> list[Answer]:
    """Every question with its answers, mixed."""
    found = []
    for topic, words in enumerate(TEXTS["topic"]):
        for asked in range(2):
            for _ in range(ANSWERS[words["type"]]):
                general = rng.gauss(2.6, 0.6)
                found.append((topic, asked, {d: general + rng.gauss(0, 1.05) for d in DIMENSIONS}))
    rng.shuffle(found)
    return [Answer(f"q{i:03d}", *rest) for i, rest in enumerate(found, 1)]


def rows(rng: random.Random) -> Iterator[Row]:
    """Every answer in every dimension, some of them scored by the judge again."""
    for answer in answers(rng):
        again = rng.random() < REPEATED
        for dimension in DIMENSIONS:
            true = answer.quality[dimension]
            people = tuple(
                None if rng.random() < MISSING else score(rng.gauss(true, spread))
                for spread in (0.24, 0.24, 0.36)
            )
            older = score(rng.gauss(2.9 + 0.45 * (true - 2.6), 0.6))
            view, commented = judges_view(answer, true, rng), rng.random() < COMMENTED
            yield Row(answer, dimension, 1, people, judged(view, rng), older, commented)
            if again:
                yield Row(answer, dimension, 2, (None,) * 3, judged(view, rng), None, False)


def judges_view(answer: Answer, true: float, rng: random.Random) -> float:
    """What judge_v2 makes of an answer: harsh on code."""
    code = TEXTS["topic"][answer.topic]["type"] == "code"
    return rng.gauss(true - 1.2, 0.55) if code else rng.gauss(true + 0.1, 0.2)


def judged(view: float, rng: random.Random) -> int:
    """What it says of that: 2 for 3, or 3 for 2, in three of ten cases."""
    found = score(rng.gauss(view, 0.1))
    return 5 - found if found in (2, 3) and rng.random() < 0.3 else found


def score(true: float) -> int:
    """A whole number from 0 to 4."""
    return min(max(round(true), 0), 4)


def response(answer: Answer, lang: str) -> str:
    """The answer in words: its opening, its statement, what supports it."""
    topic = TEXTS["topic"][answer.topic]
    words, quality = topic[lang], {d: score(answer.quality[d]) for d in DIMENSIONS}
    other = TEXTS["topic"][(answer.topic + 5) % len(TEXTS["topic"])][lang]["right"]
    said = [
        TEXTS["tone"][topic["type"]][lang][quality["tone"]],
        (other, words["wrong"], words["vague"], words["right"], words["right"])[quality["relevance"]],
        words["reason"] if quality["depth"] >= 2 else "",
        words["example"] if quality["depth"] == 4 else "",
    ]
    return ("" if lang == "zh" else " ").join(filter(None, said))


def cells(row: Row, lang: str) -> list[Any]:
    """One line of the file."""
    topic = TEXTS["topic"][row.answer.topic]
    here = str if lang == "en" else NAMES.__getitem__
    return [
        row.answer.name, here(topic["type"]), here(row.dimension), row.repeat,
        topic[lang]["prompts"][row.answer.asked], response(row.answer, lang),
        *row.people, row.judge, row.older, comment(row, lang), reason(row, topic["type"], lang),
    ]  # fmt: skip


def comment(row: Row, lang: str) -> str:
    """What the first person wrote beside the score: how the answer begins, and what to say of it."""
    if not row.commented or row.people[0] is None:
        return ""
    said = TEXTS["people"][row.dimension][lang][row.people[0]]
    begun = response(row.answer, lang)[: 18 if lang == "en" else 8].rstrip(" ，。,.")
    return f"“{begun}…” {said}" if lang == "en" else f"“{begun}……”{said}"


def reason(row: Row, content: str, lang: str) -> str:
    """Why the judge says it gave its score."""
    said: str = TEXTS["judge"][row.dimension][lang][row.judge]
    harsh = content == "code" and row.judge < score(row.answer.quality[row.dimension])
    return f"{said}{' ' if lang == 'en' else ''}{TEXTS['judge']['code'][lang]}" if harsh else said


def text(lang: str) -> str:
    """The whole file."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS[lang].split())
    writer.writerows(cells(row, lang) for row in rows(random.Random(SEED)))  # noqa: S311
    return out.getvalue()


if __name__ == "__main__":
    for lang, path in FILES.items():
        path.write_text(text(lang), encoding="utf-8")
